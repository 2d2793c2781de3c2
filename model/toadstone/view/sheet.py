"""Boards as SVG, and lines of play as files: a sheet as SVG and PNG, an animation as GIF."""

from __future__ import annotations

import io
import math
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toadstone.core.errors import RequestError
from toadstone.view.board import AnyBoard, AnyMoment, RowBoard, Sign
from toadstone.view.layout import Theme
from toadstone.view.looks import definitions, stylesheet
from toadstone.view.svg import (
    CELL,
    Markup,
    element,
    group,
    join,
    label,
    rect,
    shorten,
    text_width,
    use,
    wrap,
)

if TYPE_CHECKING:
    from PIL.Image import Image

_MARGIN, _GAP = 20, 18
_HEAD = 20
_LEAST_SCALE = 0.4
"""No board is drawn smaller, unless it is too wide for a page."""


@dataclass(frozen=True)
class SheetLayout:
    """How boards are laid out: columns, the size of a tile, and a board's scale."""

    columns: int
    width: float
    height: float
    scale: float


def sheet(
    picture: AnyBoard,
    line: Sequence[AnyMoment],
    *,
    title: str = "",
    subtitle: str = "",
    theme: Theme = "auto",
) -> str:
    """Return all states of a line of play as one SVG; a single one is drawn large.

    The title is also the picture's name for those who cannot see it; below it stands the subtitle.
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


Drawn = tuple[str, float, float]
"""An SVG with its width and its height."""


def bare_board(picture: AnyBoard, moment: AnyMoment) -> Drawn:
    """Return a board alone, for paper where the words stand beside it.

    A board that shows the side to move in its lowest part ends above that part.
    """
    if moment.move is None:
        picture.fit_paper()
    drawn = join([use(picture.background_name(), 0, 0), picture.foreground(moment)])
    return _board(picture, drawn, picture.height - picture.turn_height, picture.alt(moment))


def empty_board(picture: RowBoard[Any, Any]) -> Drawn:
    """Return the rows of a board, with nothing in or below them."""
    below = max(y for _, y in picture.places.values()) + picture.side / 2 + 18
    return _board(picture, use(picture.background_name(), 0, 0), below, "")


def _board(picture: AnyBoard, drawn: Markup, height: float, words: str) -> Drawn:
    size, shared = (picture.width, height), picture.shared_background()
    return document(drawn, size, "Board", words, shared=shared, theme="light"), *size


def board_svg(
    picture: AnyBoard,
    moment: AnyMoment,
    *,
    captured: Collection[str] = (),
    look: Collection[str] = (),
    coming: int = 0,
) -> str:
    """Return a board to be clicked in a browser: each cell has its name in `data-cell`.

    Marked are cells that may be captured, and where a hint says to look; above the board stand so
    many of the events to come.
    """
    events, room = picture.draw_coming(moment.state, coming)
    parts = [events, picture.background(), picture.foreground(moment)]
    parts += [picture.mark(name, "danger") for name in captured]
    parts += [picture.mark(name, "bestcell dashed") for name in look]
    drawn, contents = join(parts), picture.contents(moment.state)
    clear = [
        element(
            "rect",
            x=x - picture.side / 2,
            y=y - picture.side / 2,
            width=picture.side,
            height=picture.side,
            class_="hit",
            data_cell=name,
            role="button",
            tabindex=-1,
            aria_label=f"{name}, {contents[name]}" if name in contents else name,
        )
        for name, (x, y) in picture.places.items()
    ]
    symbols, height = definitions(drawn), picture.height - picture.turn_height + room
    return element(
        "svg",
        element("style", Markup(stylesheet("auto", f"{drawn}{symbols}{join(clear)}"))),
        element("defs", symbols),
        element("g", drawn, aria_hidden="true"),
        *clear,
        xmlns="http://www.w3.org/2000/svg",
        class_="ts board",
        role="group",
        aria_label=picture.alt(moment),
        viewBox=f"0 {-room:g} {picture.width:g} {height:g}",
        width=picture.width,
        height=height,
    )


def key_to_signs(boards: Sequence[tuple[AnyBoard, AnyMoment]], width: float) -> Drawn:
    """Return the symbols of some boards with their meanings, so wide."""
    drawings = join(picture.foreground(moment) for picture, moment in boards)
    signs = boards[0][0].legend_of(drawings)
    drawn, bottom = _legend(signs, width + 2 * _MARGIN, 2)
    moved, size = group(drawn, x=-_MARGIN, y=0), (width, bottom - 12)
    return document(moved, size, "Signs", theme="light"), *size


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
    symbols = definitions(both)
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


def _grid(picture: AnyBoard, line: Sequence[AnyMoment]) -> SheetLayout:
    """Choose a scale at which boards stay readable, and as many columns as have room."""
    count = len(line)
    shape = picture.width / picture.height
    ideal = 230.0 if shape < 1.7 else 330.0 if shape < 5 else 640.0
    if count == 1:
        ideal = 460 if shape < 1.7 else 720
    elif count > 60:
        ideal *= 0.75
    page = 1500 if count > 60 else 1100
    ideal = min(max(ideal, _LEAST_SCALE * picture.width), page - 2 * _MARGIN)
    scale = min(1.5 if count == 1 else 1, ideal / picture.width)
    width = max(picture.width * scale, 150)
    columns = max(1, min(count, int((page - 2 * _MARGIN + _GAP) // (width + _GAP))))
    if count > 1:
        columns = math.ceil(count / math.ceil(count / columns))
    return SheetLayout(columns, width, _HEAD + picture.height * scale + 4, scale)


def _tile(
    picture: AnyBoard, moment: AnyMoment, grid: SheetLayout, place: tuple[float, float]
) -> Markup:
    """Draw a board below its turn, its move, and what that did."""
    start = moment.move is None
    turn, move = ("start", "") if start else (str(moment.turn), str(moment.move))
    words = picture.news(moment)
    content, x = [element("title", picture.alt(moment))], 0.0
    for part, class_, size in ((turn, "b", 13), (move, "t", 13), (words, "f", 11)):
        if part and x < grid.width:
            shown = shorten(part, grid.width - x, size)
            content.append(label(x, 13, shown, class_))
            x += text_width(shown, size) + 9
    x = (grid.width - picture.width * grid.scale) / 2
    drawn = (use(picture.background_name(), 0, 0), picture.foreground(moment))
    board = group(*drawn, x=x, y=_HEAD, scale=grid.scale)
    where = f"translate({place[0]:g} {place[1]:g})"
    return element("g", *content, board, transform=where, data_state=str(moment.state))


def heading(title: str, notes: Sequence[str], width: float) -> tuple[Markup, float]:
    """Return title and notes, and where the boards begin."""
    parts, y = [], float(_MARGIN)
    kinds = [(title, 17, 15, 7, "h"), *((note, 13, 14, 4, "t") for note in notes)]
    for text, size, above, below, class_ in kinds:
        for words in wrap(text, width - 2 * _MARGIN, size):
            parts.append(label(_MARGIN, y + above, words, class_))
            y += above + below
    return join(parts), y + (12 if parts else 0)


def _legend(signs: Sequence[Sign], width: float, top: float) -> tuple[Markup, float]:
    """Return the symbols with their meanings, on as many lines as they need, and where they end."""
    parts, x, y = [], float(_MARGIN), top + 8
    for sign in signs:
        wide = 26 + text_width(sign.meaning, 12) + 14
        if x > _MARGIN and x + wide > width - _MARGIN:
            x, y = _MARGIN, y + 24
        symbol = use(sign.symbol, x + 10, y, 0.5, "past" if sign.pale else None)
        parts += [symbol, label(x + 26, y + 4, sign.meaning, "f")]
        x += wide
    return join(parts), y + 24


# PNG and GIF, drawn by resvg and put together by Pillow: the extra `pictures`

_EDGE, _ABOVE, _BELOW = 10, 26, 22
"""The room around a board of an animation."""
_WIDEST, _TALLEST, _NARROWEST = 300, 215, 150
_LARGER, _FEW = 1.6, 40
"""How much larger boards may be in a line of few moments, and how many are few."""
_COLOURS, _SAMPLES = 48, 9
"""How many colours a GIF has, and how many frames they are chosen from."""
_MILLISECONDS = 800


def png(svg: str, *, scale: float = 1) -> bytes:
    """Return an SVG of this package as PNG, with so many points for each unit of the SVG.

    One that follows its surroundings becomes light.

    Raises:
        RequestError: resvg-py or Pillow is not installed.
    """
    expect_extra()
    import resvg_py

    with _font() as (file, family):
        drawn = resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=scale,
            font_files=[file],
            sans_serif_family=family,
            skip_system_fonts=svg.isascii(),
        )
    return bytes(drawn)


def gif(picture: AnyBoard, line: Sequence[AnyMoment]) -> bytes:
    """Return a line of play as an animated GIF that repeats.

    Each state stays a while, the last three times as long. A GIF cannot follow its
    surroundings, so it is light.

    Raises:
        RequestError: resvg-py or Pillow is not installed.
    """
    expect_extra()
    from PIL import Image

    drawn = [*frames(picture, line)]
    chosen = drawn[:: max(1, len(drawn) // _SAMPLES)]
    width, height = drawn[0].size
    samples = Image.new("RGB", (width, height * len(chosen)))
    for index, frame in enumerate(chosen):
        samples.paste(frame, (0, index * height))
    palette = samples.quantize(_COLOURS)
    small = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in drawn]
    file = io.BytesIO()
    small[0].save(
        file,
        format="GIF",
        save_all=True,
        append_images=small[1:],
        duration=[_MILLISECONDS] * (len(small) - 1) + [3 * _MILLISECONDS],
        loop=0,
        optimize=True,
        disposal=1,
    )
    return file.getvalue()


def expect_extra() -> None:
    """Raise RequestError if a package of the extra is missing."""
    try:
        import PIL.Image
        import resvg_py
    except ImportError as error:
        what = "PNG and GIF need resvg-py and Pillow"
        raise RequestError(f"{what}: pip install 'toadstone[pictures]'") from error
    del PIL, resvg_py


@contextmanager
def _font() -> Iterator[tuple[str, str]]:
    """Yield a file with the font of Pillow, and its name.

    With it, text looks alike on every machine, and needs no fonts there. It has the letters of
    English only; other text needs the fonts of the system, too.
    """
    from PIL import ImageFont

    font = ImageFont.load_default(16)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise RequestError("PNG and GIF need a Pillow with FreeType, as its wheels have it")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "font.ttf"
        file.write_bytes(font.font_bytes)
        yield str(file), font.getname()[0] or ""


def frame_scale(picture: AnyBoard, moments: int) -> float:
    """Return the scale of a board in an animation: a cell is a whole number of points."""
    larger = _LARGER if moments <= _FEW else 1
    room = min(1.0, larger * _WIDEST / picture.width, larger * _TALLEST / picture.height)
    return max(1, math.floor(room * CELL)) / CELL


def frames(picture: AnyBoard, line: Sequence[AnyMoment]) -> Iterator[Image]:
    """Yield an image for each moment: the turn and the move, the board, and what that did."""
    from PIL.Image import open as open_image

    scale = frame_scale(picture, len(line))
    wide = picture.width * scale
    width = math.ceil(max(wide, _NARROWEST) + 2 * _EDGE)
    height = math.ceil(picture.height * scale) + _ABOVE + _BELOW
    left, shared = round((width - wide) / 2), picture.shared_background()
    for moment in line:
        turn = "start" if moment.move is None else f"{moment.turn}   {moment.move}"
        news = shorten(picture.news(moment), width - 2 * _EDGE, 11)
        words = [label(_EDGE, 18, turn), label(_EDGE, height - 8, news, "f")]
        drawn = use(picture.background_name(), 0, 0), picture.foreground(moment)
        board = group(*drawn, x=left, y=_ABOVE, scale=scale)
        both = join([rect(0, 0, width, height, "paper"), board, *words])
        svg = document(both, (width, height), "", shared=shared, theme="light")
        yield open_image(io.BytesIO(png(svg))).convert("RGB")
