"""`toadstone check`: replay a plan on the reference simulator."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from toadstone.core.budget import Limits
from toadstone.view.layout import View, ranges, reason_to_stop
from toadstone_cli import completion
from toadstone_cli.options import (
    OUTPUT,
    PLAN,
    Ask,
    Json,
    Seed,
    TimeLimit,
    Workers,
    expect_board,
    option,
)
from toadstone_cli.output import ExitStatus, write, write_json, write_page
from toadstone_cli.progress import told_budget
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario

if TYPE_CHECKING:
    from toadstone.core.budget import Budget
    from toadstone.engines.answer import Answer, Check
    from toadstone.engines.instance import Instance
    from toadstone.services.grading.distance import Distance
    from toadstone.services.grading.grade import Grade

PlanPath = Annotated[
    str,
    typer.Argument(
        metavar="PLAN",
        help="The file with the plan, or '-' for standard input. It contains one move per line, a "
        "JSON or YAML list, or the output of 'solve' or 'enumerate'. If it contains several plans, "
        "Toadstone replays them all.",
    ),
]

SolutionOf = Annotated[
    str | None,
    option(
        PLAN,
        "PLAN is another solver's output for the file that 'export --to FORMAT' wrote.",
        "--solution-of",
        metavar="FORMAT",
        autocompletion=completion.formats,
    ),
]


@takes_scenario
def check(
    scenario_file: ScenarioFile,
    plan: PlanPath,
    ask: Ask = None,
    solution_of: SolutionOf = None,
    best: Annotated[bool, option(PLAN, "Also find the best plan, and compare.", "--best")] = False,
    view: Annotated[View, option(OUTPUT, "How to show the plan.", "--view")] = View.AUTO,
    json: Json = False,
    time_limit: TimeLimit = None,
    workers: Workers = 1,
    seed: Seed = 0,
) -> ExitStatus:
    """Replay a plan, and show where and why it fails.

    A valid plan follows the rules, wins, and meets the requirements; --best says whether a better
    one exists. For most questions, --ask changes only what --best compares. It changes the verdict
    if the question does not need a win, changes the start, or states how a side chooses its moves.

    \b
    Examples:
      toadstone check first-crossing plan.txt
      toadstone check first-crossing plan.txt --best
      toadstone check first-crossing crossing.plan --solution-of pddl
    """
    from toadstone import interface

    expect_plan_file(scenario_file, plan)
    asked = scenario_file.instance_beside(ask, [plan], "toadstone check SCENARIO PLAN")
    if not json:
        expect_board(asked.game)
    limits = Limits(time_limit, workers, seed)
    if solution_of is None and (grade := _grade_of_course_file(asked, plan, limits)):
        return _print_grade(grade, json=json)
    replayed: Check | None = None
    with told_budget(Limits(time_limit), "replaying the plan") as budget, budget.stoppable():
        replayed = (
            interface.check(asked, plan, budget=budget)
            if solution_of is None
            else interface.check_solution(asked, solution_of, plan, budget=budget)
        )
    if replayed is None:
        return report_undecided(budget, json=json)
    compared = _compare(replayed, limits) if best and replayed.valid else None
    if json:
        write_json(replayed.to_json() | (compared.to_json() if compared else {}))
    else:
        from toadstone.view.page import check_page

        write_page(*check_page(replayed, view, compared.in_words() if compared else ""))
    if not replayed.valid:
        return ExitStatus.IMPOSSIBLE
    return compared.status if compared else ExitStatus.ANSWERED


def expect_plan_file(scenario_file: ScenarioFile, plan: str) -> None:
    """Refuse a folder of plans, and scenario and plan that both come from standard input."""
    from toadstone.core.errors import InputError, Place, RequestError
    from toadstone.files.source import STANDARD_INPUT, is_folder

    if scenario_file.path == plan == STANDARD_INPUT:
        raise RequestError("scenario and plan cannot both come from standard input")
    if is_folder(plan):
        command = f"toadstone grade {scenario_file.path} {plan}"
        raise InputError(f"this is a folder. To mark every plan in it: {command}", Place(plan))


def _grade_of_course_file(asked: Instance, path: str, limits: Limits) -> Grade | None:
    """Return the marks of a file that a course has students hand in; None of a plan."""
    from toadstone.core.budget import Budget
    from toadstone.files.source import STANDARD_INPUT
    from toadstone.services.grading.parts import HAND_INS

    kinds = asked.game.find(HAND_INS)
    if not kinds or path == STANDARD_INPUT:
        return None
    from toadstone.services.grading.grade import Examiner
    from toadstone.services.grading.submissions import Submission
    from toadstone_cli.progress import answer_with_progress

    submission = Submission(path, Path(path))
    if not any(each.recognises(submission.read().text) for each in kinds(asked)):
        return None
    return Examiner(answer_with_progress(asked, limits)).grade(submission, Budget(limits))


def _print_grade(grade: Grade, *, json: bool) -> ExitStatus:
    """Print whether the lines of a course's file are right, and the first that is not."""
    if json:
        said = grade.to_json()
        write_json({key: said[key] for key in ("valid", "at", "reason")})
    else:
        write(f"{grade.sentence}\n")
    if grade.points is None:
        return ExitStatus.UNDECIDED
    return ExitStatus.ANSWERED if grade.is_valid else ExitStatus.IMPOSSIBLE


