"""Submissions: what students handed in, read so that no file can stop the others.

A file is handed in by itself, or lies in a folder, or in a student's folder beside those for other
scenarios.
"""

from __future__ import annotations

import json
import os
import re
import stat
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from toadstone.core.errors import InputError, Place, RequestError, text_of
from toadstone.files.messages import list_names
from toadstone.files.plan_text import decode_plan
from toadstone.files.source import STANDARD_INPUT, Source, is_folder, read_source

SCENARIO_SUFFIXES = (".yaml", ".yml", ".json")

_COPY = re.compile(r" ?\([0-9]+\)$")
_SUFFIX = re.compile(r"(?<=.)\.[A-Za-z0-9]{1,5}$")
_MOODLE = re.compile(r"_[0-9]+_assignsubmission_\w+$")
_LOCK = "~$"
"""The name of a file that Word keeps beside one that is open begins so."""
_LEFT_OVER = re.compile(
    r"\..*|~\$.*|.*(~|\.bak|\.swp)|__MACOSX|Thumbs\.db|desktop\.ini", re.IGNORECASE
)
"""What is hidden, and what editors and systems leave in a folder."""

LARGEST_SUBMISSION = 4 * 1024 * 1024
"""Bytes; what is larger is not read."""


@dataclass(frozen=True)
class Submission:
    """One file that was handed in.

    Attributes:
        name: what to call it: its path below the folder that was named, or its own name.
        path: where it is; None of what is a text already.
        inside: the folder that it must not lead out of; None where the file itself was named.
        student: whose it is, as a page is titled; by default the name without its suffix.
        source: the text; None where it is still to be read.
        problem: why it cannot be read, where that is known already.
        others: the files beside it that match no scenario, where nothing else was handed in.
    """

    name: str
    path: Path | None
    inside: Path | None = None
    student: str = ""
    source: Source | None = None
    problem: str = ""
    others: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.student:
            object.__setattr__(self, "student", title_of(self.name))

    @property
    def is_missing(self) -> bool:
        """Whether nothing was handed in."""
        return self.path is None and self.source is None and not self.problem

    def read(self) -> Source:
        """Return the text.

        Raises:
            InputError: it cannot be read, or is no text.
        """
        if self.problem:
            raise InputError(self.problem, Place(self.name))
        if self.source is not None:
            return self.source
        if self.path is None:
            raise InputError("nothing was handed in", Place(self.name))
        if str(self.path) != STANDARD_INPUT:
            if self.inside is not None and not _leads_inside(self.path, self.inside):
                raise InputError("the link leads out of the folder", Place(str(self.path)))
            _expect_file(self.path)
        source = read_source(str(self.path), decode_plan)
        if "\0" in source.text:
            raise InputError("expected text, found a binary file", Place(source.name))
        return source


@dataclass(frozen=True)
class Student:
    """What a student handed in.

    Attributes:
        name: the name of the student's folder.
        folder: the folder.
        files: the files in it for each scenario, by the name of its file without suffix.
        others: the names of the files in it that match no scenario.
        title: the name of the student.
    """

    name: str
    folder: Path | None
    files: Mapping[str, Sequence[Path]]
    others: tuple[str, ...]
    title: str

    def submission(self, task: str) -> Submission:
        """Return what was handed in for a scenario; of several files, none is chosen."""
        files = self.files.get(task, ())
        if not files:
            return Submission(self.name, None, self.folder, self.title, others=self.others)
        problem = ""
        if len(files) > 1:
            problem = (
                f"expected one file, found {len(files)}: {list_names([f.name for f in files])}"
            )
        return Submission(self.name, files[0], self.folder, self.title, problem=problem)


