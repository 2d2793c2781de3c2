"""A small toolkit that builds SVG and HTML as text.

The same input gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

Point = tuple[float, float]

CELL = 40
"""How wide and high a cell is, in units of a drawing; a symbol fits it."""

_NOT_XML = "[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_WIDE, _NARROW = frozenset("MWmw@%"), frozenset("iljtfrI.,:;'|!()[] -")


class Markup(str):
    """Text that is markup already; any other text is escaped when it becomes content."""

    __slots__ = ()


NOTHING = Markup("")


def number(value: float) -> str:
    """Write a coordinate with at most two decimals, none if it is whole."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *content: str, **attributes: str | float | None) -> Markup:
    """Return an element.

    Content that is not `Markup` is escaped. An attribute that is None is left out; `_` in its name
    stands for `-`, and a `_` at its end is dropped, as in `class_`.
    """
    pairs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = join(content)
    return Markup(f"<{name}{pairs}>{inside}</{name}>" if inside else f"<{name}{pairs}/>")


def join(parts: Iterable[str], between: str = "") -> Markup:
    """Return all parts as one piece of markup; those that are plain text are escaped."""
    return Markup(
        between.join(
            part if isinstance(part, Markup) else escape(_printable(part), quote=False)
            for part in parts
        )
    )


def _attribute_value(value: str | float) -> str:
    if isinstance(value, str):
        return escape(_printable(value)).replace("\n", "&#10;")
    return number(value)


def _printable(words: str) -> str:
    """Return the words with a `?` for each character that XML does not allow."""
    return words if words.isprintable() else re.sub(_NOT_XML, "?", words)


def group(
    *content: str,
    x: float = 0,
    y: float = 0,
    scale: float = 1,
    class_: str | None = None,
    id_: str | None = None,
) -> Markup:
    """Return a group, moved and scaled; no group where there is nothing to move or to name."""
    inside = join(content)
    moves = []
    if (x, y) != (0, 0):
        moves.append(f"translate({number(x)} {number(y)})")
    if scale != 1:
        moves.append(f"scale({scale:.4g})")
    if not inside or not (moves or class_ or id_):
        return inside
    return element("g", inside, id_=id_, class_=class_, transform=" ".join(moves) or None)


def rect(x: float, y: float, width: float, height: float, class_: str, radius: float = 0) -> Markup:
    """Return a rectangle."""
    rx = radius or None
    return element("rect", x=x, y=y, width=width, height=height, rx=rx, class_=class_)


def circle(x: float, y: float, radius: float, class_: str) -> Markup:
    """Return a circle."""
    return element("circle", cx=x, cy=y, r=radius, class_=class_)


def line(start: Point, end: Point, class_: str) -> Markup:
    """Return a straight line."""
    return element("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], class_=class_)


def path(description: str, class_: str) -> Markup:
    """Return a path."""
    return element("path", d=description, class_=class_)


def polyline(points: Sequence[Point], class_: str) -> Markup:
    """Return a line through all points."""
    return path("M" + "L".join(f"{number(x)} {number(y)}" for x, y in points), class_)


def label(
    x: float,
    y: float,
    words: str,
    class_: str = "t",
    *,
    size: float | None = None,
    anchor: str | None = None,
) -> Markup:
    """Return a line of text that stands on `y`; its start is at `x`, or the end that is anchored.

    `anchor` is start (None), middle or end; `size` is for a text of another size than its style.
    """
    style = None if size is None else f"font-size:{size:g}px"
    return element("text", words, x=x, y=y, class_=class_, style=style, text_anchor=anchor)


def use(name: str, x: float, y: float, scale: float = 1, class_: str | None = None) -> Markup:
    """Return a symbol with its centre at a point; a cell's symbol is 40 wide and high."""
    if scale == 1:
        return element("use", href=f"#ts-{name}", x=x, y=y, class_=class_)
    place = f"translate({number(x)} {number(y)}) scale({scale:.4g})"
    return element("use", href=f"#ts-{name}", transform=place, class_=class_)


def text_width(words: str, size: float) -> float:
    """Estimate how wide a text is; fonts differ, so leave a tenth more room."""
    units = sum(0.88 if c in _WIDE else 0.36 if c in _NARROW else 0.6 for c in words)
    return units * size


def shorten(words: str, width: float, size: float) -> str:
    """Return the words, cut with an ellipsis where they are wider than the room for them."""
    if text_width(words, size) <= width:
        return words
    while words and text_width(words + "...", size) > width:
        words = words[:-1]
    return words.rstrip() + "..."


def wrap(words: str, width: float, size: float) -> list[str]:
    """Return the words on as many lines as they need."""
    lines: list[str] = []
    for word in words.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return [shorten(each, width, size) for each in lines]


def arrow(start: Point, end: Point, class_: str, *, bend: float = 0, gap: float = 0) -> Markup:
    """Return an arrow with a pale edge around it, in the style `move` or `best`.

    It swings out by `bend` to the left of its way, and `gap` of it is left out at the start.
    """
    tail, tip = complex(*start), complex(*end)
    middle = (tail + tip) / 2 - 2j * bend * _unit(tip - tail)
    shaft = f"M{_pair(tail + gap * _unit(middle - tail))}"
    shaft += f"Q{_pair(middle)} " if bend else "L"
    shaft += _pair(tip + 9 * _unit(middle - tip))
    back, side = tip + 11 * _unit(middle - tip), 5.5j * _unit(middle - tip)
    head = "M" + "L".join(map(_pair, (tip, back + side, back - side))) + "z"
    return join(
        [path(shaft + head, "halo"), path(shaft, f"{class_} shaft"), path(head, f"{class_} tip")]
    )


def _unit(way: complex) -> complex:
    return way / (abs(way) or 1)


def _pair(place: complex) -> str:
    return f"{number(place.real)} {number(place.imag)}"
