"""`toadstone check`: replay a plan on the reference simulator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from toadstone_cli import completion
from toadstone_cli.exit_status import ExitStatus
from toadstone_cli.options import Ask, Json, ScenarioFile, TimeLimit, expect_board, takes_scenario
from toadstone_cli.output import reason_to_stop, write, write_json, write_page
from toadstone_cli.progress import LiveLine
from toadstone_cli.view import View

if TYPE_CHECKING:
    from toadstone.core.budget import Budget
    from toadstone.engines.instance import Instance
    from toadstone.engines.verdicts import Check
    from toadstone.files.source import Source

PlanPath = Annotated[
    str,
    typer.Argument(
        metavar="PLAN",
        help="A file with the plan, '-' for standard input: a JSON or YAML list, one move a "
        "line, or what 'solve --json' printed.",
    ),
]

SolutionOf = Annotated[
    str | None,
    typer.Option(
        "--solution-of",
        metavar="FORMAT",
        autocompletion=completion.formats,
        help="PLAN is what another solver says of the file that 'export --to FORMAT' wrote.",
    ),
]


@takes_scenario
def check(
    scenario_file: ScenarioFile,
    plan: PlanPath,
    ask: Ask = None,
    solution_of: SolutionOf = None,
    view: Annotated[View, typer.Option(help="How to show the plan.")] = View.AUTO,
    json: Json = False,
    time_limit: TimeLimit = None,
) -> ExitStatus:
    """Replay a plan; say where and why it fails.

    A valid plan follows the rules, wins, and meets the requirements; nothing is said about
    whether a better one exists. What is asked matters only where a plan need not win, starts
    otherwise than the scenario says, or is played by sides who choose their moves in a stated way.

    \b
    Examples:
      toadstone check scenarios/river-toad/first-crossing.yaml plan.txt
      toadstone check first-crossing crossing.plan --solution-of pddl
    """
    from toadstone.core.budget import Budget, Limits, Listener
    from toadstone.core.errors import RequestError
    from toadstone.files.source import STANDARD_INPUT, read_source

    if scenario_file.path == plan == STANDARD_INPUT:
        raise RequestError("scenario and plan cannot both come from standard input")
    asked = scenario_file.instance(ask)
    if not json:
        expect_board(asked.game)
    source = read_source(plan)
    replayed: Check | None = None
    with LiveLine("replaying the plan") as live:
        budget = Budget(Limits(time_limit), Listener(tell=live.tell))
        with budget.stoppable():
            replayed = _replayed(asked, source, solution_of, budget)
    if replayed is None:
        return _undecided(budget, json=json)
    if json:
        write_json(replayed.to_json())
    else:
        from toadstone_cli.page import check_page

        write_page(*check_page(replayed, view))
    return ExitStatus.ANSWERED if replayed.valid else ExitStatus.IMPOSSIBLE


def _replayed(asked: Instance, source: Source, solution_of: str | None, budget: Budget) -> Check:
    """Replay a plan file, or the plan in another solver's output."""
    if solution_of is not None:
        from toadstone.exporting.export import check_solution

        return check_solution(asked, solution_of, source, budget)
    from toadstone.engines.verdicts import checked
    from toadstone.files.plan_file import read_plan

    plan_file = read_plan(source, asked.rules)
    return checked(asked.as_stated(plan_file.values), plan_file.moves, budget)


def _undecided(budget: Budget, *, json: bool) -> ExitStatus:
    """Report a plan that was not replayed to its end."""
    why = reason_to_stop(budget)
    if json:
        write_json({"valid": None, "at": None, "reason": f"undecided: {why}"})
    else:
        write(f"Undecided: {why} before the plan was replayed.\n")
    return ExitStatus.INTERRUPTED if budget.interrupted else ExitStatus.UNDECIDED
