"""An answer for people, on the page that goes with what was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toadstone_cli.output import tell, write, write_page
from toadstone_cli.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import RenderableType
    from rich.text import Text

    from toadstone.core.answer import Answer

    Page = Callable[[Answer, View, str | None], Iterator[RenderableType]]


def write_answer(answer: Answer, view: View, certificate: str | None = None) -> None:
    """Print an answer; where only the moves are printed, a doubt goes to standard error."""
    from toadstone.core.answer import Status

    page, verdict = _page_of(answer)
    if view is View.MOVES and answer.status is not Status.OPTIMAL:
        tell(f"toadstone: {verdict(answer)}\n")
    write_page(*page(answer, view, certificate))


def write_book(answer: Answer) -> None:
    """Print a book as comma-separated values; a doubt, or that there is none, on standard error."""
    from toadstone.core.answer import Status
    from toadstone_cli.position_page import book_as_csv, position_verdict

    if answer.status is not Status.OPTIMAL:
        tell(f"toadstone: {position_verdict(answer)}\n")
    write(book_as_csv(answer))


def _page_of(answer: Answer) -> tuple[Page, Callable[[Answer], Text]]:
    from toadstone.core.question import Sense
    from toadstone_cli.page import plan_page, verdict

    if answer.front is not None:
        from toadstone_cli.front_page import front_page

        return front_page, verdict
    if answer.ask[0].sense is Sense.POSITION:
        from toadstone_cli.position_page import position_page, position_verdict

        return position_page, position_verdict
    return plan_page, verdict
