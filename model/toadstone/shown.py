"""The pages of results for `print` and for a notebook; loaded on first use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from html import escape
from typing import Any

from toadstone.core.errors import RequestError
from toadstone.core.shown import Records
from toadstone.engines.answer import Answer, Check, Decision
from toadstone.engines.comparison import Comparison
from toadstone.files.scenario import Scenario
from toadstone.play.review import Review
from toadstone.proofs.certificate import Finding
from toadstone.proofs.explanation import Explanation
from toadstone.view.layout import page_text
from toadstone.view.pages.answer import answer_page, decision_page
from toadstone.view.pages.check import check_page, finding_page
from toadstone.view.pages.comparison import comparison_page
from toadstone.view.pages.explanation import explanation_page
from toadstone.view.pages.review import review_page

WIDTH = 80
"""Columns of a page."""

_PAGES: dict[type, Callable[[Any], Iterator[Any]]] = {
    Answer: answer_page,
    Check: check_page,
    Comparison: comparison_page,
    Decision: decision_page,
    Explanation: explanation_page,
    Finding: finding_page,
    Review: review_page,
}


def parts_of(result: Any) -> Iterator[Any]:
    """Return the renderables of the page that the command line prints of a result."""
    if type(result) not in _PAGES:
        from toadstone.services.grading.grading import Gradebook, Grading
        from toadstone.services.grading.pages import grade_page

        _PAGES.update({Grading: grade_page, Gradebook: grade_page})
    return _PAGES[type(result)](result)


def page_of(result: Any) -> str:
    """Return the page that the command line prints of a result, without its last line end."""
    return page_text(tuple(parts_of(result)), WIDTH).rstrip("\n")


def html_of(result: Any) -> str:
    """Return the HTML of a result for a notebook: its replay, its start, its table or its page."""
    from toadstone.view.draw import replays_of
    from toadstone.view.html import in_frame, table_page
    from toadstone.view.replay import replay_page

    if isinstance(result, Records):
        return in_frame(table_page(result.to_records(), title=repr(result).strip("<>")))
    pictured = result.answer if isinstance(result, Decision) else result
    if isinstance(pictured, (Answer, Check, Scenario)):
        with suppress(RequestError):  # the game has no pictures
            return in_frame(replay_page(replays_of(pictured)))
    return f"<pre>{escape(str(result))}</pre>"
