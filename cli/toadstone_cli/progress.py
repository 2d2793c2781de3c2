"""A sign of life on standard error while a search runs."""

from __future__ import annotations

import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from toadstone.core.budget import Confirm
from toadstone_cli.output import can_be_styled, page_width, tell

if TYPE_CHECKING:
    from types import TracebackType

    from toadstone.core.answer import Answer
    from toadstone.core.budget import Limits, Progress, RunStatistics
    from toadstone.core.question import Question
    from toadstone.engines.engine import Engine
    from toadstone.engines.instance import Instance

QUIET_SECONDS = 1.0
"""A search that ends sooner shows nothing."""
TERMINAL_SECONDS = 0.2
"""Between two updates of the live line on a terminal."""
FILE_SECONDS = 10.0
"""Between two lines where standard error is not a terminal."""
VERBOSE_SECONDS = 1.0
"""Between two lines of a search under `--verbose`."""


def answer_with_progress(
    instance: Instance,
    limits: Limits,
    *,
    engine: Engine | None = None,
    confirm: Confirm = Confirm.AUTO,
    verbose: bool = False,
    runs: list[RunStatistics] | None = None,
) -> Answer:
    """Answer the questions, and show on standard error how it goes.

    It shows one live line, or if `verbose` a log: the solver's own lines, where it has any.
    Without an engine it is the first; `runs` takes in what each run of the solver took.
    """
    from toadstone.core.budget import Budget, Listener
    from toadstone.engines.answering import answer, engine_for

    engine = engine or engine_for(instance)
    statistics = None if runs is None else runs.append
    if verbose:
        log = Log()
        log.write(f"{engine.name}: {engine.meaning}")
        listener = Listener(
            log=log.write,
            tell=lambda words: log.now_and_then(f"{engine.name}: {words}"),
            stage=log.write,
            statistics=statistics,
        )
        said = answer(instance, Budget(limits, listener), engine, confirm)
        log.write(_ending(engine, said))
        return said
    with LiveLine() as line:
        listener = Listener(
            progress=line.update,
            tell=lambda words: line.tell(f"{engine.name}: {words}"),
            stage=line.enter,
            statistics=statistics,
        )
        return answer(instance, Budget(limits, listener), engine, confirm)


def _ending(engine: Engine, answer: Answer) -> str:
    from toadstone_cli.page import counted_nodes

    nodes = "" if answer.solver.nodes is None else f" after {counted_nodes(answer.solver.nodes)}"
    return f"{engine.name}: {answer.status.value}{nodes}, {answer.seconds.total:.2f} s"


class Log:
    """Lines on standard error that follow a search."""

    def __init__(self) -> None:
        self._latest = time.monotonic()
        self._line = ""

    def write(self, line: str) -> None:
        """Write a line."""
        tell(f"{line}\n")

    def now_and_then(self, line: str) -> None:
        """Write a line of the many that say how far a search is, if the last one is a while ago.

        The same line is written once.
        """
        if line != self._line and time.monotonic() - self._latest >= VERBOSE_SECONDS:
            self.write(line)
            self._line, self._latest = line, time.monotonic()


class LiveLine:
    """One line on a terminal, rewritten in place; elsewhere a line now and then."""

    def __init__(self, text: str = "preparing the search") -> None:
        self._started = time.monotonic()
        self._text = text
        self._stage = ""
        self._finished = threading.Event()
        self._terminal = can_be_styled(sys.stderr)
        self._thread = threading.Thread(target=self._show, name="progress", daemon=True)

    def __enter__(self) -> LiveLine:
        with suppress(RuntimeError):  # no memory for a thread: the work goes on without the line
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._finished.set()
        if self._thread.ident is not None:
            self._thread.join()

    def update(self, question: Question, progress: Progress) -> None:
        """Take in where the search stands."""
        best = "no plan yet" if progress.best is None else f"best {progress.best}"
        bound = "" if progress.bound is None else f", bound {progress.bound}"
        figures = f": {best}{bound}" if question.figure else ""
        self._text = f"{question.name}{figures}"

    def enter(self, stage: str) -> None:
        """Take in what is there already; it stands before what is being worked on."""
        self._stage = f"{stage}; "

    def tell(self, text: str) -> None:
        """Take in, in words, what is being worked on."""
        self._text = text

    def _show(self) -> None:
        pause = TERMINAL_SECONDS if self._terminal else FILE_SECONDS
        shown = self._finished.wait(QUIET_SECONDS if self._terminal else FILE_SECONDS)
        while not shown:
            self._write()
            shown = self._finished.wait(pause)
        if self._terminal:
            tell("\r\x1b[K")

    def _write(self) -> None:
        seconds = time.monotonic() - self._started
        line = f"{self._stage}{self._text}, {seconds:.0f} s (Ctrl-C stops)"
        tell(f"\r{line[: page_width() - 1]}\x1b[K" if self._terminal else f"{line}\n")
