"""What `print` and a notebook show of a result."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from toadstone.view.layout import View, laid_out_page, plain_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rich.console import RenderableType

    from toadstone.engines.answer import Answer
    from toadstone.engines.comparison import Comparison
    from toadstone.engines.verdicts import Check, Decision
    from toadstone.play.review import Review
    from toadstone.proofs.certificate import Finding
    from toadstone.proofs.result import Explanation
    from toadstone.services.grading.grading import Grading

    Parts = Iterable[RenderableType]

WIDTH = 80
"""Columns of a page."""


def page_of(result: Any) -> str:
    """Return the page that the command line prints of a result, without its last line end."""
    parts = tuple(_PAGES[type(result).__name__](result))
    page = plain_page(parts, WIDTH)
    text = laid_out_page(parts, WIDTH, styled=False) if page is None else page
    return "\n".join(line.rstrip() for line in text.split("\n")).rstrip("\n")


def _answer(result: Answer) -> Parts:
    from toadstone.view.answer_page import page_for

    page, _ = page_for(result)
    return page(result, View.AUTO)


def _check(result: Check) -> Parts:
    from toadstone.view.page import check_page

    return check_page(result, View.AUTO)


def _comparison(result: Comparison) -> Parts:
    from toadstone.view.comparison_page import comparison_page

    return comparison_page(result)


def _decision(result: Decision) -> Parts:
    from toadstone.view.verdict_pages import decision_page

    return decision_page(result)


def _explanation(result: Explanation) -> Parts:
    from toadstone.view.explanation_page import explanation_page

    return explanation_page(result, "SCENARIO")


def _finding(result: Finding) -> Parts:
    from toadstone.view.verdict_pages import finding_text

    return (finding_text(result),)


def _grading(result: Grading) -> Parts:
    from toadstone.services.grading.page import grade_page

    return grade_page(result, boards=False)


def _review(result: Review) -> Parts:
    from toadstone.view.review_page import review_page

    return review_page(result)


_PAGES: dict[str, Callable[[Any], Parts]] = {
    "Answer": _answer,
    "Check": _check,
    "Comparison": _comparison,
    "Decision": _decision,
    "Explanation": _explanation,
    "Finding": _finding,
    "Grading": _grading,
    "Review": _review,
}
"""What lays out a result, by the name of its class, so that no module is imported in vain."""

_TABLES = frozenset({"Comparison", "Grading", "Review"})
"""Results that a notebook shows as a table."""

_SHOWN_BY: dict[str, Callable[[Any], Any]] = {
    "Decision": lambda decision: decision.answer,
    "Puzzle": lambda puzzle: puzzle.scenario,
}
"""For results without a picture of their own, what has the picture."""


def html_of(result: Any) -> str:
    """Return what a notebook shows of a result: its replay, its start, its table or its page."""
    from toadstone.core.errors import RequestError
    from toadstone.view.html import framed
    from toadstone.view.replay import replay_page
    from toadstone.view.subjects import page_of as drawn

    name = type(result).__name__
    if name in _TABLES:
        from toadstone.view.table import table_page

        return framed(table_page(result.to_records(), title=repr(result).strip("<>")))
    if name != "Finding":
        try:
            return framed(replay_page(drawn(_SHOWN_BY.get(name, lambda same: same)(result))))
        except RequestError:  # the game has no pictures
            pass
    return f"<pre>{escape(str(result))}</pre>"
