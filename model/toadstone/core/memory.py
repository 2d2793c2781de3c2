"""Room in memory, looked for before work that would not say itself that there is none."""

from __future__ import annotations

import mmap


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
