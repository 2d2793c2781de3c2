"""Plan files: plans as people, programs and Toadstone itself write them down.

One function reads a file for `check`, `grade`, `review` and `play`. It is lenient about form and
strict about meaning: a text with two possible readings is refused, with both and its place.

A plan is JSON, a page of `solve`, or text: lines of moves, with blanks, commas or the like between
them. A line may begin with its number. Headings, sentences above and below the moves, the marks of
a code block, HTML tags, and all columns of a table but that of the moves are left out.

A file is read in the plain way first. A text that may mean something else counts only if the plan
wins as it is read. A plan that does not win is returned only if no other reading of the file wins:
another table, a part of its lines, or several steps as one jump.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain, islice, repeat, takewhile, zip_longest
from typing import Any, Generic, NamedTuple

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import InputError
from toadstone.core.replay import Replay, replay
from toadstone.core.rules import Move, Rules, State
from toadstone.core.solution import Conditions
from toadstone.files import NO_SPELLINGS, Spellings
from toadstone.files.messages import list_names, printable
from toadstone.files.plan_rows import LONGEST_TEXT, PlanRow, PlanRows, rows_of
from toadstone.files.plan_text import visible_text
from toadstone.files.plan_words import Speller, UnclearError, WrittenMove, plain
from toadstone.files.source import Source

MOST_MOVES = 1_000_000
"""Moves of one file; more are refused before they are made."""
_LONGEST_TRIED = 64 * 1024
"""Characters of a text that is read in other ways if it does not win in the first."""
_MOST_TRIED = 20_000
"""Moves that are played to find out whether another reading wins."""

_NO_ROW = PlanRow(1, 0, "")


@dataclass(frozen=True)
class PlanFile(Generic[Move]):
    """The content of a plan file.

    Attributes:
        moves: the plan; where there are several, the first.
        values: the figures that it states, if it is the JSON of an answer.
        plans: every plan, in the order of the file.
        understood: how the file was understood, in a sentence.
        is_plain: whether that is a form in which Toadstone itself writes one plan.
        written: the moves of the first plan as they are written.
        won: the replay of the plan, if it was played as it was read, and wins.
    """

    moves: tuple[Move, ...]
    values: Mapping[str, int] = field(default_factory=dict, hash=False)
    plans: tuple[tuple[Move, ...], ...] = ()
    understood: str = "a move a line."
    is_plain: bool = True
    written: Sequence[WrittenMove] = field(default=(), repr=False, compare=False)
    won: Replay[Any, Move] | None = field(default=None, repr=False, compare=False)

    def place(self, turn: int) -> WrittenMove | None:
        """Return how the move of a turn is written; None if it is not."""
        for move in self.written:
            turn -= move.times
            if turn < 1:
                return move
        return None


class _Way(NamedTuple):
    """A way to read a file; `name` says as what it reads a text that is a move in the first way."""

    name: str
    speller: Speller[Any]
    must_win: bool = True
    on_two_lines: bool = False


@dataclass
class _Reading:
    """The content of a file, read in one way.

    `doubt` makes the error that is raised unless the plan wins as it is read. A plan may begin at
    the steps of `starts`, and end before those of `ends`, with the moves that begin there.
    """

    form: str
    way: _Way
    notes: dict[str, None]
    doubt: Callable[[], InputError] | None = None
    written: list[WrittenMove] = field(default_factory=list)
    starts: Iterable[int] = ()
    ends: Mapping[int, int] = field(default_factory=dict)
    won: Replay[Any, Any] | None = None

    def note(self, note: str, doubt: Callable[[], InputError] | None = None) -> None:
        """Add a note on the layout, and the error that is raised unless the plan wins."""
        self.notes[note] = None
        self.doubt = self.doubt or doubt


def read_plan(
    source: Source,
    rules: Rules[State, Move],
    spellings: Spellings = NO_SPELLINGS,
    *,
    must_end: bool = True,
    budget: Budget = UNLIMITED,
) -> PlanFile[Move]:
    """Read a plan file in the first way in which it wins, or else in which it can be read.

    Args:
        source: the text of the file.
        rules: the reference simulator, which decides between readings of a file.
        spellings: how people write the moves; without a table, only text forms are moves.
        must_end: whether a plan has to win, or only not to lose.
        budget: the limit of time.

    Raises:
        InputError: something is not a move of the game; the error says where.
        UnclearError: something may be two moves, or two things.
        LimitReachedError: time is up.
    """
    is_long = len(source.text) > LONGEST_TEXT
    text, notes = (source.text, []) if is_long else visible_text(source.text)
    notes += [f"in {source.encoding}"] * (source.encoding != "UTF-8")
    visible = replace(source, text=f"{text}\n")
    held = rows_of(visible)
    held.notes[:0] = notes
    return _PlanReader(rules, spellings, must_end, budget, visible, held).read()


@dataclass(frozen=True)
class _PlanReader(Generic[State, Move]):
    """Reads the rows that a file holds; see `read_plan`."""

    rules: Rules[State, Move]
    spellings: Spellings
    must_end: bool
    budget: Budget
    source: Source
    held: PlanRows

    def read(self) -> PlanFile[Move]:
        """Return the file as it is read.

        The first items of a long list show whether the game ends before the others.
        """
        first: _Reading | None = None
        error: InputError | None = None
        rows = list(islice(self.held.rows, _MOST_TRIED))
        if len(rows) == _MOST_TRIED and self.held.form:
            head = self._reading(self._ways[0], rows)
            failure = self._played(head).failure
            if failure and failure.move is not None:
                head.note(f"the first {_MOST_TRIED:,} items")
                return self._file(head, [head.written])
        rows += self.held.rows
        for way in self._ways:
            try:
                reading = self._reading(way, rows)
            except InputError as each:
                error = error or each
                continue
            line = self._played(reading)
            reading.won = line if line.failure is None else None
            if first is None:
                first = reading if reading.won or not way.must_win else None
            elif self._conflict(first, reading):
                raise self._unlike(first, reading)
        if first is None:
            raise error or self._error("expected a plan")
        return self._file(first, [first.written]) if first.won else self._settled(first)

    def _conflict(self, first: _Reading, other: _Reading) -> bool:
        """Return whether another reading has other moves, and may be meant."""
        if other.way.must_win and (other.won is None or (other.way.on_two_lines and first.won)):
            return False
        return [*self._chosen(first.written)] != [*self._chosen(other.written)]

    @cached_property
    def _ways(self) -> Sequence[_Way]:
        speller = partial(Speller, self.rules, words=self.spellings.words)
        forms, also = self.spellings.forms, self.spellings.also
        tables = filter(None, [also, *self.spellings.others])
        ways = [
            _Way("a move", speller(forms), must_win=False),
            _Way("the number of a line", speller(forms, numbers_alone=True), must_win=False),
            *(_Way("another move", speller(each), each is not also) for each in tables),
            _Way("half of a move", speller(forms), on_two_lines=True),
        ]
        return ways if len(self.source.text) <= _LONGEST_TRIED else ways[:1]

    def _played(self, reading: _Reading) -> Replay[State, Move]:
        moves = self.budget.each(self._chosen(reading.written))
        return replay(self.rules, moves, Conditions[State, Move](self.must_end))

    # --- one reading ----------------------------------------------------------------------------

    def _reading(self, way: _Way, rows: list[PlanRow]) -> _Reading:
        form = self.held.form
        reading = _Reading(form, way, dict.fromkeys(self.held.notes))
        if way.on_two_lines:
            rows = [row for row in rows if not way.speller.is_heading(plain(row.text))]
            pairs = zip_longest(rows[::2], rows[1::2], fillvalue=_NO_ROW)
            rows = [one._replace(text=f"{plain(one.text)} {plain(two.text)}") for one, two in pairs]
        move_rows = self._content(way.speller, rows, reading)
        count, is_numbered = self._put_together(move_rows, reading)
        if way.on_two_lines:
            if len(reading.written) > len(move_rows):
                raise self._error("expected one move on 2 lines")
            reading.form = "a move on 2 lines"
        elif not form:
            extent = "a line" if len(move_rows) == 1 else f"{len(move_rows)} lines"
            moves = "a move a line" if count == len(move_rows) else f"{count} moves on {extent}"
            reading.form = "numbered, " * is_numbered + moves
        return reading

    def _content(
        self, speller: Speller[Move], rows: Sequence[PlanRow], reading: _Reading
    ) -> list[PlanRow]:
        """Return the lines with moves; note headings and sentences, which are left out.

        Raises:
            InputError: a line is neither moves nor words that may be left out; or none has moves.
        """
        backwards, move_rows = range(len(rows) - 1, -1, -1), list[PlanRow]()
        last = next((n for n in backwards if speller.line(rows[n].text).moves), -1)
        for n, row in enumerate(rows):
            line = speller.line(row.text)
            if line.trouble is None:
                if line.moves:
                    move_rows.append(row)
                for at, remark in line.remarks:
                    doubt = partial(self._error, "expected a move", row, at)
                    reading.note(f'without "{printable(remark)}"', doubt)
                continue
            at, message = line.trouble
            words, doubt = plain(row.text), partial(self._error, message, row, at)
            if speller.is_heading(words):
                reading.note(f'without "{printable(words)}"')
                continue
            may_go = self.must_end and last >= 0 and (not move_rows or n > last)
            may_go = may_go and not any(each.speller.line(row.text).moves for each in self._ways)
            if not may_go or not speller.is_sentence(words):
                raise doubt()
            is_sure = "in the code block" in reading.notes
            reading.note(f'without "{printable(words)}"', None if is_sure else doubt)
        if not move_rows and not self.held.form:
            raise self._error("expected a plan, found no move")
        return move_rows

    def _put_together(self, rows: Iterable[PlanRow], reading: _Reading) -> tuple[int, bool]:
        """Take the moves of all lines together; return how many, and whether numbers count them.

        A part begins behind an empty line, a line of words, or where the numbers begin again. A
        turn begins with a number, and with a move in its text form at the start of a line.
        """
        moves, breaks, starts = reading.written, {0: 0}, dict[int, int]()
        before, counted, count, total = 0, -1, 0, 0
        speller, is_json = reading.way.speller, bool(self.held.form)
        for line, begins, stated in rows:
            if not is_json:
                starts[total] = len(moves)
            if is_apart := line - before > 1:
                breaks[total] = len(moves)
            before = line
            for at, text, may_be, _, times, turns, is_turn in speller.line(stated).moves:
                if turns:
                    if turns[0] == 1 and counted > 0 and (is_apart or not speller.numbers_alone):
                        counted, count = -1, 0
                        breaks[total] = len(moves)
                    if turns[0] not in ((0, 1) if counted < 0 else (counted + 1, count + 1)):
                        expected = "1 before the first move" if counted < 0 else str(counted + 1)
                        message = f"expected the number {expected}, found `{turns[0]}`"
                        raise self._error(message, PlanRow(line, begins, stated))
                    counted = turns[1]
                placed = begins + at, text, may_be, line, times, turns, is_turn
                moves.append(WrittenMove._make(placed))
                count += times
                total += times
        if total > MOST_MOVES:
            raise self._error(f"more than {MOST_MOVES:,} moves in one file")
        is_list = len(starts) == len(moves)
        ends = {0: 0} if is_json else breaks if is_list else breaks | starts
        reading.starts = [*ends] if is_json or (is_list and counted >= 0) else [*starts]
        reading.ends = (ends if self.must_end else {}) | {total: len(moves)}
        return total, counted >= 0

    # --- other readings -------------------------------------------------------------------------

    def _settled(self, first: _Reading) -> PlanFile[Move]:
        """Return a file that does not win as one plan, if no other reading of it wins.

        If its first part wins by itself, it has several plans.

        Raises:
            UnclearError: another reading wins, such as a part that is not the first.
        """
        moves, parts, at, begins = first.written, list[Sequence[WrittenMove]](), 0, 0
        more = ([move._replace(is_turn=False)] * (move.times - 1) for move in moves)
        steps = [each for one, two in zip(moves, more, strict=True) for each in (one, *two)]
        win = self._winning(steps, first.starts, first.ends)
        while win and (win[0], win[2]) == (at, None):
            at, ends = win[1], first.ends[win[1]]
            parts.append(moves[begins:ends])
            begins = ends
            win = self._winning(steps, [at], first.ends)
        if parts:
            parts += filter(None, [moves[begins:]])
            first.form = f"{len(parts)} plans"
            return self._file(first, parts)
        if win and win[2]:
            jump, count = win[2]
            raise self._unclear(jump, "one turn", f"{count} turns: number the turns")
        if win:
            move = steps[win[0]]
            raise self._unclear(move, "a part of one plan", f"a plan from line {move.line} on")
        if first.doubt is not None:
            raise first.doubt()
        return self._file(first, [moves])

    def _winning(
        self, steps: Sequence[WrittenMove], starts: Iterable[int], ends: Collection[int]
    ) -> tuple[int, int, tuple[WrittenMove, int] | None] | None:
        """Return where steps that win begin and end, and the first of them that are one jump."""
        rules, seen, tried, begin = self.rules, set[tuple[int, State]](), 0, self.rules.start()
        for start in starts:
            waiting: list[tuple[int, State, Any]] = [(start, begin, None)]
            while waiting and tried < _MOST_TRIED:
                at, state, jump = waiting.pop()
                outcome = rules.outcome(state)
                is_won = not outcome.is_loss if outcome else not self.must_end
                if start < at in ends and is_won and not rules.final_violation(state):
                    return start, at, jump
                for move, count in [] if outcome else reversed([*self._next(steps, at)]):
                    tried += 1
                    if rules.why_illegal(state, move):
                        continue
                    after = rules.after(state, move)
                    if (at + count, after) not in seen and not rules.violation(move, after):
                        seen.add((at + count, after))
                        joined = (steps[at], count) if count > 1 else None
                        waiting.append((at + count, after, jump or joined))
        return None

    def _next(self, steps: Sequence[WrittenMove], at: int) -> Iterator[tuple[Move, int]]:
        """Yield the possible moves, a step or several as one jump, with the number of steps."""
        moves = steps[at].moves if at < len(steps) else ()
        yield from ((move, 1) for move in moves)
        text = str(moves[0]) if len(moves) == 1 else ""
        for count in range(2, len(steps) - at + 1) if text[-1:] == "1" else ():
            step = steps[at + count - 1]
            if step.is_turn or step.moves != moves:
                return
            try:  # `right-1` twice may be `right-2`
                yield self.rules.read_move(f"{text[:-1]}{count}"), count
            except ValueError:
                return

    def _chosen(self, written: Sequence[WrittenMove]) -> Iterator[Move]:
        """Yield the moves; if a text has several meanings, the one that is legal there.

        Raises:
            UnclearError: several of them are.
        """
        if all(len(move.moves) == 1 for move in written):
            yield from [each for move in written for each in repeat(move.moves[0], move.times)]
            return
        state: State | None = self.rules.start()
        for move in chain.from_iterable(repeat(move, move.times) for move in written):
            legal = [m for m in move.moves if state and not self.rules.why_illegal(state, m)]
            if len(legal) > 1:
                *ways, last = [f"`{each}`" for each in legal]
                raise self._unclear(move, ", ".join(ways), f"{last}: write one of them")
            state = self.rules.play(state, legal[0]) if state and legal else None
            yield legal[0] if legal else move.moves[0]

    def _file(self, reading: _Reading, parts: Sequence[Sequence[WrittenMove]]) -> PlanFile[Move]:
        won, read_as = reading.won, dict[str, str]()
        plans = [won.moves] if won else [tuple(self._chosen(each)) for each in parts]
        for plan, written in zip(plans, parts, strict=True):
            at = 0
            for move in written:
                at += move.times
                if move.text not in read_as:
                    times = f", {move.times} times" * (move.times > 1)
                    read_as[move.text] = f"{plan[at - 1]}{times}"
        spelled = [f'"{printable(text)}" as {so}' for text, so in read_as.items() if text != so]
        form = ", ".join([reading.form, *reading.notes])
        understood = "; ".join([form, *filter(None, [list_names(spelled)])]) + "."
        is_plain = form in {"a move a line", "a list", "an answer as JSON"} and not spelled
        values = self.held.values
        return PlanFile(plans[0], values, tuple(plans), understood, is_plain, parts[0], won)

    # --- errors ---------------------------------------------------------------------------------

    def _error(self, message: str, row: PlanRow = _NO_ROW, at: int = 0) -> InputError:
        return self.source.error(message, row.line, row.at + at + 1)

    def _unclear(self, move: WrittenMove, one: str, other: str) -> UnclearError:
        error = self._error("", PlanRow(move.line, move.at, move.text))
        return UnclearError.of(move.text, one, other, error)

    def _unlike(self, first: _Reading, other: _Reading) -> UnclearError:
        """Return the error about the first move that is something else in another reading."""
        pairs = zip(first.written, other.written, strict=False)
        alike = (one.moves == two.moves and two.text.endswith(one.text) for one, two in pairs)
        move = first.written[: 1 + sum(takewhile(bool, alike))][-1]
        wins = ", with which it wins" * bool(other.won)
        return self._unclear(move, f"`{move.moves[0]}`", f"{other.way.name}{wins}")
