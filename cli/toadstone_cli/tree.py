"""`toadstone tree`: the tree of possibilities, as backtracking walks it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from toadstone.view.layout import can_spell
from toadstone_cli.options import OUTPUT, Json, TimeLimit, expect_board, output_option
from toadstone_cli.output import ExitStatus, write, write_page
from toadstone_cli.progress import LiveLine
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from toadstone.core.budget import Budget
    from toadstone.files.scenario import Scenario
    from toadstone.game import Game
    from toadstone.play.tree import Tree

SHOWN_DEPTH = 20
SHOWN_MOVES = 200

_TOGETHER = 500
"""Lines that are written at once."""


@takes_scenario
def tree(
    scenario_file: ScenarioFile,
    depth: Annotated[
        int,
        typer.Option(
            min=1, metavar="N", rich_help_panel=OUTPUT, help="Show at most N levels of moves."
        ),
    ] = SHOWN_DEPTH,
    limit: Annotated[
        int,
        typer.Option(
            min=1, metavar="N", rich_help_panel=OUTPUT, help="Show the first N moves of the tree."
        ),
    ] = SHOWN_MOVES,
    json: Json = False,
    output: Annotated[str | None, output_option("Also draw the tree: .svg or .png.")] = None,
    time_limit: TimeLimit = None,
) -> ExitStatus:
    """Draw the search tree of backtracking.

    The search tries legal moves in their order. It takes back a move that leads to no win, and
    stops at the first plan that wins. In a two-player game, the side to move tries moves until one
    forces a win. So the tree shows whether the first player can force a win.

    --depth and --limit change only what is shown; the search always goes to its end.

    \b
    Examples:
      toadstone tree wall-of-snakes
      toadstone tree first-crossing --depth 5 --limit 30
      toadstone tree jump-of-two --ascii
    """
    from toadstone.core.budget import Budget, Limits, Listener
    from toadstone.core.rules import RULES
    from toadstone.files.writing import expect_writable
    from toadstone.game import find_game
    from toadstone.play.tree import Extent, tree_of_possibilities
    from toadstone.view.charts import tree_chart
    from toadstone.view.draw import draw_svg, expect_suffix

    if output is not None:
        expect_suffix(output, (".svg", ".png"))
        expect_writable(output, scenario_file.path)
    scenario = scenario_file.read()
    game = find_game(scenario.game)
    scenario_file.expect_kept(output)
    if not json:
        expect_board(game)
    with LiveLine() as line:
        budget = Budget(Limits(time_limit), Listener(tell=line.tell))
        found = tree_of_possibilities(game.get(RULES)(scenario), Extent(depth, limit), budget)
    if output is not None:
        draw_svg(tree_chart(found, title=scenario.title), output)
    if json:
        _write_json(game, scenario, found)
    else:
        _write_page(game, scenario, found, budget)
    return _status(found, budget)


def _status(found: Tree[Any, Any], budget: Budget) -> ExitStatus:
    from toadstone.engines.answer import Status

    if found.status is Status.UNKNOWN:
        return ExitStatus.INTERRUPTED if budget.interrupted else ExitStatus.UNDECIDED
    return ExitStatus.ANSWERED if found.status is Status.FEASIBLE else ExitStatus.IMPOSSIBLE


def _write_json(game: Game, scenario: Scenario, found: Tree[Any, Any]) -> None:
    from toadstone_cli.tree_page import tree_json

    pieces = tree_json(game, scenario, found)
    while together := "".join(islice(pieces, _TOGETHER)):
        if not write(together):
            return


def _write_page(game: Game, scenario: Scenario, found: Tree[Any, Any], budget: Budget) -> None:
    from toadstone.view.layout import reason_to_stop
    from toadstone_cli.tree_page import ASCII, LINES, tree_page

    pen = LINES if can_spell(LINES.signs) else ASCII
    page: Iterator[Any] = tree_page(game, scenario, found, pen, reason_to_stop(budget))
    while together := list(islice(page, _TOGETHER)):
        if not write_page(*together):
            return
