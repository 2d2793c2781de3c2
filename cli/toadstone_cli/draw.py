"""`toadstone draw`: a picture, an animation, or a replay."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from toadstone.core.budget import Limits
from toadstone.view.layout import reason_to_stop
from toadstone_cli.options import (
    PICTURE,
    Ask,
    MethodName,
    Seed,
    TimeLimit,
    Verbose,
    Workers,
    output_option,
)
from toadstone_cli.output import ExitStatus, status_of, tell
from toadstone_cli.progress import LiveLine, answer_with_progress
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario

if TYPE_CHECKING:
    from toadstone.engines.answer import Answer
    from toadstone.engines.instance import Instance
    from toadstone.view.replay import Page


class Shade(StrEnum):
    """Whether a picture is light or dark."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


PicturePath = Annotated[
    str,
    output_option(
        "The file to write: .svg or .png for one sheet with all turns, .gif for an animation, "
        ".html for a replay.",
        heading=PICTURE,
    ),
]


@takes_scenario
def draw(
    scenario_file: ScenarioFile,
    output: PicturePath,
    plan: Annotated[
        str | None,
        typer.Option(metavar="PLAN", rich_help_panel=PICTURE, help="Draw the plan in this file."),
    ] = None,
    start: Annotated[
        bool, typer.Option("--start", rich_help_panel=PICTURE, help="Draw only the start.")
    ] = False,
    turn: Annotated[
        int | None,
        typer.Option(
            min=0, metavar="N", rich_help_panel=PICTURE, help="Draw only turn N; 0 is the start."
        ),
    ] = None,
    theme: Annotated[
        Shade,
        typer.Option(
            rich_help_panel=PICTURE, help="Follow the viewer's colours, or always light or dark."
        ),
    ] = Shade.AUTO,
    ask: Ask = None,
    method: MethodName = None,
    time_limit: TimeLimit = None,
    workers: Workers = 1,
    seed: Seed = 0,
    verbose: Verbose = False,
) -> ExitStatus:
    """Draw the best plan, a plan of your own, or the start.

    The ending of FILE decides the kind of picture. An HTML replay is one file and needs no
    network. If the scenario cannot be won, the replay shows the causes and what would help.

    \b
    Examples:
      toadstone draw first-crossing -o crossing.svg
      toadstone draw starvation -o starvation.html
      toadstone draw three-by-three -o duck.gif
      toadstone draw two-pairs --start -o start.svg
    """
    from toadstone.core.errors import RequestError
    from toadstone.files.writing import expect_not, expect_writable
    from toadstone.interface import engine_of
    from toadstone.view.board import DRAWN_BOARD
    from toadstone.view.draw import draw_page, expect_picture, page_of_start

    if start and plan is not None:
        raise RequestError("--start does not go with --plan")
    expect_picture(output, turn)
    instance = scenario_file.instance(ask)
    expect_writable(output, *scenario_file.files)
    expect_not(output, *([] if plan is None else [plan]), what="the plan")
    if DRAWN_BOARD not in instance.game.parts:
        raise RequestError(DRAWN_BOARD.why_missing(instance.game.name))
    status = ExitStatus.ANSWERED
    if start:
        page = page_of_start(instance.scenario)
    elif plan is not None:
        page, status = _page_of_plan(instance, plan)
    else:
        limits, engine = Limits(time_limit, workers, seed), engine_of(instance, method)
        answer = answer_with_progress(instance, limits, engine=engine, verbose=verbose)
        page, status = _page_of_answer(instance, answer, limits, output), status_of(answer)
    draw_page(page, output, turn=turn, theme=theme.value)
    return status


def _page_of_plan(instance: Instance, path: str) -> tuple[Page, ExitStatus]:
    """Return the page of a plan file, up to the first move that fails."""
    from toadstone.engines.verdicts import check_plan_file
    from toadstone.files.source import read_source
    from toadstone.view.draw import page_of

    check = check_plan_file(instance, read_source(path))
    if check.replay.failure is not None:
        failure = check.replay.failure
        tell(f"toadstone: the plan fails at {failure}\n")
    return page_of(check), ExitStatus.ANSWERED if check.valid else ExitStatus.IMPOSSIBLE


def _page_of_answer(instance: Instance, answer: Answer, limits: Limits, output: str) -> Page:
    """Return the page of an answer, or, of an unwinnable scenario, of what makes it so."""
    from toadstone.engines.answer import Status
    from toadstone.proofs.parts import EXPLAINER
    from toadstone.view.draw import page_of

    if answer.status is Status.INFEASIBLE:
        has_page = Path(output).suffix.lower() == ".html" and EXPLAINER in instance.game.parts
        if has_page and not instance.asking(instance.game.decision).unsupported(EXPLAINER):
            tell("toadstone: there is no plan: the page shows why, and what would help\n")
            return _explained(instance, limits.less(answer.seconds.total)) or page_of(answer)
        tell("toadstone: there is no plan: the start is drawn\n")
    elif status_of(answer) is not ExitStatus.ANSWERED:
        why = f"{answer.solver.name} {answer.caveat}" if answer.caveat else reason_to_stop(answer)
        drawn = "the start" if answer.replay is None else "the best found"
        tell(f"toadstone: undecided, {why}: {drawn} is drawn\n")
    return page_of(answer)


def _explained(instance: Instance, limits: Limits) -> Page | None:
    """Return the page of the causes and the repairs; None where there is no time for them."""
    from toadstone.core.budget import Budget, Listener
    from toadstone.engines.answer import Status
    from toadstone.interface import explain
    from toadstone.view.draw import page_of

    with LiveLine() as line:
        budget = Budget(limits, Listener(tell=line.tell))
        explanation = explain(instance, budget=budget)
    return page_of(explanation) if explanation.status is Status.INFEASIBLE else None
