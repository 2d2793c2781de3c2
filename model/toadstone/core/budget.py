"""How much an answer may take, how it hears that it is time to stop, and who follows it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from numbers import Integral, Real
from types import TracebackType
from typing import TypeVar

from toadstone.core.errors import LimitReachedError, RequestError
from toadstone.core.question import Question

T = TypeVar("T")


MOST_WORKERS = 256
"""Threads of the solver, at most."""

LARGEST_SEED = 2**31 - 1
"""The largest seed that the solver takes."""


def is_number(value: object) -> bool:
    """Return whether a value is a number, `True` and `False` excluded."""
    return isinstance(value, Real) and not isinstance(value, bool)


def is_whole(value: object) -> bool:
    """Return whether a value is a whole number, `True` and `False` excluded."""
    return isinstance(value, Integral) and not isinstance(value, bool)


@dataclass(frozen=True)
class Limits:
    """How long and how broadly to search: seconds (None for no limit), threads, and the seed.

    Raises:
        RequestError: no number of seconds, a negative one, fewer than 1 or more than `MOST_WORKERS`
            threads, or a seed outside 0 to `LARGEST_SEED`.
    """

    seconds: float | None = None
    workers: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        if not (self.seconds is None or (is_number(self.seconds) and self.seconds >= 0)):
            raise RequestError(f"expected a time limit of at least 0 s, found {self.seconds!r}")
        if not (is_whole(self.workers) and 1 <= self.workers <= MOST_WORKERS):
            raise RequestError(f"expected 1 to {MOST_WORKERS} workers, found {self.workers!r}")
        if not (is_whole(self.seed) and 0 <= self.seed <= LARGEST_SEED):
            raise RequestError(f"expected a seed from 0 to {LARGEST_SEED}, found {self.seed!r}")

    def less(self, seconds: float) -> Limits:
        """Return what these limits leave after so many seconds."""
        if self.seconds is None:
            return self
        return replace(self, seconds=max(0.0, self.seconds - seconds))


@dataclass(frozen=True)
class Progress:
    """Where a run stands: the best value so far, if any, and how good the best could be."""

    best: int | None
    bound: int | None


@dataclass(frozen=True)
class RunStatistics:
    """What one run of the solver took: its model's size, seconds, and the solver's steps.

    `presolve` is what came before the search: reading the model and making it simpler.
    """

    variables: int
    constraints: int
    presolve: float
    search: float
    conflicts: int
    branches: int


def _ignore(*said: object) -> None:
    """Do nothing."""


@dataclass(frozen=True)
class Listener:
    """Progress callbacks; none by default. They may be called from other threads.

    Attributes:
        progress: takes the values of a run, with the question that it is about.
        log: takes the solver's lines; None where nobody wants them.
        tell: takes in words what is being worked on.
        stage: takes in words what is there already, where an answer has several parts.
        statistics: takes what each run of the solver took; None where nobody wants it.
    """

    progress: Callable[[Question, Progress], None] = _ignore
    log: Callable[[str], None] | None = None
    tell: Callable[[str], None] = _ignore
    stage: Callable[[str], None] = _ignore
    statistics: Callable[[RunStatistics], None] | None = None


class Budget:
    """The clock of one answer, its listener, and the wish to stop.

    Args:
        limits: time, threads and seed; the time runs from now.
        listener: the progress callbacks.
        outer: the budget that this one is a part of, see `within`.

    Attributes:
        out_of_memory: whether the work ended because there was no more memory.
        nodes: the nodes or positions that searches expanded so far; None where none counts them.

    Raises:
        RequestError: `limits` is no Limits, or `listener` no Listener.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        listener: Listener | None = None,
        outer: Budget | None = None,
    ) -> None:
        if not isinstance(limits, Limits | None):
            raise RequestError(f"expected Limits, such as Limits(seconds=60), found `{limits}`")
        if not isinstance(listener, Listener | None):
            raise RequestError(f"expected a Listener, found `{listener}`")
        self.limits = limits or Limits()
        self.listener = listener or Listener()
        self.out_of_memory = False
        self.nodes: int | None = None
        self._interrupted = False
        self._outer = outer
        self._started = time.monotonic()

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped the work, or the work that this is a part of."""
        return self._interrupted or (self._outer is not None and self._outer.interrupted)

    @interrupted.setter
    def interrupted(self, stopped: bool) -> None:
        self._interrupted = stopped
        if self._outer is not None:
            self._outer.interrupted = stopped

    def within(self, seconds: float) -> Budget:
        """Return a budget for a part of the work: it ends after so many seconds, or with this one.

        Who stops this budget stops the part; an interrupt of the part is one of the whole.
        """
        left = self.remaining()
        limits = replace(self.limits, seconds=seconds if left is None else min(seconds, left))
        return Budget(limits, self.listener, self)

    def part(self, share: float) -> Budget:
        """Return a budget for a part of the work, with a share of the time left, from 0 to 1."""
        left = self.remaining()
        return (
            Budget(self.limits, self.listener, self) if left is None else self.within(share * left)
        )

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """Return a block whose time does not count."""
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
        """Return the seconds left, not below 0; None where there is no limit."""
        if self.limits.seconds is None:
            return None
        return max(0.0, self.limits.seconds - self.elapsed())

    def rest(self) -> Limits:
        """Return what is left of the limits."""
        return replace(self.limits, seconds=self.remaining())

    def stop(self) -> None:
        """Ask the work to stop as soon as it can; any thread may call this."""
        self.interrupted = True

    def over(self) -> bool:
        """Return whether to stop now."""
        whole = self._outer is not None and self._outer.over()
        return whole or self.interrupted or self.out_of_memory or self.remaining() == 0.0

    def check(self) -> None:
        """Raise LimitReachedError when it is time to stop."""
        if self.over():
            raise LimitReachedError

    def tell(self, words: str) -> None:
        """Tell the listener what is being worked on; raise LimitReachedError when time is up."""
        self.check()
        self.listener.tell(words)

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items; raise LimitReachedError when time is up."""
        for item in items:
            self.check()
            yield item

    def stoppable(self) -> Stoppable:
        """Return a block that the end of time or memory, or an interrupt, may end early.

        The last two are noted in this budget; of time the clock tells.
        """
        return Stoppable(self)


@dataclass(frozen=True)
class Stoppable:
    """A block of work that may end early; see `Budget.stoppable`."""

    budget: Budget

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self.budget.out_of_memory |= isinstance(error, MemoryError)
        self.budget.interrupted |= isinstance(error, KeyboardInterrupt)
        return isinstance(error, MemoryError | KeyboardInterrupt | LimitReachedError)


class _Unlimited(Budget):
    """A budget that never ends, whatever is noted in it; work without limits can share it."""

    def over(self) -> bool:
        """Return False."""
        return False

    def within(self, seconds: float) -> Budget:
        """Return a budget of so many seconds."""
        return Budget(Limits(seconds))

    def part(self, share: float) -> Budget:
        """Return the budget itself."""
        return self


UNLIMITED: Budget = _Unlimited()
"""For work that nobody limits or follows."""
