"""A batch from the first file to the last: results in the order of the files."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any

from toadstone.core.budget import Budget, Confirm
from toadstone.core.errors import InputError, RequestError
from toadstone.services.batch.cluster import Cluster
from toadstone.services.batch.inputs import Item, expect_known, find_inputs, items_of
from toadstone.services.batch.journal import Journal
from toadstone.services.batch.work import (
    TRIES,
    Outcome,
    Request,
    Result,
    Task,
    death,
    failure,
    result_of,
    work,
)
from toadstone.workers import WorkerDiedError, WorkerPool, usual_workers

LIMITS_UNTIL_END, SECONDS_UNTIL_END = 5, 60.0
"""A task that is at work for so many time limits and seconds is ended, whatever it is at."""


@dataclass(frozen=True)
class Progress:
    """How far a batch is.

    Attributes:
        total: all scenarios.
        done: those that are done, now or before.
        kept: those of them that were done before.
        running: the names of what is being worked on.
    """

    total: int
    done: int
    kept: int
    running: tuple[str, ...]


class Processes:
    """Worker processes on this machine.

    Attributes:
        room: the tasks that they take at a time, one each.
        beginning: what they do first, for those who wait.
        begin_at_once: whether a task that is taken begins at once, so that its time is known.
    """

    beginning = "reading the files"
    begin_at_once = True

    def __init__(self, count: int) -> None:
        self.room = count
        self._pool = WorkerPool(_no_context, count, TRIES)

    def submit(self, task: Task) -> Future[Result]:
        """Give a task to a process; a second process tries it where the first dies."""
        return self._pool.submit(partial(_work, task))

    def close(self) -> None:
        """End all processes."""
        self._pool.close()


Workers = Processes | Cluster


def workers_of(count: int | None = None, dask: str | None = None) -> Workers:
    """Return processes here, by default one for each core, or the workers of a Dask cluster."""
    count = count or usual_workers()
    return Processes(count) if dask is None else Cluster(dask, count)


def _no_context() -> None:
    """Make nothing: the tasks of a batch share nothing."""


def _work(task: Task, context: None, budget: Budget) -> Result:
    return work(task)


@dataclass
class Run:
    """The work on a batch; iterated, it yields the results in the order of the items.

    Attributes:
        items: what is to be answered.
        request: what is asked of each.
        workers: who answers.
        left_out: the number of files in folders that are skipped because of their names.
        journal: where results are kept; None where they are not.
        listener: takes the progress.
        outcomes: how many results there are of each outcome.
        finished: the results that are there, but not yielded yet as earlier ones are missing.
    """

    items: Sequence[Item]
    request: Request
    workers: Workers
    left_out: int = 0
    journal: Journal | None = None
    listener: Callable[[Progress], None] = lambda progress: None
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    finished: dict[int, Result] = field(default_factory=dict)
    kept: int = 0
    _sent: dict[Future[Result], tuple[int, Task]] = field(default_factory=dict)
    _ends: dict[Future[Result], float] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        paths: Sequence[str],
        request: Request,
        settings: Mapping[str, Sequence[Any]] | None = None,
        *,
        ours: Sequence[str] = (),
        workers: Workers,
    ) -> Run:
        """Prepare a batch.

        Args:
            paths: files, folders, names of examples, and `-` for standard input.
            request: what is asked of each.
            settings: the values of each key of a grid; None for the files as they are.
            ours: files that the batch writes.
            workers: who answers.

        Raises:
            InputError: a file that is written is one that is read.
            RequestError: no game has such a question, method or key, or a grid has many files.
        """
        expect_known(request)
        files = find_inputs(paths, plain=bool(request.options), ours=ours)
        try:
            items = items_of(files.inputs, request, settings)
        except RequestError as error:
            raise RequestError(str(error), f"--set: {error}") from None
        return cls(items, request, workers, files.left_out)

    def __iter__(self) -> Iterator[Result]:
        given = taken = 0
        with closing(self.workers):
            while taken < len(self.items):
                if taken in self.finished:
                    yield self.finished.pop(taken)
                    taken += 1
                elif given < len(self.items) and len(self._sent) < self.workers.room:
                    self._give(given)
                    given += 1
                else:
                    self._collect()

    def rest(self) -> list[Result]:
        """Return, of a run that was interrupted, the results that could not be yielded yet."""
        return [self.finished[index] for index in sorted(self.finished)]

    def _give(self, index: int) -> None:
        """Begin with an item; one that is done before, or cannot be read, is done at once."""
        item = self.items[index]
        try:
            data = item.input.read()
        except InputError as error:
            head: dict[str, Any] = {"file": item.input.name, "sha256": None}
            if item.settings is not None:
                head |= {"set": dict(item.settings)}
            self._finish(index, result_of(error, head))
            return
        source, folder = item.input.source_name, item.input.folder
        task = Task(item.input.name, source, folder, data, item.settings, self.request)
        before = self.journal.find(task) if self.journal else None
        if before is not None:
            self.kept += 1
            self._finish(index, before)
            return
        future = self.workers.submit(task)
        self._sent[future] = index, task
        self._ends[future] = time.monotonic() + self._most_seconds
        self._report()

    @property
    def _most_seconds(self) -> float:
        """The seconds after which a task is ended; a task within its limits never gets there."""
        limit = self.request.time_limit
        always = self.request.confirm is Confirm.ALWAYS
        if limit is None or always or not self.workers.begin_at_once:
            return inf
        return LIMITS_UNTIL_END * limit + SECONDS_UNTIL_END

    def _collect(self) -> None:
        """Wait for a worker, and take in what it has done."""
        end = min(self._ends.values())
        left = None if end == inf else max(0.0, end - time.monotonic())
        done, _ = wait(self._sent, left, return_when=FIRST_COMPLETED)
        late = {each for each, end in self._ends.items() if end <= time.monotonic()} - done
        for future in done | late:
            index, task = self._sent.pop(future)
            del self._ends[future]
            result = self._ended(future, task) if future in late else _result(future, task)
            if self.journal and result.lasting:
                self.journal.add(task, result)
            self._finish(index, result)

    def _ended(self, future: Future[Result], task: Task) -> Result:
        future.cancel()
        message = f"undecided: it was ended after {self._most_seconds:g} s, beyond its time limit"
        return failure(task.head, Outcome.UNDECIDED, message)

    def _finish(self, index: int, result: Result) -> None:
        self.outcomes[result.outcome] += 1
        self.finished[index] = result
        self._report()

    def _report(self) -> None:
        running = tuple(self.items[index].name for index, _ in sorted(self._sent.values()))
        done = self.outcomes.total()
        self.listener(Progress(len(self.items), done, self.kept, running))


def _result(future: Future[Result], task: Task) -> Result:
    """Return the result of a task that is done.

    Raises:
        RequestError: there are no workers, and there will be none.
    """
    try:
        return future.result()
    except (RequestError, CancelledError):
        raise
    except WorkerDiedError as error:
        if not error.started:
            message = "no worker process starts: perhaps there is no memory for it"
            raise RequestError(message) from None
        return death(task)
    except Exception as error:
        return result_of(error, task.head)
