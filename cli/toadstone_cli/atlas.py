"""`toadstone atlas`: every usual start of a game up to a size, and what it is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from toadstone.core.budget import Confirm, Limits
from toadstone_cli import completion
from toadstone_cli.options import (
    LIMITS,
    ConfirmBy,
    Json,
    TablePath,
    TimeLimitOfGame,
    csv_option,
    expect_one_format,
    expect_table,
    write_table,
)
from toadstone_cli.output import ExitStatus, write_csv, write_json, write_page
from toadstone_cli.progress import LiveLine


def atlas(
    game: Annotated[
        str, typer.Argument(metavar="GAME", autocompletion=completion.games, help="The game.")
    ],
    cells: Annotated[
        int,
        typer.Option(
            "--cells",
            min=1,
            metavar="N",
            rich_help_panel=LIMITS,
            help="Include starts of up to N cells.",
        ),
    ] = 7,
    as_csv: Annotated[
        bool, csv_option("Print comma-separated values, one line per start.")
    ] = False,
    json: Json = False,
    output: TablePath = None,
    time_limit: TimeLimitOfGame = None,
    confirm: ConfirmBy = Confirm.AUTO,
) -> ExitStatus:
    """List all usual starts of a game up to a size, solved.

    For each start the table shows the winner for either first player, the number of plies, and the
    game's other figures. A start that the time limit left undecided shows '?'; in CSV an empty
    cell, in JSON null.

    \b
    Examples:
      toadstone atlas toads-and-frogs --cells 6
      toadstone atlas toads-and-frogs --cells 9 --csv
    """
    expect_one_format(as_csv=as_csv, json=json)
    from toadstone import interface
    from toadstone.core.budget import Budget, Listener

    expect_table(output)
    with LiveLine("the first start") as line:
        budget = Budget(Limits(time_limit, 1, 0), Listener(tell=line.tell))
        table = interface.atlas(game, cells=cells, confirm=confirm, budget=budget)
    write_table(table, output)
    if json:
        write_json(table.to_json())
    elif as_csv:
        write_csv(table.to_records())
    else:
        from toadstone_cli.atlas_page import atlas_page

        write_page(*atlas_page(table, budget))
    if budget.interrupted:
        return ExitStatus.INTERRUPTED
    return ExitStatus.ANSWERED if table.decided else ExitStatus.UNDECIDED
