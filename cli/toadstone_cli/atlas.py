"""`toadstone atlas`: every usual start of a game up to a size, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from toadstone_cli.exit_status import ExitStatus
from toadstone_cli.options import Json, TimeLimit, expect_one_format, limits_of
from toadstone_cli.output import write, write_json, write_page
from toadstone_cli.progress import LiveLine

if TYPE_CHECKING:
    from toadstone.core.budget import Budget
    from toadstone.files.scenario import Scenario
    from toadstone.game import Game
    from toadstone.play.atlas import Entry


def atlas(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    cells: Annotated[
        int, typer.Option("--cells", min=1, metavar="N", help="Starts of up to N cells.")
    ] = 7,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print comma-separated values, a start a line.")
    ] = False,
    json: Json = False,
    time_limit: TimeLimit = None,
) -> ExitStatus:
    """Tabulate every usual start of a game up to a size.

    Who wins whoever moves first, in how many plies, and what else the game says of a position.
    What no time was left for is shown as '?', in CSV as nothing, in JSON as null.

    \b
    Examples:
      toadstone atlas toads-and-frogs --cells 6
      toadstone atlas toads-and-frogs --cells 9 --csv
    """
    expect_one_format(as_csv=as_csv, json=json)
    from toadstone import __version__
    from toadstone.core.answer import Status
    from toadstone.core.budget import Budget
    from toadstone.play.atlas import starts
    from toadstone_cli.atlas_page import atlas_page, comma_separated

    charted = _charted(game)
    scenarios = starts(charted, cells)
    budget = Budget(limits_of(time_limit, 1, 0))
    entries = _survey_with_progress(charted, scenarios, budget)
    if json:
        rows = [entry.to_json() for entry in entries]
        status = Status.OPTIMAL if all(entry.decided for entry in entries) else Status.UNKNOWN
        head = {"toadstone": __version__, "game": charted.name, "cells": cells}
        write_json({**head, "status": status.value, "atlas": rows})
    elif as_csv:
        write(comma_separated(entries))
    else:
        write_page(*atlas_page(charted, cells, entries, budget))
    return _status_of(entries, budget)


def _charted(name: str) -> Game:
    """Return the game with this name, if it has an atlas."""
    from toadstone.core.errors import RequestError
    from toadstone.files.messages import one_of
    from toadstone.game import all_games, find_game
    from toadstone.play.parts import ATLAS

    game = find_game(name)
    if ATLAS in game.parts:
        return game
    others = [each.name for each in all_games().values() if ATLAS in each.parts]
    raise RequestError(f"{name} has no atlas: expected {one_of(others)}")


def _survey_with_progress(game: Game, scenarios: Sequence[Scenario], budget: Budget) -> list[Entry]:
    from toadstone.play.atlas import survey

    entries = []
    with LiveLine() as line:
        line.tell("the first start")
        for number, entry in enumerate(survey(game, scenarios, budget), 1):
            entries.append(entry)
            line.tell(f"{number} of {len(scenarios)} starts, the last one {entry.start}")
    return entries


def _status_of(entries: Sequence[Entry], budget: Budget) -> ExitStatus:
    if budget.interrupted:
        return ExitStatus.INTERRUPTED
    decided = all(entry.decided for entry in entries)
    return ExitStatus.ANSWERED if decided else ExitStatus.UNDECIDED
