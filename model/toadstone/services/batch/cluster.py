"""A crew on a Dask cluster: one that is there already, or one that is started here."""

from __future__ import annotations

import gc
import logging
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from uuid import uuid4

from toadstone.core.errors import RequestError
from toadstone.services.batch.crew import Crew, died, interrupts_kept_away
from toadstone.services.batch.processes import TRIES
from toadstone.services.batch.work import Result, Task, result_of, work

LOCAL = "local"
"""Instead of an address: a cluster on this machine."""
CONNECT_SECONDS = 15
LOOK_SECONDS = 2.0
"""Between two looks at how many workers a cluster has."""


@dataclass
class Cluster(Crew):
    """The workers of a Dask cluster.

    A task that a worker dies with goes to another; the scheduler decides how often. Workers need
    the same version of Toadstone, and the files that scenarios name at the same paths.

    Attributes:
        address: of the scheduler, or `local`.
        count: how many workers a local cluster has.
    """

    address: str
    count: int
    _client: Any = None
    _local: Any = None
    _threads: int = 1
    _looked: float = -LOOK_SECONDS
    _waiting: dict[int, tuple[Task, Any]] = field(default_factory=dict)
    _done: SimpleQueue[int] = field(default_factory=SimpleQueue)
    _name: str = field(default_factory=lambda: f"toadstone-{uuid4().hex[:8]}")

    @property
    def beginning(self) -> str:
        """What it does first."""
        if self.address == LOCAL:
            return "starting the workers"
        return f"waiting for the scheduler at {self.address}"

    def has_room(self) -> bool:
        """Return whether fewer than two tasks are there for each thread."""
        if self._client is not None and time.monotonic() - self._looked > LOOK_SECONDS:
            self._look()
        return len(self._waiting) < 2 * self._threads

    def _look(self) -> None:
        try:
            self._threads = max(1, sum(self._client.nthreads().values()))
        except OSError:
            raise self._gone() from None
        self._looked = time.monotonic()

    def _gone(self) -> RequestError:
        return RequestError.about("dask", f"the scheduler at {self.address} is gone")

    def submit(self, index: int, task: Task) -> None:
        """Send a task to the scheduler."""
        self._connect()
        sent = replace(task, folder=str(Path(task.folder).absolute()))
        future = self._client.submit(work, sent, key=f"{self._name}-{index}", pure=False)
        self._waiting[index] = task, future
        future.add_done_callback(lambda _: self._done.put(index))

    def next_result(self) -> tuple[int, Result]:
        """Wait for a worker."""
        while True:
            index = self._done.get()
            if index in self._waiting:
                task, future = self._waiting.pop(index)
                return index, self._result(task, future)

    def _result(self, task: Task, future: Any) -> Result:
        from distributed.scheduler import KilledWorker

        if future.status not in {"finished", "error"}:
            raise self._gone()
        error = future.exception()
        if error is None:
            result: Result = future.result()
            return result
        if isinstance(error, KilledWorker):
            return died(task)
        if isinstance(error, ImportError | AttributeError):
            raise RequestError.about("dask", f"the workers cannot load Toadstone: {error}")
        return result_of(error, task.head)

    def _connect(self) -> None:
        if self._client is not None:
            return
        try:
            import distributed
        except ImportError:
            needed = "dask needs the package distributed: pip install 'toadstone[cluster]'"
            raise RequestError(needed, f"--{needed}") from None
        connect: Any = distributed.Client  # it has no types
        try:
            with interrupts_kept_away():
                if self.address == LOCAL:
                    self._local = _local_cluster(self.count)
                scheduler = self._local or self.address
                self._client = connect(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            message = f"no scheduler answers at {self.address}: {error}"
            raise RequestError.about("dask", message) from None

    def running(self) -> list[int]:
        """Return the numbers of the tasks that the scheduler has, the oldest first."""
        return sorted(self._waiting)

    def stop(self) -> None:
        """Take back all tasks, and leave the cluster, or end it if it is ours."""
        if self._client is not None:
            self._client.close()
        if self._local is not None:
            self._local.close()
        self._client = self._local = None
        self._waiting.clear()
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
