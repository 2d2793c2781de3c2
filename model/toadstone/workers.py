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
class _Asked:
    """A task as it is sent, what takes its result, and how often a process died with it."""

    message: tuple[bytes, Limits | None]
    future: Future[Any]
    deaths: int = 0

    def settle(self, kind: str, content: Any) -> None:
        """Give what takes the result what the task returns (`done`), or the error it raised."""
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
        context: makes what the tasks of a process work with, once in each process.
        count: the most processes.
        tries: how many processes may die with a task before that is its error.
    """

    def __init__(self, context: Callable[[], Context], count: int = 1, tries: int = 1) -> None:
        self._context = pickle.dumps(context)
        self._count = count
        self._tries = tries
        self._changed = threading.Condition()
        self._waiting: deque[_Asked] = deque()
        self._threads: set[threading.Thread] = set()  # each gives tasks to a process of its own
        self._busy: dict[_Asked, _Process] = {}
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
        """Ask for a task; return at once what will hold its result.

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
        asked = _Asked((pickle.dumps(task), limits), future)
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
            self._waiting.append(asked)
            self._changed.notify()
        future.add_done_callback(lambda _: self._stop_if_cancelled(asked))
        return future

    def close(self) -> None:
        """Cancel all tasks and end all processes; a closed pool can be closed again."""
        with self._changed:
            self._closed = True
            threads, self._threads = self._threads, set()
            busy, self._busy = self._busy, {}
            left = [*self._waiting, *busy]
            self._changed.notify_all()
        for asked in left:
            asked.future.cancel()
        for process in busy.values():
            process.kill()
        for thread in threads:
            if thread is not threading.current_thread():
                thread.join()

    def _serve(self) -> None:
        """Have a process do task after task, until the pool is closed."""
        process: _Process | None = None
        while (begun := self._begin_task(process)) is not None:
            asked, process = begun
            kind, content = process.answer()
            with self._changed:
                self._busy.pop(asked, None)
                asked.deaths += kind == "died"
                if kind == "died" and asked.deaths < self._tries and not self._closed:
                    self._waiting.appendleft(asked)
                    continue
            asked.settle(kind, content)

    def _begin_task(self, process: _Process | None) -> tuple[_Asked, _Process] | None:
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
                asked = self._waiting.popleft()
                if asked.future.cancelled():
                    continue
                try:
                    process = self._living_process(process)
                    process.send("do", asked.message)
                except Exception as error:  # whatever it is, who asked has to know
                    no_room = MemoryError("no room for a process")
                    reason = no_room if is_out_of_memory(error) else error
                else:
                    self._busy[asked] = process
                    return asked, process
            asked.settle("raised", reason)
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

    def _stop_if_cancelled(self, asked: _Asked) -> None:
        """Stop a task that was cancelled; kill its process if it has not stopped soon."""
        if not asked.future.cancelled():
            return
        asked.future.set_running_or_notify_cancel()  # for `concurrent.futures.wait`
        if self._tell(asked, lambda process: process.send("stop", None)):
            timer = threading.Timer(GRACE, self._tell, args=(asked, _Process.kill))
            timer.daemon = True
            timer.start()

    def _tell(self, asked: _Asked, tell: Callable[[_Process], None]) -> bool:
        """Tell the process that is at a task; return whether there is one."""
        with self._changed:
            if (process := self._busy.get(asked)) is not None:
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

    def answer(self) -> tuple[str, Any]:
        """Wait for what the process says of its task; `died` if it dies, or says no more."""
        try:
            kind, content = pickle.load(self._output)  # noqa: S301 - it was started here
        except Exception:  # whatever is wrong with it, the process is of no more use
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
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no message
    _, context = pickle.load(sys.stdin.buffer)  # noqa: S301 - from who started this one
    tasks: queue.SimpleQueue[tuple[bytes, Budget]] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, tasks), daemon=True).start()
    made, failure = None, None
    try:
        made = pickle.loads(context)()  # noqa: S301
    except Exception as error:  # the tasks that need it will say so
        failure = error
    while True:
        task, budget = tasks.get()
        try:
            if failure is not None:
                raise failure
            _send(answers, "done", pickle.loads(task)(made, budget))  # noqa: S301
        except KeyboardInterrupt:
            _send(answers, "raised", LimitReachedError("stopped"))
        except Exception as error:
            _send(answers, "raised", error)


def _receive(messages: IO[bytes], tasks: queue.SimpleQueue[tuple[bytes, Budget]]) -> None:
    """Put tasks into the queue, and stop the newest of them when that is asked for."""
    newest: Budget | None = None
    while True:
        try:
            kind, content = pickle.load(messages)  # noqa: S301
        except (EOFError, OSError):
            os._exit(0)  # nobody is there any more, whatever the task is at
        if kind == "do":
            task, limits = content
            newest = Budget(limits)
            tasks.put((task, newest))
        elif newest is not None:
            newest.stop()


def _send(answers: IO[bytes], kind: str, content: object) -> None:
    try:
        message = pickle.dumps((kind, content))
    except Exception as error:  # what cannot be sent is told
        message = pickle.dumps(("raised", RuntimeError(f"{type(content).__name__}: {error}")))
    answers.write(message)
    answers.flush()
