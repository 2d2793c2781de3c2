"""How long a search may take, and how it hears that it is time to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toadstone.core.errors import LimitReachedError

if TYPE_CHECKING:
    from types import TracebackType

KeepGoing = Callable[[], None]
"""Raises LimitReachedError when there is no time left to go on building."""


def no_limit() -> None:
    """Go on building for ever."""


@dataclass(frozen=True)
class Limits:
    """How long and how broadly to search: seconds from now (None for no limit), and threads."""

    seconds: float | None = None
    workers: int = 1
    seed: int = 0

    def less(self, seconds: float) -> Limits:
        """Return what these limits leave after so many seconds."""
        if self.seconds is None:
            return self
        return replace(self, seconds=max(0.0, self.seconds - seconds))


class Watch:
    """A clock that all the runs of one answer share, and the wish to stop early."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.interrupted = False
        self.out_of_memory = False
        self._started = time.monotonic()

    def elapsed(self) -> float:
        """Return the seconds since the start."""
        return time.monotonic() - self._started

    def remaining(self) -> float | None:
        """Return the seconds left, not below 0; None where there is no limit."""
        if self.limits.seconds is None:
            return None
        return max(0.0, self.limits.seconds - self.elapsed())

    def over(self) -> bool:
        """Say whether to stop now."""
        return self.interrupted or self.out_of_memory or self.remaining() == 0.0

    def keep_going(self) -> None:
        """Raise LimitReachedError when it is time to stop."""
        if self.over():
            raise LimitReachedError

    def stoppable(self) -> Stoppable:
        """Return a block that the end of time, of memory or of the user's patience may end early.

        The latter two are noted; of time the clock tells.
        """
        return Stoppable(self)


@dataclass(frozen=True)
class Stoppable:
    """A block of work that may end early; see `Watch.stoppable`."""

    watch: Watch

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self.watch.out_of_memory |= isinstance(error, MemoryError)
        self.watch.interrupted |= isinstance(error, KeyboardInterrupt)
        return isinstance(error, MemoryError | KeyboardInterrupt | LimitReachedError)
