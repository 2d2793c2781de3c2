"""The engine beside a game that is being played: it works in a process of its own.

The process is a plain subprocess on two pipes. `ProcessPoolExecutor` and loky cannot cancel work
that has begun, Pebble can only kill the process with all that it has found out, and
`multiprocessing` leaves a second process, its resource tracker, and needs a standard error that a
full-screen program has taken away.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, TypeVar, cast

from toadstone.core.errors import ToadstoneError
from toadstone.engines.instance import Instance
from toadstone.play.tasks import Task

Result = TypeVar("Result")

GRACE = 0.07
"""Seconds that an engine has to stop by itself, before its process is killed."""

MOST_COMPLAINT = 2000
"""Letters of what a process that died has written to its standard error."""


class AssistantDiedError(ToadstoneError):
    """The process of an assistant ended before its task was done."""


@dataclass
class _Asked:
    """A task, what takes its result, and who hears of its progress."""

    task: Task[Any]
    future: Future[Any]
    told: Callable[[str], None] | None


class _Process:
    """One process, with the task in its hands, and threads that write to it and read from it.

    Args:
        take_in: is called with the kind and the content of every message that the process sends.
        mourn: is called when the process sends no more.
    """

    def __init__(
        self, take_in: Callable[[_Process, str, Any], None], mourn: Callable[[_Process], None]
    ) -> None:
        self.asked: _Asked | None = None
        self._take_in, self._mourn = take_in, mourn
        self._outbox: SimpleQueue[object] = SimpleQueue()
        self._complaint = tempfile.TemporaryFile()  # noqa: SIM115 - closed by the reading thread
        path = os.pathsep.join(each for each in sys.path if each)
        self._popen = subprocess.Popen(
            [sys.executable, "-P", "-m", "toadstone.play.assistant_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaint,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._threads = [Thread(target=each, daemon=True) for each in (self._write, self._read)]
        for thread in self._threads:
            thread.start()

    @property
    def number(self) -> int:
        """The number by which the system knows the process."""
        return self._popen.pid

    def send(self, *message: object) -> None:
        """Send a message, without waiting until it is read."""
        self._outbox.put(message)

    def kill(self) -> None:
        """Kill the process, without waiting for its end."""
        self._popen.kill()

    def end(self) -> None:
        """Kill the process, and wait until nothing is left of it."""
        self.kill()
        self._popen.wait()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()

    def last_words(self) -> str:
        """Return how the process ended, with the last line of its standard error."""
        self._complaint.seek(0, os.SEEK_END)
        self._complaint.seek(max(0, self._complaint.tell() - MOST_COMPLAINT))
        said = self._complaint.read().decode(errors="replace").strip()
        return f"status {self._popen.wait()}" + (f": {said.splitlines()[-1]}" if said else "")

    def _write(self) -> None:
        with suppress(OSError), cast(IO[bytes], self._popen.stdin) as stdin:
            while (message := self._outbox.get()) is not None:
                stdin.write(pickle.dumps(message))
                stdin.flush()

    def _read(self) -> None:
        with self._complaint, cast(IO[bytes], self._popen.stdout) as stdout:
            while (message := _next(stdout)) is not None:
                self._take_in(self, *message)
            self._popen.kill()
            self._outbox.put(None)
            self._mourn(self)


def _next(messages: IO[bytes]) -> tuple[str, Any] | None:
    """Return the next message; None where there are no more, or none that can be understood."""
    try:
        kind, content = pickle.load(messages)  # noqa: S301 - from a process that was started here
    except Exception:  # whatever is wrong with it, the process is of no more use
        return None
    return kind, content


class Assistant:
    """Answers tasks about one game, one after the other, in a process of its own.

    The process starts at once and warms up in the background. It is replaced when it dies and when
    it does not stop in time. It ends with `close`, with the assistant, and with this process.

    Args:
        instance: the game that is played, and for which questions.
        seed: decides the dice of players.
        workers: threads of the solver.
    """

    def __init__(self, instance: Instance, *, seed: int = 0, workers: int = 1) -> None:
        self._game = (instance.scenario, tuple(map(str, instance.ask)), seed, workers)
        self._lock = threading.RLock()
        self._waiting: deque[_Asked] = deque()
        self._closed = False
        self._process: _Process | None = None
        with self._lock:
            self._start()

    def __enter__(self) -> Assistant:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def ask(self, task: Task[Result], told: Callable[[str], None] | None = None) -> Future[Result]:
        """Ask for something; return at once what will hold the result.

        `cancel` of the future stops the work. The future raises what the task raises, and
        AssistantDiedError when the process dies. Its callbacks run in a thread of the assistant.

        Args:
            task: what to find out.
            told: is called, in a thread of the assistant, with words on the progress.

        Raises:
            RuntimeError: the assistant is closed.
        """
        future: Future[Result] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("the assistant is closed")
            asked = _Asked(task, future, told)
            self._waiting.append(asked)
            if self._process is None:
                self._start()
            self._hand_over()
        future.add_done_callback(lambda _: self._stop_if_cancelled(asked))
        return future

    def close(self) -> None:
        """Cancel what is asked for and end the process; a closed assistant can be closed again."""
        with self._lock:
            self._closed = True
            process, self._process = self._process, None
            waiting, self._waiting = [*self._waiting], deque()
        if process is not None:
            process.end()
            if process.asked is not None:
                process.asked.future.cancel()
        for asked in waiting:
            asked.future.cancel()

    def _start(self) -> None:
        """Start a process; the lock is held, so that none is mourned before it is known."""
        self._process = _Process(self._take_in, self._mourn)
        self._process.send(*self._game)

    def _hand_over(self) -> None:
        """Give the next task to the process, if it has none; the lock is held."""
        process = self._process
        while process is not None and process.asked is None and self._waiting:
            asked = self._waiting.popleft()
            if not asked.future.cancelled():
                process.asked = asked
                process.send("do", asked.task)

    def _stop_if_cancelled(self, asked: _Asked) -> None:
        """Stop a task that was cancelled; kill its process if it has not stopped soon."""
        if not asked.future.cancelled():
            return
        asked.future.set_running_or_notify_cancel()  # for `concurrent.futures.wait`
        with self._lock:
            process = self._process
            if process is None or process.asked is not asked:
                return
            process.send("stop", None)
        timer = threading.Timer(GRACE, self._replace, args=(process, asked))
        timer.daemon = True
        timer.start()

    def _replace(self, process: _Process, asked: _Asked) -> None:
        """Kill a process that is still at a task which is no longer wanted; start another."""
        with self._lock:
            if self._process is not process or process.asked is not asked:
                return
            process.kill()
            self._start()
            self._hand_over()
        process.end()

    def _take_in(self, process: _Process, kind: str, content: Any) -> None:
        """Take in what a process sends."""
        asked = process.asked
        if asked is None:
            return
        if kind == "told":
            self._pass_on(asked, content)
            return
        with self._lock:
            process.asked = None
            if self._process is process:
                self._hand_over()
        with suppress(InvalidStateError):  # it was cancelled
            if kind == "raised":
                asked.future.set_exception(content)
            else:
                asked.future.set_result(content)

    def _pass_on(self, asked: _Asked, words: str) -> None:
        try:
            if asked.told is not None and not asked.future.done():
                asked.told(words)
        except Exception:  # who listens is gone; the work goes on
            asked.told = None

    def _mourn(self, process: _Process) -> None:
        """Report a process that died to who waits for it; let another do what is left."""
        with self._lock:
            if self._process is not process:
                return
            self._process = None
            asked = process.asked
            if asked is None and self._waiting:
                asked = self._waiting.popleft()
            if self._waiting:
                self._start()
                self._hand_over()
        if asked is not None:
            words = f"the engine's process ended with {process.last_words()}"
            with suppress(InvalidStateError):  # it was cancelled
                asked.future.set_exception(AssistantDiedError(words))
