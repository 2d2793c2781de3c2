"""`toadstone compare`: every method that can answer the question, side by side."""

from __future__ import annotations

from typing import Annotated

from toadstone.core.budget import Confirm, Limits
from toadstone_cli import completion
from toadstone_cli.options import (
    METHOD,
    TABLE,
    Ask,
    ConfirmBy,
    Json,
    Seed,
    TablePath,
    Verbose,
    Workers,
    expect_output,
    option,
    time_option,
    write_table,
)
from toadstone_cli.output import ExitStatus, status_of, write_json, write_page
from toadstone_cli.progress import live_budget
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario

TimeLimitEach = Annotated[
    float | None,
    time_option("Stop each method after 30 (seconds), 30s, 5m or 1h; 10s if left out."),
]
MethodNames = Annotated[
    list[str] | None,
    option(
        METHOD,
        "Compare only this method. For several, use commas or repeat the option.",
        "--methods",
        metavar="NAME",
        autocompletion=completion.methods,
    ),
]


@takes_scenario
def compare(
    scenario_file: ScenarioFile,
    ask: Ask = None,
    methods: MethodNames = None,
    json: Json = False,
    output: TablePath = None,
    time_limit: TimeLimitEach = None,
    workers: Workers = 1,
    seed: Seed = 0,
    confirm: ConfirmBy = Confirm.AUTO,
    verbose: Verbose = False,
) -> ExitStatus:
    """Compare the answers of all methods, side by side.

    The reference simulator replays each plan. If answers contradict each other, Toadstone reports
    a defect. The exit status is that of the most certain answer.

    \b
    Examples:
      toadstone compare first-crossing
      toadstone compare rolls-from-a-file.txt --hp 10 --rows 8
      toadstone compare first-crossing --methods cp-sat,layered --json
    """
    from toadstone import interface
    from toadstone.engines.comparison import SECONDS_EACH

    instance = scenario_file.instance(ask)
    expect_output(output, scenario_file.files, TABLE)
    named = [name.strip() for name in ",".join(methods).split(",")] if methods else ()
    seconds = SECONDS_EACH if time_limit is None else time_limit
    with live_budget(Limits(None, workers, seed), verbose=verbose) as budget:
        comparison = interface.compare(
            instance, methods=named, time_limit=seconds, confirm=confirm, budget=budget
        )
    write_table(comparison, output)
    if json:
        write_json(comparison.to_json())
    else:
        from toadstone.view.page import comparison_page

        write_page(*comparison_page(comparison))
    if budget.interrupted:
        return ExitStatus.INTERRUPTED
    return status_of(comparison.surest())
