"""`toadstone draw`: a picture, an animation, or a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from toadstone.core.budget import Limits
from toadstone.files.messages import printable
from toadstone.view.layout import reason_to_stop
from toadstone.view.style import Theme
from toadstone_cli.options import PICTURE, Ask, MethodName, Verbose, option, output_option
from toadstone_cli.output import (
    ExitStatus,
    answer_with_progress,
    live_budget,
    status_of,
    tell,
    write,
)
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario

if TYPE_CHECKING:
    from toadstone.engines.answer import Answer, Check
    from toadstone.files.scenario import Scenario
    from toadstone.proofs.explanation import Explanation

    Subject = Answer | Check | Explanation | Scenario


PicturePath = Annotated[
    str,
    output_option(
        "The file to write: .svg, .png or .pdf for a sheet with all turns, .gif for an animation, "
        ".html for a replay.",
        heading=PICTURE,
    ),
]


@takes_scenario
def draw(
    scenario_file: ScenarioFile,
    output: PicturePath,
    limits: Limits,
    plan: Annotated[
        str | None, option(PICTURE, "Draw the plan in this file.", metavar="PLAN")
    ] = None,
    start: Annotated[bool, option(PICTURE, "Draw only the start.", "--start")] = False,
    turn: Annotated[
        int | None, option(PICTURE, "Draw only turn N; 0 is the start.", min=0, metavar="N")
    ] = None,
    theme: Annotated[
        Theme, option(PICTURE, "Follow the viewer's colours, or always light or dark.")
    ] = "auto",
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
    from toadstone import interface
    from toadstone.core.errors import RequestError
    from toadstone.files.writing import expect_not, expect_writable
    from toadstone.view.board import drawn_board
    from toadstone.view.draw import expect_picture

    if start and plan is not None:
        raise RequestError("--start does not go with --plan")
    expect_picture(output, turn)
    instance = scenario_file.instance(ask)
    expect_writable(output, *scenario_file.files)
    if plan is not None:
        expect_not(output, plan, what="the plan")
    drawn_board(instance.game, instance.scenario)
    subject: Subject = instance.scenario
    status = ExitStatus.ANSWERED
    if plan is not None:
        subject = check = interface.check(instance, plan)
        if not check.valid:
            tell(f"toadstone: the plan fails at {check.replay.failure}\n")
            status = ExitStatus.IMPOSSIBLE
    elif not start:
        engine = interface.engine_of(instance, method)
        answer = answer_with_progress(instance, limits, engine=engine, verbose=verbose)
        status = status_of(answer)
        subject = _answer_or_causes(answer, limits)
    interface.draw(subject, output, turn=turn, theme=theme)
    write(f"Wrote {printable(output)}: {_words_of(subject, turn)}\n")
    return status


def _words_of(subject: Subject, turn: int | None) -> str:
    """Say what a picture shows."""
    from toadstone.engines.answer import Answer, Check
    from toadstone.play.words import with_noun
    from toadstone.proofs.explanation import Explanation
    from toadstone.view.answer_page import answer_verdict

    if isinstance(subject, Explanation):
        return "why it cannot be won."
    line = subject.replay if isinstance(subject, Answer | Check) else None
    if line is None:
        return "the start."
    shown = with_noun(len(line.moves), "move") if turn is None else f"turn {turn}"
    words = f"; {answer_verdict(subject).plain}" if isinstance(subject, Answer) else "."
    return f"{shown}{words}"


def _answer_or_causes(answer: Answer, limits: Limits) -> Answer | Explanation:
    """Return the answer, or, of an unwinnable scenario, what makes it so where that is drawn."""
    from toadstone import interface
    from toadstone.engines.answer import Status
    from toadstone.proofs.parts import EXPLAINER

    instance = answer.instance
    if answer.status is Status.INFEASIBLE:
        decision = instance.asking(instance.game.decision)
        if EXPLAINER in instance.game.parts and not decision.why_unsupported(EXPLAINER):
            tell("toadstone: there is no plan: the cause is drawn\n")
            with live_budget(limits.less(answer.seconds.total), many=True) as budget:
                explanation = interface.explain(answer.scenario, budget=budget)
            return explanation if explanation.status is Status.INFEASIBLE else answer
        tell("toadstone: there is no plan: the start is drawn\n")
    elif status_of(answer) is not ExitStatus.ANSWERED:
        why = f"{answer.solver.name} {answer.caveat}" if answer.caveat else reason_to_stop(answer)
        drawn = "the start" if answer.replay is None else "the best found"
        tell(f"toadstone: undecided, {why}: {drawn} is drawn\n")
    return answer
