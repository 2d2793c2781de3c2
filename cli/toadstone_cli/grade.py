"""`toadstone grade`: marks plans against the proven best."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import toadstone
from toadstone.core.budget import Limits
from toadstone.core.errors import InputError, Place, RequestError
from toadstone.files.messages import printable
from toadstone.play.words import with_noun
from toadstone_cli.options import (
    OUTPUT,
    PLAN,
    POINTS,
    Ask,
    Json,
    Seed,
    Verbose,
    WordsPath,
    Workers,
    option,
    time_option,
)
from toadstone_cli.progress import LiveLine, live_budget
from toadstone_cli.scenario_file import ScenarioFile
from toadstone_cli.streams import ExitStatus, tell, write, write_result

if TYPE_CHECKING:
    from toadstone.engines.instance import Instance
    from toadstone.services.grading.grading import Grading
    from toadstone.services.grading.pages import MarkFiles
    from toadstone.services.grading.submissions import Submission

    Task = tuple[str, Instance, tuple[Submission, ...]]
    """The path of a scenario, what is asked about it, and what was handed in for it."""

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


def grade(
    scenario_file: ScenarioFile,
    submissions: SubmissionPaths,
    ask: Ask = None,
    rubric: RubricPath = None,
    roster: RosterPath = None,
    words: WordsPath = None,
    marks: Annotated[
        str | None,
        option(
            PLAN,
            "A YAML file of decisions, such as 'ada.txt: {plan: last}'; see docs/grading.md.",
            metavar="FILE",
        ),
    ] = None,
    html: Annotated[
        str | None,
        option(OUTPUT, "Write one page per student and an overview into a folder.", metavar="DIR"),
    ] = None,
    gradescope: Annotated[
        str | None,
        option(
            OUTPUT,
            "Write results.json for Gradescope. Several students get one folder each.",
            metavar="DIR",
        ),
    ] = None,
    review: Annotated[
        bool,
        option(
            OUTPUT,
            "Also name the first mistake of each plan that is not the best. This takes longer.",
            "--review",
        ),
    ] = False,
    as_csv: Annotated[bool, option(OUTPUT, "Print comma-separated values.", "--csv")] = False,
    json: Json = False,
    time_limit: Annotated[
        float | None,
        time_option("Time for the best plan of each scenario, and the replay of each submission"),
    ] = None,
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
    from toadstone.services.grading.grade import read_rubric
    from toadstone.services.grading.settling import Settled, read_decisions, read_words

    if as_csv and json:
        raise RequestError("--csv does not go with --json")
    files = _mark_files(html, gradescope, submissions)
    tasks = _tasks(scenario_file, submissions, ask)
    gradings: list[Grading] = []
    points, asked = read_rubric(rubric), [instance for _, instance, _ in tasks]
    settled = Settled(read_words(words, asked), read_decisions(marks, points.best))
    if unused := settled.unused([each for *_, submitted in tasks for each in submitted]):
        tell(printable(f"No such submission: {', '.join(unused)}") + "\n")
    for path, instance, submitted in _prepare(tasks, roster, files):
        with live_budget(Limits(None, workers, seed), verbose=verbose) as budget:
            grading = toadstone.grade(
                instance,
                submitted,
                rubric=points,
                words=settled.words,
                marks=settled.decisions,
                review=review,
                time_limit=time_limit,
                budget=budget,
            )
        gradings.append(replace(grading, file=path))
        if budget.interrupted:
            break
    _print(scenario_file, gradings, as_csv=as_csv, json=json)
    _write(files, gradings)
    return ExitStatus.INTERRUPTED if budget.interrupted else _status(gradings)


def _tasks(scenario: ScenarioFile, paths: list[str], ask: list[str] | None) -> list[Task]:
    """Return the scenario, or each of a folder, with the submissions for it."""
    from toadstone.files.source import STANDARD_INPUT, is_folder
    from toadstone.services.grading.pages import real_paths
    from toadstone.services.grading.submissions import (
        scenario_files,
        submissions,
        submissions_of_students,
    )

    if scenario.path == STANDARD_INPUT in paths:
        raise RequestError("scenario and submission cannot both come from standard input")
    if not is_folder(scenario.path):
        instance = scenario.instance(ask)
        submitted = submissions(paths, real_paths(instance.scenario.files))
        if not submitted:
            raise InputError("there are no submissions in this folder", Place(", ".join(paths)))
        return [(scenario.path, instance, submitted)]
    files = scenario_files(scenario.path)
    instances = [replace(scenario, path=file).instance(ask) for file in files]
    names = [Path(file).stem for file in files]
    submitted_for = submissions_of_students(paths, names, real_paths([scenario.path]))
    return list(zip(files, instances, submitted_for, strict=True))


def _prepare(tasks: list[Task], path: str | None, files: MarkFiles) -> list[Task]:
    """Name the submissions of each task by the roster, and prepare the files."""
    from toadstone.services.grading.submissions import read_roster

    roster = read_roster(path) if path else None
    if roster is not None:
        tasks = [(path, instance, roster.name_submissions(each)) for path, instance, each in tasks]
    titles = [each.student for each in tasks[0][-1]]
    if roster and (strangers := [each for each in titles if each not in roster.names]):
        tell(printable(f"Not on the roster: {', '.join(strangers)}") + "\n")
    inputs = [each.path for *_, submitted in tasks for each in submitted if each.path]
    files.prepare(list(map(printable, titles)), inputs)
    return tasks


def _status(gradings: Sequence[Grading]) -> ExitStatus:
    from toadstone.services.grading.grade import Mark

    marks = {grade.mark for grading in gradings for grade in grading.grades}
    if Mark.UNCLEAR in marks:
        return ExitStatus.UNUSABLE_FILE
    decided = all(grading.best.is_settled for grading in gradings) and Mark.UNDECIDED not in marks
    return ExitStatus.ANSWERED if decided else ExitStatus.UNDECIDED


def _mark_files(html: str | None, gradescope: str | None, inputs: Sequence[str]) -> MarkFiles:
    """Return the files to write; refuse a folder without a name, or among the submissions."""
    from toadstone.files.source import is_folder
    from toadstone.services.grading.pages import MarkFiles

    for name, folder in (("--html", html), ("--gradescope", gradescope)):
        if folder is not None and not folder.strip():
            raise RequestError(f"{name}: expected a folder, found nothing")
        for each in filter(is_folder, inputs if folder else ()):
            if Path(os.path.realpath(folder or "")).is_relative_to(os.path.realpath(each)):
                where = f"{folder} is in the folder of submissions {each}"
                raise RequestError(f"{name}: {where}; name one outside it")
    return MarkFiles(html, gradescope)


def _write(files: MarkFiles, gradings: list[Grading]) -> None:
    """Write the pages and the results, and say where."""
    with LiveLine("writing"):
        written = files.write(gradings)
    for folder, count in written.items():
        overview = f"; the overview is {Path(folder, 'index.html')}" if folder == files.html else ""
        tell(printable(f"Wrote {with_noun(count, 'file')} to {folder}{overview}.") + "\n")


def _print(scenario: ScenarioFile, gradings: list[Grading], *, as_csv: bool, json: bool) -> None:
    from toadstone.files.source import is_folder
    from toadstone.services.grading.grading import Gradebook

    marked = Gradebook(tuple(gradings)) if is_folder(scenario.path) else gradings[0]
    if not as_csv:
        write_result(marked, json=json)
        return
    rows = [  # without text that a spreadsheet would take for a formula
        {
            name: f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t" else value
            for name, value in row.items()
        }
        for row in marked.to_records()
    ]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = StringIO()
    table = csv.DictWriter(text, columns or ["file"], lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    write(text.getvalue())
