"""The lines of a plan: the moves that their words stand for, numbers, and columns of tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Generic, NamedTuple

from toadstone.core.errors import InputError
from toadstone.core.rules import Move, Rules, State
from toadstone.files.messages import printable, quote
from toadstone.files.plan_text import (
    PIPE,
    QUOTES,
    Piece,
    bare,
    cells_of,
    join_words,
    without,
    words_of,
)
from toadstone.files.source import Source

Spell = Callable[[str], Sequence[Move]]
"""Returns the moves that a text may stand for; raises ValueError, which says what was expected.

Usually there is one. Where there are several, the one that is legal is meant.
"""

MOST_TIMES = 10_000
"""The largest N of `stay xN`."""
LONGEST_MOVE = 60
"""Characters of a move with the number of its times; what is longer is none."""
MOST_MOVES = 1_000_000
"""Moves of one file; more are refused before they are made."""
_MOST_WORDS = 5
"""Words of a move with the number of its times, as in `3 to 4 x 2`."""

_SIGNS = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | {"\u2190": "<-", "\u2192": "->", "\u00d7": "x"}
)
"""Dashes, arrows and the multiplication sign, as a keyboard has them."""

NUMBERED = re.compile(
    r"\(?([0-9]{1,7})(?:[.)]{1,2}|:(?![0-9]))\)?[ \t]*"
    r"|(?:turn|move|step|ply|round|day|no|nr|zug|t)[ \t]*([0-9]{1,7})[ \t]*[.:)=-]?[ \t]+",
    re.IGNORECASE,
)
_TURNS = re.compile(
    r"(\(?(?:turns?|moves?|steps?|t)?[ \t]*([0-9]{1,7})[ \t]*"
    r"(?:[-\u2013\u2014\u2212\u2026]|to|\.\.+)[ \t]*([0-9]{1,7})\)?)[ \t]*[.:)=]+[ \t]*",
    re.IGNORECASE,
)
"""The turns before a move that is meant in each of them, as in `1-4: stay`."""
_ARROWS = ("->", "=>", ">", ">>", "\u2192")
"""Arrows to the right, which people also put between moves."""
_INSIDE = re.compile(r"\(?([0-9]{1,7})[.)]{1,2}")
_CHUNK = re.compile(r"(?:\([^()]*\)|[^,;|()]|[()])+")
_TIMES = re.compile(
    r"(?P<first>[0-9]{1,5})\s*(?:[*x]|times\s)\s*(?P<after>\S.*)"
    r"|(?P<before>.*?\S)\s*(?:\(\s*)?(?:[*x]\s*(?P<last>[0-9]{1,5})(?:\s*times)?"
    r"|(?P<spoken>[0-9]{1,5})\s*times)\s*\)?",
    re.IGNORECASE,
)


MOVE_TITLE = re.compile("((the|my) )?(plan|moves?|actions?|solution)")
TURN_TITLE = re.compile(
    "((turn|step|ply|move|round|zug) ?)?(#|n|no\\.?|nr\\.?|number)|day|ply|round|step|t|turn|zug"
)
_FIGURE_TITLE = re.compile(".*\\bhp\\b.*|health|flies|fly|points?|rolls?|score|cell after|position")
"""Titles of columns with numbers that are no part of a move."""
_RULE = re.compile(r"[-+|:=_*\s]{3,}")


class TwoWaysError(ValueError):
    """A spelling of moves that could be read in two ways; each is stated as it would be clear."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"could be read in two ways, as {one} or {other}")
        self.one, self.other = one, other


class UnclearError(InputError):
    """A text that could be read in two ways, none of which is chosen."""


def moves_spelled(
    text: str, rules: Rules[State, Move], spell: Spell[Move] | None
) -> tuple[Move, ...]:
    """Return the moves that a text may stand for; usually there is one.

    Raises:
        ValueError: it stands for none; the error says what was expected.
    """
    if spell is None:
        return (rules.read_move(text),)
    plain = text.strip().translate(_SIGNS)
    try:
        return tuple(spell(plain))
    except ValueError as error:
        try:
            return (rules.read_move(text),)
        except ValueError as literal:
            raise (error if plain == text else literal) from None


class Turns(NamedTuple):
    """The turns that stand before a move: the first, the last, and where."""

    first: int
    last: int
    place: Piece


