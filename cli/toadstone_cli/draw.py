"""`toadstone draw`: pictures of plans and starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

import toadstone
from toadstone.core.budget import Limits
from toadstone.core.errors import RequestError
from toadstone.files.messages import printable
from toadstone.proofs import EXPLAINER
from toadstone.view.board import drawn_board
from toadstone.view.layout import reason_to_stop
from toadstone_cli.options import (
    PICTURE,
    Ask,
    MethodName,
    Verbose,
    option,
    output_option,
)
from toadstone_cli.progress import live_budget
from toadstone_cli.scenario_file import ScenarioFile
from toadstone_cli.streams import ExitStatus, tell, write

if TYPE_CHECKING:
    from toadstone.engines.answer import Answer, Check
    from toadstone.files.scenario import Scenario

    Subject = Answer | Check | Scenario


PicturePath = Annotated[
    str,
    output_option(
        "The file to write: .svg or .png for a sheet with all turns, .gif for an animation, "
        ".html for a replay.",
        heading=PICTURE,
    ),
]


def draw(
    scenario_file: ScenarioFile,
    output: PicturePath,
    limits: Limits,
    plan: Annotated[
        str | None, typer.Argument(metavar="PLAN", help="A file with a plan, to draw that.")
    ] = None,
    start: Annotated[bool, option(PICTURE, "Draw only the start.", "--start")] = False,
    turn: Annotated[int | None, option(PICTURE, "Draw only turn N; 0 is the start.", min=0)] = None,
    ask: Ask = None,
    method: MethodName = None,
    verbose: Verbose = False,
) -> ExitStatus:
    """Draw the best plan, a plan of your own, or the start.

    The ending of FILE decides the kind of picture. An HTML replay is one file and needs no
    network.

    \b
    Examples:
      toadstone draw first-crossing -o crossing.svg
      toadstone draw three-by-three -o duck.gif
      toadstone draw two-pairs --start -o start.svg
    """
    from toadstone.engines.answer import Answer
    from toadstone.files.writing import expect_not, expect_writable
    from toadstone.view.draw import expect_picture
    from toadstone.view.pages.answer import answer_verdict

    if start and plan is not None:
        raise RequestError("--start does not go with PLAN")
    expect_picture(output, turn)
    instance = scenario_file.instance(ask)
    expect_writable(output, *instance.scenario.files)
    if plan is not None:
        expect_not(output, plan, what="the plan")
    drawn_board(instance.game, instance.scenario)
    subject: Subject = instance.scenario
    status = ExitStatus.ANSWERED
    if plan is not None:
        subject = check = toadstone.check(instance, plan)
        if not check.valid:
            tell(f"toadstone: the plan fails at {check.replay.failure}\n")
            status = ExitStatus.IMPOSSIBLE
    elif not start:
        with live_budget(limits, verbose=verbose) as budget:
            subject = answer = toadstone.solve(instance, method=method, budget=budget)
        status = ExitStatus.of(answer)
        _tell_what_is_drawn(answer)
    toadstone.draw(subject, output, turn=turn)
    verdict = f": {answer_verdict(subject)}" if isinstance(subject, Answer) else "."
    write(f"Wrote {printable(output)}{verdict}\n")
    return status


def _tell_what_is_drawn(answer: Answer) -> None:
    """If no best plan is drawn, say what is drawn instead, and why."""
    if answer.status is toadstone.Status.INFEASIBLE:
        explains = answer.instance.game.find(EXPLAINER) is not None
        why = "; 'toadstone explain' says why" if explains else ""
        tell(f"toadstone: there is no plan: the start is drawn{why}\n")
    elif ExitStatus.of(answer) is not ExitStatus.ANSWERED:
        why = f"{answer.solver.name} {answer.caveat}" if answer.caveat else reason_to_stop(answer)
        drawn = "the start" if answer.replay is None else "the best found"
        tell(f"toadstone: undecided, {why}: {drawn} is drawn\n")
