"""Moves on lines of text: what stands between them, and where one ends and the next begins."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic

from toadstone.core.rules import Move
from toadstone.files.messages import quoted
from toadstone.files.source import Source

Spell = Callable[[str], Sequence[Move]]
"""Returns the moves that a text may stand for; raises ValueError, which says what was expected.

Usually there is one. Where there are several, the one that is legal is meant.
"""

MOST_WORDS = 3
"""Words that a move is spelled with at most, as in `3 to 4`."""

_KEY = re.compile(r"\s*[^\s:]+\s*:(\s|$)")
_NUMBERED = re.compile(
    r"\(?([0-9]{1,7})(?:[.)]{1,2}|:(?![0-9]))\)?[ \t]*"
    r"|(?:turn|move|step|ply|t)[ \t]*([0-9]{1,7})[ \t]*[.:)-]?[ \t]+",
    re.IGNORECASE,
)
_NUMBER_ALONE = re.compile(r"([0-9]{1,7})[ \t]+(?=\S)")
_INSIDE = re.compile(r"\(?([0-9]{1,7})[.)]{1,2}")
_BULLET = re.compile(r"[*•·][ \t]+")
_CHUNK = re.compile(r"(?:\([^()]*\)|[^,;|()]|[()])+")
_WORD = re.compile(r"\S+")
_SIGNS = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | {"\u2190": "<-", "\u2192": "->", "\u00d7": "x"}
)
"""Dashes, arrows and the multiplication sign, as a keyboard has them."""
_QUOTES = "\"'`"


@dataclass(frozen=True, slots=True)
class Written(Generic[Move]):
    """A move as it is written: its text, where it stands, and the moves that it may be."""

    text: str
    line: int
    column: int
    moves: Sequence[Move]


@dataclass(frozen=True)
class Layout(Generic[Move]):
    """The moves of a text, line by line, and how they are laid out, in a few words."""

    lines: tuple[tuple[Written[Move], ...], ...]
    form: str


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a line, and the column of its first character."""

    text: str
    line: int
    column: int

    def after(self, offset: int) -> _Piece:
        """Return what follows, without the blanks before it."""
        rest = self.text[offset:]
        blanks = len(rest) - len(rest.lstrip())
        return _Piece(rest.strip(), self.line, self.column + offset + blanks)


def typed(text: str) -> str:
    """Return a text with the signs that a keyboard has in the place of others."""
    return text.strip().translate(_SIGNS)


def is_yaml(first: str) -> bool:
    """Return whether a text with this first line is YAML rather than moves on lines."""
    first = first.strip()
    if _NUMBERED.match(first):
        return False
    in_brackets = first[0] in "[{" or first.startswith("---")
    return in_brackets or first == "-" or first.startswith("- ") or is_key(first)


def is_key(first: str) -> bool:
    """Return whether a line is a key of a YAML mapping, or a heading such as `Name: Ada`."""
    return first[0] not in "[{-" and bool(_KEY.match(first))


def read_text(source: Source, spell: Spell[Move], line: int = 1, column: int = 1) -> Layout[Move]:
    """Read the moves of a text that stands at a place of a file.

    Raises:
        InputError: something is not a move, may be two things, or a number is missing.
    """
    return _TextReader(source, spell).read(line, column)


