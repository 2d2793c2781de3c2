"""A batch from the first file to the last: results in the order of the files.

Processes on this machine do the work, or the workers of a Dask cluster: one that is there already,
or one that is started here.
"""

from __future__ import annotations

import gc
import logging
import pickle
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import closing
from dataclasses import dataclass, field, replace
from math import inf
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

from toadstone.core.budget import Confirm
from toadstone.core.errors import InputError, RequestError
from toadstone.services.batch.journal import Journal
from toadstone.services.batch.work import TRIES, BatchTask, Ending, Result, failure, result_of
from toadstone.workers import WorkerDiedError, WorkerPool, interrupts_blocked, usual_workers

LIMITS_UNTIL_END, SECONDS_UNTIL_END = 5, 60.0
"""A task that works for so many time limits and seconds is ended in any case."""

LOCAL = "local"
"""Instead of an address: a cluster on this machine."""
CONNECT_SECONDS = 15


class LocalWorkers:
    """Worker processes on this machine.

    Attributes:
        room: the tasks that they take at a time, one each; so each begins at once.
    """

    def __init__(self, count: int) -> None:
        self.room = count
        self._pool = WorkerPool(object, count, TRIES)  # the tasks of a batch share nothing

    def submit(self, task: BatchTask) -> Future[Result]:
        """Give a task to a process; a second process tries it where the first dies."""
        return self._pool.submit(task.work)

    def result(self, future: Future[Result]) -> Result:
        """Return the result of a task that is done."""
        return future.result()

    def close(self) -> None:
        """End all processes."""
        self._pool.close()


