"""`toadstone draw`: pictures of plans, and of what makes a scenario unwinnable."""

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
    from toadstone.proofs.explanation import Explanation

    Subject = Answer | Check | Explanation | Scenario


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
    network. If the scenario cannot be won, the picture shows the cause.

    \b
    Examples:
      toadstone draw first-crossing -o crossing.svg
      toadstone draw starvation -o starvation.html
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
            answer = toadstone.solve(instance, method=method, budget=budget)
        status = ExitStatus.of(answer)
        subject = _answer_or_causes(answer, limits)
    toadstone.draw(subject, output, turn=turn)
    said = f": {answer_verdict(subject)}" if isinstance(subject, Answer) else "."
    write(f"Wrote {printable(output)}{said}\n")
    return status


def _answer_or_causes(answer: Answer, limits: Limits) -> Answer | Explanation:
    """Return the answer, or, of an unwinnable scenario, what makes it so where that is drawn."""
    instance, infeasible = answer.instance, toadstone.Status.INFEASIBLE
    if answer.status is infeasible:
        decision = instance.asking(instance.game.decision)
        if not decision.why_unsupported(EXPLAINER):
            tell("toadstone: there is no plan: the cause is drawn\n")
            with live_budget(limits.less(answer.seconds.total), many=True) as budget:
                explanation = toadstone.explain(answer.scenario, budget=budget)
            return explanation if explanation.status is infeasible else answer
        tell("toadstone: there is no plan: the start is drawn\n")
    elif ExitStatus.of(answer) is not ExitStatus.ANSWERED:
        why = f"{answer.solver.name} {answer.caveat}" if answer.caveat else reason_to_stop(answer)
        drawn = "the start" if answer.replay is None else "the best found"
        tell(f"toadstone: undecided, {why}: {drawn} is drawn\n")
    return answer
