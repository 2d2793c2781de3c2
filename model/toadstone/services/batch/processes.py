"""A crew of processes on this machine.

Each worker is a pool of one process from the standard library. When a process dies, its pool alone
is broken: the task that it had is known, the others go on. (One pool of several processes fails as
a whole then, in `concurrent.futures` as in loky; Pebble survives, but its workers share one pipe
and its locks, which a process that is killed may leave taken or half written.)
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from types import ModuleType
from typing import Self

from toadstone.core.errors import RequestError
from toadstone.core.memory import threads_without_memory
from toadstone.core.own_process import end_with, load_less
from toadstone.services.batch.crew import Crew, died, interrupts_kept_away
from toadstone.services.batch.work import Result, Task, result_of, work

TRIES = 2
"""How often a task is given to a worker; after so many deaths it is reported."""
MOST_FALSE_STARTS = 3
"""Processes in a row that may die before they are ready."""

BETWEEN_LOOKS = 0.5
"""Seconds between two looks whether the threads that wait for the workers are still there."""


def usual_workers() -> int:
    """Return the number of cores that this process may use."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass
class _Worker:
    """One worker: a pool of one process, and the line to it.

    The process says on the line that it is ready, and ends when the line is cut: when the crew is
    stopped, or this process is gone, however it went.
    """

    pool: ProcessPoolExecutor | None
    line: Connection
    index: int | None = None
    task: Task | None = None
    tries: int = 0

    @classmethod
    def start(cls) -> _Worker:
        context = multiprocessing.get_context("spawn")
        with interrupts_kept_away():
            ours, theirs = context.Pipe()
            pool = ProcessPoolExecutor(1, context, initializer=_begin, initargs=(theirs,))
            return cls(pool, ours)

    def submit(self, task: Task) -> Future[Result]:
        """Give the process a task; the first starts it."""
        if self.pool is None:
            raise BrokenProcessPool
        with interrupts_kept_away(), script_kept_away():
            return self.pool.submit(work, task)

    def was_ready(self) -> bool:
        """Return whether the process got so far as to work."""
        try:
            return self.line.poll() and bool(self.line.recv())
        except (EOFError, OSError):
            return False

    def stop(self) -> None:
        """Cut the line, which ends the process; wait until it is gone and its locks with it."""
        self.line.close()
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)
        self.pool = None


@dataclass
class Processes(Crew):
    """Worker processes on this machine.

    Attributes:
        count: how many there are.
    """

    count: int
    _idle: list[_Worker] = field(default_factory=list)
    _busy: list[_Worker] = field(default_factory=list)
    _done: SimpleQueue[tuple[_Worker, Future[Result]]] = field(default_factory=SimpleQueue)
    _false_starts: int = 0
    _threads: ExitStack = field(default_factory=ExitStack)
    _errors_of_threads: list[BaseException] = field(default_factory=list)

    def __enter__(self) -> Self:
        """Hear of the threads of pools that end for want of memory, and leave a task undone."""
        self._errors_of_threads = self._threads.enter_context(threads_without_memory())
        return self

    def has_room(self) -> bool:
        """Return whether a worker has nothing to do."""
        return len(self._busy) < self.count

    def submit(self, index: int, task: Task) -> None:
        """Give a task to a worker."""
        worker = self._idle.pop() if self._idle else _Worker.start()
        worker.index, worker.task, worker.tries = index, task, 0
        self._busy.append(worker)
        self._give(worker, task)

    def _give(self, worker: _Worker, task: Task) -> None:
        worker.tries += 1
        try:
            future = worker.submit(task)
        except OSError as error:
            raise RequestError(f"no worker process starts: {error.strerror or error}") from None
        except BrokenProcessPool as error:  # it died between two tasks
            worker.tries -= 1
            future = Future()
            future.set_exception(error)
        future.add_done_callback(lambda done: self._done.put((worker, done)))

    def next_result(self) -> tuple[int, Result]:
        """Wait for a worker; one that died is replaced.

        Raises:
            MemoryError: there is no room for the threads that give out the work.
        """
        while True:
            worker, future = self._next_done()
            index, task = worker.index, worker.task
            if index is None or task is None:
                continue
            error = future.exception()
            if not isinstance(error, BrokenProcessPool):
                self._false_starts = 0
                self._busy.remove(worker)
                self._idle.append(worker)
                return index, result_of(error, task.head) if error else future.result()
            new = self._replaced(worker)
            if new.tries == TRIES:
                self._busy.remove(new)
                self._idle.append(new)
                return index, died(task)
            self._give(new, task)

    def _next_done(self) -> tuple[_Worker, Future[Result]]:
        while not self._errors_of_threads:
            with suppress(Empty):
                return self._done.get(timeout=BETWEEN_LOOKS)
        raise MemoryError("no room for another thread") from self._errors_of_threads[0]

    def _replaced(self, worker: _Worker) -> _Worker:
        """Put another worker in the place of one that died; its start does not count as a try."""
        ready = worker.was_ready()
        self._false_starts = 0 if ready else self._false_starts + 1
        if self._false_starts == MOST_FALSE_STARTS:
            raise RequestError("no worker process starts: perhaps there is no memory for it")
        worker.stop()
        new = _Worker.start()
        new.index, new.task, new.tries = worker.index, worker.task, worker.tries - (not ready)
        self._busy[self._busy.index(worker)] = new
        return new

    def running(self) -> list[int]:
        """Return the numbers of the tasks that workers have."""
        return sorted(worker.index for worker in self._busy if worker.index is not None)

    def stop(self) -> None:
        """End all processes."""
        workers = [*self._idle, *self._busy]
        self._idle, self._busy = [], []
        for worker in workers:
            worker.line.close()
        for worker in workers:
            worker.stop()
        self._threads.close()


@contextmanager
def script_kept_away() -> Iterator[None]:
    """Start processes in this block, and they do not run the script that starts them.

    `spawn` runs it again under another name, for what it defines. Workers need nothing of it, and
    it may be on standard input, or call `batch` outside `if __name__ == "__main__":`.
    """
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


def _begin(line: Connection) -> None:
    """Prepare a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load_less()
    end_with(line)
    line.send(True)
