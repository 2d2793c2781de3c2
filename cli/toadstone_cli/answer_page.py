"""An answer for people, on the page that goes with what was asked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from toadstone.files.messages import printable
from toadstone_cli.output import tell, write, write_csv, write_page
from toadstone_cli.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import RenderableType
    from rich.text import Text

    from toadstone.core.answer import Answer
    from toadstone_cli.beside import Beside

    Page = Callable[[Answer, View], Iterator[RenderableType]]


def write_answer(
    answer: Answer, view: View, beside: Beside, typed: str, lines: Sequence[str] = ()
) -> None:
    """Print an answer, then write what is wanted beside it.

    Where only the moves are printed, a doubt goes to standard error.

    Args:
        answer: the answer.
        view: how to show its plan.
        beside: the files to be written.
        typed: the scenario as it is typed.
        lines: what else there is to say of the answer.
    """
    from toadstone.core.answer import Status

    page, verdict = _page_of(answer, typed)
    if view is View.MOVES and answer.status is not Status.OPTIMAL:
        tell(f"toadstone: {verdict(answer)}\n")
    write_page(*page(answer, view), *lines)
    beside.write(answer)
    if beside.certified is not None and view is not View.MOVES:
        write(f"Certified: {printable(beside.certified)}, for 'toadstone verify'.\n")


def write_book(answer: Answer) -> None:
    """Print a book as comma-separated values; a doubt, or that there is none, on standard error."""
    from toadstone.core.answer import Status
    from toadstone_cli.position_page import position_verdict

    if answer.status is not Status.OPTIMAL:
        tell(f"toadstone: {position_verdict(answer)}\n")
    write_csv(answer.details.get("book", ()), ["position", "reply"])


def page_for(answer: Answer) -> Page:
    """Return the page that goes with what was asked."""
    return _page_of(answer, "SCENARIO")[0]


def _page_of(answer: Answer, typed: str) -> tuple[Page, Callable[[Answer], Text]]:
    from toadstone.core.question import Sense
    from toadstone_cli.page import plan_page, verdict

    if answer.front is not None:
        from toadstone_cli.front_page import front_page

        return front_page, verdict
    if answer.ask[0].sense is Sense.POSITION:
        from toadstone_cli.position_page import position_page, position_verdict

        return position_page, position_verdict
    return partial(plan_page, typed=typed), verdict
