"""Several scenarios, and what each student handed in for each of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toadstone.core.errors import RequestError
from toadstone.core.shown import Records
from toadstone.files.messages import listed
from toadstone.files.source import is_folder
from toadstone.services.grading.grade import Mark
from toadstone.services.grading.grading import Grading
from toadstone.services.grading.own_files import is_from_grading
from toadstone.services.grading.submission import Submission, entries

SCENARIO_SUFFIXES = (".yaml", ".yml", ".json")

_COPY = re.compile(r" ?\([0-9]+\)$")


@dataclass(frozen=True)
class Student:
    """What a student handed in.

    Attributes:
        name: the name of the student's folder.
        folder: the folder.
        files: the files in it for each scenario, by the name of its file without suffix.
        others: the names of the files in it that match no scenario.
    """

    name: str
    folder: Path
    files: Mapping[str, Sequence[Path]]
    others: tuple[str, ...]

    def submission(self, task: str) -> Submission:
        """Return what was handed in for a scenario; of several files, none is chosen."""
        files = self.files.get(task, ())
        if not files:
            return Submission(self.name, None, self.folder, others=self.others)
        problem = ""
        if len(files) > 1:
            problem = f"expected one file, found {len(files)}: {listed([f.name for f in files])}"
        return Submission(self.name, files[0], self.folder, problem=problem)


@dataclass(frozen=True, repr=False)
class Course(Records):
    """The marks of all students for all scenarios.

    Attributes:
        gradings: the marks of a scenario each, the students in the same order.
    """

    gradings: tuple[Grading, ...]

    def __repr__(self) -> str:
        return f"<Course {len(self.gradings)} scenarios, {len(self.students)} students>"

    @property
    def students(self) -> list[dict[str, Any]]:
        """The name, the points and the most points of each student."""
        rows = zip(*(grading.grades for grading in self.gradings), strict=False)
        return [
            {
                "name": row[0].name,
                "points": sum(grade.points or 0 for grade in row),
                "of": sum(grade.of for grade in row),
                "undecided": sum(grade.mark is Mark.UNDECIDED for grade in row),
            }
            for row in rows
        ]

    def to_records(self) -> list[dict[str, Any]]:
        """Return a row for each student and scenario."""
        return [
            {"scenario": Path(grading.file).stem, **record}
            for grading in self.gradings
            for record in grading.to_records()
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `grade --json` prints of several scenarios."""
        return {
            "scenarios": [grading.to_json() for grading in self.gradings],
            "students": self.students,
        }


def scenario_files(folder: str) -> tuple[str, ...]:
    """Return the scenario files in a folder, by name.

    Raises:
        RequestError: there are none, or two have the same name but for the suffix.
    """
    found = [each for each in entries(Path(folder)) if each.suffix.lower() in SCENARIO_SUFFIXES]
    if not found:
        raise RequestError(f"{folder}: expected a folder with scenarios, found no .yaml in it")
    stems = [each.stem for each in found]
    if double := next((stem for stem in stems if stems.count(stem) > 1), None):
        raise RequestError(f"{folder}: there are two scenarios `{double}`")
    return tuple(map(str, found))


def students(
    paths: Sequence[str], tasks: Sequence[str], apart: frozenset[Path] = frozenset()
) -> tuple[Student, ...]:
    """Return the students: each path is a student's folder, or a folder of such folders.

    A folder is a student's if a file in it is named as a scenario is, or if it holds no folder.

    Args:
        paths: the folders.
        tasks: the names of the scenarios.
        apart: resolved paths that are nobody's, wherever they are in a folder.

    Raises:
        RequestError: a path is no folder, or two students have the same name.
    """
    found = [each for path in paths for each in _students_at(Path(path), tasks, apart)]
    names = [each.name for each in found]
    if double := next((name for name in names if names.count(name) > 1), None):
        raise RequestError(f"there are two folders `{double}`: expected a folder a student")
    return tuple(found)


def _students_at(folder: Path, tasks: Sequence[str], apart: frozenset[Path]) -> list[Student]:
    if not is_folder(str(folder)):
        raise RequestError(
            f"{folder}: with several scenarios, expected a folder a student, found no folder"
        )
    if is_from_grading(folder):
        return []
    inside = entries(folder, apart)
    below = [each for each in inside if each.is_dir() and not each.is_symlink()]
    if not below or any(_task_of(each, tasks) for each in inside):
        return [_student(folder, tasks, apart)]
    return [_student(each, tasks, apart) for each in below]


def _student(folder: Path, tasks: Sequence[str], apart: frozenset[Path]) -> Student:
    """Return a student, with every file in the folder."""
    files: dict[str, list[Path]] = {}
    others = list[str]()
    for each in entries(folder, apart):
        if task := _task_of(each, tasks):
            files.setdefault(task, []).append(each)
        else:
            others.append(each.name)
    name = folder.name or folder.resolve().name
    return Student(name, folder, files, tuple(others))


def _task_of(file: Path, tasks: Sequence[str]) -> str | None:
    """Return the scenario that a file is named after.

    Capitals do not count, nor the ` (1)` that a browser adds to a second download.
    """
    names = (file.stem, _COPY.sub("", file.stem))
    if exact := next((name for name in names if name in tasks), None):
        return exact
    plain = {name.casefold() for name in names}
    return next((task for task in tasks if task.casefold() in plain), None)
