"""Worker processes: for batches, for the making of puzzles, and for the engine beside a game.

A worker is a plain subprocess on two pipes. `ProcessPoolExecutor` and loky cannot cancel a task
that has begun, and fail as a whole when one process dies. Pebble kills a process with all that it
has found out, and its workers share a pipe that a killed one may leave half written.
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
import tempfile
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

MOST_FALSE_STARTS = 3
"""Processes in a row that may die before they are ready."""

MOST_COMPLAINT = 2000
"""Bytes that are read of what a process that died has written to its standard error."""


class WorkerDiedError(ToadstoneError):
    """A worker's process ended before its task was done.

    Attributes:
        started: whether the process got as far as to work.
    """

    def __init__(self, words: str, *, started: bool = True) -> None:
        super().__init__(words)
        self.started = started


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
class _Asked:
    """A task as it is sent, what takes its result, and how often a process died with it."""

    message: tuple[bytes, Limits | None]
    future: Future[Any]
    deaths: int = 0


class WorkerPool(Generic[Context]):
    """Processes that do tasks, each one at a time.

    A process starts when no other is free for a task. It is replaced when it dies, and when it does
    not stop in time. All end with the block of the pool, with `close`, and with this process.

    Args:
        context: makes what the tasks of a process work with, once in each process.
        count: the most processes.
        tries: how many processes may die with a task before that is its error.
    """

    def __init__(self, context: Callable[[], Context], count: int = 1, tries: int = 1) -> None:
        self._context = pickle.dumps(context)
        self._count = count
        self._tries = tries
        self._lock = threading.RLock()
        self._waiting: deque[_Asked] = deque()
        self._processes: list[_Process] = []
        self._false_starts = 0
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def start(self) -> None:
        """Start a process now, so that it makes its context before the first task."""
        with self._lock:
            self._start()

    def submit(
        self, task: Callable[[Context, Budget], Result], limits: Limits | None = None
    ) -> Future[Result]:
        """Ask for a task; return at once what will hold its result.

        `cancel` of the future stops the task. The future raises what the task raises, and
        WorkerDiedError when its process dies. Callbacks run in a thread of the pool.

        Args:
            task: is called in a process with its context and a budget; it can be pickled.
            limits: the limits of that budget.

        Raises:
            RuntimeError: the pool is closed.
        """
        future: Future[Result] = Future()
        asked = _Asked((pickle.dumps(task), limits), future)
        with self._lock:
            if self._closed:
                raise RuntimeError("the pool of workers is closed")
            self._waiting.append(asked)
        self._hand_over()
        future.add_done_callback(lambda _: self._stop_if_cancelled(asked))
        return future

    def close(self) -> None:
        """Cancel all tasks and end all processes; a closed pool can be closed again."""
        with self._lock:
            self._closed = True
            processes, self._processes = self._processes, []
            left = [*self._waiting, *(each.asked for each in processes if each.asked)]
            self._waiting.clear()
        for process in processes:
            process.kill()
        for process in processes:
            process.end()
        for asked in left:
            asked.future.cancel()

    def _start(self) -> _Process:
        """Start a process; the lock is held, so that none exits before it is known."""
        process = _Process(self._context, self._on_message, self._on_exit)
        self._processes.append(process)
        return process

    def _hand_over(self) -> None:
        """Give waiting tasks to processes that have none; start as many as there may be."""
        failed = list[tuple[_Asked, Exception]]()
        with self._lock:
            while self._waiting:
                process = next((each for each in self._processes if each.asked is None), None)
                if process is None and len(self._processes) >= self._count:
                    break
                asked = self._waiting.popleft()
                if asked.future.cancelled():
                    continue
                try:
                    process = process or self._start()
                except (OSError, RuntimeError, MemoryError) as error:
                    no_room = MemoryError("no room for a process")
                    failed.append((asked, no_room if is_out_of_memory(error) else error))
                    continue
                process.asked = asked
                process.send("do", asked.message)
        for asked, reason in failed:
            _set(asked.future.set_exception, reason)

    def _stop_if_cancelled(self, asked: _Asked) -> None:
        """Stop a task that was cancelled; kill its process if it has not stopped soon."""
        if not asked.future.cancelled():
            return
        asked.future.set_running_or_notify_cancel()  # for `concurrent.futures.wait`
        with self._lock:
            process = next((each for each in self._processes if each.asked is asked), None)
            if process is None:
                return
            process.send("stop", None)
        timer = threading.Timer(GRACE, self._replace, args=(process, asked))
        timer.daemon = True
        timer.start()

    def _replace(self, process: _Process, asked: _Asked) -> None:
        """Kill a process that is still at a task which is no longer wanted; start another."""
        with self._lock:
            if process.asked is not asked or process not in self._processes:
                return
            self._processes.remove(process)
            process.kill()
            with suppress(OSError, RuntimeError, MemoryError):  # the next task tries again
                self._start()
        process.end()
        self._hand_over()

    def _on_message(self, process: _Process, kind: str, content: Any) -> None:
        if kind == "ready":
            self._false_starts, process.ready = 0, True
            return
        asked = process.asked
        if asked is None:
            return
        process.asked = None
        self._hand_over()
        take = asked.future.set_exception if kind == "raised" else asked.future.set_result
        _set(take, content)

    def _on_exit(self, process: _Process) -> None:
        """Have another process try what one was at when it died, or report the death."""
        with self._lock:
            if process not in self._processes:
                return
            self._processes.remove(process)
            lost = [process.asked] if process.asked else []
            self._false_starts += not process.ready
            for asked in lost:
                asked.deaths += process.ready
            hopeless = self._false_starts >= MOST_FALSE_STARTS
            if hopeless:
                self._false_starts = 0
                lost += self._waiting
                self._waiting.clear()
            given_up = [each for each in lost if hopeless or each.deaths >= self._tries]
            self._waiting.extendleft(each for each in lost if each not in given_up)
        said = process.last_words()
        for asked in given_up:
            _set(asked.future.set_exception, WorkerDiedError(said, started=process.ready))
        self._hand_over()


def _set(take: Callable[[Any], None], content: Any) -> None:
    with suppress(InvalidStateError):  # it was cancelled
        take(content)


class _Process:
    """A process as the pool sees it, with the task that it has, and a thread that reads from it.

    Args:
        context: is sent to the process first.
        on_message: is called with the kind and the content of every message of the process.
        on_exit: is called when the process sends no more.
    """

    def __init__(
        self,
        context: bytes,
        on_message: Callable[[_Process, str, Any], None],
        on_exit: Callable[[_Process], None],
    ) -> None:
        self.asked: _Asked | None = None
        self.ready = False
        self._on_message, self._on_exit = on_message, on_exit
        self._complaint: IO[bytes] | None = None
        with suppress(OSError):  # a full disk is no reason not to work
            self._complaint = tempfile.TemporaryFile()  # noqa: SIM115 - closed by the thread
        path = os.pathsep.join(filter(None, sys.path))
        with interrupts_blocked():
            self._popen = subprocess.Popen(  # noqa: S603 - this module
                [sys.executable, "-P", "-c", f"from {__name__} import work; work()"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaint or subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": path},
            )
        self._thread = threading.Thread(target=self._read, daemon=True)
        try:
            self._thread.start()
        except BaseException:
            self._popen.kill()
            self._close()
            raise
        self.send("context", context)

    def send(self, kind: str, content: object) -> None:
        """Send a message; a process that is gone does not get it."""
        stdin = cast(IO[bytes], self._popen.stdin)
        with suppress(OSError):
            stdin.write(pickle.dumps((kind, content)))
            stdin.flush()

    def kill(self) -> None:
        """Kill the process, without waiting for its end."""
        self._popen.kill()

    def end(self) -> None:
        """Kill the process, and wait until nothing is left of it."""
        self.kill()
        self._popen.wait()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def last_words(self) -> str:
        """Return how the process ended, with the last line of its standard error."""
        said = ""
        if self._complaint is not None:
            self._complaint.seek(0, os.SEEK_END)
            self._complaint.seek(max(0, self._complaint.tell() - MOST_COMPLAINT))
            said = self._complaint.read().decode(errors="replace").strip()
        return f"status {self._popen.wait()}" + (f": {said.splitlines()[-1]}" if said else "")

    def _read(self) -> None:
        while (message := _next(cast(IO[bytes], self._popen.stdout))) is not None:
            self._on_message(self, *message)
        self._popen.kill()
        self._on_exit(self)
        self._close()

    def _close(self) -> None:
        """Wait for the end of a killed process, and close the files that lead to it."""
        self._popen.wait()
        for file in (self._popen.stdin, self._popen.stdout, self._complaint):
            with suppress(OSError):
                if file is not None:
                    file.close()


def _next(messages: IO[bytes]) -> tuple[str, Any] | None:
    """Return the next message; None where there are no more, or none that can be understood."""
    try:
        kind, content = pickle.load(messages)  # noqa: S301 - from a process that was started here
    except Exception:  # whatever is wrong with it, the process is of no more use
        return None
    return kind, content


def work() -> None:
    """Be a worker process: do tasks from standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    load_less()
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no message
    Worker(results).run(sys.stdin.buffer)


