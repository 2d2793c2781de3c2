"""`toadstone export`: the same scenario for another solver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from toadstone.core.budget import Limits
from toadstone.view.layout import reason_to_stop
from toadstone_cli import completion
from toadstone_cli.options import OUTPUT, Ask, Json, TimeLimit, option, output_option
from toadstone_cli.output import (
    ExitStatus,
    status_of_stopped,
    write,
    write_failure,
    write_json,
)
from toadstone_cli.progress import live_budget
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario

if TYPE_CHECKING:
    from toadstone.services.export.parts import Files

FormatName = Annotated[
    str,
    option(
        OUTPUT,
        "cp-sat, mps or lp. Some games also have minizinc, asp or pddl.",
        "--to",
        metavar="FORMAT",
        autocompletion=completion.formats,
    ),
]
Output = Annotated[
    str | None,
    output_option(
        "Write to this file instead of standard output. If the format has several files, PATH is "
        "a folder.",
        "PATH",
    ),
]


@takes_scenario
def export(
    scenario_file: ScenarioFile,
    to: FormatName,
    output: Output = None,
    ask: Ask = None,
    json: Json = False,
    time_limit: TimeLimit = None,
) -> ExitStatus:
    """Write the scenario for another solver.

    To read that solver's output back as a plan and replay it, use 'toadstone check SCENARIO FILE
    --solution-of FORMAT'.

    \b
    Examples:
      toadstone export first-crossing --to mps -o crossing.mps
      toadstone export first-crossing --to minizinc --ask min-moves,max-hp
      toadstone export first-crossing --to pddl -o crossing-pddl
      toadstone export two-pairs --to cp-sat -o frogs.pbtxt
    """
    from toadstone.services.export.export import expect_one_file, export_files, write_files

    instance = scenario_file.instance(ask)
    files: Files | None = None
    with live_budget(Limits(time_limit), f"writing {to}") as budget, budget.stoppable():
        files = export_files(instance, to, budget)
    if files is None:
        write_failure(f"nothing was written: {reason_to_stop(budget)}", "", as_json=json)
        return status_of_stopped(budget)
    asked = [question.name for question in instance.ask]
    said = {"game": instance.game.name, "ask": asked, "format": to}
    if output is not None:
        paths = write_files(files, output, scenario_file.files)
        if json:
            write_json(said | {"written": paths})
    elif json:
        write_json(said | {"files": dict(files)})
    else:
        expect_one_file(files, f"--to {to}")
        write(next(iter(files.values())))
    return ExitStatus.ANSWERED
