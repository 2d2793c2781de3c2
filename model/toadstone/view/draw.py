"""Pictures as files: the suffix of the name decides what is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from toadstone.core.budget import is_whole
from toadstone.core.errors import RequestError
from toadstone.files.messages import one_of, quoted
from toadstone.files.writing import open_atomic
from toadstone.view.animation import expect_extra, gif, png
from toadstone.view.replay import Page, replay_page
from toadstone.view.sheet import sheet
from toadstone.view.style import Theme

SUFFIXES = (".svg", ".png", ".gif", ".html")


def expect_suffix(path: str, suffixes: tuple[str, ...] = SUFFIXES) -> str:
    """Return the suffix of a picture's name.

    Raises:
        RequestError: nothing is drawn as such a file, or the extra `pictures` is missing.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in suffixes:
        raise RequestError(f"expected a name that ends in {one_of(suffixes)}, found {quoted(path)}")
    if suffix in {".png", ".gif"}:
        expect_extra()
    return suffix


def expect_picture(path: str, turn: int | None) -> str:
    """Return the suffix of a page's picture; raise RequestError where it cannot be drawn so."""
    suffix = expect_suffix(path)
    if turn is not None and suffix not in {".svg", ".png"}:
        wanted = "draws one board: expected a name that ends in `.svg` or `.png`"
        raise RequestError(f"turn {wanted}", f"--turn {wanted}")
    return suffix


def _expect_theme(theme: object) -> None:
    themes = get_args(Theme)
    if theme not in themes:
        raise RequestError.about("theme", f"expected {one_of(themes)}, found {quoted(theme)}")


def draw_page(page: Page, path: str, *, turn: int | None = None, theme: Theme = "auto") -> None:
    """Draw a page of replays as a file.

    Args:
        page: what there is to draw.
        path: `.svg` or `.png` for a sheet of all turns, or the chart where there is one; `.gif` for
            an animation; `.html` for a replay.
        turn: draw this turn alone, counted from 0 for the start.
        theme: whether the picture follows its surroundings, or is always light or dark.

    Raises:
        InputError: the file cannot be written.
        RequestError: there is no such turn, theme or suffix, or the extra `pictures` is missing.
    """
    suffix = expect_picture(path, turn)
    _expect_theme(theme)
    makers: dict[str, Callable[[], str | bytes]] = {
        ".html": lambda: replay_page(page, theme=theme),
        ".gif": lambda: gif(page.recordings[0].picture, page.recordings[0].moments, theme=theme),
        ".svg": lambda: svg_of(page, turn, theme),
        ".png": lambda: png(svg_of(page, turn, "light" if theme == "auto" else theme), scale=2),
    }
    write_picture(path, makers[suffix]())


def svg_of(page: Page, turn: int | None = None, theme: Theme = "auto") -> str:
    """Return the first chart of a page, or else the sheet of its first line of play, or one turn.

    Raises:
        RequestError: there is no such turn, or no such theme.
    """
    _expect_theme(theme)
    if page.charts and turn is None:
        return page.charts[0](theme)
    recording = page.recordings[0]
    line = recording.moments
    if turn is not None:
        if not (is_whole(turn) and 0 <= turn < len(line)):
            last = len(line) - 1
            turns = f"a turn from 0 to {last}" if last else "0, there is only the start"
            raise RequestError.about("turn", f"expected {turns}, found {quoted(turn)}")
        line = line[turn : turn + 1]
    subtitle = page.paragraphs[-1] if page.paragraphs else ""
    return sheet(recording.picture, line, title=page.title, subtitle=subtitle, theme=theme)


def write_picture(path: str, drawn: str | bytes) -> None:
    """Write a picture; raise InputError where that cannot be done."""
    with open_atomic(path, binary=isinstance(drawn, bytes)) as file:
        file.write(drawn)


def draw_svg(svg: str, path: str) -> None:
    """Write a chart as SVG or PNG."""
    suffix = expect_suffix(path, (".svg", ".png"))
    write_picture(path, svg if suffix == ".svg" else png(svg, scale=2))


def draw_records(records: Sequence[Mapping[str, Any]], title: str, path: str) -> None:
    """Write records as an HTML table that can be sorted."""
    from toadstone.view.table import table_page

    expect_suffix(path, (".html",))
    write_picture(path, table_page(records, title=title))
