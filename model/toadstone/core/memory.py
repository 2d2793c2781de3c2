"""Memory that runs out: how errors say so, and room for work that would end the process."""

from __future__ import annotations

import errno
import mmap
import sys
from collections.abc import Iterator
from pathlib import Path


def expect_room(size: int, what: str) -> None:
    """Raise MemoryError where there is no address space of this size, in bytes.

    Args:
        size: what the work takes.
        what: the work, for the message.
    """
    try:
        mmap.mmap(-1, size).close()
    except OSError as error:
        raise MemoryError(f"no room for {what}") from error


_SAID_BY_THE_LOADER = ("failed to map segment", "cannot allocate memory")
_SAID_BY_PYTHON = "can't start new thread"


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether an error, or one of its causes, says that memory ran out."""
    return any(map(_says_so, _with_causes(error)))


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _says_so(error: BaseException) -> bool:
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return True
    if isinstance(error, OSError | ImportError):
        return any(words in str(error).lower() for words in _SAID_BY_THE_LOADER)
    return isinstance(error, RuntimeError) and str(error) == _SAID_BY_PYTHON


def room_for(most: int, least: int, what: str) -> int:
    """Return the largest size that there is room for: `most` or a half, a quarter ... of it.

    Half of the memory that is free is left to others.

    Args:
        most: the size that is wanted, in bytes.
        least: the smallest size that will do.
        what: what takes it, for the message.

    Raises:
        MemoryError: there is not even room for the least.
    """
    free = _free_memory()
    while most > least and (most > free // 2 or not _has_room(most)):
        most //= 2
    expect_room(most, what)
    return most


def _has_room(size: int) -> bool:
    try:
        expect_room(size, "")
    except MemoryError:
        return False
    return True


def _free_memory() -> int:
    """Return the bytes of memory that are free; without a limit where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        said = dict(line.split(":", 1) for line in lines)["MemAvailable"]
    except (OSError, ValueError, KeyError):
        return sys.maxsize
    return int(said.split()[0]) << 10
