"""A sheet: every state of a line of play as a board in a grid; or one board alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from toadstone.view.board import AnyBoard, AnyMoment, Sign
from toadstone.view.style import Theme, stylesheet
from toadstone.view.svg import (
    Markup,
    element,
    group,
    join,
    label,
    rect,
    shortened,
    text_width,
    use,
    used,
    wrapped,
)
from toadstone.view.symbols import definitions

_MARGIN, _GAP = 20, 18
_HEAD = 20
_LEAST_SCALE = 0.4
"""No board is drawn smaller, unless it is too wide for a page."""
_READABLE = 0.7
"""The scale below which words on a board are too small, so that its heading repeats them."""
_SMALL = "f"


@dataclass(frozen=True)
class Grid:
    """How boards are laid out: columns, the size of a tile, a board's scale, and its height.

    Where the heading says whose turn it is, the board ends above that.
    """

    columns: int
    width: float
    height: float
    scale: float
    shown: float


def sheet(
    picture: AnyBoard,
    line: Sequence[AnyMoment],
    *,
    title: str = "",
    subtitle: str = "",
    theme: Theme = "auto",
) -> str:
    """Return all states of a line of play as one SVG.

    Args:
        picture: the picture of the scenario.
        line: the moments to draw, see `moments`; a single one is drawn large.
        title: the heading, and the picture's name for those who cannot see it.
        subtitle: a line below the heading, of what was asked and answered say.
        theme: whether it follows the surroundings, or is always light or dark.
    """
    grid = _grid(picture, line)
    width = max(2 * _MARGIN + grid.columns * (grid.width + _GAP) - _GAP, 300)
    head, top = heading(title, [subtitle, picture.note()], width)
    tiles = []
    for index, moment in enumerate(line):
        row, column = divmod(index, grid.columns)
        place = _MARGIN + column * (grid.width + _GAP), top + row * (grid.height + _GAP)
        tiles.append(_tile(picture, moment, grid, place))
    bottom = top + math.ceil(len(line) / grid.columns) * (grid.height + _GAP)
    legend, height = _legend(picture.legend_of(join(tiles)), width, bottom)
    drawn = join([rect(0, 0, width, height, "paper"), head, *tiles, legend])
    described = picture.alt(line[-1])
    if len(line) > 1:
        moves = ", ".join(str(moment.move) for moment in line if moment.move is not None)
        described = f"{len(line)} boards. Moves: {moves or 'none'}. At the end: {described}"
    shared = picture.shared_background()
    return document(drawn, (width, height), title, described, shared=shared, theme=theme)


def document(
    drawn: Markup,
    size: tuple[float, float],
    title: str,
    description: str = "",
    *,
    shared: str = "",
    theme: Theme = "auto",
) -> str:
    """Return a whole SVG file with its style, the symbols it uses and its alternative text."""
    both = f"{shared}{drawn}"
    symbols = definitions(used(both))
    style = Markup(stylesheet(theme, f"{both}{symbols}"))
    width, height = size
    svg = element(
        "svg",
        element("title", title or "Toadstone"),
        element("desc", description) if description else "",
        element("style", style),
        element("defs", symbols, Markup(shared)),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        class_="ts",
        role="img",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
    )
    return f"{svg}\n"


def _grid(picture: AnyBoard, line: Sequence[AnyMoment]) -> Grid:
    """Choose a scale at which boards stay readable, and as many columns as have room."""
    count = len(line)
    shape = picture.width / picture.height
    wanted = 230.0 if shape < 1.7 else 330.0 if shape < 5 else 640.0
    if count == 1:
        wanted = 460 if shape < 1.7 else 720
    elif count > 60:
        wanted *= 0.75
    page = 1500 if count > 60 else 1100
    wanted = min(max(wanted, _LEAST_SCALE * picture.width), page - 2 * _MARGIN)
    scale = min(1.5 if count == 1 else 1, wanted / picture.width)
    width = max(picture.width * scale, 150)
    columns = max(1, min(count, int((page - 2 * _MARGIN + _GAP) // (width + _GAP))))
    if count > 1:
        columns = math.ceil(count / math.ceil(count / columns))
    height = picture.height - (picture.turn_height if scale < _READABLE else 0)
    return Grid(columns, width, _HEAD + height * scale + 4, scale, height)


def _tile(picture: AnyBoard, moment: AnyMoment, grid: Grid, place: tuple[float, float]) -> Markup:
    """Draw a board below its turn, its move, and what that did."""
    turn = picture.heading(moment)
    move = "" if moment.move is None else str(moment.move)
    words = picture.summary(moment) if grid.scale < _READABLE else picture.news(moment)
    content, x = [element("title", picture.alt(moment))], 0.0
    for part, class_, size in ((turn, "b", 13), (move, "t", 13), (words, _SMALL, 11)):
        if part and x < grid.width:
            shown = shortened(part, grid.width - x, size)
            content.append(label(x, 13, shown, class_))
            x += text_width(shown, size) + 9
    x = (grid.width - picture.width * grid.scale) / 2
    drawn = (use(picture.background_name(), 0, 0), picture.foreground(moment))
    if grid.shown == picture.height:
        board = group(*drawn, x=x, y=_HEAD, scale=grid.scale)
    else:
        board = element(
            "svg",
            *drawn,
            x=x,
            y=_HEAD,
            width=picture.width * grid.scale,
            height=grid.shown * grid.scale,
            viewBox=f"0 0 {picture.width:g} {grid.shown:g}",
        )
    where = f"translate({place[0]:g} {place[1]:g})"
    return element("g", *content, board, transform=where, data_state=str(moment.state))


def heading(title: str, notes: Sequence[str], width: float) -> tuple[Markup, float]:
    """Return title and notes, and where the boards begin."""
    parts, y = [], float(_MARGIN)
    for words in wrapped(title, width - 2 * _MARGIN, 17):
        y += 15
        parts.append(label(_MARGIN, y, words, "h"))
        y += 7
    for note in notes:
        for words in wrapped(note, width - 2 * _MARGIN, 13):
            y += 14
            parts.append(label(_MARGIN, y, words, "t"))
            y += 4
    return join(parts), y + (12 if parts else 0)


def _legend(signs: Sequence[Sign], width: float, top: float) -> tuple[Markup, float]:
    """Return the symbols with their meanings, on as many lines as they need, and where they end."""
    parts, x, y = [], float(_MARGIN), top + 8
    for sign in signs:
        wide = 26 + text_width(sign.meaning, 12) + 14
        if x > _MARGIN and x + wide > width - _MARGIN:
            x, y = _MARGIN, y + 24
        symbol = use(sign.symbol, x + 10, y, 0.5, "past" if sign.pale else None)
        parts += [symbol, label(x + 26, y + 4, sign.meaning, _SMALL)]
        x += wide
    return join(parts), y + 24