@dataclass(frozen=True, slots=True)
class Written(Generic[Move]):
    """A move as it is written: its place, the moves that it may be, and how often it is meant.

    `after` is what stands before it: a `number`, a `sign` such as a comma, a `blank`, or the start
    of the `line`.
    """

    piece: Piece
    moves: Sequence[Move]
    times: int = 1
    after: str = "line"


class Words(Generic[State, Move]):
    """Reads the lines of one plan file as moves.

    Attributes:
        counted: the last number before a move; None where there was none.
        counts_lines: whether the numbers count lines with more than one move.
        doubts: errors about what may be meant in another way, unless the plan wins as it is read.
    """

    def __init__(
        self, source: Source, rules: Rules[State, Move], spell: Spell[Move] | None
    ) -> None:
        self.source = source
        self.rules = rules
        self.spell = spell
        self.counted: int | None = None
        self.counts_lines = False
        self.doubts: list[InputError] = []
        self._count = 0
        self._known: dict[str, tuple[Sequence[Move], int]] = {}

    def error(self, message: str, place: Piece) -> InputError:
        """Return an error at a place of the file."""
        return self.source.error(message, place.line, place.column)

    def unclear(self, place: Piece, one: str, other: str, advice: str = "") -> UnclearError:
        """Return an error about a text that may be two things."""
        words = f"{quote(place.text)} could be read in two ways, as {one} or {other}"
        error = self.error(f"{words}: {advice}" if advice else words, place)
        return UnclearError(error.message, error.place, error.line_text)

    # --- one move -------------------------------------------------------------------------------

    def meant(self, text: str) -> tuple[Sequence[Move], int]:
        """Return the moves that a text may stand for, none where it is no move; and how often."""
        text = bare(text)
        if len(text) > LONGEST_MOVE:
            return (), 1
        if text not in self._known:
            self._known[text] = self._once(text), 1
            if not self._known[text][0] and (match := _TIMES.fullmatch(text.translate(_SIGNS))):
                times = int(match["first"] or match["last"] or match["spoken"])
                moves = self._once(bare(match["after"] or match["before"]))
                if moves and 0 < times <= MOST_TIMES:
                    self._known[text] = moves, times
        return self._known[text]

    def _once(self, text: str) -> Sequence[Move]:
        try:
            return moves_spelled(text, self.rules, self.spell)
        except ValueError:
            return ()

    def _written(self, piece: Piece, after: str) -> Written[Move]:
        moves, times = self.meant(piece.text)
        start = len(piece.text) - len(piece.text.lstrip(QUOTES))
        plain = Piece(bare(piece.text), piece.line, piece.column + start)
        match = _TIMES.fullmatch(plain.text.translate(_SIGNS)) if times > 1 else None
        if match and match["before"]:
            other = f"{match['before'].rstrip(' (')} {times}"
            if (once := self._once(other)) and list(once) != list(moves):
                ways = f"`{once[0]}`", f"`{moves[0]}` in {times} turns"
                self.doubts.append(self.unclear(plain, *ways))
        return Written(plain, moves, times, after)

    def expected(self, piece: Piece) -> Written[Move]:
        """Return the moves of a text that has to be one.

        Raises:
            InputError: it is none.
        """
        written = self._written(piece, "line")
        if not written.moves:
            raise self.refusal(piece)
        return written

    def refusal(self, piece: Piece) -> InputError:
        """Return the error about a text that is no move."""
        try:
            moves_spelled(bare(piece.text), self.rules, self.spell)
        except TwoWaysError as error:
            return self.unclear(piece, error.one, error.other)
        except ValueError as error:
            return self.error(f"not a move: {error}", piece)
        return self.error("expected a move", piece)

    # --- a line ---------------------------------------------------------------------------------

    def read(self, piece: Piece, turns: Turns | None = None) -> list[Written[Move]]:
        """Return the moves of a line; its turns are given where they do not stand in it."""
        if turns is None:
            turns, piece = self._turns(piece)
        if turns is not None:
            self.number(turns.first, turns.place)
        found = list(self._moves(piece))
        if turns is None or turns.first == turns.last:
            return found
        length = turns.last - turns.first + 1
        if len(found) == 1 and found[0].times == 1 and 0 < length <= MOST_TIMES:
            found = [replace(found[0], times=length)]
            self._count += length - 1
        elif sum(each.times for each in found) != length:
            stated = f"turns {turns.first} to {turns.last}"
            raise self.error(f"expected a move for each of {stated}, or one for all", turns.place)
        self.counted = turns.last
        return found

    def number(self, number: int, place: Piece) -> None:
        """Take in a number before a move; it counts the lines, or the moves."""
        if self.counted is None and number not in (0, 1):
            raise self.error(
                f"expected the number 1 before the first move, found `{number}`", place
            )
        if self.counted is not None and number not in (self.counted + 1, self._count + 1):
            raise self.error(f"expected the number {self.counted + 1}, found `{number}`", place)
        self.counts_lines |= self.counted is not None and number != self._count + 1
        self.counted = number

    def _turns(self, piece: Piece) -> tuple[Turns | None, Piece]:
        """Return the turns that a line states before its moves, and the rest of it."""
        if match := self._range(piece):
            return Turns(int(match[2]), int(match[3]), piece), piece.after(match.end())
        if match := NUMBERED.match(piece.text):
            whole, rest = self.meant(piece.text)[0], piece.after(match.end())
            if whole and piece.text not in map(str, whole) and self.is_readable(rest):
                raise self.unclear(piece, f"`{whole[0]}`", "a numbered move")
            if not whole:
                number = int(match[1] or match[2])
                return Turns(number, number, piece), rest
        return None, piece

    def _range(self, piece: Piece) -> re.Match[str] | None:
        match = _TURNS.match(piece.text)
        return match if match and not self.meant(match[1])[0] else None

    def is_numbered(self, piece: Piece) -> bool:
        """Return whether a line begins with its number or its turns."""
        return bool(NUMBERED.match(piece.text) or self._range(piece))

    def _moves(self, piece: Piece) -> Iterator[Written[Move]]:
        """Yield the moves of a line without its number, and take in the numbers inside it.

        Raises:
            UnclearError: an arrow to the right may be a move, or stand before one.
        """
        after = "line"
        for chunk in self._chunks(piece):
            words: list[Piece] = []
            every = words_of(chunk)
            for arrow, next_ in pairwise(every):
                moves = self.meant(arrow.text)[0] if arrow.text in _ARROWS else ()
                if moves and self.meant(f"{arrow.text} {next_.text}")[1] == 1:
                    quoted = arrow.column == 1
                    sign = "the mark of a quoted line" if quoted else "a sign between moves"
                    raise self.unclear(arrow, f"`{moves[0]}`", sign)
            for word in every:
                is_last = words and word == every[-1]
                match = None if is_last or self.meant(word.text)[0] else _INSIDE.match(word.text)
                if match:
                    yield from self._sequence(words, after)
                    self.number(int(match[1]), word)
                    words, after = [], "number"
                rest = word.after(match.end()) if match else word
                words += [rest] if rest.text else []
            yield from self._sequence(words, after)
            after = "sign"

    def _chunks(self, piece: Piece) -> list[Piece]:
        """Return the parts of a line between commas and the like; the whole, if it is one move."""
        parts = [each for m in _CHUNK.finditer(piece.text) if (each := piece.part(m)).text]
        if len(parts) > 1 and self.meant(piece.text)[0] and not self.is_readable(parts[0]):
            return [piece]
        return parts

    def _sequence(self, words: Sequence[Piece], after: str) -> Sequence[Written[Move]]:
        """Return the moves that words are, one after the other.

        Raises:
            InputError: some word is no move.
            UnclearError: the words can be cut into moves in two ways.
        """
        starts = self._cuts(words)
        last = len(words)
        if last not in starts:
            raise self.refusal(words[max(starts)])
        found: list[Written[Move]] = []
        while last:
            first = starts[last][0]
            move = join_words(words[first:last])
            if len(starts[last]) > 1:
                one = f"`{self.meant(move.text)[0][0]}`"
                raise self.unclear(move, one, "several moves", "put commas between moves")
            found.append(self._written(move, "blank" if first else after))
            last = first
        self._count += sum(each.times for each in found)
        if self._count > MOST_MOVES:
            raise self.error(f"more than {MOST_MOVES:,} moves in one file", words[0])
        return found[::-1]

    def _cuts(self, words: Sequence[Piece]) -> dict[int, list[int]]:
        """Return how many words can be cut into moves, and with how many the last move begins."""
        starts: dict[int, list[int]] = {0: []}
        for first in range(len(words)):
            if first in starts:
                for last in range(first + 1, min(first + _MOST_WORDS, len(words)) + 1):
                    if self.meant(join_words(words[first:last]).text)[0]:
                        starts.setdefault(last, []).append(first)
        return starts

    def holds_a_move(self, piece: Piece) -> bool:
        """Return whether some words of a line are a move."""
        for chunk in self._chunks(piece):
            words = words_of(chunk)
            for first in range(len(words)):
                parts = (words[first : first + size + 1] for size in range(_MOST_WORDS))
                if any(self.meant(join_words(part).text)[0] for part in parts):
                    return True
        return False

    def is_readable(self, piece: Piece) -> bool:
        """Return whether a line is moves and nothing else."""
        words = words_of(piece)
        return bool(words) and len(words) in self._cuts(words)


