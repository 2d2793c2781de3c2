"""What `print` and a notebook show of a result; each page is imported where it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from html import escape
from typing import Any

from toadstone.core.shown import Records
from toadstone.view.layout import page_text

WIDTH = 80
"""Columns of a page."""


def parts_of(result: Any, *more: Any) -> Iterator[Any]:
    """Yield the renderables of the page that the command line prints of a result.

    `more` is what else the page may show.
    """
    yield from _page_for(result)(result, *more)


def _page_for(result: Any) -> Callable[..., Iterator[Any]]:
    """Return what lays out results of this class."""
    from toadstone.engines.answer import Answer, Check, Decision

    if isinstance(result, Answer):
        from toadstone.view.pages.answer import answer_page

        return answer_page
    if isinstance(result, Check):
        from toadstone.view.pages.check import check_page

        return check_page
    if isinstance(result, Decision):
        from toadstone.view.pages.proof import decision_page

        return decision_page
    return _rarer_page_for(result)


def _rarer_page_for(result: Any) -> Callable[..., Iterator[Any]]:
    from toadstone.engines.comparison import Comparison
    from toadstone.proofs.certificate import Finding
    from toadstone.proofs.explanation import Explanation

    if isinstance(result, Comparison):
        from toadstone.view.pages.comparison import comparison_page

        return comparison_page
    if isinstance(result, Explanation):
        from toadstone.view.pages.explanation import explanation_page

        return explanation_page
    if isinstance(result, Finding):
        from toadstone.view.pages.proof import finding_page

        return finding_page
    from toadstone.play.review import Review

    if isinstance(result, Review):
        from toadstone.view.pages.review import review_page

        return review_page
    from toadstone.services.grading.pages import grade_page

    return grade_page


def page_of(result: Any) -> str:
    """Return the page that the command line prints of a result, without its last line end."""
    return page_text(tuple(parts_of(result)), WIDTH).rstrip("\n")


def html_of(result: Any) -> str:
    """Return what a notebook shows of a result: its replay, its start, its table or its page."""
    from toadstone.core.errors import RequestError
    from toadstone.engines.answer import Answer, Check, Decision
    from toadstone.files.scenario import Scenario
    from toadstone.proofs.explanation import Explanation
    from toadstone.view.draw import page_of as drawn
    from toadstone.view.html import in_frame, table_page
    from toadstone.view.replay import replay_page

    if isinstance(result, Records):
        return in_frame(table_page(result.to_records(), title=repr(result).strip("<>")))
    pictured = result.answer if isinstance(result, Decision) else result
    if isinstance(pictured, (Answer, Check, Explanation, Scenario)):
        with suppress(RequestError):  # the game has no pictures
            return in_frame(replay_page(drawn(pictured)))
    return f"<pre>{escape(str(result))}</pre>"
