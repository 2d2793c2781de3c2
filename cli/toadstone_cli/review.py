"""`toadstone review`: the cost of each move of a plan or a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from toadstone.core.budget import Limits
from toadstone_cli.check import PlanPath, expect_plan_file, undecided
from toadstone_cli.options import QUESTION, Ask, Json, Seed, TimeLimit, Workers
from toadstone_cli.output import ExitStatus, write_json, write_page
from toadstone_cli.progress import LiveLine
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toadstone.core.replay import Failure
    from toadstone.engines.verdicts import Check
    from toadstone.play.review import Review

Side = Annotated[
    list[str] | None,
    typer.Option(
        "--side",
        metavar="SIDE",
        rich_help_panel=QUESTION,
        help="Review the moves of this side only.",
    ),
]


@takes_scenario
def review(
    scenario_file: ScenarioFile,
    plan: PlanPath,
    ask: Ask = None,
    side: Side = None,
    json: Json = False,
    time_limit: TimeLimit = None,
    workers: Workers = 1,
    seed: Seed = 0,
) -> ExitStatus:
    """Show the cost of each move, and a better one for each mistake.

    The cost is the difference between the best result possible before the move and after it: in a
    one-player game by the best plan, in a two-player game by perfect play of both sides. The game
    need not be over. If a move is not legal, Toadstone reviews the moves before it.

    \b
    Examples:
      toadstone review first-crossing plan.txt
      toadstone review two-against-two game.txt --side toads --json
    """
    from toadstone import interface
    from toadstone.core.budget import Budget, Listener

    expect_plan_file(scenario_file, plan)
    asked = scenario_file.instance_beside(ask, [plan], "toadstone review SCENARIO PLAN")
    with LiveLine("reviewing") as live:
        budget = Budget(Limits(time_limit, workers, seed), Listener(tell=live.tell))
        checked: Check | None = None
        with budget.stoppable():
            checked = interface.check(asked, plan, budget=budget)
        if checked is None:
            return undecided(budget, json=json)
        moves = [str(move) for move in checked.replay.moves]
        said = interface.review(checked.instance, moves, sides=side or (), budget=budget)
    failure = checked.replay.failure
    illegal = failure if failure and failure.move and failure.turn > len(moves) else None
    if json:
        at, reason = (illegal.turn, illegal.reason) if illegal else (None, None)
        write_json(said.to_json() | {"valid": illegal is None, "at": at, "reason": reason})
    else:
        from toadstone.view.review_page import review_page

        write_page(*review_page(said, _notes(checked, illegal)))
    return _status(said, illegal)


def _notes(checked: Check, illegal: Failure | None) -> Iterator[str]:
    """Say where the plan stops being legal, and how the file was read where that is not plain."""
    if illegal:
        yield f"Invalid at {illegal}. The moves before it are reviewed."
    read = checked.read
    if read and len(read.plans) > 1:
        yield f"Reviewed: plan {checked.number} of {len(read.plans)}."
    if read and not read.is_plain:
        yield f"Read as: {read.understood}"


def _status(said: Review, illegal: Failure | None) -> ExitStatus:
    """Return the exit status: undecided where the cost of a move is not known."""
    from toadstone.engines.answer import Status

    if said.interrupted:
        return ExitStatus.INTERRUPTED
    if illegal:
        return ExitStatus.IMPOSSIBLE
    return ExitStatus.ANSWERED if said.status is Status.OPTIMAL else ExitStatus.UNDECIDED
