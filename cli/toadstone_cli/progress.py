"""Progress on standard error: a live line on a terminal while work goes on, or a log of it."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress

from toadstone.core.budget import Budget, Limits, Listener, Progress
from toadstone.core.process import end_by
from toadstone.core.question import Question, Sense
from toadstone.play.words import figure_in_words
from toadstone.view.layout import page_width
from toadstone_cli.streams import can_be_styled, tell

RUNNING: list[Budget] = []
"""The budgets of the work that goes on; a signal ends it."""

QUIET_SECONDS = 1.0
"""A search that ends sooner shows nothing."""
TERMINAL_SECONDS = 0.2
"""Between two updates of the live line."""
VERBOSE_SECONDS = 1.0
"""Between two lines of a search under `--verbose`."""


@contextmanager
def live_budget(
    limits: Limits | None = None,
    begins: str = "preparing the search",
    *,
    verbose: bool = False,
    many: bool = False,
) -> Iterator[Budget]:
    """Return a budget whose work is shown on standard error: on a live line, or in a log.

    Args:
        limits: time, threads and seed.
        begins: says what is done first.
        verbose: whether to show a log, with the solver's own lines.
        many: whether there are many searches; the line then says what is done, not how each goes.
    """
    line = LiveLine(begins)
    shown = Listener(tell=line.tell) if many else Listener(line.update, tell=line.tell)
    budget = Budget(limits, _log() if verbose else shown)
    RUNNING.append(budget)
    end_by(None if many else budget.limits.seconds)
    try:
        with nullcontext() if verbose else line:
            yield budget
    finally:
        RUNNING.remove(budget)
        end_by(None)


def _log() -> Listener:
    """Return what writes the lines of a log, and now and then how far a search is."""
    latest, said = time.monotonic(), ""

    def write(line: str) -> None:
        tell(f"{line}\n")

    def now_and_then(line: str) -> None:
        nonlocal latest, said
        if line != said and time.monotonic() - latest >= VERBOSE_SECONDS:
            write(line)
            latest, said = time.monotonic(), line

    return Listener(log=write, tell=now_and_then)


class LiveLine:
    """One line on a terminal, rewritten in place."""

    def __init__(self, text: str = "preparing the search") -> None:
        self._started = time.monotonic()
        self._text = text
        self._finished = threading.Event()
        self._thread = threading.Thread(target=self._show, name="progress", daemon=True)

    def __enter__(self) -> LiveLine:
        if can_be_styled(sys.stderr):
            with suppress(RuntimeError):  # no memory for a thread: the work goes on without
                self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._finished.set()
        if self._thread.ident is not None:
            self._thread.join()

    def update(self, question: Question, progress: Progress) -> None:
        """Take in where the search stands."""
        best = bound = ""
        if question.figure and progress.best is not None:
            best = f"best so far {figure_in_words(question.figure, progress.best)}"
        if question.figure and progress.bound is not None:
            side = "at least" if question.sense is Sense.MINIMISE else "at most"
            bound = f", {side} {figure_in_words(question.figure, progress.bound)}"
        self._text = f"{best or 'no plan yet'}{bound}"

    def tell(self, text: str) -> None:
        """Take in, in words, what is being worked on."""
        self._text = text.partition("; ")[0]

    def _show(self) -> None:
        shown = self._finished.wait(QUIET_SECONDS)
        while not shown:
            tell(f"\r{self._line()}\x1b[K")
            shown = self._finished.wait(TERMINAL_SECONDS)
        tell("\r\x1b[K")

    def _line(self) -> str:
        time_so_far = f", {time.monotonic() - self._started:.0f} s (Ctrl-C stops)"
        return self._text[: page_width() - 1 - len(time_so_far)] + time_so_far
