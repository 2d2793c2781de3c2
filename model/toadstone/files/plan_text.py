"""The texts of plan files: what a file is, and its lines without HTML, comments and bullets.

Signs of word processors and other scripts become those of a keyboard, place by place.
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

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
_TAG = re.compile(r"<!(?:--)?|<(/?)([a-z][a-z0-9]*)\b([^<>]*)>", re.IGNORECASE)
_INLINE = {"a", "b", "code", "em", "font", "i", "span", "strong", "td", "th", "u"}
_UNSEEN = {"head", "style", "script", "template", "del", "s", "strike"}
_HIDDEN = re.compile(r"\bhidden\b|display:\s?none|line-through", re.IGNORECASE)
"""What stands in a tag of what nobody sees, or of what is struck out."""
_STRUCK = re.compile(r"~~[^~\n]+~~")
SOFT_BREAK = "\v"
"""Stands for a tag that begins a line, where the file itself has none."""
_PIPE = re.compile(r"\|+[ \t]*")
BULLET = re.compile(r"[-\u2013+*•·‣▪][ \t]+(?:\[[ xX]\][ \t]+)?")

MOVE_TITLE = re.compile("(?:(?:the|my) )?(?:plan|moves?|actions?|solution)")
LABEL = re.compile(rf"{MOVE_TITLE.pattern}[ \t]*[:=][ \t]*", re.IGNORECASE)
"""What may stand before a plan."""
TURN_TITLE = re.compile(
    "((turn|step|ply|move|round|zug) ?)?(#|n|no\\.?|nr\\.?|number)|day|ply|round|step|t|turn|zug"
)
_FIGURE_TITLE = re.compile(".*\\bhp\\b.*|health|flies|fly|points?|rolls?|score|cell after|position")
"""Titles of columns with numbers that are no part of a move."""
RULE = re.compile(r"[-+|:=_*~\s]{3,}")


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


class Cell(NamedTuple):
    """A part of a line: its first column, counted from 0, and its text without blanks around it."""

    at: int
    text: str


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
        name, is_end = (tag[2] or "").lower(), bool(tag[1])
        first = "|" if is_end and name in {"td", "th"} else SOFT_BREAK
        return (first if first == "|" or name not in _INLINE else " ") + blank(tag[0][1:])

    return html.unescape(_TAG.sub(spaces, _visible(text)))


def _visible(text: str) -> str:
    """Return HTML with blanks for comments, and for what is hidden or struck out."""
    kept, done, begin, name, depth = list[str](), 0, 0, "", 0
    ends = {each: text.rfind(each) for each in ("-->", ">")}
    for tag in _TAG.finditer(text):
        end = tag.end()
        if tag.start() < done:
            continue
        if tag[0].startswith("<!") and not depth:
            mark = "-->" if tag[0] == "<!--" else ">"
            if ends[mark] < end:
                continue
            begin, end = tag.start(), text.find(mark, end) + len(mark)
        elif depth:
            depth += (tag[2] or "").lower() == name and (-1 if tag[1] else 1)
        elif not tag[1] and tag[2] and (tag[2].lower() in _UNSEEN or _HIDDEN.search(tag[3])):
            begin, name, depth = tag.start(), tag[2].lower(), 1
        else:
            continue
        if not depth:
            kept += [text[done:begin], blank(text[begin:end])]
            done = end
    return "".join([*kept, text[done:]])


def without_struck(text: str) -> str:
    """Return Markdown with blanks for what is struck out."""
    return _STRUCK.sub(lambda struck: blank(struck[0]), text)


def cells_of(text: str, separator: str) -> list[Cell]:
    """Return the cells of a row of a table; in quotation marks a separator is none."""
    if separator == " ":
        return [Cell(each.start(), each[0]) for each in re.finditer(r"\S+", text)]
    start = match.end() if separator == "|" and (match := _PIPE.match(text)) else 0
    cells, inside = list[Cell](), False
    for place, sign in enumerate(text[start:] + separator, start):
        inside = inside != (sign == '"' and place < len(text))
        if sign == separator and (not inside or place == len(text)):
            cell = text[start:place]
            at = start + len(cell) - len(cell.lstrip())
            cells.append(Cell(at, cell.strip().strip(QUOTES)))
            start = place + 1
    return cells


class Titles(NamedTuple):
    """The titles of a table: what separates the cells, and the columns of moves and turns."""

    separator: str
    titles: Sequence[Cell]
    moves: Sequence[int]
    turns: int | None

    def figure_beside(self, cells: Sequence[Cell]) -> Cell | None:
        """Return a number of a row that may belong to its move, for what its title says."""
        for n, cell in enumerate(cells):
            title = self.titles[n].text if n < len(self.titles) else ""
            kinds = (MOVE_TITLE, TURN_TITLE, _FIGURE_TITLE)
            is_known = any(each.fullmatch(title) for each in kinds)
            if cell.text.isdecimal() and not is_known and (title or n >= self.moves[0]):
                return cell
        return None


def titles_of(text: str) -> Titles | None:
    """Return the titles of a table if a line holds them, one of them that of the moves."""
    separator = next((each for each in "|\t;," if each in text.strip("| \t")), " ")
    titles = [Cell(at, bare(cell).lower()) for at, cell in cells_of(text, separator)]
    moves = [n for n, each in enumerate(titles) if MOVE_TITLE.fullmatch(each.text)]
    turns = [n for n, each in enumerate(titles) if TURN_TITLE.fullmatch(each.text)]
    if not moves or (separator == " " and len(titles) != 1 + bool(turns)):
        return None
    return Titles(separator, titles, moves, turns[0] if turns else None)


def without_bars(text: str) -> str:
    """Return a line without the bars around it; its columns stay."""
    bars = _PIPE.match(text)
    return " " * bars.end() + text[bars.end() :].rstrip("| \t") if bars else text


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