class _TextReader(Generic[Move]):
    """Reads the moves of one text."""

    def __init__(self, source: Source, spell: Spell[Move]) -> None:
        self.source = source
        self.spell = spell
        self.counted: int | None = None
        self.known: dict[str, Sequence[Move]] = {}

    def read(self, line: int, column: int) -> Layout[Move]:
        """Read all lines."""
        pieces = list(self._pieces(line, column))
        numbers = self._leading_numbers(pieces)
        if numbers:
            pieces = [self._without(piece, _NUMBER_ALONE) for piece in pieces]
        lines = tuple(filter(None, (tuple(self._line(piece)) for piece in pieces)))
        if not lines:
            raise self.source.error("the file is empty: expected a plan", line, column)
        return Layout(lines, self._form(lines))

    def _pieces(self, line: int, column: int) -> Iterator[_Piece]:
        """Yield the lines that hold something, without comments and bullets."""
        for number, text in enumerate(self.source.text.split("\n"), line):
            stated = text.partition("#")[0].replace("\u00a0", " ").replace("\ufeff", " ")
            if stated.strip():
                first = column if number == line else 1
                piece = _Piece(stated, number, first).after(0)
                bullet = _BULLET.match(piece.text)
                yield piece.after(bullet.end()) if bullet else piece

    def _form(self, lines: Sequence[Sequence[Written[Move]]]) -> str:
        numbered = "" if self.counted is None else "numbered, "
        if all(len(each) == 1 for each in lines):
            return f"{numbered}a move a line"
        on = "a line" if len(lines) == 1 else f"{len(lines)} lines"
        return f"{numbered}{sum(map(len, lines))} moves on {on}"

    def _leading_numbers(self, pieces: Sequence[_Piece]) -> bool:
        """Return whether every line begins with its number, and a blank after it.

        Raises:
            InputError: the lines can be read with the numbers and without them.
        """
        matches = [_NUMBER_ALONE.match(piece.text) for piece in pieces]
        numbers = [int(match[1]) for match in matches if match]
        counts = len(numbers) == len(pieces) > 1 and numbers[0] in (0, 1)
        if not counts or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            return False
        rests = [self._without(piece, _NUMBER_ALONE) for piece in pieces]
        if not all(map(self._is_readable, rests)):
            return False
        if all(map(self._is_readable, pieces)):
            message = (
                "the number may count the lines or belong to the move: write `1.` if it counts"
            )
            raise self.source.error(message, pieces[0].line, pieces[0].column)
        self.counted = numbers[-1]
        return True

    def _without(self, piece: _Piece, pattern: re.Pattern[str]) -> _Piece:
        match = pattern.match(piece.text)
        return piece.after(match.end()) if match else piece

    def _is_readable(self, piece: _Piece) -> bool:
        words = _words(piece)
        return bool(words) and self._reach(words)[1][0]

    def _moves(self, text: str) -> Sequence[Move]:
        """Return the moves that a text may stand for; none where it is no move."""
        text = text.strip(_QUOTES)
        if text not in self.known:
            try:
                self.known[text] = self.spell(text)
            except ValueError:
                self.known[text] = ()
        return self.known[text]

    def _line(self, piece: _Piece) -> Iterator[Written[Move]]:
        """Yield the moves of a line."""
        whole = self._moves(piece.text)
        match = _NUMBERED.match(piece.text)
        if match:
            rest = piece.after(match.end())
            if whole and piece.text not in map(str, whole) and self._is_readable(rest):
                message = f"{quoted(piece.text)} may be `{whole[0]}` or a numbered move"
                raise self.source.error(message, piece.line, piece.column)
            if not whole:
                self._count(int(match[1] or match[2]), piece)
                piece = rest
        if whole and " " not in piece.text:
            yield self._written(piece, piece.text)
            return
        for chunk in self._chunks(piece):
            yield from self._chunk(chunk)

    def _count(self, number: int, piece: _Piece) -> None:
        """Take in a number before a move; each has to follow the one before it."""
        if self.counted is None and number not in (0, 1):
            message = f"expected the number 1 before the first move, found `{number}`"
            raise self.source.error(message, piece.line, piece.column)
        if self.counted is not None and number != self.counted + 1:
            message = f"expected the number {self.counted + 1}, found `{number}`"
            raise self.source.error(message, piece.line, piece.column)
        self.counted = number

    def _chunks(self, piece: _Piece) -> Iterator[_Piece]:
        """Yield the parts of a line between commas and the like; the whole, if it is one move."""
        matches = _CHUNK.finditer(piece.text)
        parts = [_Piece(m[0], piece.line, piece.column + m.start()).after(0) for m in matches]
        stated = [each for each in parts if each.text]
        if len(stated) > 1 and self._moves(piece.text) and not self._is_readable(stated[0]):
            yield piece
        else:
            yield from stated

    def _chunk(self, chunk: _Piece) -> Iterator[Written[Move]]:
        """Yield the moves of a part of a line, and take in the numbers before them."""
        words: list[_Piece] = []
        is_open = False
        for word in _words(chunk):
            match = None if is_open or self._moves(word.text) else _INSIDE.match(word.text)
            is_open = word.text.rfind("(") > word.text.rfind(")") or (
                is_open and ")" not in word.text
            )
            if match:
                yield from self._sequence(words)
                self._count(int(match[1]), word)
                words = []
            rest = word.after(match.end()) if match else word
            if rest.text:
                words.append(rest)
        yield from self._sequence(words)

    def _sequence(self, words: Sequence[_Piece]) -> Iterator[Written[Move]]:
        """Yield the moves that words are, one after the other.

        Raises:
            InputError: some word is no move, or the words can be cut into moves in two ways.
        """
        furthest, can_go_on = self._reach(words)
        if words and not can_go_on[0]:
            raise self._no_move(words[furthest])
        first = 0
        while first < len(words):
            ways = [
                count
                for count in range(1, min(MOST_WORDS, len(words) - first) + 1)
                if can_go_on[first + count] and self._moves(_joined(words, first, count))
            ]
            if len(ways) > 1:
                raise self._ambiguous(words, first, ways)
            yield self._written(words[first], _joined(words, first, ways[0]))
            first += ways[0]

    def _reach(self, words: Sequence[_Piece]) -> tuple[int, list[bool]]:
        """Return the first word that no cut gets over, and from which words on there is a cut."""
        count = len(words)
        can_go_on = [False] * count + [True]
        reached = [True] + [False] * count
        steps = [
            [
                size
                for size in range(1, min(MOST_WORDS, count - first) + 1)
                if self._moves(_joined(words, first, size))
            ]
            for first in range(count)
        ]
        for first in reversed(range(count)):
            can_go_on[first] = any(can_go_on[first + size] for size in steps[first])
        for first in range(count):
            for size in steps[first] if reached[first] else ():
                reached[first + size] = True
        furthest = max(index for index, each in enumerate(reached) if each)
        return min(furthest, count - 1), can_go_on

    def _written(self, place: _Piece, text: str) -> Written[Move]:
        quoted = len(text) - len(text.lstrip(_QUOTES))
        text = text.strip(_QUOTES)
        return Written(text, place.line, place.column + quoted, self._moves(text))

    def _no_move(self, word: _Piece) -> Exception:
        try:
            self.spell(word.text.strip(_QUOTES))
        except ValueError as error:
            return self.source.error(f"not a move: {error}", word.line, word.column)
        return self.source.error("expected a move", word.line, word.column)

    def _ambiguous(self, words: Sequence[_Piece], first: int, ways: Sequence[int]) -> Exception:
        text = _joined(words, first, ways[-1])
        one = self._moves(text)[0]
        message = f"{quoted(text)} may be `{one}` or several moves: put commas between moves"
        return self.source.error(message, words[first].line, words[first].column)


def _words(piece: _Piece) -> list[_Piece]:
    return [
        _Piece(match[0], piece.line, piece.column + match.start())
        for match in _WORD.finditer(piece.text)
    ]


def _joined(words: Sequence[_Piece], first: int, count: int) -> str:
    return " ".join(word.text for word in words[first : first + count])
