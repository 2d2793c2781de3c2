"""Files that are written whole or not at all.

A file is written under another name in the same folder, flushed, and then renamed, so that its own
name never stands for half of it. What is no regular file (a device, a pipe) is written as it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

from toadstone.core.errors import InputError, Place


@contextmanager
def written(path: str, *, binary: bool = False, replace: bool = True) -> Iterator[IO[Any]]:
    """Open a file for writing; it gets its name when the block ends without an error.

    Args:
        path: the file.
        binary: whether bytes are written; otherwise UTF-8 text with Unix line ends.
        replace: whether a file that is there already is replaced.

    Raises:
        FileExistsError: the file is there already and is not to be replaced.
        InputError: the file cannot be written.
    """
    target = _target(path)
    try:
        if target.exists() and not target.is_file():
            with _opened(target, binary=binary) as file:
                yield file
            return
        if target.exists() and not replace:
            raise FileExistsError(path)
        part = target.with_name(f".{target.name[:100]}.{uuid4().hex[:8]}.part")
        try:
            with _opened(part, binary=binary) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            _name(part, target, replace=replace)
        finally:
            part.unlink(missing_ok=True)
    except FileExistsError:
        raise
    except OSError as error:
        raise cannot_write(path, error.strerror or str(error)) from None


def _target(path: str) -> Path:
    """Return where a path leads, through its links."""
    try:
        return Path(os.path.realpath(Path(path).expanduser()))
    except (OSError, RuntimeError, ValueError) as error:
        raise cannot_write(path, str(error)) from None


def _opened(path: Path, *, binary: bool) -> IO[Any]:
    if binary:
        return path.open("wb")
    return path.open("w", encoding="utf-8", newline="\n")


def _name(part: Path, target: Path, *, replace: bool) -> None:
    """Give a finished file its name, and the permissions of the file that it replaces."""
    if not replace:
        os.link(part, target)
        return
    with suppress(FileNotFoundError):
        part.chmod(target.stat().st_mode & 0o7777)
    part.replace(target)


def cannot_write(path: str, reason: str) -> InputError:
    """Return the error for a file that cannot be written."""
    return InputError(f"cannot write: {reason}", Place(path))


def expect_writable(path: str, read: str) -> None:
    """Raise InputError, before any work is done, where a file could not be written.

    Args:
        path: the file to be written.
        read: the file that is read, which must not be replaced.
    """
    target = _target(path)
    if target.is_dir():
        raise cannot_write(path, "it is a folder")
    if not os.access(target.parent, os.W_OK):
        raise cannot_write(path, "there is no such folder, or it is read-only")
    expect_not(path, read)


def expect_not(path: str, read: str) -> None:
    """Raise InputError where a file to be written is the file that is read."""
    with suppress(OSError):
        if Path(path).samefile(read) and Path(path).is_file():
            raise cannot_write(path, "it is the scenario that is read")
