"""Plan files: plans as people, programs and Toadstone itself write them down.

One function reads a file for `check`, `grade`, `review` and `play`. It is lenient about form and
strict about meaning: what could be read in two ways is refused with both readings and its place.

A plan is JSON, a page of `solve`, or text: lines of moves, with blanks, commas or the like between
them. A line may begin with its number. Headings, sentences above and below the moves, the marks of
a code block, HTML tags, and all columns of a table but that of the moves are left out.

A file is read in the plain way first. What may mean something else counts only if the plan wins as
it is read. A plan that does not win is returned only if no other reading of the file wins: another
table, a part of its lines, or several steps as one jump.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate, chain, repeat, zip_longest
from typing import Any, Generic, NamedTuple

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import InputError
from toadstone.core.replay import Replay, replay
from toadstone.core.rules import Move, Rules, State
from toadstone.core.solution import Conditions
from toadstone.files.formats import NO_SPELLINGS, Form, Spellings
from toadstone.files.messages import list_names, printable
from toadstone.files.plan_rows import PlanRow, PlanRows, rows_of
from toadstone.files.plan_search import other_reading
from toadstone.files.plan_text import seen
from toadstone.files.plan_words import (
    HEADING,
    Speller,
    UnclearError,
    WrittenLine,
    WrittenMove,
    plain,
)
from toadstone.files.source import Source

MOST_MOVES = 1_000_000
"""Moves of one file; more are refused before they are made."""
LONGEST_TEXT = 1024 * 1024
"""Characters of a plan as text; a longer one has to be a list in JSON."""
_LONGEST_TRIED = 64 * 1024
"""Characters of a text that is read in other ways if it does not win in the first."""

_ReadRow = tuple[PlanRow, WrittenLine]


@dataclass(frozen=True)
class PlanFile(Generic[Move]):
    """What a plan file says.

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
        """Return how the move of a turn is written; None if it has no place of its own."""
        for move in self.written:
            turn -= move.times
            if turn < 1:
                return move if move.line else None
        return None


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
    """What a file says if it is read in one way.

    `doubt` makes the error that is raised unless the plan wins as it is read. A plan may begin at
    the moves of `starts`, and end before those of `breaks`.
    """

    form: str
    notes: dict[str, None]
    doubt: Callable[[], InputError] | None = None
    written: list[WrittenMove] = field(default_factory=list)
    starts: Sequence[int] = ()
    breaks: Sequence[int] = ()

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
        raise source.error("a plan of more than 1 MiB: expected a list in JSON", 1, 1)
    text, notes = seen(source.text)
    source = replace(source, text=f"{text}\n")
    rows = rows_of(source)
    rows.notes[:0] = notes
    return _Reader(source, rows, rules, spellings, must_end, budget).read()


