"""Files that are written completely or not at all.

A file is written under another name in the same folder, flushed, and then renamed, so that its own
name never belongs to an unfinished file. A device or a pipe is written directly.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES
from glob import escape
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

from toadstone.core.errors import InputError, Place


@contextmanager
def open_atomic(path: str, *, binary: bool = False) -> Iterator[IO[Any]]:
    """Open a file for writing; it gets its name when the block ends without an error.

    Unless it is binary, it is UTF-8 text with Unix line ends.

    Raises:
        InputError: the file cannot be written.
    """
    expect_no_stream(path)
    target = _target(path)
    try:
        if (device := _device(path)) is not None:
            with _open(device, binary=binary) as file:
                yield file
            return
        part = target.with_name(f".{target.name[:60]}.{uuid4().hex[:8]}.part")
        try:
            with _open(part, binary=binary) as file:
                if target.exists():  # before anything is in the file
                    if not os.access(target, os.W_OK):
                        raise PermissionError(EACCES, os.strerror(EACCES))
                    part.chmod(target.stat().st_mode & 0o7777)
                yield file
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise cannot_write(path, error.strerror or str(error)) from None


def remove_left(path: str) -> None:
    """Remove the unfinished files of killed runs; no other run may be writing the file."""
    target = _target(path)
    for part in target.parent.glob(f".{escape(target.name[:60])}.{'?' * 8}.part"):
        with suppress(OSError):
            part.unlink()


def _target(path: str) -> Path:
    """Return where a path leads, through its links."""
    try:
        return Path(os.path.realpath(Path(path).expanduser()))
    except (OSError, RuntimeError, ValueError) as error:
        raise cannot_write(path, str(error)) from None


def _device(path: str) -> Path | None:
    """Return the device or pipe at a path, to be written directly; None for a regular file."""
    there = Path(path).expanduser()
    return there if there.exists() and not there.is_file() else None


def _open(file: Path, *, binary: bool) -> IO[Any]:
    return file.open("wb") if binary else file.open("w", encoding="utf-8", newline="\n")


def cannot_write(path: str, reason: str) -> InputError:
    """Return the error for a file that cannot be written."""
    return InputError(f"cannot write: {reason}", Place(path or "''"))


def make_folder(path: str | Path) -> None:
    """Make a folder, and those that it is in, where there is none.

    Raises:
        InputError: it cannot be made; a file may have its name.
    """
    try:
        Path(path).expanduser().mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        reason = "expected a folder, found a file"
        raise cannot_write(str(path), reason) from None
    except OSError as error:
        raise cannot_write(str(path), error.strerror or str(error)) from None


def expect_writable(path: str, *inputs: str) -> None:
    """Raise InputError, before any work is done, where a file could not be written.

    The files that are read must not be replaced.
    """
    expect_no_stream(path)
    target, there = _target(path), Path(path).expanduser()
    expect_not(path, *inputs)
    try:
        if target.is_dir():
            raise cannot_write(path, "it is a folder" if path else "its name is empty")
        if there.exists() and not os.access(there, os.W_OK):
            raise cannot_write(path, "it is read-only")
        can_hold = target.parent.is_dir() and os.access(target.parent, os.W_OK)
        if _device(path) is None and not can_hold:
            raise cannot_write(path, "there is no such folder, or it is read-only")
    except OSError as error:  # such as a name that is too long
        raise cannot_write(path, error.strerror or str(error)) from None


def expect_no_stream(path: str) -> None:
    """Raise InputError for standard output, and for `-`, which other programs take for it."""
    if path in {"-", "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2"}:
        raise cannot_write(path, "standard output has the answer; a file of that name is `./-`")


def expect_not(path: str, *inputs: str, what: str = "the scenario") -> None:
    """Raise InputError if a file to be written is one of the inputs; `what` names their kind."""
    target = _target(path)
    for each in inputs:
        with suppress(OSError):
            if target == _target(each) or (target.is_file() and target.samefile(each)):
                raise cannot_write(path, f"this file is {what}")
