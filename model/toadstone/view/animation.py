"""PNG, PDF and GIF, drawn by resvg and put together by Pillow: the extra `pictures`."""

from __future__ import annotations

import io
import math
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from toadstone.core.errors import RequestError
from toadstone.view.board import AnyBoard, AnyMoment
from toadstone.view.sheet import document
from toadstone.view.style import Theme, colour, colours
from toadstone.view.svg import CELL, Markup, group, join, shortened, use

if TYPE_CHECKING:
    from PIL.Image import Image

_SCALE_IN_PRINT = 3
"""Pixels of a PDF for each unit of the SVG, which is a point there."""
_MARGIN, _HEAD, _FOOT = 10, 26, 22
_WIDEST, _TALLEST, _NARROWEST = 300, 215, 150
_LARGER, _FEW = 1.6, 40
"""How much larger boards may be in a line of few moments, and how many are few."""
_COLOURS, _EDGES = 40, 8
"""How many colours a GIF has, and how many of them are for the edges between two others."""
_SAMPLES = 9
"""How many frames the colours are chosen from."""
_TILES_AT_ONCE = 64
"""How many parts resvg draws in one go: it costs less together, but memory has an end."""
_PLACED = re.compile(r'<use href="#ts-([a-z0-9-]+)" x="([0-9.-]+)" y="([0-9.-]+)"(.*?)/>')
_ELEMENT = re.compile(r"<([a-z]+)\b(?:[^>]*/>|[^>]*>.*?</\1>)", re.DOTALL)


