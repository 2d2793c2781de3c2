"""Room in memory, looked for before work that would not say itself that there is none."""

from __future__ import annotations

import mmap
import sys
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
