"""Submissions: the files of students, and by the roster of a class, their names.

A file is handed in by itself, or lies in a folder, or in a student's folder beside those for other
scenarios. It is read so that no file can stop the others.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePath

from toadstone.core.errors import InputError, Place, RequestError, text_of
from toadstone.files.messages import list_names
from toadstone.files.source import (
    STANDARD_INPUT,
    Source,
    decode_loosely,
    expect_file,
    is_folder,
    read_source,
)

SCENARIO_SUFFIXES = (".yaml", ".yml", ".json")
_CERTIFICATE = ".proof.json"
"""The ending of certificates that `generate` writes beside scenarios."""

_COPY = re.compile(r" ?\([0-9]+\)$")
_SUFFIX = re.compile(r"(?<=.)\.[A-Za-z0-9]{1,5}$")
_MOODLE = re.compile(r"_[0-9]+_assignsubmission_\w+$")
_LEFT_OVER = re.compile(
    r"\..*|~\$.*|.*(~|\.bak|\.swp)|__MACOSX|Thumbs\.db|desktop\.ini", re.IGNORECASE
)
"""Hidden files, and files that editors and systems leave in a folder."""


@dataclass(frozen=True)
class Submission:
    """One file that was handed in.

    Attributes:
        name: its name: the path below the folder that was named, or its own name.
        path: its path; None if it is given as a text.
        inside: the folder that it must not lead out of; None if the file itself was named.
        student: the title of the student's page; by default the name without its suffix.
        source: the text; None if it is still to be read.
        problem: why it cannot be read, if that is known already.
        others: the student's files that match no scenario, if nothing else was handed in.
        listed: the other columns of the student in the roster, such as a number.
    """

    name: str
    path: Path | None = None
    inside: Path | None = None
    student: str = ""
    source: Source | None = None
    problem: str = ""
    others: tuple[str, ...] = ()
    listed: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if not self.student:
            object.__setattr__(self, "student", title_of(self.name))

    def read(self) -> Source:
        """Return the text.

        Raises:
            InputError: it cannot be read, or is no text.
        """
        if self.source is not None:
            return self.source
        if self.problem or self.path is None:
            raise InputError(self.problem or "nothing was handed in", Place(self.name))
        if str(self.path) != STANDARD_INPUT:
            place, real = Place(str(self.path)), Path(os.path.realpath(self.path))
            if self.inside and not real.is_relative_to(os.path.realpath(self.inside)):
                raise InputError("the link leads out of the folder", place)
            expect_file(self.path, place)  # which never waits for anything
        source = read_source(str(self.path), decode_loosely)
        if "\0" in source.text:
            raise InputError("expected text, found a binary file", Place(source.name))
        return source


def submissions(
    paths: Sequence[str], apart: frozenset[Path] = frozenset()
) -> tuple[Submission, ...]:
    """Return the submissions: each path, or of a folder every file in it.

    A folder in that folder is one student's: its files count, but not its folders. If it is empty,
    the student handed in nothing. The resolved paths in `apart` are no submissions.

    Raises:
        InputError: there is no such file or folder.
    """
    return tuple(each for path in paths for each in _at(path, apart))


def _at(path: str, apart: frozenset[Path]) -> Iterator[Submission]:
    folder = Path(path)
    if path != STANDARD_INPUT and not os.path.lexists(path):
        raise InputError("no such file or folder", Place(path))
    if path == STANDARD_INPUT or not is_folder(path):
        if not folder.name.startswith("~$"):  # Word keeps it beside a file that is open
            yield Submission("<stdin>" if path == STANDARD_INPUT else folder.name, folder)
        return
    for entry in entries(folder, apart):
        is_students = entry.is_dir() and not entry.is_symlink()
        below = entries(entry, apart) if is_students else ()
        for file in below:
            owner = entry.name if len(below) == 1 else f"{entry.name}/{file.name}"
            yield Submission(f"{entry.name}/{file.name}", file, folder, title_of(owner))
        if not below:
            is_empty = is_students and os.access(entry, os.R_OK | os.X_OK) and not entries(entry)
            yield Submission(entry.name, None if is_empty else entry, folder)


def of_plans(plans: Mapping[str, str | Path | Sequence[str]]) -> tuple[Submission, ...]:
    """Return plans by name, each a text, a list of moves or the path of a file, as submissions."""
    named = []
    for name, plan in plans.items():
        if isinstance(plan, Path):
            named.append(Submission(name, plan, student=name))
            continue
        text = plan if isinstance(plan, str) else json.dumps(list(map(text_of, plan)))
        named.append(Submission(name, student=name, source=Source(name, text, Path.cwd())))
    return tuple(named)


def entries(folder: Path, apart: frozenset[Path] = frozenset()) -> tuple[Path, ...]:
    """Return the entries of a folder, by name; none if it is unreadable.

    Hidden files, backups of editors, files of systems, and resolved paths that are `apart` do not
    count.
    """
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208  # Path.iterdir does not sort either
    except OSError:
        return ()
    paths = (folder / name for name in names if not _LEFT_OVER.fullmatch(name))
    return tuple(each for each in paths if Path(os.path.realpath(each)) not in apart)


def title_of(name: str) -> str:
    """Return the name of a student: without suffix, and without the words that Moodle adds."""
    return unicodedata.normalize("NFC", _MOODLE.sub("", _SUFFIX.sub("", name)))


# Several scenarios


def scenario_files(folder: str) -> tuple[str, ...]:
    """Return the scenario files in a folder, by name.

    Raises:
        RequestError: there are none.
    """
    scenarios = [
        each
        for each in entries(Path(folder))
        if each.suffix.lower() in SCENARIO_SUFFIXES and not each.name.endswith(_CERTIFICATE)
    ]
    if not scenarios:
        raise RequestError(f"{folder}: expected a folder with scenarios, found no .yaml in it")
    return tuple(map(str, scenarios))


def submissions_of_students(
    paths: Sequence[str], tasks: Sequence[str], apart: frozenset[Path] = frozenset()
) -> list[tuple[Submission, ...]]:
    """Return for each scenario the submissions, with the students always in the same order.

    Each path is a student's folder, or a folder of such folders. A folder is a student's if a file
    in it is named as a scenario is, or if it holds no folder. The resolved paths in `apart` are no
    student's.

    Raises:
        RequestError: a path is no folder.
    """
    folders = list[Path]()
    for path in map(Path, paths):
        if not is_folder(str(path)):
            expected = "with several scenarios, expected a folder a student"
            raise RequestError(f"{path}: {expected}, found no folder")
        inside = entries(path, apart)
        below = [each for each in inside if each.is_dir() and not each.is_symlink()]
        is_students = not below or any(_task_of(each, tasks) for each in inside)
        folders += [path] if is_students else below
    students = [_by_task(folder, tasks, apart) for folder in folders]
    return [tuple(student[task] for student in students) for task in tasks]


def _by_task(
    folder: Path, tasks: Sequence[str], apart: frozenset[Path]
) -> Mapping[str, Submission]:
    """Return the submission of a student for each scenario; of several files, none is chosen."""
    files: dict[str | None, list[Path]] = {None: []}
    for each in entries(folder, apart):
        files.setdefault(_task_of(each, tasks), []).append(each)
    name = folder.name or folder.resolve().name
    student = unicodedata.normalize("NFC", _MOODLE.sub("", name))
    others = tuple(each.name for each in files[None])
    nothing = Submission(name, None, folder, student, others=others)
    by_task = dict.fromkeys(tasks, nothing)
    for task in tasks:
        if files_of_task := files.get(task):
            problem = ""
            if len(files_of_task) > 1:
                listed = list_names([each.name for each in files_of_task])
                problem = f"expected one file, found {len(files_of_task)}: {listed}"
            by_task[task] = Submission(name, files_of_task[0], folder, student, problem=problem)
    return by_task


def _task_of(file: Path, tasks: Sequence[str]) -> str | None:
    """Return the scenario that a file is named after.

    Capitals do not count, nor the ` (1)` that a browser adds to a second download.
    """
    names = (file.stem, _COPY.sub("", file.stem))
    if exact := next((name for name in names if name in tasks), None):
        return exact
    plain = {name.casefold() for name in names}
    return next((task for task in tasks if task.casefold() in plain), None)


# The names of a class

_NAMES = ("name", "full name", "student", "student name")
_FIRST_NAMES = ("first name", "given name", "forename", "first")
_LAST_NAMES = ("last name", "surname", "family name", "last")

_DATE = re.compile(r"(?<!\d)(?:\d{4}[-_.]?\d{2}[-_.]?\d{2}|\d{1,2}[-_.]\d{1,2}[-_.]\d{4})(?!\d)")


@dataclass(frozen=True)
class Roster:
    """The students of a class.

    Attributes:
        names: their names, in the order of the file.
        keys: the words of a name or number, and the students that they mean.
        listed: by name, the other columns.
    """

    names: tuple[str, ...]
    keys: Mapping[tuple[str, ...], frozenset[str]]
    listed: Mapping[str, Mapping[str, str]]

    def name_of(self, path: str) -> str | None:
        """Return the student of a file or folder; None if its name fits nobody, or several.

        Names count before numbers, and a date is no number.
        """
        for part in PurePath(path).parts:
            words = _words(_DATE.sub(" ", title_of(part)))
            longest = max(map(len, self.keys), default=0)
            runs = {words[i : i + k] for i in range(len(words)) for k in range(1, longest + 1)}
            keys = [run for run in runs if run in self.keys]
            best_keys = [run for run in keys if len(run) > 1] or keys
            names = {name for run in best_keys for name in self.keys[run]}
            if not any(len(run) > 1 for run in keys):
                names |= {name for name in self.names if {*words} & {*_words(name)}}
            if names:
                return names.pop() if len(names) == 1 else None
        return None

    def name_submissions(self, files: Sequence[Submission]) -> tuple[Submission, ...]:
        """Return submissions with their students' names; an empty one for each other student."""
        named = [replace(each, student=self.name_of(each.name) or each.student) for each in files]
        present = {each.student for each in named}
        named += [Submission(name, student=name) for name in self.names if name not in present]
        return tuple(replace(each, listed=self.listed.get(each.student, {})) for each in named)


