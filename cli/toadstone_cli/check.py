"""`toadstone check`, `review` and `verify`: whether a plan, its moves, a certificate are right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

import toadstone
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import InputError, Place, RequestError
from toadstone.core.process import apart
from toadstone.play.words import with_noun
from toadstone.view.layout import View, reason_to_stop
from toadstone_cli.options import OUTPUT, QUESTION, Ask, Json, WordsPath, option
from toadstone_cli.progress import live_budget
from toadstone_cli.scenario_file import ScenarioFile
from toadstone_cli.streams import ExitStatus, write, write_json, write_page, write_result

if TYPE_CHECKING:
    from toadstone.core.replay import Failure
    from toadstone.engines.answer import Check
    from toadstone.engines.instance import Instance

PlanPath = Annotated[
    str,
    typer.Argument(
        metavar="PLAN",
        help="The file with the plan, or '-' for standard input. It contains one move per line, a "
        "JSON or YAML list, or the output of 'solve' or 'enumerate'. If it contains several plans, "
        "Toadstone replays them all.",
    ),
]


def check(
    scenario_file: ScenarioFile,
    plan: PlanPath,
    limits: Limits,
    ask: Ask = None,
    words: WordsPath = None,
    view: Annotated[View, option(OUTPUT, "How to show the plan.", "--view")] = View.AUTO,
    json: Json = False,
) -> ExitStatus:
    """Replay a plan, and show where and why it fails.

    A valid plan follows the rules, wins, and meets the requirements; 'toadstone grade' says how far
    it is from the best. --ask changes the verdict if the question does not need a win, changes the
    start, or states how a side chooses its moves.

    \b
    Examples:
      toadstone check first-crossing plan.txt
      toadstone check first-crossing plan.txt --view boards
    """
    from toadstone.view.pages.check import check_page

    instance = _instance_beside(scenario_file, plan, ask)
    replayed: Check | None = None
    with live_budget(limits, "replaying the plan", many=True) as budget, budget.stoppable():
        replayed = toadstone.check(instance, plan, words=words, budget=budget)
    if replayed is None:
        return _report_undecided(budget, json=json)
    write_result(replayed, check_page(replayed, view), json=json)
    return ExitStatus.ANSWERED if replayed.valid else ExitStatus.IMPOSSIBLE


def _instance_beside(scenario_file: ScenarioFile, plan: str, ask: list[str] | None) -> Instance:
    """Read the scenario; refuse a folder of plans, and two files from standard input."""
    from toadstone.files.source import STANDARD_INPUT, is_folder

    if scenario_file.path == plan == STANDARD_INPUT:
        raise RequestError("scenario and plan cannot both come from standard input")
    if is_folder(plan):
        command = f"toadstone grade {scenario_file.path} {plan}"
        raise InputError(f"this is a folder. To mark every plan in it: {command}", Place(plan))
    return scenario_file.instance(ask)


def _report_undecided(budget: Budget, *, json: bool) -> ExitStatus:
    """Report a plan that was not replayed to its end."""
    why = reason_to_stop(budget)
    if json:
        write_json({"valid": None, "at": None, "reason": f"undecided: {why}"})
    else:
        write(f"Undecided: {why} before the plan was replayed.\n")
    return ExitStatus.of_stopped(budget)


def review(
    scenario_file: ScenarioFile,
    plan: PlanPath,
    limits: Limits,
    ask: Ask = None,
    side: Annotated[
        list[str] | None,
        option(QUESTION, "Review the moves of this side only.", metavar="SIDE"),
    ] = None,
    words: WordsPath = None,
    json: Json = False,
) -> ExitStatus:
    """Show what each move costs, and a better one.

    The cost is the difference between the best result possible before the move and after it: in a
    one-player game by the best plan, in a two-player game by perfect play of both sides. The game
    need not be over. If the plan is invalid, Toadstone reviews the moves up to that turn. Of a
    front it follows the first question; it does not change the start.

    \b
    Examples:
      toadstone review first-crossing plan.txt
      toadstone review two-against-two game.txt --side toads --json
    """
    from toadstone.view.pages.review import review_page

    instance = _instance_beside(scenario_file, plan, ask)
    with live_budget(limits, "reviewing", many=True) as budget:
        checked: Check | None = None
        with budget.stoppable():
            checked = toadstone.check(instance, plan, words=words, budget=budget)
        if checked is None:
            return _report_undecided(budget, json=json)
        moves = [str(move) for move in checked.replay.moves]
        reviewed = toadstone.review(checked.instance, moves, sides=side or (), budget=budget)
    failure = checked.replay.failure
    if failure and failure.move is None and failure.turn > len(moves):
        failure = None  # a game that is not over
    left = len(checked.read.plans[checked.number - 1]) - len(moves) if checked.read else 0
    if json:
        at, reason = (failure.turn, failure.reason) if failure else (None, None)
        stated = {"valid": failure is None, "at": at, "reason": reason, "not_reviewed": left}
        write_json(reviewed.to_json() | stated)
    else:
        write_page(*review_page(reviewed, _notes(checked, failure, left)))
    if reviewed.interrupted:
        return ExitStatus.INTERRUPTED
    if failure:
        return ExitStatus.IMPOSSIBLE
    decided = reviewed.status is toadstone.Status.OPTIMAL
    return ExitStatus.ANSWERED if decided else ExitStatus.UNDECIDED


def _notes(checked: Check, failure: Failure | None, left: int) -> Iterator[str]:
    """Say where the plan fails, and how the file was read where that is not plain."""
    if failure:
        yield f"Invalid at {failure}."
    elif checked.replay.failure:
        yield f"Not over: {checked.replay.failure.reason}."
    if left:
        moves = f"{with_noun(left, 'move')} from turn {len(checked.replay.moves) + 1} on"
        yield f"Not reviewed: {moves}."
    reading = checked.read
    if reading and len(reading.plans) > 1:
        yield f"Reviewed: plan {checked.number} of {len(reading.plans)}."
    if reading and not reading.is_plain:
        yield f"Read as: {reading.understood}"


def verify(
    certificate: Annotated[
        str, typer.Argument(metavar="CERTIFICATE", help="A certificate, gzipped or not.")
    ],
    scenario: Annotated[
        str | None,
        typer.Argument(metavar="SCENARIO", help="The scenario that the certificate must be for."),
    ] = None,
    json: Json = False,
) -> ExitStatus:
    """Check a certificate without the solver.

    Shows what the certificate proves. With SCENARIO, the certificate is
    valid only if it is for this scenario; otherwise Toadstone shows where
    they differ.

    The checker imports nothing from Toadstone. You can copy its folder to
    any machine with Python and run it there.

    \b
    Example:
      toadstone verify proof.json.gz
    """
    from toadstone.view.pages.check import finding_page

    expected = None if scenario is None else ScenarioFile(scenario, {}).read()
    with apart("that the certificate names"), live_budget(begins="reading it") as budget:
        finding = toadstone.verify(certificate, expected, budget=budget)
    write_result(finding, finding_page(finding), json=json)
    return ExitStatus.ANSWERED if finding.valid else ExitStatus.IMPOSSIBLE