def submissions(
    paths: Sequence[str], apart: frozenset[Path] = frozenset()
) -> tuple[Submission, ...]:
    """Return what was handed in: each path, or of a folder every file in it.

    A folder in that folder is one student's: its files are taken, and nothing below them. Of a
    student's empty folder, nothing was handed in.

    Args:
        paths: files and folders.
        apart: resolved paths that are no submissions, wherever they are in a folder.

    Raises:
        InputError: there is no such file or folder.
    """
    return tuple(each for path in paths for each in _at(path, apart))


def of_plans(plans: Mapping[str, str | Path | Sequence[str]]) -> tuple[Submission, ...]:
    """Return plans by name, each a text, a list of moves or the path of a file, as submissions."""
    found = []
    for name, plan in plans.items():
        path = plan if isinstance(plan, Path) else None
        moves = plan if isinstance(plan, str | Path) else json.dumps(list(map(text_of, plan)))
        source = None if path else Source(name, str(moves), Path.cwd())
        found.append(Submission(name, path, student=name, source=source))
    return tuple(found)


def _at(path: str, apart: frozenset[Path]) -> Iterator[Submission]:
    folder = Path(path)
    if path != STANDARD_INPUT and not os.path.lexists(path):
        raise InputError("no such file or folder", Place(path))
    if path == STANDARD_INPUT or not is_folder(path):
        if not folder.name.startswith(_LOCK):
            yield Submission("<stdin>" if path == STANDARD_INPUT else folder.name, folder)
        return
    for entry in entries(folder, apart):
        below = entries(entry, apart) if entry.is_dir() and not entry.is_symlink() else ()
        for file in below:
            owner = entry.name if len(below) == 1 else f"{entry.name}/{file.name}"
            yield Submission(f"{entry.name}/{file.name}", file, folder, title_of(owner))
        if not below:
            yield Submission(entry.name, None if _is_empty(entry) else entry, folder)


def entries(folder: Path, apart: frozenset[Path] = frozenset()) -> tuple[Path, ...]:
    """Return what is in a folder, by name; none if it is unreadable.

    Hidden files, backups of editors and what systems leave there do not count.

    Args:
        folder: the folder.
        apart: resolved paths that do not count either.
    """
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208  # Path.iterdir does not sort either
    except OSError:
        return ()
    found = (folder / name for name in names if not _LEFT_OVER.fullmatch(name))
    return tuple(each for each in found if Path(os.path.realpath(each)) not in apart)


def _is_empty(path: Path) -> bool:
    """Return whether a path is a folder that can be read and holds nothing that counts."""
    is_folder = path.is_dir() and not path.is_symlink()
    return is_folder and os.access(path, os.R_OK | os.X_OK) and not entries(path)


def title_of(name: str) -> str:
    """Return what to call a student: the name without suffix, nor what Moodle puts behind it."""
    return unicodedata.normalize("NFC", _MOODLE.sub("", _SUFFIX.sub("", name)))


def _leads_inside(path: Path, folder: Path) -> bool:
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False


def _expect_file(path: Path) -> None:
    """Raise InputError for what is no file, or too large; never wait for anything."""
    with suppress(OSError, ValueError):  # reading it says what is wrong
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            found = "a folder" if stat.S_ISDIR(status.st_mode) else "a device or a pipe"
            raise InputError(f"expected a file, found {found}", Place(str(path)))
        if status.st_size > LARGEST_SUBMISSION:
            message = "the file is larger than 4 MiB, the most that is read"
            raise InputError(message, Place(str(path)))


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
        apart: resolved paths that are no student's, wherever they are in a folder.

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
    title = unicodedata.normalize("NFC", _MOODLE.sub("", name))
    return Student(name, folder, files, tuple(others), title)


def _task_of(file: Path, tasks: Sequence[str]) -> str | None:
    """Return the scenario that a file is named after.

    Capitals do not count, nor the ` (1)` that a browser adds to a second download.
    """
    names = (file.stem, _COPY.sub("", file.stem))
    if exact := next((name for name in names if name in tasks), None):
        return exact
    plain = {name.casefold() for name in names}
    return next((task for task in tasks if task.casefold() in plain), None)