class Cluster:
    """The workers of a Dask cluster.

    A task that a worker dies with goes to another; the scheduler decides how often. Workers need
    the same version of Toadstone, and the files that scenarios name at the same paths.

    Args:
        address: of the scheduler, or `local`.
        count: how many workers a local cluster has.
    """

    room = 1000
    """The tasks that it has at a time; its scheduler shares them out."""

    def __init__(self, address: str, count: int) -> None:
        self.address, self._count = address, count
        self._client: Any = None

    def submit(self, task: BatchTask) -> Future[Result]:
        """Send a task to the scheduler."""
        self._connect()
        sent = replace(task, folder=str(Path(task.path).parent.absolute()))
        future: Future[Any] = self._client.get_executor(pure=False).submit(_pack, sent)
        return future

    def result(self, future: Future[Any]) -> Result:
        """Return the result of a task that is done; raise RequestError if no worker can be."""
        from distributed.scheduler import KilledWorker

        try:
            result: Result = pickle.loads(future.result())  # noqa: S301 - from `_pack`
        except KilledWorker:
            raise WorkerDiedError("several times") from None
        except CancelledError:
            message = f"the scheduler at {self.address} is gone"
            raise RequestError.about("dask", message) from None
        except (ImportError, AttributeError) as error:
            message = f"the workers cannot load Toadstone: {error}"
            raise RequestError.about("dask", message) from None
        return result

    def _connect(self) -> None:
        if self._client is not None:
            return
        try:
            import dask
            import distributed
        except ImportError:
            needed = "dask needs the package distributed: pip install 'toadstone[cluster]'"
            raise RequestError(needed, f"--{needed}") from None
        connect: Any = distributed.Client  # it has no types
        scheduler: dict[str, Any] = {"address": self.address}
        if self.address == LOCAL:
            scheduler = {"n_workers": self._count, "threads_per_worker": 1}
            scheduler |= {"dashboard_address": None, "silence_logs": logging.CRITICAL}
        resource_tracker.ensure_running()  # its start, within the block, would end the block
        tries = {"distributed.scheduler.allowed-failures": TRIES - 1}
        try:
            with interrupts_blocked(), dask.config.set(tries):
                self._client = connect(**scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            message = f"no scheduler answers at {self.address}: {error}"
            raise RequestError.about("dask", message) from None

    def close(self) -> None:
        """Take back all tasks, and leave the cluster, or end it if it is ours."""
        if self._client is not None:
            self._client.close()
        self._client = None
        gc.collect()  # locks between processes are given back when they are collected


def _pack(task: BatchTask) -> bytes:
    """Return the result of a task as bytes: where Dask cannot read a result, it is never done."""
    return pickle.dumps(task.work())


Workers = LocalWorkers | Cluster


def workers_of(count: int | None = None, dask: str | None = None) -> Workers:
    """Return processes here, by default one for each core, or the workers of a Dask cluster."""
    count = count or usual_workers()
    return LocalWorkers(count) if dask is None else Cluster(dask, count)


@dataclass
class Batch:
    """The work on a batch; iterated, it yields the results in the order of the tasks.

    Attributes:
        endings: how many results there are of each ending.
        finished: the results that are there, but not yielded yet as earlier ones are missing.
        kept: how many results were in the journal before.
        listener: is told after each step how far the batch is.
    """

    tasks: Sequence[BatchTask]
    workers: Workers
    journal: Journal | None = None
    listener: Callable[[Batch], None] = lambda batch: None
    endings: Counter[Ending] = field(default_factory=Counter)
    finished: dict[int, Result] = field(default_factory=dict)
    kept: int = 0
    _sent: dict[Future[Result], tuple[int, BatchTask, float]] = field(default_factory=dict)
    """The place of each task at work, the task, and when it is ended."""

    def __iter__(self) -> Iterator[Result]:
        sent = yielded = 0
        with closing(self.workers):
            while yielded < len(self.tasks):
                if yielded in self.finished:
                    yield self.finished.pop(yielded)
                    yielded += 1
                elif sent < len(self.tasks) and len(self._sent) < self.workers.room:
                    self._begin(sent)
                    sent += 1
                else:
                    self._collect()

    @property
    def done(self) -> int:
        """How many scenarios are done, now or before."""
        return self.endings.total()

    def rest(self) -> list[Result]:
        """Return, of a run that was interrupted, the results that could not be yielded yet."""
        return [self.finished[index] for index in sorted(self.finished)]

    def _begin(self, index: int) -> None:
        """Begin with a task; one that is done before, or cannot be read, is done at once."""
        task = self.tasks[index]
        try:
            task = replace(task, data=task.read())
        except InputError as error:
            self._finish(index, result_of(error, task.head))
            return
        before = self.journal.find(task) if self.journal else None
        if before is not None:
            self.kept += 1
            self._finish(index, before)
            return
        end = time.monotonic() + self._most_seconds(task)
        self._sent[self.workers.submit(task)] = index, task, end
        self.listener(self)

    def _most_seconds(self, task: BatchTask) -> float:
        """Return the seconds after which a task is ended; within its limits it never gets there."""
        limit = task.request.time_limit
        always = task.request.confirm is Confirm.ALWAYS
        if limit is None or always or isinstance(self.workers, Cluster):
            return inf
        return LIMITS_UNTIL_END * limit + SECONDS_UNTIL_END

    def _collect(self) -> None:
        """Wait for a worker, and collect its results."""
        first_end = min(end for _, _, end in self._sent.values())
        left = None if first_end == inf else max(0.0, first_end - time.monotonic())
        done, _ = wait(self._sent, left, return_when=FIRST_COMPLETED)
        now = time.monotonic()
        overdue = {future for future, (_, _, end) in self._sent.items() if end <= now} - done
        for future in done | overdue:
            index, task, _ = self._sent.pop(future)
            if future in overdue:
                future.cancel()
                seconds = self._most_seconds(task)
                message = f"undecided: it was ended after {seconds:g} s, beyond its time limit"
                result = failure(task.head, Ending.UNDECIDED, message)
            else:
                try:
                    result = self.workers.result(future)
                except RequestError:  # the cluster is gone
                    raise
                except Exception as error:
                    result = result_of(error, task.head)
            if self.journal and result.lasting:
                self.journal.add(task, result)
            self._finish(index, result)

    def _finish(self, index: int, result: Result) -> None:
        self.endings[result.ending] += 1
        self.finished[index] = result
        self.listener(self)
