"""Worker processes: for batches, for the making of puzzles, and for the engine beside a game.

A worker is a plain subprocess on two pipes. `ProcessPoolExecutor` and loky cannot cancel a task
that has begun, and fail as a whole when one process dies. Pebble kills a process with all its
results, and its workers share a pipe that a killed one may leave half written.
`multiprocessing` runs the caller's script again, and needs a standard error that a full-screen
program has taken away.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO, Any, Generic, Self, TypeVar, cast

from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import LimitReachedError, ToadstoneError
from toadstone.core.process import is_out_of_memory, load_less

Context = TypeVar("Context")
Result = TypeVar("Result")

GRACE = 0.07
"""Seconds that a cancelled task has to stop by itself, before its process is killed."""


class WorkerDiedError(ToadstoneError):
    """A worker's process ended before its task was done."""


def usual_workers() -> int:
    """Return the number of cores that this process may use."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Keep Ctrl-C from the processes that are started in this block; this process takes it."""
    mask = getattr(signal, "pthread_sigmask", None)
    if mask is None:
        yield
        return
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)


@dataclass(eq=False)
class _Job:
    """A task as it is sent, the future of its result, and how often a process died with it."""

    message: tuple[bytes, Limits | None]
    future: Future[Any]
    deaths: int = 0

    def settle(self, kind: str, content: Any) -> None:
        """Give the future the result of the task (`done`), or the error that it raised."""
        with suppress(InvalidStateError):  # it was cancelled
            if kind == "done":
                self.future.set_result(content)
            else:
                self.future.set_exception(content)


class WorkerPool(Generic[Context]):
    """Processes that do tasks, each one at a time.

    A process starts when no other is free for a task. It is replaced when it dies, and when it does
    not stop in time. All end with the block of the pool, with `close`, and with this process.

    Args:
        context: makes the context of the tasks, once in each process.
        count: the most processes.
        tries: how many processes may die with a task before that is its error.
    """

    def __init__(self, context: Callable[[], Context], count: int = 1, tries: int = 1) -> None:
        self._context = pickle.dumps(context)
        self._count = count
        self._tries = tries
        self._changed = threading.Condition()
        self._waiting: deque[_Job] = deque()
        self._threads: set[threading.Thread] = set()  # each gives tasks to its own process
        self._busy: dict[_Job, _Process] = {}
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def start(self) -> None:
        """Start a process now, so that it makes its context before the first task.

        Raises:
            MemoryError: there is no room for one.
        """
        thread = threading.Thread(target=self._serve, daemon=True)
        with self._changed:
            try:
                thread.start()
            except RuntimeError as error:
                raise MemoryError("no room for a process") from error
            self._threads.add(thread)

    def submit(
        self, task: Callable[[Context, Budget], Result], limits: Limits | None = None
    ) -> Future[Result]:
        """Queue a task; return the future of its result at once.

        `cancel` of the future stops the task. The future raises what the task raises, and
        WorkerDiedError when its process dies. Callbacks run in a thread of the pool.

        Args:
            task: is called in a process with its context and a budget; it can be pickled.
            limits: the limits of that budget.

        Raises:
            MemoryError: there is no room for a single process.
            RuntimeError: the pool is closed.
        """
        future: Future[Result] = Future()
        job = _Job((pickle.dumps(task), limits), future)
        with self._changed:
            if self._closed:
                raise RuntimeError("the pool of workers is closed")
            free = len(self._threads) - len(self._busy)
            if free <= len(self._waiting) and len(self._threads) < self._count:
                try:
                    self.start()
                except MemoryError:
                    if not self._threads:
                        raise
            self._waiting.append(job)
            self._changed.notify()
        future.add_done_callback(lambda _: self._stop_if_cancelled(job))
        return future

    def close(self) -> None:
        """Cancel all tasks and end all processes; a closed pool can be closed again."""
        with self._changed:
            self._closed = True
            threads, self._threads = self._threads, set()
            busy, self._busy = self._busy, {}
            left = [*self._waiting, *busy]
            self._changed.notify_all()
        for job in left:
            job.future.cancel()
        for process in busy.values():
            process.kill()
        for thread in threads:
            if thread is not threading.current_thread():
                thread.join()

    def _serve(self) -> None:
        """Have a process do task after task, until the pool is closed."""
        process: _Process | None = None
        while (begun := self._begin_task(process)) is not None:
            job, process = begun
            kind, content = process.receive()
            with self._changed:
                self._busy.pop(job, None)
                job.deaths += kind == "died"
                if kind == "died" and job.deaths < self._tries and not self._closed:
                    self._waiting.appendleft(job)
                    continue
            job.settle(kind, content)

    def _begin_task(self, process: _Process | None) -> tuple[_Job, _Process] | None:
        """Wait for a task, and send it to the process, or to a new one if that has died.

        In a closed pool, end the process and return None.
        """
        while True:
            with self._changed:
                if not self._closed:
                    with suppress(Exception):  # it is tried again for the task
                        process = self._living_process(process)
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    break
                job = self._waiting.popleft()
                if job.future.cancelled():
                    continue
                try:
                    process = self._living_process(process)
                    process.send("do", job.message)
                except Exception as error:  # the caller has to know any error
                    no_room = MemoryError("no room for a process")
                    reason = no_room if is_out_of_memory(error) else error
                else:
                    self._busy[job] = process
                    return job, process
            job.settle("raised", reason)
        if process is not None:
            process.end()
        return None

    def _living_process(self, process: _Process | None) -> _Process:
        """Return the process if it lives, and else a new one."""
        if process is not None:
            if not process.is_gone():
                return process
            process.end()
        return _Process(self._context)

    def _stop_if_cancelled(self, job: _Job) -> None:
        """Stop a task that was cancelled; kill its process if it has not stopped soon."""
        if not job.future.cancelled():
            return
        job.future.set_running_or_notify_cancel()  # for `concurrent.futures.wait`
        if self._tell(job, lambda process: process.send("stop", None)):
            timer = threading.Timer(GRACE, self._tell, args=(job, _Process.kill))
            timer.daemon = True
            timer.start()

    def _tell(self, job: _Job, tell: Callable[[_Process], None]) -> bool:
        """Tell the process that is at a task; return whether there is one."""
        with self._changed:
            if (process := self._busy.get(job)) is not None:
                tell(process)
        return process is not None


