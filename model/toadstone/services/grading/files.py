"""Marks as files: a page a student with the replay up to the fault, an overview, Gradescope's JSON.

The format of Gradescope is that of
<https://gradescope-autograders.readthedocs.io/en/latest/specs/>, "Output format": a `results.json`
with `tests`, each with `score`, `max_score`, `status`, `name`, `output`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from toadstone.core.rules import RULES
from toadstone.engines.answer import Answer
from toadstone.files.writing import cannot_write, make_folder, open_atomic
from toadstone.services.grading.grade import Grade, Mark
from toadstone.services.grading.grading import Grading, rubrics_of
from toadstone.services.grading.submissions import END_OF_PAGE, GENERATOR, is_own
from toadstone.view.board import drawn_board, moments
from toadstone.view.html import Link, table_page
from toadstone.view.replay import Page, Recording, replay_page

Marks = Sequence[tuple[Grading, Grade]]
"""One student's marks: of each scenario the grade."""

FILE = "results.json"

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")
_SUFFIX = re.compile(r"(?<=.)\.[A-Za-z0-9]{1,5}$")
_LONGEST_NAME = 60


def by_student(gradings: Sequence[Grading]) -> list[Marks]:
    """Return the marks of each student, in the order of the submissions."""
    rows = zip(*(grading.grades for grading in gradings), strict=False)
    return [list(zip(gradings, row, strict=True)) for row in rows]


def file_names(submissions: Sequence[str]) -> list[str]:
    """Return a name for the files of each student: safe on every system, and no two the same.

    Args:
        submissions: what each submission is called.
    """
    names, taken = [], set[str]()
    for submission in submissions:
        stem = _SUFFIX.sub("", submission)
        plain = _NOT_IN_NAMES.sub("-", stem).strip(".-")[:_LONGEST_NAME] or "student"
        name, number = plain, 2
        while name.lower() in taken or name.lower() == "index":
            name, number = f"{plain}-{number}", number + 1
        taken.add(name.lower())
        names.append(name)
    return names


def overview_file(folder: str) -> Path:
    """Return the page in a folder that has a row for each student."""
    return Path(folder) / "index.html"


def write_pages(folder: str, gradings: Sequence[Grading]) -> Iterator[str]:
    """Write the pages into a folder that is there, and yield their paths; the overview is last.

    Raises:
        InputError: they cannot be written.
        RequestError: the game has no pictures.
    """
    students, read = by_student(gradings), _files_of(gradings)
    names = file_names([marks[0][1].name for marks in students])
    for name, marks in zip(names, students, strict=True):
        yield _write(Path(folder) / f"{name}.html", student_page(marks) + END_OF_PAGE, read)
    yield _write(overview_file(folder), overview(gradings, names) + END_OF_PAGE, read)


def write_gradescope(folder: str, gradings: Sequence[Grading]) -> Iterator[str]:
    """Write `results.json`, in a folder a student where there are several; yield the paths.

    Raises:
        InputError: they cannot be written.
    """
    students, read = by_student(gradings), _files_of(gradings)
    files = result_files(folder, [marks[0][1].name for marks in students])
    for path, marks in zip(files, students, strict=True):
        make_folder(str(path.parent))
        yield _write(path, results_file(marks), read)


def page_files(folder: str, submissions: Sequence[str]) -> list[Path]:
    """Return the files that `write_pages` writes for submissions with these names."""
    pages = [Path(folder) / f"{name}.html" for name in file_names(submissions)]
    return [*pages, overview_file(folder)]


def result_files(folder: str, submissions: Sequence[str]) -> list[Path]:
    """Return the files that `write_gradescope` writes for submissions with these names."""
    if len(submissions) == 1:
        return [Path(folder) / FILE]
    return [Path(folder) / name / FILE for name in file_names(submissions)]


def expect_own(path: Path, read: frozenset[Path]) -> None:
    """Raise InputError where a file would be replaced that `toadstone grade` did not write.

    Args:
        path: the file to be written.
        read: the submissions, real_paths.
    """
    if real_paths([path]) <= read:
        raise cannot_write(str(path), "it is a submission that is read")
    try:
        foreign = path.is_file() and not is_own(path) and path.read_bytes().strip()
    except OSError as error:
        raise cannot_write(str(path), error.strerror or str(error)) from None
    if foreign:
        message = "toadstone grade did not write this file; remove it or name another folder"
        raise cannot_write(str(path), message)


def _files_of(gradings: Sequence[Grading]) -> frozenset[Path]:
    """Return the files that were read."""
    paths = (grade.path for grading in gradings for grade in grading.grades if grade.path)
    return real_paths(paths)


