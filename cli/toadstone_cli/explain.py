"""`toadstone explain`: why a scenario cannot be won, and what would help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from toadstone.core.budget import Confirm, Limits
from toadstone_cli.options import (
    LIMITS,
    QUESTION,
    ConfirmBy,
    Json,
    Seed,
    TimeLimit,
    Verbose,
    Workers,
    option,
)
from toadstone_cli.output import ExitStatus, status_of_stopped, write_json, write_page
from toadstone_cli.progress import live_budget
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario

if TYPE_CHECKING:
    from toadstone.proofs.explanation import Explanation

MOST_CORES = 10
"""Cores that `--all-cores` looks for unless it is told otherwise."""


@takes_scenario
def explain(
    scenario_file: ScenarioFile,
    all_cores: Annotated[
        bool, option(QUESTION, "Find every core, not only one.", "--all-cores")
    ] = False,
    limit: Annotated[
        int | None,
        option(
            LIMITS, f"Stop --all-cores after N cores; {MOST_CORES} if left out.", min=1, metavar="N"
        ),
    ] = None,
    json: Json = False,
    time_limit: TimeLimit = None,
    workers: Workers = 1,
    seed: Seed = 0,
    confirm: ConfirmBy = Confirm.AUTO,
    verbose: Verbose = False,
) -> ExitStatus:
    """Show why a scenario cannot be won, and what would help.

    If it can be won, show how close it is to being lost. The scenario's requirements count; its
    own question does not. A core is a set of facts that together make the scenario unwinnable; if
    you drop any one of them, it can be won.

    \b
    Examples:
      toadstone explain wall-of-snakes
      toadstone explain wall-of-snakes --all-cores --limit 5 --json
    """
    from toadstone import interface

    if limit is not None and not all_cores:
        raise typer.BadParameter("--limit goes with --all-cores only.")
    scenario = scenario_file.read()
    most_cores = (limit or MOST_CORES) if all_cores else None
    with live_budget(Limits(time_limit, workers, seed), verbose=verbose) as budget:
        explanation = interface.explain(
            scenario, all_cores=most_cores, confirm=confirm, budget=budget
        )
    if json:
        write_json(explanation.to_json())
    else:
        from toadstone.view.explanation_page import explanation_page

        write_page(*explanation_page(explanation, scenario_file.path, scenario_file.parts))
    return _status_of(explanation)


def _status_of(explanation: Explanation) -> ExitStatus:
    """Return the exit status: undecided where any part of the explanation is."""
    from toadstone.engines.answer import Status

    if explanation.undecided:
        return status_of_stopped(explanation)
    lost = explanation.status is Status.INFEASIBLE
    return ExitStatus.IMPOSSIBLE if lost else ExitStatus.ANSWERED
