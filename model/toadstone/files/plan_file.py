"""Plan files: plans as people, programs and Toadstone itself write them down.

One function reads a file for `check`, `grade`, `review` and `play`. It is lenient about form and
strict about meaning: what could be read in two ways is refused with both readings and its place.

A plan is JSON, YAML, a page of `solve`, or text: lines of moves, with blanks, commas or the like
between them. A line may begin with its number. Headings, sentences, the text around a block between
``` marks, HTML tags, and all columns of a table but that of the moves are left out.

What may mean something else counts only if the plan wins as it is read. A plan that does not win is
returned only if no other reading of the file wins: a part of its lines, or two steps as one jump.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from typing import Any, Generic, NamedTuple

import yaml

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import InputError
from toadstone.core.replay import Replay, replay
from toadstone.core.rules import Move, Rules, State
from toadstone.core.solution import Conditions
from toadstone.files.formats import NO_SPELLINGS, Form, Spellings
from toadstone.files.messages import printable, quote
from toadstone.files.plan_text import (
    HTML,
    LABEL,
    RULE,
    SOFT_BREAK,
    Titles,
    as_typed,
    blank,
    cells_of,
    titles_of,
    without_bars,
    without_struck,
    without_tags,
)
from toadstone.files.plan_words import Line, Speller, Trouble, UnclearError, Words, Written
from toadstone.files.source import Source, parse_tree, plain_value

MOST_MOVES = 1_000_000
"""Moves of one file; more are refused before they are made."""
LONGEST_YAML = 256 * 1024
"""Characters of a list in YAML; a longer list has to be JSON."""
_LONGEST_TRIED = 64 * 1024
"""Characters of a text that is read in a second way if it cannot be read in the first."""
_MOST_SPELLINGS = 3
"""As many spellings are named when a plan file says how it was understood."""
_MOST_TRIED = 20_000
"""Moves that are played to find out whether another reading of a file wins."""
_MOVES_A_START = 10
"""As many moves take as long as to begin a game."""

_PLAN_KEYS = ("plan", "moves", "actions", "solution")
_MOVE_KEYS = {"move", "action"}
_HEADING = re.compile(
    r"(?:author|by|class|course|date|e-?mail|exercise|game|group|id|names?|student|task|team|title)"
    r"\s?[:=].*|(?:(?:the|my|our) )?(?:plan|moves?|actions?|solution|answer)\s?[:=.!]?"
    r"|(?:dear|good|greetings|hallo|hello|hey|hi|here|best|cheers|kind|regards|thanks?|yours)\b\D*",
    re.IGNORECASE,
)
"""Lines that are no moves in any class."""
_DISOWNED = re.compile(r"\b(?:attempt|draft|fail(?:s|ed)?|not|wrong)\b|n't\b", re.IGNORECASE)
"""Words about a plan that may not be meant."""
_FENCE = re.compile(r"[ \t]*(?:```+|~~~+)[ \t]*(?:[\w-]*|\{[^{}]*\})[ \t]*")
"""The line above or below a plan in Markdown."""
_NUMBER_ALONE = re.compile(r"([0-9]{1,7})(?:[ \t]*[|,;\t][ \t]*|[ \t]+)(?=\S)")
_NUMBER_SIGN = re.compile(r"[ \t]*+(?:\|[ \t]*+)?#[ \t]*[|,;\t]")
_PAGE_LINE = re.compile(r"^(?:Plan|(?:One l|L)ine of (?:best )?play): ", re.MULTILINE)
_PAGE_TABLE = re.compile(r"^turn +move ", re.MULTILINE)


class Span(NamedTuple):
    """Where a move stands: line and column, counted from 1, and how long its text is."""

    line: int
    column: int
    length: int


class Step(NamedTuple):
    """A move of a plan as it is written, the line of the file, and where that text begins."""

    line: int
    offset: int
    written: Written

    @property
    def place(self) -> Span:
        """Where it stands."""
        at = self.offset + self.written.at + 1
        return Span(self.line, at, len(self.written.text))


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
        said += [
            f'"{printable(text)}" as {move}'
            for text, move in list(self.spelled.items())[:_MOST_SPELLINGS]
        ]
        if len(self.spelled) > _MOST_SPELLINGS:
            said[-1] += f" and {len(self.spelled) - _MOST_SPELLINGS} more so"
        return f"{'; '.join(said)}."

    def place(self, turn: int) -> Span | None:
        """Return where the move of a turn stands; None if the first plan has no such turn."""
        for step in self.steps:
            turn -= step.written.times
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
    text = source.text.replace("\r\n", "\n").replace("\r", "\n")
    notes = ["in HTML"] if HTML.search(text) else []
    shown = without_struck(as_typed(without_tags(text) if notes else text)).replace("**", "  ")
    conditions = Conditions[State, Move](must_end)

    def reader(forms: Sequence[Form], lines: int = 1) -> _Reader[State, Move]:
        words: Words[State, Move] = Words(Speller(rules, forms, spellings.words))
        return _Reader(replace(source, text=shown), words, conditions, budget, [*notes], lines)

    try:
        return reader(spellings.forms).read()
    except InputError:
        others = [reader(each) for each in spellings.others]
        others += [reader(spellings.forms, lines=2)] if spellings.forms else []
        for other in others if len(shown) <= _LONGEST_TRIED else ():
            with suppress(InputError):
                plan = other.read()
                if all(map(other.wins_as, plan.plans)):
                    return plan
        raise


class _Row(NamedTuple):
    """A line of moves or words: its number in the file, and where it begins there."""

    number: int
    offset: int
    line: Line


@dataclass
class _Reader(Generic[State, Move]):
    """Reads one file with one table of spellings, and notes how it is laid out.

    Attributes:
        notes: what is told of the layout.
        lines: how many lines a move takes.
        doubt: an error, unless the plan wins as it is read.
        counted: the last number before a move; None if there is none.
    """

    source: Source
    words: Words[State, Move]
    conditions: Conditions[State, Move]
    budget: Budget
    notes: list[str]
    lines: int = 1
    doubt: InputError | None = None
    counted: int | None = None

    def __post_init__(self) -> None:
        self.rules, self._table, self._played = self.words.speller.rules, False, 0
        self._won: Replay[State, Move] | None = None

    def read(self) -> PlanFile[Move]:
        """Read JSON, YAML, a page of `solve`, or text."""
        text = self.source.text
        if "Asked: " in text[:1000] and (_PAGE_LINE.search(text) or _PAGE_TABLE.search(text)):
            return self._page(text)
        text = self._unfenced(text)
        if (start := self._list_start(text)) is None:
            return self._text(text)
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        if len(lines) > 1 and all(each[0] == "{" and each[-1] == "}" for each in lines):
            return self._json_lines(text)
        return self._list(f"{blank(text[:start])}{text[start:]}")

    # --- text -----------------------------------------------------------------------------------

    def _text(self, text: str) -> PlanFile[Move]:
        rows = self._content(self._numbered(self._rows(text)))
        steps, breaks, starts = self._steps(rows)
        if self.counted == 0 and (zero := self.words.meant("0")[0]):
            raise self._unclear(steps[0], f"`{zero[0]}`", "a number before the first move")
        count = sum(each.written.times for each in steps)
        form = "numbered, " if self.counted is not None else ""
        on = "a line" if len(starts) == 1 else f"{len(starts)} lines"
        form += "a move a line" if count == len(starts) else f"{count} moves on {on}"
        if self.lines > 1:
            form = f"a move on {self.lines} lines"
        if self.wins(steps):
            return self._file([steps], form)
        plans = self._plans(steps, breaks, starts)
        if len(plans) > 1:
            a_line = len(plans) == len(starts)
            return self._file(plans, f"{len(plans)} plans{', one a line' if a_line else ''}")
        if self.doubt is not None:
            raise self.doubt
        return self._file([steps], form)

    def _rows(self, text: str) -> list[_Row]:
        """Return the lines that hold something; of a table, the cells with moves."""
        titles, rows, read, has_moves = None, list[_Row](), self.words.line, False
        for number, offset, part in self._parts(text):
            if RULE.fullmatch(part):
                continue
            if titles is not None:
                rows.append(_Row(number, offset, self._cell(titles, number, offset, part)))
                continue
            line = read(without_bars(part) if "|" in part else part)
            has_moves = has_moves or bool(line.moves)
            titles = titles_of(part) if line.trouble and not has_moves else None
            if titles is None and line.text:
                rows.append(_Row(number, offset, line))
            elif titles is not None:
                self._expect_one_column(titles, number, offset)
        self._table = titles is not None and titles.separator != " "
        return rows

    def _parts(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield the lines of the file, or those that take one move together, and their places."""
        joined = list[tuple[int, int, str]]()
        for number, whole in enumerate(self.budget.each(text.split("\n")), 1):
            offset = 0
            for part in whole.split(SOFT_BREAK) if SOFT_BREAK in whole else (whole,):
                if not part or part.isspace():
                    pass
                elif self.lines == 1:
                    is_title = "#" in part and _NUMBER_SIGN.match(part)
                    yield number, offset, part.replace("#", "n", 1) if is_title else part
                elif len(joined) < self.lines - 1:
                    joined.append((number, offset, part.strip()))
                else:
                    first, at, words = joined.pop()
                    yield first, at, f"{words} {part.strip()}"
                offset += len(part) + 1

    def _expect_one_column(self, titles: Titles, number: int, offset: int) -> None:
        if len(titles.moves) > 1:
            cell = titles.titles[titles.moves[1]]
            step = Step(number, offset, Written(cell.at, cell.text, ()))
            raise self._unclear(step, "the moves", "a remark on them")
        if titles.separator != " ":
            title = titles.titles[titles.moves[0]].text
            self.notes.append(f'in the column "{printable(title)}" of a table')

    def _cell(self, titles: Titles, number: int, offset: int, row: str) -> Line:
        """Return the cell of a row that holds the move, with its turns."""
        if titles.separator == " ":
            return self.words.line(row)
        cells = cells_of(row, titles.separator)
        if len(cells) == 1:
            return self.words.line(row)
        if figure := titles.figure_beside(cells):
            step = Step(number, offset, Written(figure.at, figure.text, ()))
            raise self._unclear(step, "a part of a move", "a remark")
        at = titles.moves[0]
        if at >= len(cells) or not cells[at].text:
            message = f"expected a move in column {at + 1}"
            return Line(cells[0].at, cells[0].text, trouble=Trouble(cells[0].at, "", message))
        turns = None
        if titles.turns is not None and titles.turns < len(cells):
            cell = cells[titles.turns]
            digits = re.findall("[0-9]{1,7}", cell.text[:30])
            if len(digits) > 2:
                raise self._error(f"expected a turn, found {quote(cell.text)}", number, cell.at)
            turns = (int(digits[0]), int(digits[-1])) if digits else None
        return self.words.cell(*cells[at], turns or (-1, -1))

    def _numbered(self, rows: list[_Row]) -> list[_Row]:
        """Return the lines; if each begins with its number and a blank, as moves with turns."""
        if self._table or len(rows) < 2 or not _NUMBER_ALONE.match(rows[0].line.text):
            return rows
        matches = [_NUMBER_ALONE.match(row.line.text) for row in rows]
        numbers = [int(match[1]) for match in matches if match]
        if numbers[0] > 1 or numbers != [*range(numbers[0], numbers[0] + len(rows))]:
            return rows
        cells = [
            self.words.cell(row.line.at + match.end(), row.line.text[match.end() :], (n, n))
            for row, match, n in zip(rows, matches, numbers, strict=True)
            if match
        ]
        if not all(each.moves for each in cells):
            return rows
        if all(row.line.moves for row in rows):
            step = Step(rows[0].number, rows[0].offset, Written(0, rows[0].line.text, ()))
            advice = "write `1.` if it counts"
            raise self._unclear(step, "a numbered line", "moves alone", advice)
        return [row._replace(line=cell) for row, cell in zip(rows, cells, strict=True)]

    def _content(self, rows: Sequence[_Row]) -> list[_Row]:
        """Return the lines with moves; note headings and sentences, which are left out.

        Raises:
            InputError: a line is neither moves nor words that may be left out.
        """
        kept, seen = list[_Row](), set[str]()
        last = max((n for n, row in enumerate(rows) if row.line.moves), default=-1)
        for n, row in enumerate(rows):
            line = row.line
            if line.trouble is None:
                kept.append(row)
            elif not self._is_words(line, is_edge=not kept or n > last):
                raise self._trouble(row)
            elif line.text not in seen:
                seen.add(line.text)
                is_heading = _HEADING.fullmatch(line.text)
                self.doubt = self.doubt if is_heading or self.doubt else self._trouble(row)
                what = "the heading " if is_heading and ":" in line.text else ""
                self.notes.append(f'without {what}"{printable(line.text)}"')
            if line.without:
                self.doubt = self.doubt or self._error("expected a move", row.number, line.at)
                self.notes.append(f'without "{printable(line.without)}"')
        if not kept:
            if not rows:
                raise self._error("the file is empty: expected a plan", 1, 0)
            raise self.doubt or self._error("expected a plan, found no move", 1, 0)
        return kept

    def _is_words(self, line: Line, *, is_edge: bool) -> bool:
        """Return whether a line that is no moves is a heading or a sentence, with few moves in it.

        A single word may be a name above or below a plan that has to win.
        """
        if _HEADING.fullmatch(line.text):
            return True
        if _DISOWNED.search(line.text):
            return False
        moves, words = self.words.share_of_moves(line.text)
        has_figures = any(each.isdecimal() or each in "|;\t" for each in line.text)
        if line.trouble is None or line.trouble.is_unclear or not line.text[:1].isalpha():
            return False
        if not self.conditions.must_end:
            return words > 1 and 3 * moves < words and not has_figures
        if words == 1:
            return is_edge and line.text.isalpha()
        return 3 * moves < words

    def _steps(self, rows: Sequence[_Row]) -> tuple[list[Step], list[int], list[int]]:
        """Return the moves, and which of them begin a part of the file, or a line.

        A part begins behind an empty line, a line of words, or where the numbers begin again.
        """
        steps, breaks, starts, count, before = list[Step](), [0], list[int](), 0, 0
        for row in rows:
            line, at = row.line, len(steps)
            starts.append(at)
            if line.turns is not None and line.turns[0] >= 0:
                if self.counted is not None and line.turns[0] == 1 != self.counted + 1:
                    self.counted, count = None, 0
                    breaks.append(at)
                self._count(line.turns[0], count, row, line.at)
            if row.number - before > 1 and at > breaks[-1]:
                breaks.append(at)
            before = row.number
            for done, number, place in line.numbers:
                self._count(number, count + done, row, place)
            moves = line.moves
            if line.turns is not None and line.turns[0] < line.turns[1]:
                moves = self._for_each(row)
                self.counted = line.turns[1]
            steps += [Step(row.number, row.offset, each) for each in moves]
            count += line.moved if moves is line.moves else moves[0].times
            if count > MOST_MOVES:
                raise self._error(f"more than {MOST_MOVES:,} moves in one file", row.number, 0)
        return steps, breaks, starts

    def _for_each(self, row: _Row) -> Sequence[Written]:
        """Return the moves of a line that states its turns: one for each, or one for all."""
        first, last = row.line.turns or (1, 1)
        length, moves = last - first + 1, row.line.moves
        if len(moves) == 1 == moves[0].times and length <= MOST_MOVES:
            return (moves[0]._replace(times=length),)
        if row.line.moved != length:
            stated = f"turns {first} to {last}"
            message = f"expected a move for each of {stated}, or one for all"
            raise self._error(message, row.number, row.offset + row.line.at)
        return moves

    def _count(self, number: int, count: int, row: _Row, at: int) -> None:
        """Take in a number before a move; it counts the lines, or the moves."""
        place = row.number, row.offset + at
        if self.counted is None and number not in (0, 1):
            raise self._error(
                f"expected the number 1 before the first move, found `{number}`", *place
            )
        if self.counted is not None and number not in (self.counted + 1, count + 1):
            raise self._error(f"expected the number {self.counted + 1}, found `{number}`", *place)
        self.counted = number

    # --- readings -------------------------------------------------------------------------------

    def _plans(self, steps: Steps, breaks: Sequence[int], starts: Sequence[int]) -> list[Steps]:
        """Return the plans of a file that does not win as one, or none if it is one.

        Lines or parts are plans if the first wins by itself, moves on lines of their own only if
        each of them does.

        Raises:
            UnclearError: another reading wins, such as a part that is not the first.
        """
        signs = {"blank", "sign"} if len(starts) > 1 else {"blank"}
        for step, turns, joined in self._as_jumps(steps, signs):
            if self.wins(joined):
                advice = "write a move a line"
                raise self._unclear(step, "one turn", f"{turns} turns", advice)
        most = self._played + _MOST_TRIED
        for places in (breaks, starts):
            parts = list(zip(places, [*places[1:], len(steps)], strict=True))
            alone = len(parts) == len(steps)
            if len(parts) < 2 or (alone and self.counted is not None):
                continue
            if self._win(steps, parts[:1]) and (not alone or self._win(steps, parts)):
                return [steps[i:k] for i, k in parts]
            tried = [*(() if alone else parts[1:]), *((i, len(steps)) for i in places[1:])]
            for i, k in takewhile(lambda _: self._played < most, tried):
                if self.wins(steps, i, k):
                    first, last = steps[i].line, steps[k - 1].line
                    lines = f"line {first}" if first == last else f"lines {first} to {last}"
                    ways = "a part of one plan", f"a plan of {lines}, which wins"
                    raise self._unclear(steps[i], *ways)
        return []

    def _win(self, steps: Steps, parts: Sequence[tuple[int, int]]) -> bool:
        return self.conditions.must_end and all(self.wins(steps, *each) for each in parts)

    def _as_jumps(self, steps: Steps, signs: set[str]) -> Iterator[tuple[Step, int, Steps]]:
        """Yield the first moves that may be one turn, how many, and all moves read in this way.

        These are `right right`, with only such signs between, and `right x2`. A longer run is one
        turn, or a turn for each two.
        """
        if not any(each.written.after in signs or each.written.once for each in steps):
            return
        runs = list[list[Step]]()
        for step in steps:
            before = runs[-1][-1] if runs and step.written.after in signs else None
            if before and (before.line, before.written.moves) == (step.line, step.written.moves):
                runs[-1].append(step)
            else:
                runs.append([step])
        for size, odd in ((len(steps), 0), (2, 0), (2, 1)):
            joined, first = list[Step](), None
            for run in runs:
                ends = range(odd * len(run) % 2, len(run) + 1, size)
                cut = [0, *ends, len(run)]
                for part in filter(None, (run[i:k] for i, k in pairwise(cut))):
                    jump = self._jump(part)
                    first = first or (
                        (part[0], len(part) * part[0].written.times) if jump else None
                    )
                    joined += [part[0]._replace(written=Written(*jump))] if jump else part
            if first:
                yield *first, joined

    def _jump(self, run: Sequence[Step]) -> tuple[int, str, Sequence[Move]] | None:
        """Return a run of the same moves as one: `right-1` twice as `right-2`."""
        written = run[0].written
        if len(run) == 1 or written.times > 1:
            return (written.at, written.text, (written.once,)) if written.once else None
        text = str(written.moves[0])
        try:
            jump = self.rules.read_move(f"{text[:-1]}{len(run)}") if text[-1] == "1" else None
        except ValueError:
            return None
        return (written.at, written.text, (jump,)) if jump else None

    def wins(self, steps: Steps, start: int = 0, end: int | None = None) -> bool:
        """Return whether moves, or some of them, are a plan that does what is asked."""
        some = map(steps.__getitem__, range(start, len(steps) if end is None else end))
        return self.wins_as(self._chosen(some))

    def wins_as(self, moves: Iterable[Move]) -> bool:
        """Return whether these moves do what is asked."""
        line = replay(self.rules, self.budget.each(moves), self.conditions)
        self._played += len(line.moves) + _MOVES_A_START
        self._won = None if line.failure else line
        return line.failure is None

    def _chosen(self, steps: Iterable[Step]) -> Iterator[Move]:
        """Yield the moves; of several that a text may stand for, the one that is legal there.

        Raises:
            UnclearError: several of them are.
        """
        state: State | None = self.rules.start()
        made = list[Move]()
        for step in steps:
            moves = step.written.moves
            for _ in range(step.written.times):
                move = moves[0]
                if len(moves) > 1:
                    state, made = self._after(state, made), []
                    legal = [m for m in moves if state and not self.rules.why_illegal(state, m)]
                    if len(legal) > 1:
                        *ways, last = [f"`{each}`" for each in legal]
                        raise self._unclear(step, ", ".join(ways), last, "write one of them")
                    move = legal[0] if legal else move
                made.append(move)
                yield move

    def _after(self, state: State | None, moves: Sequence[Move]) -> State | None:
        """Return the state after some moves; None if one of them is not legal."""
        for move in moves:
            if state is None or self.rules.why_illegal(state, move):
                return None
            state = self.rules.play(state, move)
        return state

    def _file(self, plans: Sequence[Steps], form: str) -> PlanFile[Move]:
        chosen = [tuple(self._chosen(plan)) for plan in plans]
        meant: dict[str, dict[str, None]] = {}
        for plan, moves in zip(plans, chosen, strict=True):
            rest = iter(moves)
            for _, _, written in plan:
                times = "" if written.times == 1 else f", {written.times} times"
                texts = meant.setdefault(written.text, {})
                if len(written.moves) == 1:
                    texts[f"{written.moves[0]}{times}"] = None
                    continue
                several = {str(next(rest)): None for _ in range(written.times)}
                texts[f"{' or '.join(several)}{times}"] = None
        spelled = {
            text: " or ".join(sorted(moves)) for text, moves in meant.items() if [*moves] != [text]
        }
        form = ", ".join([form, *self.notes])
        encoding, line = self.source.encoding, self._won
        if line is not None and line.moves != chosen[0]:
            line = None
        return PlanFile(chosen[0], {}, tuple(chosen), form, spelled, encoding, plans[0], line)

    # --- Markdown, JSON, YAML, and pages --------------------------------------------------------

    def _unfenced(self, text: str) -> str:
        """Return a text with nothing but the blocks between ``` marks, where there are any.

        Raises:
            UnclearError: there are moves outside them.
        """
        if "```" not in text and "~~~" not in text:
            return text
        lines, inside, is_inside = text.split("\n"), list[str](), False
        for line in lines:
            is_mark = _FENCE.fullmatch(line) is not None
            is_inside ^= is_mark
            inside.append(line if is_inside and not is_mark else "")
        if not any(map(str.strip, inside)):
            return text
        for number, (line, kept) in enumerate(zip(lines, inside, strict=True), 1):
            if kept or _FENCE.fullmatch(line) or not line.strip():
                continue
            if (read := self.words.line(line)).moves:
                step = Step(number, 0, Written(read.at, read.text, ()))
                raise self._unclear(step, "words around the plan", "moves")
            self.notes = [each for each in self.notes if each != "in the code block"]
            self.notes.append("in the code block")
        return "\n".join(inside)

    def _list_start(self, text: str) -> int | None:
        """Return where a list or an object begins, behind headings and `plan =`; None if none."""
        start = 0
        for line in text.split("\n"):
            plain, offset = line.strip(), len(line) - len(line.lstrip())
            title = LABEL.match(plain) if plain[-1:] in {"[", "]", "{", "}"} else None
            if plain[title.end() if title else 0 :][:1] in {"[", "{"}:
                return start + offset + (title.end() if title else 0)
            if plain[:2] == "- " and not self.words.line(line).moves:
                return start + offset if ":" in plain else None
            if plain.partition("#")[0] not in {"", "---"} and not _HEADING.fullmatch(plain):
                return None
            start += len(line) + 1
        return None

    def _list(self, text: str) -> PlanFile[Move]:
        """Read a YAML or JSON list, or an object with one.

        Raises:
            UnclearError: the object has several, which differ.
        """
        values: Mapping[str, int] = {}
        source, form = replace(self.source, text=text), "a list"
        node, content = self._parsed(source)
        if isinstance(content, dict):
            given = content.get("values")
            values = given if isinstance(given, dict) else {}
            found = [key for key in content if key.lower() in _PLAN_KEYS]
            if len({json.dumps(content[key], default=str) for key in found}) > 1:
                place = self._node(node, found[1])
                step = Step(place[0], 0, Written(place[1], found[1], ()))
                raise self._unclear(step, "the plan", f"something beside `{found[0]}`")
            form = "an answer as JSON" if "status" in content else "a list under plan"
            content = content[found[0]] if found else None
            node = _value_of(node, found[0]) if found else node
        if not isinstance(content, tuple | list):
            raise self._error("expected a list of moves, the plan", *self._node(node))
        nodes = node.value if isinstance(node, yaml.SequenceNode) else [None] * len(content)
        steps = [self._item(each, value) for each, value in zip(nodes, content, strict=True)]
        return replace(self._file([steps], form), values=values)

    def _parsed(self, source: Source) -> tuple[yaml.Node | None, Any]:
        """Return the content of a list or object, and the node if it is not too long for YAML."""
        if len(source.text) <= LONGEST_YAML:
            node = parse_tree(source, "a plan")
            return node, plain_value(source, node)
        try:
            return None, json.loads(source.text)
        except (ValueError, RecursionError):
            kib = LONGEST_YAML // 1024
            raise self._error(f"a list of more than {kib} KiB: expected JSON", 1, 0) from None

    def _item(self, node: yaml.Node | None, value: Any) -> Step:
        """Read an item of a list: a move as text or number, or an object with one."""
        line, at = self._node(node)
        if isinstance(value, dict) and {*value} - {"turn"} in ({key} for key in _MOVE_KEYS):
            (key,) = {*value} - {"turn"}
            if isinstance(turn := value.get("turn"), int):
                self._count(turn, -1, _Row(line, 0, Line(at, "")), at)
            return self._item(_value_of(node, key), value[key])
        if isinstance(value, str):
            text = value
        elif isinstance(value, int) and not isinstance(value, bool):  # with its sign
            text = node.value if isinstance(node, yaml.ScalarNode) else str(value)
        elif isinstance(value, tuple | list) and 1 <= len(value) <= 3 and _is_flat(value):
            text = " ".join(map(str, value))
        else:
            text = quote(value).strip("`")
        read = self.words.item(text)
        if read.trouble:
            raise self._trouble(_Row(line, at, read))
        return Step(line, at, read.moves[0])

    def _json_lines(self, text: str) -> PlanFile[Move]:
        """Read an object a line: each a plan, as `enumerate --json` prints them, or each a move."""
        plans, moves = list[list[Step]](), list[Step]()
        for number, line in enumerate(text.split("\n"), 1):
            try:
                value = json.loads(line.strip() or "{}")
            except (ValueError, RecursionError):
                raise self._error("this line is not JSON", number, 0) from None
            plan = value.get("plan", [])
            if not isinstance(plan, list) or not all(isinstance(each, str) for each in plan):
                raise self._error("`plan`: expected a list of moves", number, 0)
            found = [self._item(None, each)._replace(line=number) for each in plan]
            if "plan" in value:
                plans.append(found)
            elif _MOVE_KEYS & {*value}:
                moves.append(self._item(None, value)._replace(line=number))
        if not plans and not moves:
            raise self._error("expected a plan, found none", 1, 0)
        form = "1 plan as JSON" if len(plans) == 1 else f"{len(plans)} plans, as JSON, one a line"
        return self._file(plans or [moves], form if plans else "a move a line, as JSON")

    def _page(self, text: str) -> PlanFile[Move]:
        """Read the plans of a page of `solve`: its tables, or the line with all moves."""
        plans, table, label = list[list[Step]](), False, ""
        for number, line in enumerate(text.split("\n"), 1):
            words = line.split()
            if words[:2] == ["turn", "move"]:
                plans.append([])
                table, label = True, ""
            elif table and len(words) > 1 and words[0].isdecimal():
                if words[0] != "0":
                    plans[-1].append(self._item(None, words[1])._replace(line=number))
            elif (begins := _PAGE_LINE.match(line)) or (label and words and ": " not in line):
                label = f"{label} {line[begins.end() if begins else 0 :]}"
            elif label:
                read = self.words.cell(0, label.strip(), (-1, -1))
                plans.append([Step(number - 1, 0, each) for each in read.moves])
                label = ""
        if len(plans) > 1 and _PAGE_LINE.search(text) is not None:
            plans = plans[:1]
        return self._file(plans, "a page of solve")

    # --- errors ---------------------------------------------------------------------------------

    def _node(self, node: yaml.Node | None, key: str | None = None) -> tuple[int, int]:
        """Return line, from 1, and column, from 0, of a node or of one of its keys."""
        if isinstance(node, yaml.MappingNode) and key is not None:
            node = next(each for each, _ in node.value if each.value == key)
        return (node.start_mark.line + 1, node.start_mark.column) if node else (1, 0)

    def _error(self, message: str, line: int, at: int) -> InputError:
        return self.source.error(message, line, at + 1)

    def _unclear(self, step: Step, one: str, other: str, advice: str = "") -> UnclearError:
        said = f"{quote(step.written.text)} could be read in two ways, as {one} or {other}"
        at = step.offset + step.written.at
        error = self._error(f"{said}: {advice}" if advice else said, step.line, at)
        return UnclearError(error.message, error.place, error.line_text)

    def _trouble(self, row: _Row) -> InputError:
        """Return the error about a line that is no moves."""
        trouble = row.line.trouble or Trouble(row.line.at, "", "expected a move")
        error = self._error(trouble.message, row.number, row.offset + trouble.at)
        kind = UnclearError if trouble.is_unclear else InputError
        return kind(error.message, error.place, error.line_text)


def _is_flat(values: Sequence[Any]) -> bool:
    return not any(isinstance(each, dict | tuple | list | None) for each in values)


def _value_of(node: yaml.Node | None, key: str) -> yaml.Node | None:
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return next((value for name, value in pairs if name.value == key), None)
