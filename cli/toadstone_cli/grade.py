"""`toadstone grade`: marks plans against the proven best."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import RequestError
from toadstone.files.messages import printable
from toadstone_cli.options import (
    OUTPUT,
    POINTS,
    Ask,
    Json,
    Seed,
    Verbose,
    Workers,
    option,
    time_option,
)
from toadstone_cli.output import (
    ExitStatus,
    LiveLine,
    answer_with_progress,
    csv_text,
    live_budget,
    tell,
    write,
    write_json,
    write_page,
)
from toadstone_cli.scenario_file import ScenarioFile

if TYPE_CHECKING:
    from toadstone.engines.instance import Instance
    from toadstone.services.grading.grade import Rubric
    from toadstone.services.grading.grading import Gradebook, Grading
    from toadstone.services.grading.pages import MarkFiles
    from toadstone.services.grading.submissions import Roster, Submission

SubmissionPaths = Annotated[
    list[str],
    typer.Argument(
        metavar="SUBMISSION...",
        help="Plan files, folders of plan files, or '-' for standard input. If SCENARIO is a "
        "folder of scenarios: one folder per student, or a folder of these. A student's folder has "
        "one plan file per scenario, with the scenario's name.",
    ),
]
RubricPath = Annotated[
    str | None,
    option(POINTS, "A YAML file that sets the points; see docs/grading.md.", metavar="FILE"),
]
RosterPath = Annotated[
    str | None,
    option(
        POINTS,
        "A CSV file with the names of the class. Its first line has titles such as "
        "'id,name'. Files and folders whose names contain a student's name, number or address "
        "get that student's name. A student without a file gets 0 points.",
        metavar="FILE",
    ),
]
PagesFolder = Annotated[
    str | None,
    option(OUTPUT, "Write one page per student and an overview into a folder.", metavar="DIR"),
]
GradescopeFolder = Annotated[
    str | None,
    option(
        OUTPUT,
        "Write results.json for Gradescope. Several students get one folder each.",
        metavar="DIR",
    ),
]
Reviews = Annotated[
    bool,
    option(
        OUTPUT,
        "Also name the first mistake of each plan that is not the best. This takes longer.",
        "--review",
    ),
]
Boards = Annotated[bool, option(OUTPUT, "Show the board at each fault.", "--boards")]
Csv = Annotated[bool, option(OUTPUT, "Print comma-separated values.", "--csv")]
TimeLimitBest = Annotated[
    float | None,
    time_option(
        "Time for the best plan of each scenario, and for the replay of each submission: 30 "
        "(seconds), 30s, 5m or 1h."
    ),
]

_USAGE = "toadstone grade SCENARIO SUBMISSION..."


def grade(
    scenario_file: ScenarioFile,
    submissions: SubmissionPaths,
    ask: Ask = None,
    rubric: RubricPath = None,
    roster: RosterPath = None,
    html: PagesFolder = None,
    gradescope: GradescopeFolder = None,
    boards: Boards = False,
    review: Reviews = False,
    as_csv: Csv = False,
    json: Json = False,
    time_limit: TimeLimitBest = None,
    workers: Workers = 1,
    seed: Seed = 0,
    verbose: Verbose = False,
) -> ExitStatus:
    """Grade plans against the proven best.

    Toadstone replays each submission. It gives the first fault and its reason, the distance to the
    best plan, the points by a rubric, and a sentence for the student. A file that could be read in
    two ways, or cannot be read, gets no points yet and is listed first. Exit status: 30 if there
    is such a file, 20 if a best plan is not proven.

    \b
    Examples:
      toadstone grade first-crossing plan.txt
      toadstone grade first-crossing submissions --roster names.csv --csv
      toadstone grade tasks students --html marks --gradescope results
    """
    from toadstone.arguments import roster_of, rubric_of
    from toadstone.files.source import STANDARD_INPUT
    from toadstone.services.grading.grading import Gradebook
    from toadstone.services.grading.pages import MarkFiles

    if scenario_file.path == STANDARD_INPUT in submissions:
        raise RequestError("scenario and submission cannot both come from standard input")
    points, names = rubric_of(rubric), roster_of(roster)
    _expect_apart("--html", html, submissions)
    _expect_apart("--gradescope", gradescope, submissions)
    limits = Limits(time_limit, workers, seed)
    work = _Work(points, limits, ask, verbose, MarkFiles(html, gradescope), names, review)
    marked = work.run(scenario_file, submissions)
    gradings = marked.gradings if isinstance(marked, Gradebook) else (marked,)
    work.write_files(gradings)
    _print(marked, as_csv=as_csv, json=json, boards=boards)
    return work.status(gradings)


@dataclass
class _Work:
    """What is to be done with each scenario, and the files that are to be written."""

    rubric: Rubric
    limits: Limits
    ask: list[str] | None
    verbose: bool
    files: MarkFiles
    roster: Roster | None = None
    reviews: bool = False
    interrupted: bool = False

    def run(self, scenario: ScenarioFile, paths: list[str]) -> Grading | Gradebook:
        """Mark submissions for one scenario, or students for a folder of them."""
        from toadstone.files.source import is_folder
        from toadstone.services.grading.grading import Gradebook
        from toadstone.services.grading.pages import real_paths
        from toadstone.services.grading.submissions import (
            scenario_files,
            submissions,
            submissions_of_students,
        )

        if not is_folder(scenario.path):
            instance = scenario.instance_beside(self.ask, paths, _USAGE)
            found = submissions(paths, real_paths(scenario.files))
            if not found:
                raise RequestError(f"{', '.join(paths)}: there are no submissions in this folder")
            (found,) = self._prepare([found])
            return self._grade(scenario, instance, found)
        try:
            files = [replace(scenario, path=path) for path in scenario_files(scenario.path)]
        except RequestError as error:
            raise scenario.hint(error, paths, _USAGE) from None
        asked = [each.instance(self.ask) for each in files]
        tasks = [Path(each.path).stem for each in files]
        found_of = submissions_of_students(paths, tasks, real_paths([scenario.path]))
        gradings = []
        for file, instance, found in zip(files, asked, self._prepare(found_of), strict=True):
            if not self.interrupted:
                gradings.append(self._grade(file, instance, found))
        return Gradebook(tuple(gradings))

    def _prepare(self, found: list[tuple[Submission, ...]]) -> list[tuple[Submission, ...]]:
        """Name the submissions for each scenario by the roster, and prepare the files."""
        roster = self.roster
        if roster is not None:
            found = [roster.name_submissions(each) for each in found]
        titles = [each.student for each in found[0]]
        if roster and (strangers := [each for each in titles if each not in roster.names]):
            tell(printable(f"Not on the roster: {', '.join(strangers)}") + "\n")
        read = [each.path for for_task in found for each in for_task if each.path]
        self.files.prepare(list(map(printable, titles)), read)
        return found

    def _grade(
        self, scenario: ScenarioFile, instance: Instance, submissions: Sequence[Submission]
    ) -> Grading:
        from toadstone.services.grading.grade import Examiner
        from toadstone.services.grading.grading import grade_all

        best = answer_with_progress(instance, self.limits, verbose=self.verbose)
        self.interrupted = best.interrupted
        with live_budget(begins="grading", many=True) as budget:
            budget.interrupted = self.interrupted
            examiner = Examiner(best, self.rubric, self.limits.seconds, self.reviews)
            said = grade_all(scenario.path, examiner, submissions, budget)
        self.interrupted = budget.interrupted
        return said

    def write_files(self, gradings: tuple[Grading, ...]) -> None:
        """Write the pages and the results, and say where; after an interrupt, no more of them."""
        budget = Budget()
        budget.interrupted = self.interrupted
        written: dict[str, list[str]] = {}
        with LiveLine("writing") as live, budget.stoppable():
            for folder, path in budget.each(self.files.write(gradings)):
                live.tell(f"{path} is written")
                written.setdefault(folder, []).append(path)
        self.interrupted = budget.interrupted
        for folder, paths in written.items():
            count = "1 file" if len(paths) == 1 else f"{len(paths)} files"
            overview = self.files.overview
            where = f"; the overview is {overview}" if overview in paths else ""
            tell(printable(f"Wrote {count} to {folder}{where}.") + "\n")

    def status(self, gradings: Iterable[Grading]) -> ExitStatus:
        """Return the exit status."""
        from toadstone.services.grading.grade import Mark

        marks = {grade.mark for grading in gradings for grade in grading.grades}
        if self.interrupted:
            return ExitStatus.INTERRUPTED
        if Mark.UNCLEAR in marks:
            return ExitStatus.UNUSABLE_FILE
        decided = all(grading.is_decided for grading in gradings) and Mark.UNDECIDED not in marks
        return ExitStatus.ANSWERED if decided else ExitStatus.UNDECIDED


def _expect_apart(option: str, folder: str | None, submissions: Sequence[str]) -> None:
    """Refuse a folder for files that has no name, or is among the submissions."""
    from toadstone.files.source import is_folder

    if folder is None:
        return
    if not folder.strip():
        raise RequestError(f"{option}: expected a folder, found nothing")
    target = Path(os.path.realpath(folder))
    for each in filter(is_folder, submissions):
        if target.is_relative_to(os.path.realpath(each)):
            where = f"{folder} is in the folder of submissions {each}"
            raise RequestError(f"{option}: {where}; name one outside it")


def _print(marked: Grading | Gradebook, *, as_csv: bool, json: bool, boards: bool) -> None:
    if json:
        write_json(marked.to_json())
    elif as_csv:
        rows = [  # without text that a spreadsheet would take for a formula
            {
                name: f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t" else value
                for name, value in row.items()
            }
            for row in marked.to_records()
        ]
        columns = list(dict.fromkeys(name for row in rows for name in row))
        write(csv_text(rows, columns or ["file"]))
    else:
        from toadstone.services.grading.pages import grade_page

        write_page(*grade_page(marked, boards=boards))
