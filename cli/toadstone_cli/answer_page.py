"""An answer for people, on the page that goes with what was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toadstone.files.messages import printable
from toadstone.view.layout import View
from toadstone_cli.output import tell, write, write_csv, write_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toadstone.engines.answer import Answer
    from toadstone_cli.beside import Beside


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
    from toadstone.engines.answer import Status
    from toadstone.view.answer_page import page_for

    page, verdict = page_for(answer, typed)
    if view is View.MOVES and answer.status is not Status.OPTIMAL:
        tell(f"toadstone: {verdict(answer)}\n")
    write_page(*page(answer, view), *lines)
    beside.write(answer)
    if beside.certified is not None and view is not View.MOVES:
        write(f"Certified: {printable(beside.certified)}, for 'toadstone verify'.\n")


def write_book(answer: Answer) -> None:
    """Print a book as comma-separated values; a doubt, or that there is none, on standard error."""
    from toadstone.engines.answer import Status
    from toadstone.view.position_page import position_verdict

    if answer.status is not Status.OPTIMAL:
        tell(f"toadstone: {position_verdict(answer)}\n")
    write_csv(answer.details.get("book", ()), ["position", "reply"])
