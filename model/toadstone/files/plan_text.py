"""The texts of plan files: the part of a file that a reader sees.

Signs of word processors and other scripts become those of a keyboard. Parts that are left out
become blanks, so every line and column stays in its place.
"""

from __future__ import annotations

import re
import unicodedata

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
_TAG = (
    r"(?is)<!--.*?(?:-->|\Z)|<(head|style|script|template|del|s|strike)\b[^<>]*>.*?(?:</\1\s*>|\Z)"
    r"|<![^<>]*>|<(/?)([a-z][a-z0-9]*)\b[^<>]*>"
)
"""A tag, or an invisible or struck-out part with its content."""
_INLINE = {"", "a", "b", "code", "em", "font", "i", "span", "strong", "td", "th", "u"}
_HIDDEN = re.compile(r"\bhidden\b|display:\s?none|line-through", re.IGNORECASE)
"""Signs of a tag that may hide its content. It is no move, and left for people to read."""
_LEFT_OUT = re.compile(
    r"~~[^~\n]+~~|^[ \t]*(?:```+|~~~+)[ \t]*(?:[\w-]*|\{[^{}\n]*\})[ \t]*$", re.MULTILINE
)
"""Struck-out parts in Markdown, and the lines above and below a block of code."""

_PAGE_PLAN = re.compile(r"^(?:Plan|(?:One l|L)ine of (?:best )?play): ", re.MULTILINE)
_PAGE_REST = re.compile(r"\n\n|\n[^\n:]*: |\n?\Z")
"""The moves of a page of `solve`, and the text after them."""


def visible_text(text: str) -> tuple[str, list[str]]:
    """Return the part of a file that is read as the plan, and notes on its place.

    That is the text without tags, comments of HTML, struck-out parts, and the marks of code blocks;
    of a page of `solve` the moves.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    notes = []
    if _HTML.search(text):
        import html  # which few plans need

        text, notes = html.unescape(re.sub(_TAG, _as_seen, text)), ["in HTML"]
    notes += ["in the code block"] * ("```" in text or "~~~" in text)
    text = _LEFT_OUT.sub(lambda match: blank(match[0]), as_typed(text)).replace("**", "  ")
    if "Asked: " in text[:1000] and (plan := _PAGE_PLAN.search(text)):
        rest = _PAGE_REST.search(text, plan.end())
        moves = text[plan.end() : rest.start() if rest else None].replace("\n", " ")
        return blank(text[: plan.end()]) + moves, ["on a page of solve"]
    return text, notes


def as_typed(text: str) -> str:
    """Return a text with signs of a keyboard for others of the same width, place by place."""
    if text.isascii():
        return text
    text = text.translate(_KEYBOARD)
    plain = {each: unicodedata.normalize("NFKC", each) for each in set(text)}
    signs = {ord(each): to for each, to in plain.items() if to != each and len(to) == 1}
    return text.translate(signs)


def _as_seen(tag: re.Match[str]) -> str:
    """Return the replacement of a tag: the end of a line or of a cell, or blanks."""
    name = (tag[3] or "").lower()
    if name and _HIDDEN.search(tag[0]):
        return tag[0]
    sign = " " if name in _INLINE else SOFT_BREAK
    return ("|" if tag[2] and name in {"td", "th"} else sign) + blank(tag[0][1:])


def blank(text: str) -> str:
    """Return blanks for a text, with its ends of lines."""
    return re.sub(r"[^\n]", " ", text)
