"""Results of the Python interface as the pages of the command line."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from toadstone.core.answer import Answer
from toadstone.engines.comparison import Comparison
from toadstone.explanation.result import Explanation
from toadstone.play.review import Review
from toadstone_cli.output import laid_out_page, plain_page
from toadstone_cli.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

WIDTH = 80
"""Columns of a page."""


def page_of(result: Any) -> str:
    """Return the page that the command line prints of a result, without its last line end."""
    parts = tuple(_parts(result))
    page = plain_page(parts, WIDTH)
    text = laid_out_page(parts, WIDTH, styled=False) if page is None else page
    return "\n".join(line.rstrip() for line in text.split("\n")).rstrip("\n")


def _parts(result: Any) -> Iterable[RenderableType]:
    if isinstance(result, Answer):
        from toadstone_cli.answer_page import page_for

        return page_for(result)(result, View.AUTO)
    if isinstance(result, Comparison):
        from toadstone_cli.comparison_page import comparison_page

        return comparison_page(result)
    if isinstance(result, Explanation):
        from toadstone_cli.explanation_page import explanation_page

        return explanation_page(result, "SCENARIO")
    if isinstance(result, Review):
        from toadstone_cli.review_page import review_page

        return review_page(result)
    raise TypeError(f"there is no page of a {type(result).__name__}")


def html_of(result: Any) -> str:
    """Return what a notebook shows of a result: its replay, its start, or its page."""
    from toadstone.core.errors import RequestError
    from toadstone.pictures.page import framed
    from toadstone.pictures.replay import replay_page
    from toadstone.pictures.subjects import page_of as drawn

    if isinstance(result, Comparison | Review):
        from toadstone.pictures.table import table_page

        return framed(table_page(result.to_records(), title=repr(result).strip("<>")))
    try:
        return framed(replay_page(drawn(result)))
    except RequestError:
        return f"<pre>{escape(str(result))}</pre>"
