"""The texts of plan files: what a file is, and its lines without HTML, comments and bullets.

Signs of word processors and other scripts become those of a keyboard, place by place.
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from toadstone.core.errors import InputError, Place
from toadstone.files.messages import printable
from toadstone.files.source import LARGEST_FILE, Source, decode

_DOCUMENTS = {
    b"PK\x03\x04": "a document or a zip file",
    b"\xd0\xcf\x11\xe0": "a Word document",
    b"%PDF": "a PDF",
}
"""What a file is by its first bytes."""
QUOTES = "\"'`"
_KEYBOARD = str.maketrans(
    dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"')
    | dict.fromkeys("\u2018\u2019\u201a\u201b\u2039\u203a\u00b4\u2032", "'")
    | {"\ufeff": " ", "\u3001": ",", "\u3002": "."}
    | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060")
)
"""Quotation marks of word processors and commas of other scripts, each as one sign.

Signs that nobody sees are left out.
"""
HTML = re.compile(r"</?(?:p|br|div|li|[uo]l|t[rdh]|table|body|html|pre)\b[^<>]*>", re.IGNORECASE)
_UNSEEN = re.compile(r"<(/?)(head|style|script)\b|<!|>", re.IGNORECASE)
"""Where what nobody sees begins and ends."""
_TAG = re.compile(r"</?([a-z][a-z0-9]*)\b[^<>]*>", re.IGNORECASE)
_SOFT_BREAK = "\v"
"""Stands for a tag that begins a line, where the file itself has none."""
PIPE = re.compile(r"\|+[ \t]*")
_BULLET = re.compile(r"[-\u2013+*•·‣▪][ \t]+")
_WORD = re.compile(r"(?:\([^()]*\)|\S)+")


def decode_plan(
    name: str, data: bytes, folder: Path, save: str = "the plan as plain text (.txt)"
) -> Source:
    """Return the text of a plan file; one that is not UTF-8 may be in the encoding of Windows.

    `save` says what to make of a file that is no text.

    Raises:
        InputError: it is no text.
    """
    for start, kind in _DOCUMENTS.items():
        if data.startswith(start):
            found = "a Word document" if b"word/" in data else kind
            raise InputError(f"this is {found}: save {save}", Place(name))
    try:
        return decode(name, data, folder)
    except InputError:
        if len(data) > LARGEST_FILE or b"\0" in data:
            raise
        with suppress(UnicodeDecodeError):
            return Source(name, data.decode("cp1252"), folder, encoding="Windows-1252")
        raise


def game_stated(source: Source) -> tuple[str, str | None]:
    """Return what a JSON file is, and the game that it names; None where it names none."""
    content: Any = None
    if source.text.lstrip().startswith("{"):
        with suppress(ValueError, RecursionError):
            content = json.loads(source.text)
    if not isinstance(content, dict):
        return "a plan", None
    kind, scenario = content.get("kind"), content.get("scenario")
    holder = scenario if isinstance(scenario, dict) else content
    game = holder.get("game")
    words = "a saved game" if kind == "saved game" else "an answer"
    return words, printable(game) if isinstance(game, str) else None


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line, and the column of its first character."""

    text: str
    line: int
    column: int

    def after(self, offset: int) -> Piece:
        """Return what follows, without the blanks around it."""
        rest = self.text[offset:]
        blanks = len(rest) - len(rest.lstrip())
        return Piece(rest.strip(), self.line, self.column + offset + blanks)

    def part(self, match: re.Match[str]) -> Piece:
        """Return what a pattern matches, without the blanks around it."""
        return Piece(match[0], self.line, self.column + match.start()).after(0)


def as_typed(text: str) -> str:
    """Return a text with signs of a keyboard for others of the same width, place by place."""
    if text.isascii():
        return text
    text = text.translate(_KEYBOARD)
    plain = {each: unicodedata.normalize("NFKC", each) for each in set(text)}
    signs = {ord(each): to for each, to in plain.items() if to != each and len(to) == 1}
    return text.translate(signs)


def without_tags(text: str) -> str:
    """Return HTML without its tags; what stands on a line of its own still does."""

    def spaces(tag: re.Match[str]) -> str:
        name, is_end = tag[1].lower(), tag[0].startswith("</")
        first = "|" if is_end and name in {"td", "th"} else _SOFT_BREAK
        inline = name in {"a", "b", "code", "em", "font", "i", "span", "strong", "td", "th", "u"}
        return (first if first == "|" or not inline else " ") + blank(tag[0][1:])

    return html.unescape(_TAG.sub(spaces, _without_unseen(text)))


def _without_unseen(text: str) -> str:
    """Return HTML with blanks for comments, styles and scripts, if they end."""
    seen, done, begin, until = list[str](), 0, 0, ""
    for sign in _UNSEEN.finditer(text):
        name = (sign[2] or "").lower()
        if not until and (name or sign[0] == "<!") and not sign[1]:
            begin, until = sign.start(), name or ">"
        elif until and until == (name if sign[1] else sign[0]):
            end = text.find(">", sign.start()) + 1 or len(text)
            seen += [text[done:begin], blank(text[begin:end])]
            done, until = end, ""
    return "".join([*seen, text[done:]])


def pieces_of(text: str, line: int = 1, column: int = 1) -> Iterator[Piece]:
    """Yield the lines that hold something, without comments and bullets."""
    for number, whole in enumerate(text.split("\n"), line):
        start = column if number == line else 1
        for part in whole.split(_SOFT_BREAK):
            numbered = re.sub(r"^(\s*(?:\|\s*)?)#(?=\s*[|,;\t])", r"\1n", part)
            piece = Piece(numbered.partition("#")[0], number, start).after(0)
            if piece.text:
                yield without(piece, _BULLET)
            start += len(part) + 1


def cells_of(row: Piece, separator: str) -> list[Piece]:
    """Return the cells of a row of a table; in quotation marks a separator is none."""
    row = without(row, PIPE) if separator == "|" else row
    cells, start, inside = [], 0, False
    for place, sign in enumerate(row.text + separator):
        inside = inside != (sign == '"' and place < len(row.text))
        if sign == separator and (not inside or place == len(row.text)):
            cells.append(Piece(row.text[start:place], row.line, row.column + start).after(0))
            start = place + 1
    return [replace(cell, text=cell.text.strip(QUOTES)) for cell in cells]


def words_of(piece: Piece) -> list[Piece]:
    """Return the parts of a line between blanks; what stands in brackets is not divided."""
    return [piece.part(match) for match in _WORD.finditer(piece.text)]


def join_words(words: Sequence[Piece]) -> Piece:
    """Return words as one part, with a blank between two."""
    return replace(words[0], text=" ".join(word.text for word in words))


def without(piece: Piece, pattern: re.Pattern[str]) -> Piece:
    """Return a part without what a pattern matches at its start."""
    match = pattern.match(piece.text)
    return piece.after(match.end()) if match else piece


def bare(text: str) -> str:
    """Return a text without quotation marks around it and a full stop behind it."""
    text = text.strip().strip(QUOTES)
    return text[:-1].rstrip(QUOTES) if text.endswith(".") and not text[:-1].isdecimal() else text


def only(text: str, start: int, end: int) -> str:
    """Return a part of a text with blanks for the rest, so that its lines and columns stay."""
    return blank(text[:start]) + text[start:end] + blank(text[end:])


def blank(text: str) -> str:
    """Return blanks for a text, with its ends of lines."""
    return re.sub(r"[^\n]", " ", text)