def read_roster(path: str | Path) -> Roster:
    """Read a roster: a file with the names of a class as CSV.

    The first line has the titles of the columns. One is `name`, or two are `first name` and
    `last name`. Whatever else a row states, such as a number or an address, stands for the
    student, too, in the name of a file or folder; words of several rows stand for no student.

    Raises:
        InputError: a line has no name; with its place.
    """
    decode = partial(decode_loosely, save="the roster as CSV (.csv)")
    source = read_source(str(path), decode)
    text = unicodedata.normalize("NFC", source.text.lstrip("\ufeff"))
    separator = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text), delimiter=separator, skipinitialspace=True)
    head, *rows = [[cell.strip() for cell in row] for row in reader] or [[]]
    titles = [title.casefold() for title in head]
    whole, first, last = (
        [place for place, title in enumerate(titles) if title in accepted][:1]
        for accepted in (_NAMES, _FIRST_NAMES, _LAST_NAMES)
    )
    columns = whole or (first + last if first and last else [])
    if not columns:
        message = "expected the titles of columns, one of them `name`, as in `id,name`"
        raise source.error(message, 1, 1)
    names, keys = dict[str, Mapping[str, str]](), defaultdict[tuple[str, ...], set[str]](set)
    for number, cells in enumerate(rows, 2):
        if not any(cells):
            continue
        name = " ".join(cells[at] for at in columns if at < len(cells)).strip()
        if not name:
            raise source.error("expected a name in this line", number, 1)
        other_columns = [at for at in range(min(len(cells), len(head))) if at not in columns]
        names[name] = {head[at]: cells[at] for at in other_columns if head[at]}
        family, _, given = name.partition(",")
        others = [cell for at, cell in enumerate(cells) if at not in columns]
        addresses = [cell.partition("@")[0] for cell in others]
        for key in (name, f"{given} {family}", f"{family} {given}", *others, *addresses):
            keys[_words(key)].add(name)
    keys.pop((), None)
    return Roster(tuple(names), {key: frozenset(owners) for key, owners in keys.items()}, names)


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+", unicodedata.normalize("NFC", text).casefold()))
