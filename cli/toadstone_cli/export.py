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
    from toadstone.core.budget import Budget
    from toadstone.engines.instance import Instance
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
    from toadstone.services.export.export import export_files

    instance = scenario_file.instance(ask)
    files: Files | None = None
    with live_budget(Limits(time_limit), f"writing {to}") as budget, budget.stoppable():
        files = export_files(instance, to, budget)
    if files is None:
        return _undecided(budget, json=json)
    return _handed_over(scenario_file, files, to, output, _asked(instance, to) if json else None)


def _handed_over(
    scenario_file: ScenarioFile,
    files: Files,
    to: str,
    output: str | None,
    said: dict[str, object] | None,
) -> ExitStatus:
    """Write the files, or print them; `said` is the JSON object, where one is wanted."""
    from toadstone.services.export.export import expect_one_file, write_files

    if output is not None:
        written = write_files(files, output, scenario_file.files)
        if said is not None:
            write_json(said | {"written": written})
    elif said is not None:
        write_json(said | {"files": dict(files)})
    else:
        expect_one_file(files, f"--to {to}")
        write(next(iter(files.values())))
    return ExitStatus.ANSWERED


def _asked(instance: Instance, to: str) -> dict[str, object]:
    ask = [question.name for question in instance.ask]
    return {"game": instance.game.name, "ask": ask, "format": to}


def _undecided(budget: Budget, *, json: bool) -> ExitStatus:
    """Report that nothing was written."""
    message = f"nothing was written: {reason_to_stop(budget)}"
    write_failure(message, "", as_json=json)
    return status_of_stopped(budget)