def table_cells(
    words: Words[State, Move], pieces: Sequence[Piece], notes: list[str]
) -> list[tuple[Piece, Turns | None]]:
    """Return the cells with moves and their turns, where the lines are a table; else the lines.

    What was found is added to the notes.

    Raises:
        UnclearError: several columns may hold the moves, or a number beside them a part of one.
    """
    rows = [piece for piece in pieces if not _RULE.fullmatch(piece.text)]
    separator, titles = _titles(rows[0]) if rows else ("", [])
    if not titles or NUMBERED.match(rows[0].text) or words.is_readable(rows[0]):
        rows = [without(piece, PIPE) for piece in rows]
        return [(replace(piece, text=piece.text.rstrip("| \t")), None) for piece in rows]
    if separator == " ":
        return [(row, None) for row in rows[1:]]
    places = [n for n, each in enumerate(titles) if MOVE_TITLE.fullmatch(each.text)]
    if len(places) > 1:
        raise words.unclear(titles[places[1]], "the moves", "a remark on them")
    notes.append(f'in the column "{printable(titles[places[0]].text)}" of a table')
    table = [cells_of(row, separator) for row in rows[1:]]
    counts = [n for n, each in enumerate(titles) if TURN_TITLE.fullmatch(each.text)]
    known = MOVE_TITLE, TURN_TITLE, _FIGURE_TITLE
    for row in table:
        for n, cell in enumerate(row):
            title = titles[n].text if n < len(titles) else ""
            is_known = any(each.fullmatch(title) for each in known) or (n < places[0] and not title)
            if cell.text.isdecimal() and not is_known:
                raise words.unclear(cell, "a part of a move", "a remark")
    return [_cell(words, row, places[0], counts) for row in table]


