"""The page of an answer: which one goes with what was asked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from toadstone.view.layout import View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import RenderableType
    from rich.text import Text

    from toadstone.engines.answer import Answer

    Page = Callable[[Answer, View], Iterator[RenderableType]]


def page_for(answer: Answer, typed: str = "SCENARIO") -> tuple[Page, Callable[[Answer], Text]]:
    """Return the page that goes with what was asked, and its verdict.

    Args:
        answer: the answer.
        typed: the scenario as it is typed.
    """
    from toadstone.core.question import Sense
    from toadstone.view.page import plan_page, verdict

    if answer.front is not None:
        from toadstone.view.front_page import front_page

        return front_page, verdict
    if answer.ask[0].sense is Sense.POSITION:
        from toadstone.view.position_page import position_page, position_verdict

        return position_page, position_verdict
    return partial(plan_page, typed=typed), verdict
