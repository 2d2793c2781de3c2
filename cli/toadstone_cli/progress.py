"""A sign of life on standard error while a search runs."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from toadstone.core.budget import COMPILING, Budget, Confirm, Listener
from toadstone.view.layout import page_width
from toadstone_cli.output import RUNNING, can_be_styled, tell

if TYPE_CHECKING:
    from toadstone.core.budget import Limits, Progress
    from toadstone.core.question import Question
    from toadstone.engines.answer import Answer
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
) -> Answer:
    """Answer the questions, and show on standard error how it goes; see `live_budget`."""
    from toadstone import interface

    with live_budget(limits, verbose=verbose) as budget:
        return interface.solve(instance, method=engine, confirm=confirm, budget=budget)


@contextmanager
def live_budget(
    limits: Limits | None = None,
    begins: str = "preparing the search",
    *,
    verbose: bool = False,
) -> Iterator[Budget]:
    """Return a budget whose work is shown on standard error: on a live line, or in a log.

    `begins` says what is done first. A log, for `verbose`, has the solver's own lines.
    """
    if verbose:
        log = Log()
        told = Listener(
            log=log.write,
            tell=log.now_and_then,
            stage=log.write,
            begins=log.begin,
            ends=log.write,
        )
        yield from _running(Budget(limits, told))
        return
    with LiveLine(begins) as line:
        told = Listener(line.update, tell=line.tell, stage=line.enter)
        yield from _running(Budget(limits, told))


@contextmanager
def told_budget(
    limits: Limits | None = None, begins: str = "preparing the search"
) -> Iterator[Budget]:
    """Return a budget of many searches: a live line says what is done, not how each search goes."""
    with LiveLine(begins) as line:
        yield from _running(Budget(limits, Listener(tell=line.tell)))


def _running(budget: Budget) -> Iterator[Budget]:
    """Yield a budget that counts as running until it is given back."""
    RUNNING.append(budget)
    try:
        yield budget
    finally:
        RUNNING.remove(budget)


class Log:
    """Lines on standard error that follow a search."""

    def __init__(self) -> None:
        self._latest = time.monotonic()
        self._line = self._method = ""

    def begin(self, method: str, meaning: str) -> None:
        """Write which method begins."""
        self._method = method
        self.write(f"{method}: {meaning}")

    def write(self, line: str) -> None:
        """Write a line."""
        tell(f"{line}\n")

    def now_and_then(self, line: str) -> None:
        """Write how far a search is, once, and only if the last such line is a while ago."""
        if line != self._line and time.monotonic() - self._latest >= VERBOSE_SECONDS:
            self.write(f"{self._method}: {line}" if self._method else line)
            self._line, self._latest = line, time.monotonic()


class LiveLine:
    """One line on a terminal, rewritten in place; elsewhere a line now and then."""

    def __init__(self, text: str = "preparing the search") -> None:
        self._started = time.monotonic()
        self._text = text
        self._stage = self._written = ""
        self._finished = threading.Event()
        self._terminal = can_be_styled(sys.stderr)
        self._thread = threading.Thread(target=self._show, name="progress", daemon=True)

    def __enter__(self) -> LiveLine:
        with suppress(RuntimeError):  # no memory for a thread: the work goes on without the line
            self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._finished.set()
        if self._thread.ident is not None:
            self._thread.join()

    def update(self, question: Question, progress: Progress) -> None:
        """Take in where the search stands."""
        from toadstone.core.question import Sense
        from toadstone.play.words import figure_in_words

        best = bound = ""
        if question.figure and progress.best is not None:
            best = f"best so far {figure_in_words(question.figure, progress.best)}"
        if question.figure and progress.bound is not None:
            side = "at least" if question.sense is Sense.MINIMISE else "at most"
            bound = f", {side} {figure_in_words(question.figure, progress.bound)}"
        self._text = f"{best or 'no plan yet'}{bound}"

    def enter(self, stage: str) -> None:
        """Take in what is there already; it stands before what is being worked on."""
        self._stage = f"{stage}; "

    def tell(self, text: str) -> None:
        """Take in, in words, what is being worked on."""
        self._text = text.partition("; ")[0]

    def _show(self) -> None:
        pause = TERMINAL_SECONDS if self._terminal else FILE_SECONDS
        shown = self._finished.wait(QUIET_SECONDS if self._terminal else FILE_SECONDS)
        while not shown:
            self._write()
            shown = self._finished.wait(pause)
        if self._terminal:
            tell("\r\x1b[K")

    def _write(self) -> None:
        is_told = COMPILING in self._text and self._text == self._written
        self._written = self._text
        if is_told and not self._terminal:
            return  # it says how long it takes
        seconds = time.monotonic() - self._started
        time_so_far = f", {seconds:.0f} s (Ctrl-C stops)"
        line = f"{self._stage}{self._text}"[: page_width() - 1 - len(time_so_far)] + time_so_far
        tell(f"\r{line}\x1b[K" if self._terminal else f"{line}\n")