def is_head(piece: Piece) -> bool:
    """Return whether a line states the titles of a table's columns."""
    return bool(_titles(piece)[1])


def _titles(head: Piece) -> tuple[str, list[Piece]]:
    """Return what separates the cells of a table with these titles, and the titles.

    None are returned of a line without the title of a column of moves.
    """
    text = head.text.strip("| \t")
    separator = next((each for each in "|\t;," if each in text), " ")
    titles = words_of(head) if separator == " " else cells_of(head, separator)
    titles = [replace(each, text=bare(each.text).lower()) for each in titles]
    has_moves = any(MOVE_TITLE.fullmatch(each.text) for each in titles)
    has_turns = any(TURN_TITLE.fullmatch(each.text) for each in titles)
    is_table = has_moves and (separator != " " or len(titles) == 1 + has_turns)
    return separator, titles if is_table else []


def _cell(
    words: Words[State, Move], cells: Sequence[Piece], at: int, counts: Sequence[int]
) -> tuple[Piece, Turns | None]:
    """Return the cell with the move of a row, and its turns."""
    cell = cells[at] if at < len(cells) else replace(cells[0], text="")
    if not cell.text:
        raise words.error(f"expected a move in column {at + 1}", cells[0])
    if not counts or counts[0] >= len(cells):
        return cell, None
    number = cells[counts[0]]
    digits = re.findall("[0-9]{1,7}", number.text)
    if len(digits) > 2:
        raise words.error(f"expected a turn, found {quote(number.text)}", number)
    return cell, Turns(int(digits[0]), int(digits[-1]), number) if digits else None
