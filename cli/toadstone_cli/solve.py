"""`toadstone solve`: answer the scenario's question."""

from __future__ import annotations

from typing import Annotated

import typer

from toadstone_cli.exit_status import ExitStatus, status_of
from toadstone_cli.options import (
    Ask,
    Json,
    ScenarioFile,
    Seed,
    TimeLimit,
    Verbose,
    Workers,
    asked_questions,
    limits_of,
    takes_scenario,
)
from toadstone_cli.output import write_json, write_page
from toadstone_cli.progress import solve_with_progress
from toadstone_cli.view import View


@takes_scenario
def solve(
    scenario_file: ScenarioFile,
    ask: Ask = None,
    view: Annotated[View, typer.Option(help="How to show the plan.")] = View.AUTO,
    json: Json = False,
    time_limit: TimeLimit = None,
    workers: Workers = 1,
    seed: Seed = 0,
    verbose: Verbose = False,
) -> ExitStatus:
    r"""Find the best plan, or prove that there is none.

    \b
    Examples:
      toadstone solve scenarios/river-toad/first-crossing.yaml
      toadstone solve scenarios/river-toad/first-crossing.yaml --ask min-moves
      toadstone solve rolls.txt --hp 10 --rows 8 --ask min-moves,max-hp --json
    """
    game, scenario = scenario_file.read()
    questions = asked_questions(scenario, ask)
    limits = limits_of(time_limit, workers, seed)
    answer = solve_with_progress(game, scenario, questions, limits, verbose=verbose)
    if json:
        write_json(answer.as_json())
    else:
        from toadstone_cli.page import answer_page

        write_page(*answer_page(answer, view))
    return status_of(answer)
