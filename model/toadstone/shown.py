"""What `print` and a notebook show of a result; each page is imported where it is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import import_module
from typing import Any

from toadstone.view.layout import page_text

WIDTH = 80
"""Columns of a page."""

_TABLES = frozenset({"Comparison", "Grading", "Review"})
"""Results that a notebook shows as a table."""
_PAGES = {
    "Check": ("toadstone.view.page", "check_page"),
    "Comparison": ("toadstone.view.page", "comparison_page"),
    "Decision": ("toadstone.view.answer_page", "decision_page"),
    "Explanation": ("toadstone.view.page", "explanation_page"),
    "Finding": ("toadstone.view.answer_page", "finding_page"),
    "Gradebook": ("toadstone.services.grading.pages", "grade_page"),
    "Grading": ("toadstone.services.grading.pages", "grade_page"),
    "Review": ("toadstone.view.review_page", "review_page"),
}
"""What lays out a result, by the name of its class, so that no module is imported in vain."""


def parts_of(result: Any, *more: Any) -> Iterator[Any]:
    """Yield the renderables of the page that the command line prints of a result.

    `more` is what else the page may show.
    """
    usual = ("toadstone.view.answer_page", "answer_page")
    module, name = _PAGES.get(type(result).__name__, usual)
    yield from getattr(import_module(module), name)(result, *more)


def page_of(result: Any) -> str:
    """Return the page that the command line prints of a result, without its last line end."""
    return page_text(tuple(parts_of(result)), WIDTH).rstrip("\n")


def html_of(result: Any) -> str:
    """Return what a notebook shows of a result: its replay, its start, its table or its page."""
    from toadstone.core.errors import RequestError
    from toadstone.view.html import in_frame, table_page

    name = type(result).__name__
    if name in _TABLES:
        return in_frame(table_page(result.to_records(), title=repr(result).strip("<>")))
    if name != "Finding":
        from toadstone.view.draw import page_of as drawn
        from toadstone.view.replay import replay_page

        pictured = {"Decision": "answer", "Puzzle": "scenario"}.get(name)
        try:
            return in_frame(replay_page(drawn(getattr(result, pictured) if pictured else result)))
        except RequestError:  # the game has no pictures
            pass
    return f"<pre>{escape(str(result))}</pre>"
