"""Submissions: where they are, and their text, read so that none of them can stop the others."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from toadstone.core.errors import InputError, Place
from toadstone.files.source import STANDARD_INPUT, Source, decode, is_folder, read_source
from toadstone.services.grading.own_files import is_from_grading

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


@dataclass(frozen=True)
class Submission:
    """One file that was handed in.

    Attributes:
        name: what to call it: its path below the folder that was named, or its own name.
        path: where it is; None of what is a text already.
        inside: the folder that it must not lead out of; None where the file itself was named.
        source: the text; None where it is still to be read.
        problem: why it cannot be read, where that is known already.
        others: the files beside it that match no scenario, where nothing else was handed in.
    """

    name: str
    path: Path | None
    inside: Path | None = None
    source: Source | None = None
    problem: str = ""
    others: tuple[str, ...] = ()

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
            return _text(read_source(STANDARD_INPUT))
        if self.inside is not None and not _leads_inside(self.path, self.inside):
            raise InputError("the link leads out of the folder", Place(str(self.path)))
        return _text(_read(self.path))


def submissions(
    paths: Sequence[str], apart: frozenset[Path] = frozenset()
) -> tuple[Submission, ...]:
    """Return what was handed in: each path, or of a folder every file in it.

    A folder in that folder is one student's: its files are taken, and nothing below them. Of a
    student's empty folder, nothing was handed in.

    Args:
        paths: files and folders.
        apart: resolved paths that are no submissions, wherever they are in a folder.
    """
    return tuple(each for path in paths for each in _at(path, apart))


def of_texts(plans: Mapping[str, str | Sequence[str]]) -> tuple[Submission, ...]:
    """Return plans by name, each a text or a list of moves, as submissions."""
    return tuple(
        Submission(
            name,
            None,
            source=Source(
                name,
                plan if isinstance(plan, str) else json.dumps([str(move) for move in plan]),
                Path.cwd(),
            ),
        )
        for name, plan in plans.items()
    )


def _at(path: str, apart: frozenset[Path]) -> Iterator[Submission]:
    folder = Path(path)
    if path == STANDARD_INPUT or not is_folder(path):
        yield Submission("<stdin>" if path == STANDARD_INPUT else folder.name, folder)
        return
    for entry in entries(folder, apart):
        below = entries(entry, apart) if entry.is_dir() and not entry.is_symlink() else ()
        for file in below:
            yield Submission(f"{entry.name}/{file.name}", file, folder)
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


def _is_left_over(name: str) -> bool:
    return name.startswith(".") or name.lower().endswith(_BACKUPS) or name in _NOT_HANDED_IN


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
    return decode(str(path), data, path.parent)


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