def png(svg: str, *, scale: float = 1) -> bytes:
    """Return an SVG of this package as PNG.

    Args:
        svg: the picture; one that follows its surroundings becomes light.
        scale: points of the PNG for each unit of the SVG.

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


def pdf(svg: str) -> bytes:
    """Return an SVG of this package as a PDF of one page, as large as the picture.

    Raises:
        RequestError: resvg-py or Pillow is not installed.
    """
    drawn = png(svg, scale=_SCALE_IN_PRINT)
    from PIL import Image

    file = io.BytesIO()
    settings = {"resolution": 72 * _SCALE_IN_PRINT, "quality": 95, "subsampling": 0}
    undated = {"creationDate": None, "modDate": None}  # the same bytes every time
    Image.open(io.BytesIO(drawn)).convert("RGB").save(file, "PDF", **settings, **undated)
    return file.getvalue()


def gif(
    picture: AnyBoard,
    line: Sequence[AnyMoment],
    *,
    seconds: float = 0.8,
    theme: Theme = "light",
) -> bytes:
    """Return a line of play as an animated GIF that repeats.

    Args:
        picture: the picture of the scenario.
        line: the moments, see `moments`.
        seconds: how long each state stays; the last stays three times as long.
        theme: light or dark; a GIF cannot follow its surroundings, so `auto` is light.

    Raises:
        RequestError: resvg-py or Pillow is not installed.
    """
    expect_extra()
    studio = _Studio(picture, dark=theme == "dark", large=len(line) <= _FEW)
    frames = _with_few_colours(studio.frames(line), dark=theme == "dark")
    milliseconds = round(seconds * 1000)
    file = io.BytesIO()
    frames[0].save(
        file,
        format="GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[milliseconds] * (len(frames) - 1) + [3 * milliseconds],
        loop=0,
        optimize=True,
        disposal=1,
    )
    return file.getvalue()


def expect_extra() -> None:
    """Raise RequestError where a package of the extra is missing."""
    try:
        import PIL.Image
        import resvg_py
    except ImportError as error:
        what = "PNG, PDF and GIF need resvg-py and Pillow"
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
        raise RequestError("PNG, PDF and GIF need a Pillow with FreeType, as its wheels have it")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "font.ttf"
        file.write_bytes(font.font_bytes)
        yield str(file), font.getname()[0] or ""


def _with_few_colours(frames: Iterable[Image], *, dark: bool) -> list[Image]:
    """Return frames that share a small palette: flat colours as they are, and edges near enough."""
    from PIL import Image, ImageColor

    drawn = list(frames)
    chosen = drawn[:: max(1, len(drawn) // _SAMPLES)]
    width, height = drawn[0].size
    samples = Image.new("RGB", (width, height * len(chosen)))
    for index, frame in enumerate(chosen):
        samples.paste(frame, (0, index * height))
    named: set[object] = {ImageColor.getrgb(shade) for shade in colours(dark=dark)}
    counts = samples.getcolors(width * height * len(chosen)) or []
    counts.sort(key=lambda each: (each[1] not in named, -each[0], each[1]))
    flat = [shade for _, shade in counts if isinstance(shade, tuple)][: _COLOURS - _EDGES]
    edges = samples.quantize(_EDGES, Image.Quantize.MEDIANCUT).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for shade in flat for channel in shade] + edges[: 3 * _EDGES])
    return [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in drawn]


_Part = tuple[str, float, float]
"""A part of a drawing and its place: a symbol, or anything else, whose place is 0, 0."""


class _Studio:
    """Draws frames: resvg renders each distinct part once, and Pillow puts the parts together."""

    def __init__(self, picture: AnyBoard, *, dark: bool, large: bool = False) -> None:
        self._picture = picture
        self._dark = dark
        self._scale = _scale(picture, _LARGER if large else 1)
        board = picture.width * self._scale
        self._width = math.ceil(max(board, _NARROWEST) + 2 * _MARGIN)
        self._height = math.ceil(picture.height * self._scale) + _HEAD + _FOOT
        self._left = round((self._width - board) / 2)
        self._sprites: dict[str, tuple[Image, int, int]] = {}
        """Each part as an image, and where its corner is as seen from the part's place."""

    def frames(self, line: Sequence[AnyMoment]) -> Iterator[Image]:
        """Yield an image for each moment."""
        from PIL import Image

        ground: _Part = (use(self._picture.background_name(), 0, 0), 0, 0)
        boards = [list(_parts(self._picture.foreground(moment))) for moment in line]
        self._render(sorted({drawn for board in [[ground], *boards] for drawn, _, _ in board}))
        paper = Image.new("RGBA", (self._width, self._height), colour("paper", dark=self._dark))
        self._put(ground, paper)
        for moment, board in zip(line, boards, strict=True):
            frame = paper.copy()
            for part in board:
                self._put(part, frame)
            self._write(moment, frame)
            yield frame.convert("RGB")

    def _put(self, part: _Part, frame: Image) -> None:
        drawn, x, y = part
        image, left, top = self._sprites[drawn]
        corner = self._left + round(x * self._scale) + left, _HEAD + round(y * self._scale) + top
        frame.alpha_composite(image, (max(0, corner[0]), max(0, corner[1])))

    def _write(self, moment: AnyMoment, frame: Image) -> None:
        """Write turn and move above the board, and what happened below it."""
        from PIL import ImageDraw, ImageFont

        draw = ImageDraw.Draw(frame)
        ink, faint = (colour(name, dark=self._dark) for name in ("ink", "faint"))
        turn = "start" if moment.move is None else f"{moment.turn}   {moment.move}"
        draw.text((_MARGIN, 6), turn, ink, ImageFont.load_default(13))
        words = shortened(self._picture.news(moment), self._width - 2 * _MARGIN, 11)
        draw.text((_MARGIN, self._height - _FOOT + 3), words, faint, ImageFont.load_default(11))

    def _render(self, drawings: Sequence[str]) -> None:
        """Render every part once, on a tile with room for a board, and for a symbol at 0, 0."""
        from PIL import Image

        half = math.ceil(CELL * self._scale * 0.6)
        sides = self._picture.width, self._picture.height
        width, height = (half + math.ceil(side * self._scale) for side in sides)
        shared = self._picture.shared_background()
        theme: Theme = "dark" if self._dark else "light"
        for first in range(0, len(drawings), _TILES_AT_ONCE):
            some = drawings[first : first + _TILES_AT_ONCE]
            tiles = join(
                group(Markup(drawn), x=half, y=index * height + half, scale=self._scale)
                for index, drawn in enumerate(some)
            )
            size = (width, height * len(some))
            drawn_tiles = png(document(tiles, size, "", shared=shared, theme=theme))
            image = Image.open(io.BytesIO(drawn_tiles)).convert("RGBA")
            for index, drawn in enumerate(some):
                tile = image.crop((0, index * height, width, (index + 1) * height))
                left, top, right, bottom = tile.getbbox() or (0, 0, 1, 1)
                cut = tile.crop((left, top, right, bottom))
                self._sprites[drawn] = cut, left - half, top - half


def _scale(picture: AnyBoard, larger: float) -> float:
    """Return a scale at which a cell is a whole number of points: equal rows compress well."""
    room = min(1.0, larger * _WIDEST / picture.width, larger * _TALLEST / picture.height)
    return max(1, math.floor(room * CELL)) / CELL


def _parts(markup: str) -> Iterator[_Part]:
    """Yield the elements of a drawing, from back to front; all in one where it has groups."""
    if "<g" in markup:
        yield markup, 0, 0
        return
    for match in _ELEMENT.finditer(markup):
        if placed := _PLACED.fullmatch(match[0]):
            name, x, y, rest = placed.groups()
            yield f'<use href="#ts-{name}"{rest}/>', float(x), float(y)
        else:
            yield match[0], 0, 0
