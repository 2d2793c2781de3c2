"""The process of an assistant: it reads tasks from standard input and writes what it finds out.

Messages are pickles, one after the other. The first names the game; then each `do` is a task, and
`stop` says that the one in hand is no longer wanted. The process ends when its input does, which is
when the process that started it is gone.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import time
from typing import IO, Any

from toadstone.core.budget import Budget, Limits, Listener
from toadstone.core.errors import LimitReachedError
from toadstone.core.own_process import load_less
from toadstone.engines.instance import Instance
from toadstone.files.scenario import Scenario
from toadstone.game import find_game
from toadstone.play.tasks import Desk, Task

BETWEEN_WORDS = 0.1
"""Seconds between two words on the progress."""

BETWEEN_LOOKS = 0.02
"""Seconds between two looks at whether to go on waiting."""


def main() -> None:
    """Work until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started this
    load_less()
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no message
    tasks = sys.stdin.buffer
    _Office(_desk(*pickle.load(tasks)), results).work(tasks)  # noqa: S301 - from who started this


def _desk(scenario: Scenario, ask: tuple[str, ...], seed: int, workers: int) -> Desk:
    game = find_game(scenario.game)
    questions = {question.name: question for question in game.questions}
    asked = tuple(questions[name] for name in ask)
    return Desk(Instance(game, scenario, asked), seed, workers)


class _Office:
    """Does task after task, while a thread of its own reads what comes in."""

    def __init__(self, desk: Desk, results: IO[bytes]) -> None:
        self._desk = desk
        self._results = results
        self._tasks: queue.SimpleQueue[tuple[Task[Any], Budget]] = queue.SimpleQueue()
        self._newest: Budget | None = None
        self._told = 0.0
        self._sending = threading.Lock()
        self._preparing = threading.Thread(target=self._prepare, daemon=True)
        self._failure: Exception | None = None

    def work(self, messages: IO[bytes]) -> None:
        """Do what the messages say."""
        self._preparing.start()
        threading.Thread(target=self._read, args=(messages,), daemon=True).start()
        while True:
            self._do(*self._tasks.get())

    def _read(self, messages: IO[bytes]) -> None:
        while True:
            try:
                kind, content = pickle.load(messages)  # noqa: S301 - from who started this
            except (EOFError, OSError):
                os._exit(0)  # nobody is there any more, whatever the engine is at
            if kind == "do":
                limits = Limits(content.seconds, self._desk.workers, self._desk.seed)
                self._newest = Budget(limits, Listener(tell=self._tell))
                self._tasks.put((content, self._newest))
            elif self._newest is not None:
                self._newest.stop()

    def _prepare(self) -> None:
        try:
            self._desk.adviser.prepare()
        except Exception as error:  # the task that needs it will say so
            self._failure = error

    def _do(self, task: Task[Any], budget: Budget) -> None:
        try:
            if task.advised:
                self._await_preparation(budget)
            self._send("done", task.done_at(self._desk, budget))
        except KeyboardInterrupt:
            self._send("raised", LimitReachedError("stopped"))
        except Exception as error:
            self._send("raised", error)

    def _await_preparation(self, budget: Budget) -> None:
        with budget.uncounted():
            while self._preparing.is_alive():
                self._preparing.join(BETWEEN_LOOKS)
                if budget.interrupted:
                    raise LimitReachedError
        if self._failure is not None:
            raise self._failure

    def _tell(self, words: str) -> None:
        if time.monotonic() - self._told > BETWEEN_WORDS:
            self._told = time.monotonic()
            self._send("told", words)

    def _send(self, kind: str, content: object) -> None:
        try:
            message = pickle.dumps((kind, content))
        except Exception as error:  # what cannot be sent is told
            message = pickle.dumps(("raised", RuntimeError(f"{type(content).__name__}: {error}")))
        with self._sending:
            self._results.write(message)
            self._results.flush()


if __name__ == "__main__":
    main()
