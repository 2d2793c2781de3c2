"""A small toolkit that builds SVG and HTML as text, and the symbols of the games.

The same input gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
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
    """Write a coordinate with at most two decimals, none where it is whole."""
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


# The symbols: each fits a cell of 40 and has its centre at 0, 0. Whatever has two sides is drawn
# twice: solid and facing right, pale and facing left.


def definitions(markup: str) -> Markup:
    """Return the symbols that markup uses, for `use` to refer to.

    Each is a root of the style for itself: in Chromium a rule sees no further up from a `use`.
    """
    names = sorted(set(re.findall(r'href="#ts-([a-z0-9-]+)"', markup)))
    return join(
        group(SYMBOLS[name], id_=f"ts-{name}", class_="ts") for name in names if name in SYMBOLS
    )


def _mirror(*content: str) -> Markup:
    return element("g", *content, transform="scale(-1 1)")


def _dots(class_: str, *circles: tuple[float, float, float]) -> Markup:
    """Return circles, each given by its centre and radius."""
    return join(circle(x, y, radius, class_) for x, y, radius in circles)


def _eye(x: float, y: float, radius: float = 3.2, look: float = 0.8) -> Markup:
    return group(circle(x, y, radius, "eye"), circle(x + look, y, radius * 0.52, "pupil"))


def _frog(side: str) -> Markup:
    """Return a frog in profile that sits and looks to the right."""
    return group(
        path("M-9 13C-15 14-18 12-16.5 10C-14 9-11 10-8 10", side),
        path(
            "M-15 6C-16-1-8-7 0-9C1-15 9-16 11-11C16-9.5 18-6 16.5-3C14 0 9 1 7 3"
            "C7 7 8 10 12 11.5C13 13 11 14 7 13.5C3 13 2 10 1 8C-2 10-6 12-9 13"
            "C-13 12-15 10-15 6Z",
            side,
        ),
        path("M-13 8C-12 1-4 0-2 5C-1 8-4 11-8 10.5", f"{side}line"),
        path("M8.5-4C11-3 14-3.5 16-4.5", f"{side}line"),
        _eye(7, -11),
    )


def _heart(class_: str) -> Markup:
    return path("M0 6C-6 2-7-1-7-3C-7-7-2-7.5 0-4C2-7.5 7-7 7-3C7-1 6 2 0 6Z", class_)


def _duck(side: str) -> Markup:
    return group(
        path(
            "M-16-1C-13 0-10 1-6 0C-1-1 1-3 1-6C0-13 10-15 12-8L17-6C17-4 14-3 11-3.5"
            "C10-1 13 1 13 5C13 11 6 13-2 13C-12 13-16 7-16-1Z",
            side,
        ),
        path("M-8 4C-4 9 3 9 6 4", f"{side}line"),
        _eye(6.6, -7.8, 2.5, 0.5),
    )


def _swan(side: str) -> Markup:
    """Return a swan that swims to the right, a crown on its head."""
    return group(
        path(
            "M-17-1C-12-1-7-4-2-3C2-2 5 1 6 1C10-2 3-5 4-10C5-15 12-15 13-10L17-7.5"
            "C16-6 13-6 11.5-7C9-5 13-1 12 5C11 11 5 14-3 14C-12 14-17 7-17-1Z",
            side,
        ),
        path("M-11 3C-6 8 0 7 3 4M-8 7C-5 10 0 10 3 8", f"{side}line"),
        path("M4.5-14.5L4-19.5L7-17L8.8-20L10.6-17L13.5-19.5L12.8-14.5Z", f"{side}ink"),
        _eye(8.6, -10.4, 2.3, 0.5),
    )


def _way(side: str, *, down: bool) -> Markup:
    """Return a wedge that shows which way a piece goes."""
    sign = 1 if down else -1
    return path(f"M-5 {-2.5 * sign}L5 {-2.5 * sign}L0 {3.5 * sign}Z", f"{side}ink")


def _squirrel(side: str, *sign: str) -> Markup:
    """Return a squirrel that sits upright and looks to the right, a sign on its belly."""
    return group(
        path(
            "M-3 14C-14 16-19 8-16 0C-20-7-16-17-9-16C-3-15-3-8-7-7C-4-3-4 3-3 8Z",
            side,
        ),
        path("M-8-12C-13-12-14-6-11-2C-13 4-11 9-7 11", f"{side}line"),
        path(
            "M-4 14C-8 7-6 0 0-4C-1-9 2-13 5-13.5L5.5-18.5L9.5-13.5C13-12 16-9 17-6"
            "C16-3 13-2 10-2C11 1 15 1 16 4C15 6 13 6 11.5 5.5C13 9 13 12 15 14Z",
            side,
        ),
        *sign,
        _eye(9.5, -8.6, 2.4, 0.5),
    )


_SNAKE_BODY = "M2-15C-7-15-8-10-1-8C8-6 9-1 1 1C-6 3-7 6-2 8.5"

SYMBOLS: Mapping[str, Markup] = {
    "mr-toad": group(  # from the front, with a bow tie
        path("M-8 12C-14 10-19 13-17 16H-6ZM8 12C14 10 19 13 17 16H6Z", "toad"),
        path(
            "M-14 7C-17-2-13-8-10.5-9C-11.5-15-3-16-2-10.5H2C3-16 11.5-15 10.5-9"
            "C13-8 17-2 14 7C12 15 6 16.5 0 16.5C-6 16.5-12 15-14 7Z",
            "toad",
        ),
        path("M-7.5 9C-5 7 5 7 7.5 9C7 14 4 15.5 0 15.5C-4 15.5-7 14-7.5 9Z", "belly"),
        path("M-9.5-2C-5 3.5 5 3.5 9.5-2", "toadline"),
        path("M0 7L-5.5 4V10ZM0 7L5.5 4V10Z", "heart"),
        _dots("toadink", (-9, 1, 1.3), (9.5, 0.5, 1.3), (-10.5, 5, 1.1), (11, 4.5, 1.1)),
        _dots("toadink", (0, -5, 1.1)),
        _eye(-6.3, -10.5, 3.1, 0.4),
        _eye(6.3, -10.5, 3.1, -0.4),
    ),
    "snake": group(  # it comes down, its tongue out
        path("M0 13V17.5M0 16L-2 18.5M0 16L2 18.5", "snakeline"),
        path(_SNAKE_BODY, "snakeedge"),
        path(_SNAKE_BODY, "snake"),
        path("M-5.5 8C-6 13-2.5 15 0 15C2.5 15 6 13 5.5 8C4 4.5-4 4.5-5.5 8Z", "snakehead"),
        _dots("eye", (-2.4, 10, 1.5), (2.4, 10, 1.5)),
        _dots("pupil", (-2.4, 10.4, 0.8), (2.4, 10.4, 0.8)),
    ),
    "fly": group(
        path("M-6 5L-9 8M-6 1L-10 2M6 5L9 8M6 1L10 2", "flyline"),
        path("M-2-2C-8-12-15-9-13-4C-11 0-5 1-2 0ZM2-2C8-12 15-9 13-4C11 0 5 1 2 0Z", "wing"),
        path("M0-7C4-7 5-2 5 2C5 7 2.5 11 0 11C-2.5 11-5 7-5 2C-5-2-4-7 0-7Z", "fly"),
        _dots("heart", (-2.6, -6.4, 2.4), (2.6, -6.4, 2.4)),
    ),
    "heart": _heart("heart"),
    "heart-lost": _heart("lost"),
    "heart-gained": _heart("gained"),
    "toad": group(  # in profile, broad and warty
        path(
            "M-17 8C-18-2-10-9-1-9C1-14 8-15 10.5-11C16-10 18.5-5 17-2C15 1.5 10 2 8.5 4"
            "C9 8 10 10 13 11.5C14 13.5 12 14 8 13.5C5 13 4 11 3 9.5"
            "C0 12-3 13-5 13.5C-9 14.5-16 14-17 8Z",
            "one",
        ),
        path("M-14 10C-14 4-6 3-4 7.5C-3 10.5-6 13-9 12.5", "oneline"),
        path("M9-3.5C12-2.5 15-3 16.8-4.5", "oneline"),
        _dots("oneink", (-9, -3, 1.7), (-4, -6, 1.5), (-3, -1, 1.8), (2.5, -4, 1.5)),
        _dots("oneink", (-9.5, 3, 1.5)),
        _eye(6.8, -10, 3),
    ),
    "frog-left": _mirror(_frog("two")),
    "frog-right": _frog("one"),
    "green-duck": _duck("one"),
    "green-swan": _swan("one"),
    "blue-duck": _mirror(_duck("blue")),
    "blue-swan": _mirror(_swan("blue")),
    "green-down": _way("one", down=True),
    "green-up": _way("one", down=False),
    "blue-down": _way("blue", down=True),
    "blue-up": _way("blue", down=False),
    "squirrel-x": _squirrel("one", path("M-1.5 2.5L6 10M6 2.5L-1.5 10", "xsign")),
    "squirrel-o": _mirror(_squirrel("two", circle(2.5, 6.5, 4, "osign"))),
    "fits": path("M-6 0L-2 5L7-6", "good-line"),
    "captured": path("M-5-5L5 5M5-5L-5 5", "bad-line"),
    "turn": path("M-16 4H16", "mast"),
    "flag": group(path("M-4 13V-13", "mast"), path("M-3-12L10-7L-3-2Z", "best tip")),
    "conquered": rect(-12, -12, 24, 24, "from", 4),
    "arrow": arrow((-17, 0), (17, 0), "move"),
    "best": arrow((-17, 0), (17, 0), "best"),
    "taken": group(circle(0, 0, 7, "cell"), path("M-4 0L-1 3L4-3.5", "good-line")),
    "taken-back": group(circle(0, 0, 7, "cell"), path("M-3-3L3 3M3-3L-3 3", "bad-line")),
    "never-tried": circle(0, 0, 4, "from"),
    "open": group(circle(0, 0, 7, "cell"), path("M0-4V1M0 4V4.2", "mast")),
}
