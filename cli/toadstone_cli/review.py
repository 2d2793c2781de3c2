"""`toadstone review`: the cost of each move of a plan or a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from toadstone.core.budget import Limits
from toadstone_cli.check import PlanPath, expect_plan_file, report_undecided
from toadstone_cli.options import QUESTION, Ask, Json, Seed, TimeLimit, Workers
from toadstone_cli.output import ExitStatus, write_json, write_page
from toadstone_cli.progress import told_budget
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toadstone.core.replay import Failure
    from toadstone.engines.answer import Check
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
    need not be over. If the plan is invalid, Toadstone reviews the moves up to that turn. Of a
    front it follows the first question; it does not change the start.

    \b
    Examples:
      toadstone review first-crossing plan.txt
      toadstone review two-against-two game.txt --side toads --json
    """
    from toadstone import interface

    expect_plan_file(scenario_file, plan)
    asked = scenario_file.instance_beside(ask, [plan], "toadstone review SCENARIO PLAN")
    with told_budget(Limits(time_limit, workers, seed), "reviewing") as budget:
        checked: Check | None = None
        with budget.stoppable():
            checked = interface.check(asked, plan, budget=budget)
        if checked is None:
            return report_undecided(budget, json=json)
        moves = [str(move) for move in checked.replay.moves]
        said = interface.review(checked.instance, moves, sides=side or (), budget=budget)
    failure = checked.replay.failure
    if failure and failure.move is None and failure.turn > len(moves):
        failure = None  # a game that is not over
    left = len(checked.read.plans[checked.number - 1]) - len(moves) if checked.read else 0
    if json:
        at, reason = (failure.turn, failure.reason) if failure else (None, None)
        stated = {"valid": failure is None, "at": at, "reason": reason, "not_reviewed": left}
        write_json(said.to_json() | stated)
    else:
        from toadstone.view.review_page import review_page

        write_page(*review_page(said, _notes(checked, failure, left)))
    return _status(said, failure)


def _notes(checked: Check, failure: Failure | None, left: int) -> Iterator[str]:
    """Say where the plan fails, and how the file was read where that is not plain."""
    if failure:
        yield f"Invalid at {failure}."
    if left:
        from toadstone.play.words import with_noun

        moves = f"{with_noun(left, 'move')} from turn {len(checked.replay.moves) + 1} on"
        yield f"Not reviewed: {moves}."
    read = checked.read
    if read and len(read.plans) > 1:
        yield f"Reviewed: plan {checked.number} of {len(read.plans)}."
    if read and not read.is_plain:
        yield f"Read as: {read.understood}"


def _status(said: Review, failure: Failure | None) -> ExitStatus:
    """Return the exit status: undecided where the cost of a move is not known."""
    from toadstone.engines.answer import Status

    if said.interrupted:
        return ExitStatus.INTERRUPTED
    if failure:
        return ExitStatus.IMPOSSIBLE
    return ExitStatus.ANSWERED if said.status is Status.OPTIMAL else ExitStatus.UNDECIDED
