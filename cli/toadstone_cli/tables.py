"""`toadstone atlas`: a table of starts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

import toadstone
from toadstone.core.board import style_text
from toadstone.core.budget import Budget, Confirm, Limits
from toadstone.view.layout import reason_to_stop
from toadstone_cli.options import (
    LIMITS,
    ConfirmBy,
    Json,
    TimeLimitOfGame,
    option,
)
from toadstone_cli.progress import live_budget
from toadstone_cli.streams import ExitStatus, write_result

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.play.atlas import AtlasTable, Entry

NOT_KNOWN = "?"
MOST_LETTERS = 24
"""Of a text in a table; JSON has all of it."""


def atlas(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    cells: Annotated[int, option(LIMITS, "Include starts of up to N cells.", min=1)] = 7,
    json: Json = False,
    time_limit: TimeLimitOfGame = None,
    confirm: ConfirmBy = Confirm.AUTO,
) -> ExitStatus:
    """List all usual starts of a game up to a size, solved.

    For each start the table shows the winner for either first player, the number of plies, and the
    game's other figures. A start that the time limit left undecided shows '?', and null
    in JSON.

    \b
    Examples:
      toadstone atlas toads-and-frogs --cells 6
      toadstone atlas toads-and-frogs --cells 9 --json
    """
    with live_budget(Limits(time_limit), "the first start") as budget:
        table = toadstone.atlas(game, cells=cells, confirm=confirm, budget=budget)
    write_result(table, _atlas_page(table, budget), json=json)
    done = table.decided and not budget.interrupted
    return ExitStatus.ANSWERED if done else ExitStatus.of_stopped(budget)


def _atlas_page(table: AtlasTable, budget: Budget) -> Iterator[RenderableType]:
    """Lay out the table, and say how much of it is decided."""
    from toadstone.view.page import table as laid_out

    yield style_text((f"Starts of up to {table.cells} cells", "bold"), f"  {table.game}")
    yield "Outcome: the side that wins, or whether the first or second player wins."
    yield "Other columns: the winner and the number of plies for each first player."
    yield ""
    rows = [_row(entry) for entry in table.entries]
    yield from laid_out(list(rows[0]), [list(row.values()) for row in rows])
    yield ""
    by = sorted({entry.confirmed_by for entry in table.entries if entry.confirmed_by})
    reasons = sorted({entry.confirmed_why for entry in table.entries if entry.confirmed_why})
    twice = sum(entry.confirmed_by is not None for entry in table.entries)
    methods = f" ({', '.join(['exact-search', *by])})" if by else ""
    others = f"; others once: {'; '.join(reasons)}" if reasons else ""
    yield f"Checked: {twice} of {len(rows)} derived twice{methods}{others}."
    if undecided := sum(not entry.decided for entry in table.entries):
        why = f"{undecided} of {len(rows)} starts, {reason_to_stop(budget)}."
        yield style_text(("Undecided", "bold yellow"), f": {why}")
    else:
        yield style_text((f"{len(rows)} starts, {budget.elapsed():.1f} s", "dim"))


def _row(entry: Entry) -> dict[str, str]:
    firsts = {
        f"{side} first": f"{winner} in {entry.remoteness[side]}" if winner else NOT_KNOWN
        for side, winner in entry.winner_when_first.items()
    }
    further = {
        name: value if len(value) <= MOST_LETTERS else f"{value[: MOST_LETTERS - 3]}..."
        for name, value in ((name, value or NOT_KNOWN) for name, value in entry.further.items())
    }
    return {"start": entry.start, "outcome": entry.outcome or NOT_KNOWN, **firsts, **further}