@dataclass
class _Reader(Generic[State, Move]):
    """Reads the rows of a file."""

    source: Source
    rows: PlanRows
    rules: Rules[State, Move]
    spellings: Spellings
    must_end: bool
    budget: Budget

    def read(self) -> PlanFile[Move]:
        """Read the file in the first way in which it wins, or else in which it can be read."""
        first: _Reading | None = None
        error: InputError | None = None
        for way in self._ways():
            try:
                reading = self._reading(way)
            except InputError as each:
                error = error or each
                continue
            line = replay(
                self.rules,
                self.budget.each(self._chosen(reading.written)),
                Conditions[State, Move](self.must_end),
            )
            if line.failure is None:
                if first is not None:
                    raise self._unlike(first, reading, way)
                return replace(self._file(reading, [reading.written]), won=line)
            first = first or (None if way.must_win else reading)
        if first is None:
            raise error or self._error("expected a plan")
        return self._settled(first)

    def _ways(self) -> Iterator[_Way]:
        forms = self.spellings.forms
        yield _Way(forms, "a move", must_win=False)
        if len(self.source.text) <= _LONGEST_TRIED:
            yield _Way(forms, "the number of a line", must_win=False, numbers_alone=True)
            yield from (_Way(each, "another move") for each in self.spellings.others)
            yield _Way(forms, "half of a move", lines=2)

    # --- one reading ----------------------------------------------------------------------------

    def _reading(self, way: _Way) -> _Reading:
        words, form = self.spellings.words, self.rows.form
        speller = Speller(self.rules, way.forms, words, numbers_alone=way.numbers_alone)
        reading = _Reading(form, dict.fromkeys(self.rows.notes))
        rows = self._joined(way.lines) if way.lines > 1 else self.budget.each(self.rows.rows)
        kept = self._content(speller, list(rows), reading)
        if not kept and not form:
            raise (reading.doubt or partial(self._error, "expected a plan, found no move"))()
        count, is_numbered = self._put_together(kept, reading)
        if way.lines > 1:
            reading.form = f"a move on {way.lines} lines"
        elif not form:
            on = "a line" if len(kept) == 1 else f"{len(kept)} lines"
            moves = "a move a line" if count == len(kept) else f"{count} moves on {on}"
            reading.form = "numbered, " * is_numbered + moves
        return reading

    def _joined(self, lines: int) -> Iterator[PlanRow]:
        """Yield the rows that take one move together as one."""
        for some in zip_longest(*[iter(self.budget.each(self.rows.rows))] * lines):
            text = " ".join(plain(row.text) for row in some if row)
            yield some[0]._replace(text=text)

    def _content(
        self, speller: Speller[Move], rows: Sequence[PlanRow], reading: _Reading
    ) -> list[_ReadRow]:
        """Return the lines with moves; note headings and sentences, which are left out.

        Raises:
            InputError: a line is neither moves nor words that may be left out.
        """
        lines, kept = [(row, speller.line(row.text)) for row in rows], list[_ReadRow]()
        last = max((n for n, (_, line) in enumerate(lines) if line.moves), default=-1)
        for n, each in enumerate(lines):
            row, line = each
            if line.trouble is None:
                if line.moves:
                    kept.append(each)
                for at, remark in line.remarks:
                    doubt = partial(self._error, "expected a move", row, at)
                    reading.note(f'without "{printable(remark)}"', doubt)
                continue
            at, message = line.trouble
            words, doubt = plain(row.text), partial(self._error, message, row, at)
            is_heading = HEADING.fullmatch(words) is not None
            may_go = (not kept or n > last) and speller.is_sentence(
                words, strictly=not self.must_end
            )
            if not is_heading and not may_go:
                raise doubt()
            is_sure = is_heading or "in the code block" in reading.notes
            reading.note(f'without "{printable(words)}"', None if is_sure else doubt)
        return kept

    def _put_together(self, lines: Iterable[_ReadRow], reading: _Reading) -> tuple[int, bool]:
        """Take the moves of all lines together; return how many, and whether numbers count them.

        A part begins behind an empty line, a line of words, or where the numbers begin again. A
        turn begins with a number, and with a move in its text form at the start of a line.
        """
        moves, breaks, starts = reading.written, [0], list[int]()
        before, counted, count, total, known = 0, -1, 0, 0, None
        for row, line in lines:
            if row.line - before > 1:
                breaks.append(len(moves))
            starts.append(len(moves))
            before = row.line
            for move in line.moves:
                at, text, may_be, _, times, turns, own = move
                if turns:
                    first, last = turns
                    if first == 1 and counted > 0:
                        counted, count = -1, 0
                        breaks.append(len(moves))
                    if first not in ((0, 1) if counted < 0 else (counted + 1, count + 1)):
                        expected = "1 before the first move" if counted < 0 else str(counted + 1)
                        raise self._error(f"expected the number {expected}, found `{first}`", row)
                    counted = last
                if row is not known:  # a row of JSON comes again
                    is_turn = turns is not None or (own and len(moves) == starts[-1])
                    placed = WrittenMove(row.at + at, text, may_be, row.line, times, turns, is_turn)
                    known = row if len(line.moves) == 1 else None
                moves.append(placed)
                count += move.times
                total += move.times
            if total > MOST_MOVES:
                raise self._error(f"more than {MOST_MOVES:,} moves in one file", row)
        is_list, is_json = len(starts) == len(moves), bool(self.rows.form)
        reading.breaks = [0] if is_json else breaks if is_list else breaks + starts
        reading.starts = reading.breaks if is_json or (is_list and counted >= 0) else starts
        return total, counted >= 0

    # --- other readings -------------------------------------------------------------------------

    def _settled(self, first: _Reading) -> PlanFile[Move]:
        """Return a file that does not win as one plan, if no other reading of it wins.

        If its first part wins by itself, it has several plans.

        Raises:
            UnclearError: another reading wins, such as a part that is not the first.
        """
        moves, parts, at = first.written, list[Sequence[WrittenMove]](), 0
        ends = {*(first.breaks if self.must_end else ()), len(moves)}
        search = partial(other_reading, self.rules, moves, ends=ends, must_end=self.must_end)
        found = search(first.starts)
        while found and (found[0], found[2]) == (at, None):
            parts.append(moves[at : found[1]])
            at = found[1]
            found = search([at])
        if parts:
            parts += filter(None, [moves[at:]])
            first.form = f"{len(parts)} plans"
            return self._file(first, parts)
        if found and found[2]:
            jump, steps = found[2]
            raise self._unclear(jump, "one turn", f"{steps} turns: number the turns")
        if found:
            begins = moves[found[0]]
            raise self._unclear(begins, "a part of one plan", f"a plan from line {begins.line} on")
        if first.doubt is not None:
            raise first.doubt()
        return self._file(first, [moves])

    def _chosen(self, written: Sequence[WrittenMove]) -> Iterator[Move]:
        """Yield the moves; of several that a text may stand for, the one that is legal there.

        Raises:
            UnclearError: several of them are.
        """
        if all(len(move.moves) == 1 for move in written):
            yield from chain.from_iterable(repeat(move.moves[0], move.times) for move in written)
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
        plans, stated = [tuple(self._chosen(each)) for each in parts], dict[str, tuple[Move, int]]()
        for plan, written in zip(plans, parts, strict=True):
            ends = zip(accumulate(move.times for move in written), written, strict=True)
            stated |= {move.text: (plan[end - 1], move.times) for end, move in ends}
        read_as = {text: f"{move}{f', {n} times' * (n > 1)}" for text, (move, n) in stated.items()}
        spelled = [f'"{printable(text)}" as {so}' for text, so in read_as.items() if text != so]
        encoding = [f"in {self.source.encoding}"] * (self.source.encoding != "UTF-8")
        form = ", ".join([reading.form, *reading.notes, *encoding])
        understood = "; ".join([form, *filter(None, [list_names(spelled)])]) + "."
        is_plain = form in {"a move a line", "a list", "an answer as JSON"} and not spelled
        return PlanFile(plans[0], self.rows.values, tuple(plans), understood, is_plain, parts[0])

    # --- errors ---------------------------------------------------------------------------------

    def _error(self, message: str, row: PlanRow | None = None, at: int = 0) -> InputError:
        line, begins, text = row or (1, 0, "")
        if line == 0:  # of JSON, where the text first stands
            return self.source.error_at(message, max(0, self.source.text.find(text[at:])))
        return self.source.error(message, line, begins + at + 1)

    def _unclear(self, move: WrittenMove, one: str, other: str) -> UnclearError:
        error = self._error("", PlanRow(move.line, move.at, move.text))
        return UnclearError.of(move.text, one, other, error)

    def _unlike(self, first: _Reading, other: _Reading, way: _Way) -> UnclearError:
        """Return the error about the first move that is something else in a way that wins."""
        pairs = zip_longest(first.written, other.written)
        unlike = (one for one, two in pairs if one and (two is None or one[:4] != two[:4]))
        move, wins = next(unlike, first.written[-1]), f"{way.name}, with which it wins"
        return self._unclear(move, f"`{move.moves[0]}`", wins)
