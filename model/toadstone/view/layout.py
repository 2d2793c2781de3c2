"""Pages as text: how wide, with which characters, and how much of a plan."""

from __future__ import annotations

from enum import StrEnum
from io import StringIO
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

    from toadstone.core.budget import Budget
    from toadstone.engines.answer import Answer
    from toadstone.proofs.explanation import Explanation

Theme = Literal["auto", "light"]
"""Whether a picture follows its surroundings, or is always light, as for paper."""


class View(StrEnum):
    """How much of a plan to draw."""

    AUTO = "auto"
    """A table without the turns in the middle of a long plan."""
    BOARDS = "boards"
    """The whole board after every turn."""
    TABLE = "table"
    """One line a turn."""
    MOVES = "moves"
    """The moves alone, one a line, and nothing else: a plan that `check` reads."""


def page_text(
    parts: Sequence[RenderableType], width: int | None = None, *, styled: bool = False
) -> str:
    """Return a page with its tables laid out and its long texts wrapped; lines end without spaces.

    By default it is as wide as the terminal. Where no part needs any layout, what lays out is not
    loaded.
    """
    width = page_width() if width is None else width
    page = None if styled else plain_page(parts, width)
    text = laid_out_page(parts, width, styled=styled) if page is None else page
    return "".join(f"{line.rstrip()}\n" for line in text.split("\n")[:-1])


def plain_page(parts: Sequence[RenderableType], width: int) -> str | None:
    """Return a page of texts that need no layout, or None."""
    from rich.text import Text

    texts = [Text(part) if isinstance(part, str) else part for part in parts]
    page = ""
    for part, text in zip(parts, texts, strict=True):
        if not isinstance(text, Text) or "\t" in text.plain:
            return None
        wraps = isinstance(part, Text) and not part.no_wrap
        if wraps and any(line.cell_len > width for line in text.split()):
            return None
        page += f"{text.plain}\n"
    return page


def laid_out_page(parts: Sequence[RenderableType], width: int, *, styled: bool) -> str:
    """Return a page with its tables laid out and its long texts wrapped."""
    from rich.console import Console

    page = StringIO()
    console = Console(file=page, force_terminal=styled, width=width)
    for part in parts:
        soft_wrap = getattr(part, "no_wrap", True)
        console.print(part, highlight=False, markup=False, emoji=False, soft_wrap=soft_wrap)
    return page.getvalue()


def reason_to_stop(answer: Answer | Budget | Explanation) -> str:
    """Return in words what ended a search that proved nothing."""
    if answer.out_of_memory:
        return "memory ran out"
    return "interrupted" if answer.interrupted else "the time limit was reached"


def page_width() -> int:
    """Return the columns to fill: the terminal's, or 80 where there is none."""
    import shutil

    return shutil.get_terminal_size((80, 24)).columns


def ranges(turns: Iterable[int], least: int = 3) -> str:
    """Return the turns, each run of some length or longer as a range: 1, 4-9, 12."""
    runs: list[list[int]] = []
    for turn in turns:
        if runs and turn == runs[-1][-1] + 1:
            runs[-1].append(turn)
        else:
            runs.append([turn])
    parts = ([f"{run[0]}-{run[-1]}"] if len(run) >= least else map(str, run) for run in runs)
    return ", ".join(part for run in parts for part in run)