class Worker:
    """Does task after task, while a thread of its own reads what comes in."""

    def __init__(self, results: IO[bytes]) -> None:
        self._results = results
        self._tasks: queue.SimpleQueue[tuple[bytes, Budget]] = queue.SimpleQueue()
        self._newest: Budget | None = None

    def run(self, messages: IO[bytes]) -> None:
        """Do what the messages say; the first holds what makes the context."""
        _, context = pickle.load(messages)  # noqa: S301 - from the process that started this one
        threading.Thread(target=self._read, args=(messages,), daemon=True).start()
        self._send("ready", None)
        made, failure = None, None
        try:
            made = pickle.loads(context)()  # noqa: S301
        except Exception as error:  # the tasks that need it will say so
            failure = error
        while True:
            task, budget = self._tasks.get()
            try:
                if failure is not None:
                    raise failure
                self._send("done", pickle.loads(task)(made, budget))  # noqa: S301
            except KeyboardInterrupt:
                self._send("raised", LimitReachedError("stopped"))
            except Exception as error:
                self._send("raised", error)

    def _read(self, messages: IO[bytes]) -> None:
        while True:
            try:
                kind, content = pickle.load(messages)  # noqa: S301
            except (EOFError, OSError):
                os._exit(0)  # nobody is there any more, whatever the task is at
            if kind == "do":
                task, limits = content
                self._newest = Budget(limits)
                self._tasks.put((task, self._newest))
            elif self._newest is not None:
                self._newest.stop()

    def _send(self, kind: str, content: object) -> None:
        try:
            message = pickle.dumps((kind, content))
        except Exception as error:  # what cannot be sent is told
            message = pickle.dumps(("raised", RuntimeError(f"{type(content).__name__}: {error}")))
        self._results.write(message)
        self._results.flush()