class _Process:
    """A process as the pool sees it, which gets its context first."""

    def __init__(self, context: bytes) -> None:
        path = os.pathsep.join(filter(None, sys.path))
        with interrupts_blocked():
            self._popen = subprocess.Popen(  # noqa: S603 - this module
                [sys.executable, "-P", "-c", f"from {__name__} import work; work()"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": path},
            )
        self._input = cast(IO[bytes], self._popen.stdin)
        self._output = cast(IO[bytes], self._popen.stdout)
        self.send("context", context)

    def send(self, kind: str, content: object) -> None:
        """Send a message; a process that is gone does not get it."""
        with suppress(OSError, ValueError):
            self._input.write(pickle.dumps((kind, content)))
            self._input.flush()

    def receive(self) -> tuple[str, Any]:
        """Wait for the result of the task; `died` if the process dies, or sends no more."""
        try:
            kind, content = pickle.load(self._output)  # noqa: S301 - it was started here
        except Exception:  # in any case, the process is of no more use
            return "died", WorkerDiedError(f"status {self.end()}")
        return kind, content

    def is_gone(self) -> bool:
        """Return whether the process has ended."""
        return self._popen.poll() is not None

    def kill(self) -> None:
        """Kill the process, without waiting for its end."""
        self._popen.kill()

    def end(self) -> int:
        """Kill the process, close the files that lead to it, and return its exit status."""
        self._popen.kill()
        for file in (self._input, self._output):
            with suppress(OSError):
                file.close()
        return self._popen.wait()


def work() -> None:
    """Be a worker process: do tasks from standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    load_less()
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of a library is no message
    _, pickled = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the process that started it
    tasks: queue.SimpleQueue[tuple[bytes, Budget]] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, tasks), daemon=True).start()
    context, failure = None, None
    try:
        context = pickle.loads(pickled)()  # noqa: S301
    except Exception as error:  # the tasks that need it will say so
        failure = error
    while True:
        task, budget = tasks.get()
        try:
            if failure is not None:
                raise failure
            _send(results, "done", pickle.loads(task)(context, budget))  # noqa: S301
        except KeyboardInterrupt:
            _send(results, "raised", LimitReachedError("stopped"))
        except Exception as error:
            _send(results, "raised", error)


def _receive(messages: IO[bytes], tasks: queue.SimpleQueue[tuple[bytes, Budget]]) -> None:
    """Put tasks into the queue, and stop the newest one on request."""
    newest: Budget | None = None
    while True:
        try:
            kind, content = pickle.load(messages)  # noqa: S301
        except (EOFError, OSError):
            os._exit(0)  # nobody waits for the result any more
        if kind == "do":
            task, limits = content
            newest = Budget(limits)
            tasks.put((task, newest))
        elif newest is not None:
            newest.stop()


def _send(results: IO[bytes], kind: str, content: object) -> None:
    try:
        message = pickle.dumps((kind, content))
    except Exception as error:  # the caller gets the reason
        message = pickle.dumps(("raised", RuntimeError(f"{type(content).__name__}: {error}")))
    results.write(message)
    results.flush()
