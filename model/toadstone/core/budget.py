"""Limits of time, threads and memory; stopping the work; and progress callbacks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from enum import StrEnum
from numbers import Integral
from typing import TypeVar

from toadstone.core.errors import LimitReachedError, RequestError, text_of
from toadstone.core.question import Question

T = TypeVar("T")


COMPILING = "compiling for this machine, only once: 10 to 20 s"
"""The text that a listener receives before a function is compiled."""

MOST_WORKERS = 256
"""Threads of the solver, at most."""

SECONDS_EACH = 10.0
"""The time of each method that is compared, where none is stated: some never end by themselves."""

LARGEST_SEED = 2**31 - 1
"""The largest seed that the solver takes."""


def is_whole(value: object) -> bool:
    """Return whether a value is a whole number, `True` and `False` excluded."""
    return isinstance(value, Integral) and not isinstance(value, bool)


@dataclass(frozen=True)
class Limits:
    """Limits of a search: seconds (None for no limit), threads, and the random seed.

    Raises:
        RequestError: a number is out of bounds.
    """

    seconds: float | None = None
    workers: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        in_time = self.seconds is None or self.seconds >= 0
        for fits, expected, found in (
            (in_time, "a time limit of at least 0 s", self.seconds),
            (1 <= self.workers <= MOST_WORKERS, f"1 to {MOST_WORKERS} workers", self.workers),
            (0 <= self.seed <= LARGEST_SEED, f"a seed from 0 to {LARGEST_SEED}", self.seed),
        ):
            if not fits:
                raise RequestError(f"expected {expected}, found {text_of(found)}")

    def less(self, seconds: float) -> Limits:
        """Return these limits, reduced by a number of seconds."""
        if self.seconds is None:
            return self
        return replace(self, seconds=max(0.0, self.seconds - seconds))


@dataclass(frozen=True)
class Progress:
    """Progress of a run: the best value so far (None if none), and the bound on the best value."""

    best: int | None
    bound: int | None


class Confirm(StrEnum):
    """The time that a second derivation may take."""

    AUTO = "auto"
    """As long as the first, and at least half a second."""
    ALWAYS = "always"
    """As long as it needs."""
    NEVER = "never"
    """There is none."""


def _ignore(*said: object) -> None:
    """Do nothing."""


@dataclass(frozen=True)
class Listener:
    """Progress callbacks; none by default. They may be called from other threads.

    Attributes:
        progress: receives the question and the progress of a run.
        log: receives each line of a log, of the methods and of the solver; None for no log.
        tell: receives a text that describes the current work; details for a log follow `; `.
    """

    progress: Callable[[Question, Progress], None] = _ignore
    log: Callable[[str], None] | None = None
    tell: Callable[[str], None] = _ignore


class Budget:
    """The time limit, listener and stop request of one answer.

    Args:
        limits: time, threads and seed; the time runs from now.
        listener: the progress callbacks.
        outer: the budget that contains this one; see `within`.

    Attributes:
        out_of_memory: whether the work ended because memory ran out.
        nodes: nodes or positions that searches expanded so far; None if not counted.
        heeds: whether the work looks at `interrupted` by itself; see `heeding`.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        listener: Listener | None = None,
        outer: Budget | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.listener = listener or Listener()
        self.out_of_memory = False
        self.nodes: int | None = None
        self.heeds = False
        self._interrupted = False
        self._outer = outer
        self._started = time.monotonic()

    @property
    def interrupted(self) -> bool:
        """Whether this work, or the work that contains it, was stopped."""
        return self._interrupted or (self._outer is not None and self._outer.interrupted)

    @interrupted.setter
    def interrupted(self, stopped: bool) -> None:
        self._interrupted = stopped
        if self._outer is not None:
            self._outer.interrupted = stopped

    def within(self, seconds: float | None, listener: Listener | None = None) -> Budget:
        """Return a budget for a part of the work; it ends after `seconds`, or with this budget.

        Stopping either budget stops both. The part may have a listener of its own.
        """
        known = [each for each in (seconds, self.remaining()) if each is not None]
        limits = replace(self.limits, seconds=min(known, default=None))
        return Budget(limits, listener or self.listener, self)

    def part(self, share: float) -> Budget:
        """Return a budget for a part of the work, with a share of the time left, from 0 to 1."""
        left = self.remaining()
        return self.within(None if left is None else share * left)

    @contextmanager
    def heeding(self) -> Iterator[None]:
        """Return a context in which a first interrupt need not raise an error and lose plans."""
        self.heeds, whole = True, self._outer.heeding() if self._outer else nullcontext()
        try:
            with whole:
                yield
        finally:
            self.heeds = False

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Return a context in which time does not count."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._not_counted(time.monotonic() - began)

    def _not_counted(self, seconds: float) -> None:
        self._started += seconds
        if self._outer is not None:
            self._outer._not_counted(seconds)

    def elapsed(self) -> float:
        """Return the seconds since the start."""
        return time.monotonic() - self._started

    def remaining(self) -> float | None:
        """Return the seconds left, at least 0; None if there is no limit."""
        if self.limits.seconds is None:
            return None
        return max(0.0, self.limits.seconds - self.elapsed())

    def stop(self) -> None:
        """Ask the work to stop as soon as it can; any thread may call this."""
        self.interrupted = True

    def over(self) -> bool:
        """Return whether to stop now."""
        whole = self._outer is not None and self._outer.over()
        return whole or self.interrupted or self.out_of_memory or self.remaining() == 0.0

    def check(self) -> None:
        """Raise LimitReachedError if it is time to stop."""
        if self.over():
            raise LimitReachedError

    def tell(self, words: str) -> None:
        """Send a text to the listener; raise LimitReachedError if it is time to stop."""
        self.check()
        self.listener.tell(words)

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items; raise LimitReachedError if it is time to stop."""
        look = 0.0  # once a millisecond: it takes longer than many an item
        for item in items:
            if (now := time.monotonic()) >= look:
                self.check()
                look = now + 0.001
            yield item

    def stoppable(self) -> Stoppable:
        """Return a context that ends early, without an error, when time or memory runs out.

        An interrupt also ends it. This budget records an interrupt and the end of memory.
        """
        return Stoppable(self)


@dataclass(frozen=True)
class Stoppable:
    """A block of work that may end early; see `Budget.stoppable`."""

    budget: Budget

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        self.budget.out_of_memory |= isinstance(error, MemoryError)
        self.budget.interrupted |= isinstance(error, KeyboardInterrupt)
        return isinstance(error, MemoryError | KeyboardInterrupt | LimitReachedError)


class _Unlimited(Budget):
    """A budget that never ends; work without limits can share it, as nothing is kept in it."""

    def __setattr__(self, name: str, value: object) -> None:
        """Keep what it is made with; interrupts, the end of memory and counts are let go."""
        if not hasattr(self, name):
            super().__setattr__(name, value)

    def over(self) -> bool:
        """Return False."""
        return False

    def within(self, seconds: float | None, listener: Listener | None = None) -> Budget:
        """Return a budget of so many seconds."""
        return Budget(Limits(seconds), listener)


UNLIMITED: Budget = _Unlimited()
"""The budget without limits and without listener."""
