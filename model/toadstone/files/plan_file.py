"""Plan files: plans as people, programs and Toadstone itself write them down.

One function reads a file for `check`, `grade`, `review` and `play`. It is lenient about form and
strict about meaning: what could be read in two ways is refused with both readings and its place.

A plan is JSON, a page of `solve`, or text: lines of moves, with blanks, commas or the like between
them. A line may begin with its number. Headings, sentences, the text around a block between
``` marks, HTML tags, and all columns of a table but that of the moves are left out.

A file is read in the plain way first. What may mean something else counts only if the plan wins as
it is read. A plan that does not win is returned only if no other reading of the file wins: another
table, arrows as signs, a part of its lines, or two steps as one jump.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, repeat, takewhile, zip_longest
from typing import Any, Generic, NamedTuple

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import InputError
from toadstone.core.replay import Replay, replay
from toadstone.core.rules import Move, Rules, State
from toadstone.core.solution import Conditions
from toadstone.files.formats import NO_SPELLINGS, Form, Spellings
from toadstone.files.messages import printable, quote
from toadstone.files.plan_tables import Table, table_of
from toadstone.files.plan_text import SOFT_BREAK, lines_beside_blocks, seen
from toadstone.files.plan_words import (
    HEADING,
    MOVE_KEYS,
    NO_TURNS,
    NUMBER_ALONE,
    PLAN_KEYS,
    RULE,
    Line,
    Span,
    Speller,
    Step,
    UnclearError,
    Words,
    plain,
)
from toadstone.files.source import Source

MOST_MOVES = 1_000_000
"""Moves of one file; more are refused before they are made."""
LONGEST_TEXT = 1024 * 1024
"""Characters of a plan as text; a longer one has to be a list in JSON."""
_LONGEST_TRIED = 64 * 1024
"""Characters of a text that is read in other ways if it does not win in the first."""
_MOST_LEFT_OUT = 100
"""Lines of words that may be left out of a file."""
_MOST_SPELLINGS = 3
"""As many spellings are named when a plan file says how it was understood."""
_MOST_TRIED = 20_000
"""Moves that are played to find out whether another reading of a file wins."""
_MOVES_A_START = 10
"""As many moves take as long as to begin a game."""

Steps = Sequence[Step]


@dataclass(frozen=True)
class PlanFile(Generic[Move]):
    """What a plan file says.

    Attributes:
        moves: the plan; where there are several, the first.
        values: the figures that it states, if it is the JSON of an answer.
        plans: every plan, in the order of the file.
        form: how it is laid out, in a few words.
        spelled: the moves that stand there in other words, with their text form.
        encoding: the encoding of the text.
        steps: the moves of the first plan as they are written.
        line: the replay of the first plan, if it was replayed while it was read, and wins.
    """

    moves: tuple[Move, ...]
    values: Mapping[str, int] = field(default_factory=dict, hash=False)
    plans: tuple[tuple[Move, ...], ...] = ()
    form: str = "a move a line"
    spelled: Mapping[str, str] = field(default_factory=dict, hash=False)
    encoding: str = "UTF-8"
    steps: Steps = field(default=(), repr=False, compare=False)
    line: Replay[Any, Move] | None = field(default=None, repr=False, compare=False)

    @property
    def is_plain(self) -> bool:
        """Whether the file is in a form that Toadstone itself writes for one plan."""
        plainly = self.form in {"a move a line", "a list"} or self.form.startswith("an answer")
        return plainly and not self.spelled and self.encoding == "UTF-8"

    @property
    def understood(self) -> str:
        """How the file was understood, in a sentence."""
        said = [self.form if self.encoding == "UTF-8" else f"{self.form}, in {self.encoding}"]
        spelled = [f'"{printable(text)}" as {move}' for text, move in self.spelled.items()]
        said += spelled[:_MOST_SPELLINGS]
        if len(spelled) > _MOST_SPELLINGS:
            said[-1] += f" and {len(spelled) - _MOST_SPELLINGS} more so"
        return f"{'; '.join(said)}."

    def place(self, turn: int) -> Span | None:
        """Return where the move of a turn stands; None if the first plan has no such turn."""
        for step in self.steps:
            turn -= step.times
            if turn < 1:
                return step.place
        return None


def read_plan(
    source: Source,
    rules: Rules[State, Move],
    spellings: Spellings = NO_SPELLINGS,
    *,
    must_end: bool = True,
    budget: Budget = UNLIMITED,
) -> PlanFile[Move]:
    """Read a plan file.

    Args:
        source: the text.
        rules: the reference simulator, on which readings of a file are told apart.
        spellings: how people write the moves; without a table, only text forms are moves.
        must_end: whether a plan has to win, or only not to lose.

    Raises:
        InputError: something is not a move of the game; the error says where.
        UnclearError: something may be two moves, or two things.
        LimitReachedError: time is up.
    """
    if len(source.text) > LONGEST_TEXT and source.text.lstrip()[:1] not in {"[", "{"}:
        mib = LONGEST_TEXT // 1024**2
        raise source.error(f"a plan of more than {mib} MiB: expected a list in JSON", 1, 1)
    conditions = Conditions[State, Move](must_end)
    return _Reader(source, rules, spellings, conditions, budget).read()


class _TooManyError(InputError):
    """A file of too many moves, in whatever way it is read."""


class _Way(NamedTuple):
    """A way to read a file: with which table, and how many lines a move takes.

    `name` is what it takes a text for that the first way takes for a move. Lines may begin with
    numbers alone, without a sign.
    """

    forms: Sequence[Form]
    name: str
    must_win: bool = True
    numbers_alone: bool = False
    lines: int = 1


@dataclass
class _Reading:
    """What a file says if it is read in one way; see `PlanFile`.

    `doubt` makes the error that is raised unless the plan wins as it is read. `parts` are, for each
    way to part a text into plans, the steps with which the parts begin.
    """

    plans: list[list[Step]] = field(default_factory=lambda: [[]])
    form: str = ""
    notes: dict[str, None] = field(default_factory=dict)
    doubt: Callable[[], InputError] | None = None
    parts: Sequence[Sequence[int]] = ()
    values: Mapping[str, int] = field(default_factory=dict)

    def note(self, note: str, doubt: Callable[[], InputError] | None = None) -> None:
        """Add a note on the layout, and the error that is raised unless the plan wins."""
        self.notes |= {note: None} if note else {}
        self.doubt = self.doubt or doubt


class _Reader(Generic[State, Move]):
    """Reads one file."""

    def __init__(
        self,
        source: Source,
        rules: Rules[State, Move],
        spellings: Spellings,
        conditions: Conditions[State, Move],
        budget: Budget,
    ) -> None:
        self._text, self._notes = seen(source.text)
        self._outside = lines_beside_blocks(source.text.replace("\r\n", "\n"))
        self._source = replace(source, text=f"{self._text}\n")
        self._rules, self._spellings = rules, spellings
        self._conditions, self._budget = conditions, budget
        self._has_choice = any(len(form) > 2 for form in chain(spellings.forms, *spellings.others))
        self._played = 0
        self._won: Replay[State, Move] | None = None
        self._words: Words[State, Move]

    def read(self) -> PlanFile[Move]:
        """Read the file in the first way in which it wins, or else in which it can be read."""
        first: _Reading | None = None
        error: InputError | None = None
        for way in self._ways():
            speller = Speller(self._rules, way.forms, self._spellings.words)
            self._words = Words(speller, turns_first=way.numbers_alone)
            try:
                reading = self._read_json() or self._read_text(way)
            except _TooManyError:
                raise
            except InputError as each:
                error = error or each
                continue
            if not reading.parts and not way.must_win:
                return self._file(reading)
            if all(map(self._wins, reading.plans)):
                if first is not None:
                    raise self._unlike(first, reading, way)
                return self._file(reading)
            first = first or (None if way.must_win else reading)
        if first is None:
            raise error or self._error("expected a plan")
        return self._settled(first)

    def _ways(self) -> Iterator[_Way]:
        forms = self._spellings.forms
        yield _Way(forms, "a move", must_win=False)
        if len(self._text) > _LONGEST_TRIED:
            return
        yield _Way(forms, "the number of a line", must_win=False, numbers_alone=True)
        if forms:
            yield from (_Way(each, "another move") for each in self._spellings.others)
            yield _Way(forms, "half of a move", lines=2)

    # --- text -----------------------------------------------------------------------------------

    def _read_text(self, way: _Way) -> _Reading:
        reading = _Reading(notes=dict.fromkeys(self._notes))
        lines = self._content(list(self._lines(way, reading)), reading)
        count, is_numbered = self._put_together(lines, reading)
        on = "a line" if len(lines) == 1 else f"{len(lines)} lines"
        reading.form = "numbered, " if is_numbered else ""
        reading.form += "a move a line" if count == len(lines) else f"{count} moves on {on}"
        if way.lines > 1:
            reading.form = f"a move on {way.lines} lines"
        return reading

    def _lines(self, way: _Way, reading: _Reading) -> Iterator[Line]:
        """Yield the lines that hold something; of a table, the cells with moves."""
        table, has_moves = None, False
        for number, offset, text in self._texts(way):
            line = self._words.line(text)._replace(number=number, offset=offset)
            if table is not None:
                line = self._cell(table, line, reading)
            elif not has_moves and not line.steps and (table := table_of(text)):
                title = table.titles[table.moves]
                reading.note(f'in the column "{printable(title)}" of a table')
                continue
            has_moves = has_moves or bool(line.steps)
            if line.steps or line.trouble:
                yield line

    def _texts(self, way: _Way) -> Iterator[tuple[int, int, str]]:
        """Yield the lines of the file, or those that take one move together, and their places."""
        joined = list[tuple[int, int, str]]()
        text = NUMBER_ALONE.sub(r"\1)", self._text) if way.numbers_alone else self._text
        for number, whole in enumerate(self._budget.each(text.split("\n")), 1):
            offset = 0
            for part in whole.split(SOFT_BREAK):
                if (said := plain(part)) and not RULE.fullmatch(part):
                    joined.append((number, offset, part if way.lines == 1 else said))
                if len(joined) == way.lines:
                    yield (*joined[0][:2], " ".join(each for *_, each in joined))
                    joined.clear()
                offset += len(part) + 1
        yield from joined

    def _cell(self, table: Table, line: Line, reading: _Reading) -> Line:
        """Return the cell of a row that holds the move, with its turns."""
        found = table.row(line.text)
        if found is None:
            return line
        (at, cell), turns, figure = found
        if figure is not None:
            step = Step(line.offset + figure.at, figure.text, (), line=line.number)
            reading.note("", partial(self._unclear, step, "a part of a move", "a remark"))
        if not cell:
            message = f"expected a move in column {table.moves + 1}"
            return line._replace(steps=(), trouble=(0, message, False))
        read = self._words.line(cell, turns or NO_TURNS)
        return read._replace(number=line.number, offset=line.offset + at)

    def _content(self, lines: Sequence[Line], reading: _Reading) -> list[Line]:
        """Return the lines with moves; note headings and sentences, which are left out.

        Raises:
            InputError: a line is neither moves nor words that may be left out.
        """
        kept, known = list[Line](), set[tuple[str, bool]]()
        last = max((n for n, line in enumerate(lines) if line.steps), default=-1)
        for n, line in enumerate(lines):
            if line.trouble is None:
                kept.append(line)
                for at, remark in line.remarks:
                    doubt = partial(self._error, "expected a move", line.number, line.offset + at)
                    reading.note(f'without "{printable(remark)}"', doubt)
            elif line.number in self._outside:
                reading.note("in the code block")
            elif (words := (plain(line.text), not kept or n > last)) not in known:
                known.add(words)
                is_heading = HEADING.fullmatch(words[0]) is not None
                can_go = len(known) <= _MOST_LEFT_OUT and self._is_sentence(line, *words)
                if not is_heading and not can_go:
                    raise self._trouble(line)
                what = "the heading " if is_heading and ":" in words[0] else ""
                note = f'without {what}"{printable(words[0])}"'
                reading.note(note, None if is_heading else partial(self._trouble, line))
        if not kept:
            raise (
                reading.doubt() if reading.doubt else self._error("expected a plan, found no move")
            )
        return kept

    def _is_sentence(self, line: Line, text: str, is_edge: bool) -> bool:
        """Return whether a line may be left out: beside a line of play, without figures only."""
        must_end = self._conditions.must_end
        has_figures = any(each.isdecimal() or each in "|;\t" for each in text)
        may_go = (must_end or not has_figures) and not (line.trouble and line.trouble[2])
        return may_go and self._words.is_sentence(text, is_edge=is_edge and must_end)

    def _put_together(self, lines: Iterable[Line], reading: _Reading) -> tuple[int, bool]:
        """Take the moves of all lines together; return how many, and whether numbers count them.

        A part begins behind an empty line, a line of words, or where the numbers begin again.
        """
        steps, breaks, rows = reading.plans[0], [0], list[int]()
        before, counted, count, total = 0, -1, 0, 0
        for line in lines:
            if line.number - before > 1:
                breaks.append(len(steps))
            before = line.number
            for step in line.steps:
                first, last = step.turns or NO_TURNS
                if first == 1 and counted > 0:
                    counted, count = -1, 0
                    breaks.append(len(steps))
                if first not in ({-1, 0, 1} if counted < 0 else {-1, counted + 1, count + 1}):
                    expected = "1 before the first move" if counted < 0 else str(counted + 1)
                    message = f"expected the number {expected}, found `{first}`"
                    raise self._error(message, line.number, line.offset)
                counted = counted if first < 0 else last
                at = line.offset + step.at
                steps.append(step._replace(at=at, line=line.number, row=len(rows)))
                count += step.times
                total += step.times
            rows.append(len(steps) - len(line.steps))
            self._expect_few(total, line.number)
        is_list = counted >= 0 and len(rows) == len(steps)
        breaks = list(dict.fromkeys(each for each in breaks if each < len(steps)))
        reading.parts = [breaks] if is_list else [breaks, rows]
        return total, counted >= 0

    def _expect_few(self, moves: int, line: int = 1) -> None:
        if moves > MOST_MOVES:
            error = self._error(f"more than {MOST_MOVES:,} moves in one file", line)
            raise _TooManyError(error.message, error.place, error.line_text)

    # --- JSON -----------------------------------------------------------------------------------

    def _read_json(self) -> _Reading | None:
        """Read a list or an object, or one a line, each a plan or a move; None of other texts.

        Raises:
            UnclearError: an object has several plans, which differ.
        """
        text = self._text.strip()
        if text[:1] not in {"{", "["}:
            return None
        try:
            content = _loads(text)
        except (ValueError, RecursionError):
            return None if text[0] == "[" else self._read_json_lines(text.split("\n"))
        if isinstance(content, dict):
            return self._read_object(content)
        return self._read_items(content, "a list")

    def _read_json_lines(self, lines: Sequence[str]) -> _Reading:
        """Read the objects of a file with one a line, each a plan or a move."""
        content = list[dict[str, Any]]()
        for number, line in enumerate(lines, 1):
            try:
                content.append({**_loads(line.strip() or "{}")})
            except (ValueError, TypeError, RecursionError):
                raise self._error("this is not JSON: expected an object", number) from None
        plans = [self._read_items(each["plan"], "") for each in content if "plan" in each]
        if plans:
            form = f"{len(plans)} plans, as JSON, one a line"
            return replace(plans[0], plans=[each.plans[0] for each in plans], form=form)
        moves = [each for each in content if MOVE_KEYS & {*each}]
        if not moves:
            raise self._error("expected a plan, found none")
        return self._read_items(moves, "a move a line, as JSON")

    def _read_object(self, content: dict[str, Any]) -> _Reading:
        """Read an object with a plan, such as an answer or a saved game."""
        scenario, game = content.get("scenario"), self._spellings.game
        named = (scenario if isinstance(scenario, dict) else content).get("game")
        if isinstance(named, str) and game not in (None, named):
            kind = "a saved game" if content.get("kind") == "saved game" else "an answer"
            raise self._error(f"{kind} of {printable(named)}, expected one of {game}")
        found = [key for key in content if key.lower() in PLAN_KEYS]
        if len({json.dumps(content[key]) for key in found}) > 1:
            step = self._place_of(f'"{found[1]}"')._replace(text=found[1])
            raise self._unclear(step, "the plan", f"something beside `{found[0]}`")
        form = "an answer as JSON" if "status" in content else "a list under plan"
        reading = self._read_items(content[found[0]] if found else None, form)
        values = content.get("values")
        return replace(reading, values=values if isinstance(values, dict) else {})

    def _read_items(self, content: Any, form: str) -> _Reading:
        """Read the items of a list, each a move."""
        if not isinstance(content, list):
            raise self._error("expected a list of moves, the plan")
        reading = _Reading(form=form, notes=dict.fromkeys(self._notes))
        if {*map(type, content)} <= {str, int}:  # what is written alike is read once
            known = {item: self._item(item).steps[0] for item in dict.fromkeys(content)}
            reading.plans = [[known[item] for item in content]]
            self._expect_few(sum(step.times for step in reading.plans[0]))
        else:
            self._put_together(map(self._item, content), reading)
        reading.parts = ()
        return reading

    def _item(self, item: Any) -> Line:
        """Read an item of a list: a move as text or number, or an object with one."""
        value, turns = item, NO_TURNS
        if isinstance(item, dict) and {*item} - {"turn"} in ({key} for key in MOVE_KEYS):
            turn = item.get("turn")
            value = next(item[key] for key in item if key in MOVE_KEYS)
            turns = (turn, turn) if isinstance(turn, int) else turns
        if isinstance(value, list) and all(isinstance(each, str | int) for each in value):
            value = " ".join(map(str, value))
        is_text = isinstance(value, str | int) and not isinstance(value, bool)
        line = self._words.line(str(value) if is_text else "", turns)
        if not is_text:
            line = line._replace(trouble=(0, f"expected a move, found {quote(value)}", False))
        if line.trouble or line.remarks or len(line.steps) != 1:
            place = self._place_of(json.dumps(item, ensure_ascii=False))
            raise self._trouble(line._replace(number=place.line, offset=place.at))
        return line

    def _place_of(self, text: str) -> Step:
        """Return where a part of JSON first stands; the first line where it stands otherwise."""
        at = max(0, self._text.find(text))
        line = self._text.count("\n", 0, at) + 1
        return Step(at - self._text.rfind("\n", 0, at) - 1, text, (), line=line)

    # --- readings -------------------------------------------------------------------------------

    def _settled(self, first: _Reading) -> PlanFile[Move]:
        """Return a file that does not win as one plan, if no other reading of it wins.

        Parts or lines are plans if the first wins by itself, moves on lines of their own only if
        each of them does.

        Raises:
            UnclearError: another reading wins, such as a part that is not the first.
        """
        steps = first.plans[0]
        for step, joined in self._as_jumps(steps):
            if self._wins(joined):
                turns = f"{step.times} turns"
                raise self._unclear(step, "one turn", turns, "write a move a line")
        most = self._played + _MOST_TRIED
        for places in first.parts:
            parts = list(map(range, places, [*places[1:], len(steps)]))
            is_alone = len(parts) == len(steps)
            leading = parts if is_alone else parts[:1]
            is_several = len(parts) > 1 and self._conditions.must_end
            if is_several and all(self._wins(map(steps.__getitem__, each)) for each in leading):
                first.plans = [[steps[n] for n in part] for part in parts]
                first.form = f"{len(parts)} plans"
                return self._file(first)
            rests = (range(start, len(steps)) for start in places[1:])
            for part in takewhile(
                lambda _: self._played < most, chain([] if is_alone else parts[1:], rests)
            ):
                if self._wins(map(steps.__getitem__, part)):
                    begins, ends = steps[part[0]].line, steps[part[-1]].line
                    lines = f"line {begins}" if begins == ends else f"lines {begins} to {ends}"
                    other = f"a plan of {lines}, which wins"
                    raise self._unclear(steps[part[0]], "a part of one plan", other)
        if first.doubt is not None:
            raise first.doubt()
        return self._file(first)

    def _as_jumps(self, steps: Steps) -> Iterator[tuple[Step, Iterator[Step]]]:
        """Yield the first moves that may be one turn, and all moves read in this way.

        A run such as `right right` is one turn, or a turn for each two of its moves. What is read
        is made as it is played: most readings lose soon.
        """
        for blanks_only in (True, False):
            runs = list[Step]()
            for step in steps:
                last = runs[-1] if runs and not (blanks_only and step.is_apart) else None
                if last and (last.row, last.moves) == (step.row, step.moves):
                    runs[-1] = last._replace(times=last.times + step.times)
                else:
                    runs.append(step)
            first = next((run for run in runs if run.times > 1 and self._jump(run, 2)), None)
            for size, order in ((0, 1), (2, 1), (2, -1)) if first else ():
                joined = (self._joined(run, size or run.times)[::order] for run in runs)
                yield first or runs[0], chain.from_iterable(joined)

    def _joined(self, run: Step, cells: int) -> list[Step]:
        """Return a run as jumps of so many cells, and what is left over."""
        jump = self._jump(run, cells) if run.times > 1 else ()
        count, odd = divmod(run.times, cells) if jump else (0, run.times)
        both = (run._replace(moves=jump, times=count), run._replace(times=odd))
        return [each for each in both if each.times]

    def _jump(self, step: Step, cells: int) -> Sequence[Move]:
        """Return the one move that steps of one cell may be: `right-1` twice is `right-2`."""
        text = str(step.moves[0])
        if len(step.moves) > 1 or text[-1:] != "1":
            return ()
        try:
            return (self._rules.read_move(f"{text[:-1]}{cells}"),)
        except ValueError:
            return ()

    def _wins(self, steps: Iterable[Step]) -> bool:
        """Return whether moves are a plan that does what is asked."""
        line = replay(self._rules, self._budget.each(self._chosen(steps)), self._conditions)
        self._played += len(line.moves) + _MOVES_A_START
        self._won = line if line.failure is None else None
        return line.failure is None

    def _chosen(self, steps: Iterable[Step]) -> Iterator[Move]:
        """Yield the moves; of several that a text may stand for, the one that is legal there.

        Raises:
            UnclearError: several of them are.
        """
        if not self._has_choice:
            yield from chain.from_iterable(repeat(step.moves[0], step.times) for step in steps)
            return
        state: State | None = self._rules.start()
        for step in chain.from_iterable(repeat(step, step.times) for step in steps):
            legal = [m for m in step.moves if state and not self._rules.why_illegal(state, m)]
            if len(legal) > 1:
                *ways, last = [f"`{each}`" for each in legal]
                raise self._unclear(step, ", ".join(ways), last, "write one of them")
            state = self._rules.play(state, legal[0]) if state and legal else None
            yield legal[0] if legal else step.moves[0]

    def _file(self, reading: _Reading) -> PlanFile[Move]:
        plans = [tuple(self._chosen(plan)) for plan in reading.plans]
        meant: dict[str, dict[str, None]] = {}
        for steps, moves in zip(reading.plans, plans, strict=True):
            rest = iter(moves)
            for step in steps if self._has_choice else _each_once(steps):
                chosen = rest if self._has_choice else repeat(step.moves[0])
                several = dict.fromkeys(str(next(chosen)) for _ in range(step.times))
                times = "" if step.times == 1 else f", {step.times} times"
                meant.setdefault(step.text, {})[f"{' or '.join(several)}{times}"] = None
        spelled = {
            text: " or ".join(sorted(moves)) for text, moves in meant.items() if [*moves] != [text]
        }
        line = self._won if self._won and self._won.moves == plans[0] else None
        form, encoding = ", ".join([reading.form, *reading.notes]), self._source.encoding
        first, values = reading.plans[0], reading.values
        return PlanFile(plans[0], values, tuple(plans), form, spelled, encoding, first, line)

    # --- errors ---------------------------------------------------------------------------------

    def _error(self, message: str, line: int = 1, at: int = 0) -> InputError:
        return self._source.error(message, line, at + 1)

    def _unclear(self, step: Step, one: str, other: str, advice: str = "") -> UnclearError:
        said = f"{quote(step.text)} could be read in two ways, as {one} or {other}"
        return _as_unclear(self._error(f"{said}: {advice}" if advice else said, step.line, step.at))

    def _unlike(self, first: _Reading, other: _Reading, way: _Way) -> UnclearError:
        """Return the error about the first move that is something else in a way that wins."""
        steps = first.plans[0]
        pairs = zip_longest(steps, other.plans[0])
        unlike = (one for one, two in pairs if one and (two is None or one[:4] != two[:4]))
        step, wins = next(unlike, steps[-1]), f"{way.name}, with which it wins"
        return self._unclear(step, f"`{step.moves[0]}`", wins)

    def _trouble(self, line: Line) -> InputError:
        """Return the error about a line that is no moves."""
        at, message, is_unclear = line.trouble or (0, "expected a move", False)
        error = self._error(message, line.number, line.offset + at)
        return _as_unclear(error) if is_unclear else error


def _as_unclear(error: InputError) -> UnclearError:
    return UnclearError(error.message, error.place, error.line_text)


def _each_once(steps: Steps) -> Iterable[Step]:
    """Return steps, of those that are written in the same way only one."""
    return {(step.text, step.times): step for step in steps}.values()


def _loads(text: str) -> Any:
    """Return the content of JSON; raise ValueError where a key stands there twice."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(content := dict(pairs)) < len(pairs):
            raise ValueError
        return content

    return json.loads(text, object_pairs_hook=once)
