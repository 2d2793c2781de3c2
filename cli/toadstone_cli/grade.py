"""`toadstone grade`: marks plans against the proven best."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from toadstone_cli.exit_status import ExitStatus
from toadstone_cli.options import (
    Ask,
    Json,
    ScenarioFile,
    Seed,
    Verbose,
    Workers,
    duration,
    expect_one_format,
    limits_of,
    takes_scenario,
)
from toadstone_cli.output import write_csv, write_json, write_page
from toadstone_cli.progress import LiveLine, answer_with_progress

if TYPE_CHECKING:
    from toadstone.core.budget import Limits
    from toadstone.core.shown import Records
    from toadstone.engines.instance import Instance
    from toadstone.grading.course import Course
    from toadstone.grading.grading import Grading
    from toadstone.grading.rubric import Rubric
    from toadstone.grading.submission import Submission

SubmissionPaths = Annotated[
    list[str],
    typer.Argument(
        metavar="SUBMISSION...",
        help="Plan files, or folders of them; '-' for standard input. Where SCENARIO is a folder "
        "of scenarios: a folder a student, with a file named as each scenario, or a folder of "
        "such folders.",
    ),
]
TimeLimitBest = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        parser=duration,
        metavar="TIME",
        help="Stop the search for the best of each scenario, and the replay of each submission, "
        "after 30, 30s, 5m or 1h.",
    ),
]


@takes_scenario
def grade(
    scenario_file: ScenarioFile,
    submissions: SubmissionPaths,
    ask: Ask = None,
    rubric: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A YAML file with the points; see docs/grading.md."),
    ] = None,
    html: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Write a page a student, and an overview, into a folder."),
    ] = None,
    gradescope: Annotated[
        str | None,
        typer.Option(
            metavar="DIR",
            help="Write results.json as Gradescope reads it; for several students, in a folder "
            "each.",
        ),
    ] = None,
    boards: Annotated[bool, typer.Option("--boards", help="Show the board at each fault.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values.")] = False,
    json: Json = False,
    time_limit: TimeLimitBest = None,
    workers: Workers = 1,
    seed: Seed = 0,
    verbose: Verbose = False,
) -> ExitStatus:
    """Mark plans against the proven best.

    Each submission is replayed: valid or not, the first fault and its reason, the figures, how far
    they are from the best, points by a stated rubric, and a sentence for the student. Exit status
    30 if some file could not be read, 20 if some best is not proven; all are graded all the same.

    \b
    Examples:
      toadstone grade first-crossing plan.txt
      toadstone grade first-crossing submissions --csv
      toadstone grade tasks students --html marks --gradescope results
    """
    from toadstone.core.errors import RequestError
    from toadstone.files.source import STANDARD_INPUT
    from toadstone.grading.course import Course

    if scenario_file.path == STANDARD_INPUT in submissions:
        raise RequestError("scenario and submission cannot both come from standard input")
    expect_one_format(as_csv=as_csv, json=json)
    points = _read_rubric(rubric)
    _make_folders(html, gradescope)
    limits = limits_of(time_limit, workers, seed)
    apart = tuple(Path(folder).resolve() for folder in (html, gradescope) if folder is not None)
    work = _Work(points, limits, ask, verbose, apart)
    marked = work.run(scenario_file, submissions)
    gradings = marked.gradings if isinstance(marked, Course) else (marked,)
    work.write_files(gradings, html, gradescope)
    _print(marked, as_csv=as_csv, json=json, boards=boards)
    return work.status(gradings)


def _read_rubric(path: str | None) -> Rubric:
    from toadstone.files.source import read_source
    from toadstone.grading.rubric import Rubric, read_rubric

    return Rubric() if path is None else read_rubric(read_source(path))


@dataclass
class _Work:
    """What is to be done with each scenario; `apart` are the folders of what is written."""

    rubric: Rubric
    limits: Limits
    ask: list[str] | None
    verbose: bool
    apart: tuple[Path, ...]
    interrupted: bool = False

    def run(self, scenario: ScenarioFile, paths: list[str]) -> Grading | Course:
        """Mark submissions for one scenario, or students for a folder of them."""
        from toadstone.grading.course import Course, scenario_files, students
        from toadstone.grading.submission import submissions

        if not Path(scenario.path).is_dir():
            found = [
                each for each in submissions(paths) if not self._is_written(each.path, each.inside)
            ]
            return self._grade(scenario, scenario.instance(self.ask), found)
        files = [replace(scenario, path=path) for path in scenario_files(scenario.path)]
        asked = [each.instance(self.ask) for each in files]
        tasks = [Path(each.path).stem for each in files]
        known = [
            each
            for each in students(paths, tasks)
            if not self._is_written(each.folder, each.folder.parent)
        ]
        gradings = []
        for file, instance, task in zip(files, asked, tasks, strict=True):
            if not self.interrupted:
                handed_in = [each.submission(task) for each in known]
                gradings.append(self._grade(file, instance, handed_in))
        return Course(tuple(gradings))

    def _is_written(self, path: Path | None, inside: Path | None) -> bool:
        """Return whether a path was found in a folder that this command writes, inside another."""
        if path is None or inside is None:
            return False
        there = path.parent.resolve() / path.name
        below = (each for each in self.apart if inside.resolve() in each.parents)
        return any(there.is_relative_to(folder) for folder in below)

    def _grade(
        self, scenario: ScenarioFile, instance: Instance, submissions: Iterable[Submission]
    ) -> Grading:
        from toadstone.core.budget import Budget, Listener
        from toadstone.grading.grade import Examiner
        from toadstone.grading.grading import grade_all

        best = answer_with_progress(instance, self.limits, verbose=self.verbose)
        self.interrupted = best.interrupted
        with LiveLine("grading") as live:
            budget = Budget(listener=Listener(tell=live.tell))
            budget.interrupted = self.interrupted
            examiner = Examiner(best, self.rubric, self.limits.seconds)
            said = grade_all(scenario.path, examiner, tuple(submissions), budget)
        self.interrupted = budget.interrupted
        return said

    def write_files(
        self, gradings: tuple[Grading, ...], html: str | None, gradescope: str | None
    ) -> None:
        """Write the pages and the results; after an interrupt, no more of them."""
        from toadstone.core.budget import Budget
        from toadstone.grading.pages import write_gradescope, write_pages

        budget = Budget()
        budget.interrupted = self.interrupted
        with LiveLine("writing") as live, budget.stoppable():
            for folder, write in ((html, write_pages), (gradescope, write_gradescope)):
                for path in budget.each(write(folder, gradings) if folder is not None else ()):
                    live.tell(f"{path} is written")
        self.interrupted = budget.interrupted

    def status(self, gradings: Iterable[Grading]) -> ExitStatus:
        """Return the exit status."""
        from toadstone.grading.grade import Mark

        marks = {grade.mark for grading in gradings for grade in grading.grades}
        if self.interrupted:
            return ExitStatus.INTERRUPTED
        if Mark.UNREADABLE in marks:
            return ExitStatus.UNUSABLE_FILE
        decided = all(grading.is_decided for grading in gradings) and Mark.UNDECIDED not in marks
        return ExitStatus.ANSWERED if decided else ExitStatus.UNDECIDED


def _make_folders(*folders: str | None) -> None:
    """Make the folders for the files, so that it is known before the work whether there are any."""
    from toadstone.files.writing import make_folder

    for folder in folders:
        if folder is not None:
            make_folder(folder)


def _print(marked: Grading | Course, *, as_csv: bool, json: bool, boards: bool) -> None:
    if json:
        write_json(marked.to_json())
    elif as_csv:
        write_csv(_for_spreadsheets(marked), _columns(marked))
    else:
        from toadstone_cli.grade_page import grade_page

        write_page(*grade_page(marked, boards=boards))


def _columns(marked: Records) -> list[str]:
    """Return the columns of all rows, in the order of their appearance."""
    names = dict.fromkeys(name for row in marked.to_records() for name in row)
    return list(names) or ["file"]


def _for_spreadsheets(marked: Records) -> list[dict[str, object]]:
    """Return the rows with no text that a spreadsheet would take for a formula."""
    return [
        {
            name: f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t" else value
            for name, value in row.items()
        }
        for row in marked.to_records()
    ]
