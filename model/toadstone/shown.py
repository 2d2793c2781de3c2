"""What `print` and a notebook show of a result; each page is imported where it is wanted."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from toadstone.view.layout import View, laid_out_page, plain_page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

WIDTH = 80
"""Columns of a page."""

_TABLES = frozenset({"Comparison", "Grading", "Review"})
"""Results that a notebook shows as a table."""


def page_of(result: Any) -> str:
    """Return the page that the command line prints of a result, without its last line end."""
    parts = tuple(_parts(result))
    page = plain_page(parts, WIDTH)
    text = laid_out_page(parts, WIDTH, styled=False) if page is None else page
    return "\n".join(line.rstrip() for line in text.split("\n")).rstrip("\n")


def _parts(result: Any) -> Iterable[RenderableType]:
    """Lay out a result by the name of its class, so that no module is imported in vain."""
    parts: Iterable[RenderableType]
    match type(result).__name__:
        case "Check":
            from toadstone.view.page import check_page

            parts = check_page(result, View.AUTO)
        case "Comparison":
            from toadstone.view.comparison_page import comparison_page

            parts = comparison_page(result)
        case "Explanation":
            from toadstone.view.explanation_page import explanation_page

            parts = explanation_page(result, "SCENARIO")
        case "Grading":
            from toadstone.services.grading.page import grade_page

            parts = grade_page(result, boards=False)
        case "Review":
            from toadstone.view.review_page import review_page

            parts = review_page(result)
        case name:
            from toadstone.view.answer_page import answer_page, decision_page, finding_text

            parts = decision_page(result) if name == "Decision" else answer_page(result)
            parts = (finding_text(result),) if name == "Finding" else parts
    return parts


def html_of(result: Any) -> str:
    """Return what a notebook shows of a result: its replay, its start, its table or its page."""
    from toadstone.core.errors import RequestError
    from toadstone.view.html import framed, table_page

    name = type(result).__name__
    if name in _TABLES:
        return framed(table_page(result.to_records(), title=repr(result).strip("<>")))
    if name != "Finding":
        from toadstone.view.draw import page_of as drawn
        from toadstone.view.replay import replay_page

        pictured = {"Decision": "answer", "Puzzle": "scenario"}.get(name)
        try:
            return framed(replay_page(drawn(getattr(result, pictured) if pictured else result)))
        except RequestError:  # the game has no pictures
            pass
    return f"<pre>{escape(str(result))}</pre>"