@dataclass(frozen=True)
class _Compared:
    """The valid plans of a file beside the best; without a distance, none is known."""

    best: Answer
    distances: tuple[Distance | None, ...]

    @property
    def status(self) -> ExitStatus:
        """The exit status."""
        if self.best.interrupted:
            return ExitStatus.INTERRUPTED
        decided = self.best.is_proven or self.best.caveat
        return ExitStatus.ANSWERED if decided else ExitStatus.UNDECIDED

    def to_json(self) -> dict[str, object]:
        """Return the keys that `--best` adds."""
        values = None if self.best.values is None else dict(self.best.values)
        best = {"values": values, "proven": self.best.is_proven}
        gaps = [None if far is None else far.gap for far in self.distances]
        return {"best": best, "gap": gaps[0]} | ({"gaps": gaps} if len(gaps) > 1 else {})

    def in_words(self) -> str:
        """Return how far each plan is from the best; plans of the same distance share a line."""
        by_words: dict[str, list[int]] = {}
        for number, far in enumerate(self.distances, 1):
            by_words.setdefault(self._in_words(far), []).append(number)
        if len(self.distances) == 1:
            return next(iter(by_words))
        return "\n".join(
            f"Plan{'s' if len(numbers) > 1 else ''} {ranges(numbers, least=2)}: {words}"
            for words, numbers in by_words.items()
        )

    def _in_words(self, far: Distance | None) -> str:
        """Return how far a plan is from the best."""
        proven = self.best.is_proven
        if far is None:
            return "The best is not known: the time limit was reached first."
        if far.fault is not None:
            return f"Not the best at {far.fault}."
        if far.gap == 0:
            return "No plan is better." if proven else "As good as the best known; not proven best."
        by = f"better by {-far.gap}" if far.gap < 0 else f"{far.gap} from the best"
        return f"{by[0].upper()}{by[1:]}: {far.words}{'' if proven else '; not proven best'}."


def _compare(replayed: Check, limits: Limits) -> _Compared:
    """Find the best, and compare every valid plan of the file with it."""
    from toadstone.core.budget import Budget
    from toadstone.engines.answer import check_moves
    from toadstone.services.grading.distance import distance
    from toadstone_cli.progress import answer_with_progress

    best, budget = answer_with_progress(replayed.instance, limits), Budget(limits)
    others = replayed.read.plans[1:] if replayed.read else ()
    distances: list[Distance | None] = []
    with budget.stoppable():
        for moves in (None, *others):
            check = replayed if moves is None else check_moves(replayed.instance, moves, budget)
            distances.append(distance(best, check.replay, budget))
    unknown = 1 + len(others) - len(distances)
    return _Compared(best, (*distances, *[None] * unknown))


def report_undecided(budget: Budget, *, json: bool) -> ExitStatus:
    """Report a plan that was not replayed to its end."""
    why = reason_to_stop(budget)
    if json:
        write_json({"valid": None, "at": None, "reason": f"undecided: {why}"})
    else:
        write(f"Undecided: {why} before the plan was replayed.\n")
    return ExitStatus.INTERRUPTED if budget.interrupted else ExitStatus.UNDECIDED