def real_paths(paths: Iterable[str | Path]) -> frozenset[Path]:
    """Return where paths lead; a link that leads to itself stays as it is."""
    return frozenset(Path(os.path.realpath(path)) for path in paths)


def _write(path: Path, text: str, read: frozenset[Path]) -> str:
    expect_own(path, read)
    with open_atomic(str(path)) as file:
        file.write(text)
    return str(path)


def student_page(marks: Marks) -> str:
    """Return the page of one student."""
    points = sum(grade.points or 0 for _, grade in marks)
    most = sum(grade.of for _, grade in marks)
    head = [f"{points} of {most} points."]
    if len(marks) == 1:
        head += _said(*marks[0])
    rubrics = rubrics_of([grading for grading, _ in marks])
    paragraphs = (*head, *(f"Rubric: {rubric}" for rubric in rubrics))
    recordings = tuple(_recording(*each, alone=len(marks) == 1) for each in marks)
    links = (("All submissions", "index.html"),)
    return replay_page(Page(marks[0][1].name, paragraphs, (), recordings, links))


def _said(grading: Grading, grade: Grade) -> list[str]:
    said = [grade.sentence, grading.in_words()]
    return [*said, f"Read as: {grade.understood}"] if grade.understood else said


def _recording(grading: Grading, grade: Grade, *, alone: bool) -> Recording:
    """Return the replay of a submission up to its fault; of what is no plan, the start."""
    best = grading.best
    picture = drawn_board(best.instance.game, best.scenario)
    line = grade.line
    shown = moments(line.states, line.moves) if line else moments([_start(best)], [])
    if alone:
        return Recording(picture, shown)
    heading = f"{grading.title}: {_points(grade)}"
    return Recording(picture, shown, heading, tuple(_said(grading, grade)))


def _start(best: Answer) -> Any:
    return best.instance.game.get(RULES)(best.scenario).start()


def _points(grade: Grade) -> str:
    return "undecided" if grade.points is None else f"{grade.points} of {grade.of} points"


def overview(gradings: Sequence[Grading], names: Sequence[str]) -> str:
    """Return the page with a row for each student; the names are those of their files."""
    rows = [
        _row(marks, name, several=len(gradings) > 1)
        for marks, name in zip(by_student(gradings), names, strict=True)
    ]
    paragraphs = [f"{each.title}: {each.in_words()}" for each in gradings]
    title = f"Grades: {gradings[0].title}" if len(gradings) == 1 else "Grades"
    paragraphs += [f"Rubric: {rubric}" for rubric in rubrics_of(gradings)]
    return table_page(rows, title=title, paragraphs=paragraphs)


def _row(marks: Marks, name: str, *, several: bool) -> Mapping[str, object]:
    first = marks[0][1]
    row: dict[str, object] = {"submission": Link(first.name, f"{name}.html")}
    if not several:
        row |= {"points": first.points, "verdict": first.sentence, "gap": first.gap}
        asked = [question.figure for question in marks[0][0].best.ask if question.figure]
        return row | {name: (first.values or {}).get(name) for name in asked}
    row["points"] = sum(grade.points or 0 for _, grade in marks)
    for grading, grade in marks:
        shown = grade.points if grade.points is not None else grade.mark.value
        row[Path(grading.file).stem] = shown
    return row


def results(marks: Sequence[tuple[Grading, Grade]]) -> dict[str, Any]:
    """Return the results of one student: a test case for each scenario."""
    return {
        "extra_data": {"generator": GENERATOR},
        "score": sum(grade.points or 0 for _, grade in marks),
        "output": "\n".join(rubrics_of([grading for grading, _ in marks])),
        "output_format": "text",
        "tests": [_test(grading, grade) for grading, grade in marks],
    }


def _test(grading: Grading, grade: Grade) -> dict[str, Any]:
    said = [grade.sentence, grading.in_words()]
    if grade.understood:
        said.append(f"Read as: {grade.understood}")
    passed = grade.mark is Mark.VALID and grade.failure is None
    stated = grade.to_json()
    return {
        "name": grading.title,
        "name_format": "text",
        "score": grade.points or 0,
        "max_score": grade.of,
        "status": "passed" if passed else "failed",
        "output": "\n".join(said),
        "output_format": "text",
        "visibility": "visible",
        "extra_data": {key: stated[key] for key in ("mark", "valid", "at", "gap", "values")},
    }


def results_file(marks: Sequence[tuple[Grading, Grade]]) -> str:
    """Return the text of a student's `results.json`."""
    return json.dumps(results(marks), indent=2) + "\n"
