"""Crews: workers that answer scenarios, here or on other machines."""

from __future__ import annotations

import os
import signal
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from types import TracebackType
from typing import Self

from toadstone.services.batch.work import Outcome, Result, Task, failed

DIED = "the process that worked on it died, twice; perhaps memory ran out"


class Crew(ABC):
    """Some workers, each of which answers one scenario at a time.

    It starts with the first task. At the end of its block it stops, whatever is unfinished.
    """

    @property
    def beginning(self) -> str:
        """What it does first, for those who wait."""
        return "reading the files"

    @abstractmethod
    def has_room(self) -> bool:
        """Return whether another task is welcome."""

    @abstractmethod
    def submit(self, index: int, task: Task) -> None:
        """Take in a task, under a number that its result will have."""

    @abstractmethod
    def next_result(self) -> tuple[int, Result]:
        """Wait for the next task that is done; return its number and its result.

        Raises:
            RequestError: there are no workers, and there will be none.
        """

    @abstractmethod
    def running(self) -> list[int]:
        """Return the numbers of the tasks that are being worked on or wait, the oldest first."""

    @abstractmethod
    def stop(self) -> None:
        """End all workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


@contextmanager
def interrupts_kept_away() -> Iterator[None]:
    """Start processes and threads in this block, and Ctrl-C never reaches them.

    It is for the process that gives out the work, which hears of it at the end of the block.
    """
    mask = getattr(signal, "pthread_sigmask", None)
    if mask is None:
        yield
        return
    _start_tracker()  # later, its start would let them through again
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)


def _start_tracker() -> None:
    """Start the process that gives back the locks of processes that were killed, and is quiet."""
    name, quiet = "PYTHONWARNINGS", "ignore:resource_tracker:UserWarning"
    before = os.environ.get(name)
    os.environ[name] = quiet if before is None else f"{before},{quiet}"
    try:
        resource_tracker.ensure_running()
    finally:
        del os.environ[name]
        if before is not None:
            os.environ[name] = before


def died(task: Task) -> Result:
    """Return the result of a task whose worker died again."""
    return failed(task.head, Outcome.UNUSABLE, DIED)
