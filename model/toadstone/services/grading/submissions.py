"""Submissions: what students handed in, read so that no file can stop the others.

A file is handed in by itself, or lies in a folder, or in a student's folder beside those for other
scenarios. What `toadstone grade` wrote itself is no submission, whatever its name.
"""

from __future__ import annotations

import json
import os
import re
import stat
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from toadstone.core.errors import InputError, Place, RequestError, text_of
from toadstone.files.messages import listed
from toadstone.files.plan_text import decode_plan
from toadstone.files.source import STANDARD_INPUT, Source, is_folder, read_source

SCENARIO_SUFFIXES = (".yaml", ".yml", ".json")

_COPY = re.compile(r" ?\([0-9]+\)$")
_SUFFIX = re.compile(r"(?<=.)\.[A-Za-z0-9]{1,5}$")
_MOODLE = re.compile(r"_[0-9]+_assignsubmission_\w+$")
_LOCK = "~$"
"""The name of a file that Word keeps beside one that is open begins so."""

LARGEST_SUBMISSION = 4 * 1024 * 1024
"""Bytes; what is larger is not read."""

_NOT_HANDED_IN = frozenset({"__MACOSX", "Thumbs.db", "desktop.ini"})
_BACKUPS = ("~", ".bak", ".swp")

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)
"""A named pipe is opened without waiting for somebody who writes to it."""

_KINDS = {
    stat.S_ISDIR: "a folder",
    stat.S_ISFIFO: "a named pipe",
    stat.S_ISSOCK: "a socket",
    stat.S_ISCHR: "a device",
    stat.S_ISBLK: "a device",
}


GENERATOR = "written by toadstone grade"
"""Stands in every file that is written, so that no other file is replaced, and none is graded."""

END_OF_PAGE = f"<!-- {GENERATOR} -->\n"
"""The last line of every page."""

START_OF_RESULTS = f'{{\n  "extra_data": {{\n    "generator": "{GENERATOR}"\n  }},'
"""The first lines of every `results.json`."""


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
        if str(self.path) == STANDARD_INPUT:
            return _text(read_source(STANDARD_INPUT, decode_plan))
        if self.inside is not None and not _leads_inside(self.path, self.inside):
            raise InputError("the link leads out of the folder", Place(str(self.path)))
        return _text(_read(self.path))


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
            problem = f"expected one file, found {len(files)}: {listed([f.name for f in files])}"
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
    return tuple(_of_plan(name, plan) for name, plan in plans.items())


def _of_plan(name: str, plan: str | Path | Sequence[str]) -> Submission:
    if isinstance(plan, Path):
        return Submission(name, plan, student=name)
    text = plan if isinstance(plan, str) else json.dumps([text_of(move) for move in plan])
    return Submission(name, None, student=name, source=Source(name, text, Path.cwd()))


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

    Hidden files, backups of editors and what systems leave there do not count, nor does what
    `toadstone grade` wrote.

    Args:
        folder: the folder.
        apart: resolved paths that do not count either.
    """
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208  # Path.iterdir does not sort either
    except OSError:
        return ()
    found = (folder / name for name in names if not _is_left_over(name))
    return tuple(
        each
        for each in found
        if Path(os.path.realpath(each)) not in apart and not is_from_grading(each)
    )


def _is_empty(path: Path) -> bool:
    """Return whether a path is a folder that can be read and holds nothing that counts."""
    is_folder = path.is_dir() and not path.is_symlink()
    return is_folder and os.access(path, os.R_OK | os.X_OK) and not entries(path)


def title_of(name: str) -> str:
    """Return what to call a student: the name without suffix, nor what Moodle puts behind it."""
    return unicodedata.normalize("NFC", _MOODLE.sub("", _SUFFIX.sub("", name)))


def _is_left_over(name: str) -> bool:
    return (
        name.startswith((".", _LOCK)) or name.lower().endswith(_BACKUPS) or name in _NOT_HANDED_IN
    )


def _leads_inside(path: Path, folder: Path) -> bool:
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False


def _read(path: Path) -> Source:
    """Read a regular file; never wait for anything else."""
    place = Place(str(path))
    try:
        descriptor = os.open(path, _FLAGS)
        try:
            data = _data(descriptor, place)
        finally:
            os.close(descriptor)
    except FileNotFoundError:
        raise InputError("no such file", place) from None
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror or error}", place) from None
    except ValueError as error:
        raise InputError(f"cannot read the file: {error}", place) from None
    return decode_plan(str(path), data, path.parent)


def _data(descriptor: int, place: Place) -> bytes:
    status = os.fstat(descriptor)
    if kind := _kind(status.st_mode):
        raise InputError(f"expected a file, found {kind}", place)
    if status.st_size > LARGEST_SUBMISSION:
        raise InputError("the file is larger than 4 MiB, the most that is read", place)
    with os.fdopen(descriptor, "rb", closefd=False) as file:
        return file.read(LARGEST_SUBMISSION)


def _kind(mode: int) -> str | None:
    """Return what a file is that is no regular one."""
    return next((name for is_kind, name in _KINDS.items() if is_kind(mode)), None)


def _text(source: Source) -> Source:
    if "\0" in source.text:
        raise InputError("expected text, found a binary file", Place(source.name))
    return source


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


def is_own(file: Path) -> bool:
    """Return whether a file is a page of `--html` or a result of `--gradescope`, as it was written.

    Raises:
        OSError: it cannot be read.
    """
    if not stat.S_ISREG(file.stat().st_mode):
        return False
    with file.open("rb") as opened:
        start = opened.read(len(START_OF_RESULTS))
        if not start.startswith(b"<!doctype html>"):
            return start == START_OF_RESULTS.encode()
        end = END_OF_PAGE.encode()
        opened.seek(max(0, opened.seek(0, os.SEEK_END) - len(end)))
        return opened.read() == end


def holds_only_own(folder: Path) -> bool:
    """Return whether every file in a folder, here or deeper, is an own one; or there is no folder.

    Hidden files do not count, as no student made them. Of what cannot be read, nothing is known.
    """
    try:
        return all(not each.is_symlink() and is_own(each) for each in _files(folder))
    except OSError:
        return False


def is_from_grading(path: Path) -> bool:
    """Return whether a path is an own file, or a folder that holds such files alone."""
    if path.is_symlink():
        return False
    if path.is_dir():
        return holds_only_own(path) and any(_files(path))
    try:
        return is_own(path)
    except OSError:
        return False


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder, here or deeper, and the links; raise OSError on the way."""
    for name in sorted(os.listdir(folder)) if folder.is_dir() else ():  # noqa: PTH208
        path = folder / name
        if name.startswith("."):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _files(path)
        else:
            yield path
