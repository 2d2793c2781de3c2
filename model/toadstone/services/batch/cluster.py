"""The workers of a Dask cluster: one that is there already, or one that is started here."""

from __future__ import annotations

import gc
import logging
import time
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, ClassVar

from toadstone.core.errors import RequestError
from toadstone.services.batch.work import TRIES, Result, Task, death, work
from toadstone.workers import interrupts_blocked

LOCAL = "local"
"""Instead of an address: a cluster on this machine."""
CONNECT_SECONDS = 15
LOOK_SECONDS = 2.0
"""Between two looks at how many workers a cluster has."""


@dataclass
class Cluster:
    """The workers of a Dask cluster.

    A task that a worker dies with goes to another; the scheduler decides how often. Workers need
    the same version of Toadstone, and the files that scenarios name at the same paths.

    Attributes:
        address: of the scheduler, or `local`.
        count: how many workers a local cluster has.
    """

    address: str
    count: int
    begin_at_once: ClassVar[bool] = False
    _client: Any = None
    _local: Any = None
    _threads: int = 1
    _looked: float = -LOOK_SECONDS
    _sent: dict[Future[Result], Any] = field(default_factory=dict)

    @property
    def beginning(self) -> str:
        """What it does first, for those who wait."""
        if self.address == LOCAL:
            return "starting the workers"
        return f"waiting for the scheduler at {self.address}"

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
        if error is None:
            result: Result = done.result()
            return result
        if isinstance(error, KilledWorker):
            return death(task)
        if isinstance(error, ImportError | AttributeError):
            raise RequestError.about("dask", f"the workers cannot load Toadstone: {error}")
        raise error

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
                    self._local = _local_cluster(self.count)
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
