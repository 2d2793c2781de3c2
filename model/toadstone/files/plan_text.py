"""The texts of plan files: what a file is, and what of it a reader sees.

Signs of word processors and other scripts become those of a keyboard. What is left out becomes
blanks, so that every line and column stays in its place.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from pathlib import Path

from toadstone.core.errors import InputError, Place
from toadstone.files.source import LARGEST_FILE, Source, decode

_DOCUMENTS = {
    b"PK\x03\x04": "a document or a zip file",
    b"\xd0\xcf\x11\xe0": "a Word document",
    b"%PDF": "a PDF",
}
"""What a file is by its first bytes."""
_KEYBOARD = str.maketrans(
    dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"')
    | dict.fromkeys("\u2018\u2019\u201a\u201b\u2039\u203a\u00b4\u2032", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | {"\ufeff": " ", "\u3001": ",", "\u3002": ".", "\u00d7": "x"}
    | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060")
)
"""Quotation marks, dashes and commas as a keyboard has them; invisible signs are dropped."""
SOFT_BREAK = "\v"
"""Stands for a tag that begins a line, where the file itself has none."""

_HTML = re.compile(r"</?(?:p|br|div|li|[uo]l|t[rdh]|table|body|html|pre)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(
    r"<!--.*?(?:-->|\Z)|<![^<>]*>|<(/?)([a-z][a-z0-9]*)\b([^<>]*)>", re.IGNORECASE | re.DOTALL
)
_INLINE = {"", "a", "b", "code", "em", "font", "i", "span", "strong", "td", "th", "u"}
_EMPTY = {"br", "hr", "img", "input", "link", "meta"}
_UNSEEN = {"head", "style", "script", "template", "del", "s", "strike"}
_HIDDEN = re.compile(r"\bhidden\b|display:\s?none|line-through", re.IGNORECASE)
"""What stands in a tag of what nobody sees, or of what is struck out."""
_FENCE = re.compile(r"[ \t]*(?:```+|~~~+)[ \t]*(?:[\w-]*|\{[^{}\n]*\})[ \t]*")
_LEFT_OUT = re.compile(rf"~~[^~\n]+~~|^{_FENCE.pattern}$", re.MULTILINE)
"""What is struck out in Markdown, and the line above or below a block."""

_PAGE = "Asked: "
_PAGE_PLAN = re.compile(r"^(?:Plan|(?:One l|L)ine of (?:best )?play): ", re.MULTILINE)
_PAGE_REST = re.compile(r"\n\n|\n[^\n:]*: |\n?\Z")
"""The moves of a page of `solve`, and what is behind them."""


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


def seen(text: str) -> tuple[str, list[str]]:
    """Return what of a file is read as the plan, and in what it stands.

    That is the text without tags, comments of HTML, what is hidden or struck out, and the marks of
    code blocks; of a page of `solve` the moves.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    notes = []
    if _HTML.search(text):
        text, notes = _without_tags(text), ["in HTML"]
    text = _LEFT_OUT.sub(lambda found: blank(found[0]), as_typed(text)).replace("**", "  ")
    if _PAGE in text[:1000] and (plan := _PAGE_PLAN.search(text)):
        rest = _PAGE_REST.search(text, plan.end())
        moves = text[plan.end() : rest.start() if rest else None].replace("\n", " ")
        return blank(text[: plan.end()]) + moves, ["on a page of solve"]
    return text, notes


def lines_beside_blocks(text: str) -> set[int]:
    """Return the numbers of the lines outside the code blocks of Markdown; none without a block."""
    outside, is_inside, has_block = set[int](), False, False
    for number, line in enumerate(text.split("\n"), 1):
        is_inside ^= (is_mark := _FENCE.fullmatch(line) is not None)
        has_block |= is_inside and not is_mark and bool(line.strip())
        outside |= set() if is_inside or is_mark else {number}
    return outside if has_block else set()


def as_typed(text: str) -> str:
    """Return a text with signs of a keyboard for others of the same width, place by place."""
    if text.isascii():
        return text
    text = text.translate(_KEYBOARD)
    plain = {each: unicodedata.normalize("NFKC", each) for each in set(text)}
    signs = {ord(each): to for each, to in plain.items() if to != each and len(to) == 1}
    return text.translate(signs)


def _without_tags(text: str) -> str:
    """Return HTML as it is seen; what stands on a line of its own still does."""
    import html

    kept, done, hidden, depth = list[str](), 0, "", 0
    for tag in _TAG.finditer(text):
        before, done = text[done : tag.start()], tag.end()
        kept.append(blank(before) if depth else before)
        name, is_end = (tag[2] or "").lower(), bool(tag[1])
        if depth and name == hidden:
            depth += -1 if is_end else 1
        elif not depth and not is_end and name not in {"", *_EMPTY}:
            is_hidden = name in _UNSEEN or _HIDDEN.search(tag[3])
            hidden, depth = (name, 1) if is_hidden else ("", 0)
        sign = "|" if is_end and name in {"td", "th"} else SOFT_BREAK
        kept += [" " if sign != "|" and name in _INLINE else sign, blank(tag[0][1:])]
    rest = text[done:]
    return html.unescape("".join([*kept, blank(rest) if depth else rest]))


def blank(text: str) -> str:
    """Return blanks for a text, with its ends of lines."""
    return re.sub(r"[^\n]", " ", text)
