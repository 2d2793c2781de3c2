"""A batch from the first file to the last: results in the order of the files.

Processes on this machine do the work, or the workers of a Dask cluster: one that is there already,
or one that is started here.
"""

from __future__ import annotations

import gc
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

from toadstone.core.budget import Budget, Confirm
from toadstone.core.errors import InputError, RequestError
from toadstone.services.batch.inputs import Found, Item, expect_known, items_of
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
from toadstone.workers import WorkerDiedError, WorkerPool, interrupts_blocked, usual_workers

LIMITS_UNTIL_END, SECONDS_UNTIL_END = 5, 60.0
"""A task that is at work for so many time limits and seconds is ended, whatever it is at."""

LOCAL = "local"
"""Instead of an address: a cluster on this machine."""
CONNECT_SECONDS = 15
LOOK_SECONDS = 2.0
"""Between two looks at how many workers a cluster has."""


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
        self._pool = WorkerPool(object, count, TRIES)  # the tasks of a batch share nothing

    def submit(self, task: Task) -> Future[Result]:
        """Give a task to a process; a second process tries it where the first dies."""
        return self._pool.submit(partial(_work, task))

    def close(self) -> None:
        """End all processes."""
        self._pool.close()


def _work(task: Task, context: object, budget: Budget) -> Result:
    return work(task)


class Cluster:
    """The workers of a Dask cluster.

    A task that a worker dies with goes to another; the scheduler decides how often. Workers need
    the same version of Toadstone, and the files that scenarios name at the same paths.

    Args:
        address: of the scheduler, or `local`.
        count: how many workers a local cluster has.
    """

    begin_at_once = False

    def __init__(self, address: str, count: int) -> None:
        self.address, self._count = address, count
        is_local = address == LOCAL
        waits = f"waiting for the scheduler at {address}"
        self.beginning = "starting the workers" if is_local else waits
        self._client: Any = None
        self._local: Any = None
        self._threads = 1
        self._looked = -LOOK_SECONDS
        self._sent: dict[Future[Result], Any] = {}

    @property
    def room(self) -> int:
        """The tasks that it takes at a time: two for each thread."""
        if self._client is not None and time.monotonic() - self._looked > LOOK_SECONDS:
            try:
                self._threads = max(1, sum(self._client.nthreads().values()))
            except OSError:
                raise self._gone() from None
            self._looked = time.monotonic()
        return 2 * self._threads

    def submit(self, task: Task) -> Future[Result]:
        """Send a task to the scheduler."""
        self._connect()
        sent = replace(task, folder=str(Path(task.folder).absolute()))
        future: Future[Result] = Future()
        self._sent[future] = self._client.submit(work, sent, pure=False)
        self._sent[future].add_done_callback(lambda done: self._take(done, task, future))
        return future

    def _take(self, done: Any, task: Task, future: Future[Result]) -> None:
        """Take in a task that is done, in a thread of Dask."""
        try:
            future.set_result(self._result(done, task))
        except Exception as error:
            future.set_exception(error)
        self._sent.pop(future, None)

    def _result(self, done: Any, task: Task) -> Result:
        from distributed.scheduler import KilledWorker

        if done.status not in {"finished", "error"}:
            raise self._gone()
        error = done.exception()
        if isinstance(error, KilledWorker):
            return death(task)
        if isinstance(error, ImportError | AttributeError):
            raise RequestError.about("dask", f"the workers cannot load Toadstone: {error}")
        result: Result = done.result()  # raises any other error
        return result

    def _gone(self) -> RequestError:
        return RequestError.about("dask", f"the scheduler at {self.address} is gone")

    def _connect(self) -> None:
        if self._client is not None:
            return
        try:
            import distributed
        except ImportError:
            needed = "dask needs the package distributed: pip install 'toadstone[cluster]'"
            raise RequestError(needed, f"--{needed}") from None
        connect: Any = distributed.Client  # it has no types
        resource_tracker.ensure_running()  # its start, within the block, would end the block
        try:
            with interrupts_blocked():
                if self.address == LOCAL:
                    self._local = _local_cluster(self._count)
                scheduler = self._local or self.address
                self._client = connect(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            message = f"no scheduler answers at {self.address}: {error}"
            raise RequestError.about("dask", message) from None

    def close(self) -> None:
        """Take back all tasks, and leave the cluster, or end it if it is ours."""
        if self._client is not None:
            self._client.close()
        if self._local is not None:
            self._local.close()
        self._client = self._local = None
        self._sent.clear()
        gc.collect()  # locks between processes are given back when they are collected


def _local_cluster(count: int) -> Any:
    import dask
    import distributed

    start: Any = distributed.LocalCluster  # it has no types
    with dask.config.set({"distributed.scheduler.allowed-failures": TRIES - 1}):
        return start(
            n_workers=count,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        )


Workers = Processes | Cluster


def workers_of(count: int | None = None, dask: str | None = None) -> Workers:
    """Return processes here, by default one for each core, or the workers of a Dask cluster."""
    count = count or usual_workers()
    return Processes(count) if dask is None else Cluster(dask, count)


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
        files = Found(paths, plain=bool(request.options), ours=ours)
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
            if future in late:
                future.cancel()
                after = f"it was ended after {self._most_seconds:g} s, beyond its time limit"
                result = failure(task.head, Outcome.UNDECIDED, f"undecided: {after}")
            else:
                result = _result(future, task)
            if self.journal and result.lasting:
                self.journal.add(task, result)
            self._finish(index, result)

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
