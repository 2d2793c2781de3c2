"""A sign of life on standard error while a search runs."""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

    from toadstone.answer import Answer
    from toadstone.game import AnyGame
    from toadstone.question import Question
    from toadstone.scenario import Scenario
    from toadstone.solver import Limits, Progress

QUIET_SECONDS = 1.0
"""A search that ends sooner shows nothing."""
TERMINAL_SECONDS = 0.2
"""Between two updates of the live line on a terminal."""
FILE_SECONDS = 10.0
"""Between two lines where standard error is not a terminal."""


def solve_with_progress(
    game: AnyGame,
    scenario: Scenario,
    ask: tuple[Question, ...],
    limits: Limits,
    *,
    verbose: bool,
) -> Answer:
    """Solve, and show on standard error how it goes: the solver's own log, or one live line."""
    from toadstone.solving import Reporting, solve

    if verbose:
        log = Reporting(log=lambda line: print(line, file=sys.stderr))  # noqa: T201
        return solve(game, scenario, ask, limits, log)
    with LiveLine() as line:
        return solve(game, scenario, ask, limits, Reporting(progress=line.update))


class LiveLine:
    """One line on a terminal, rewritten in place; elsewhere a line now and then."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._text = "building the model"
        self._finished = threading.Event()
        self._terminal = sys.stderr.isatty()
        self._thread = threading.Thread(target=self._show, name="progress", daemon=True)

    def __enter__(self) -> LiveLine:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._finished.set()
        self._thread.join()

    def update(self, question: Question, progress: Progress) -> None:
        """Take in where the search stands."""
        best = "no plan yet" if progress.best is None else f"best {progress.best}"
        bound = "" if progress.bound is None else f", bound {progress.bound}"
        self._text = f"{question.name}: {best}{bound}"

    def _show(self) -> None:
        pause = TERMINAL_SECONDS if self._terminal else FILE_SECONDS
        shown = self._finished.wait(QUIET_SECONDS if self._terminal else FILE_SECONDS)
        while not shown:
            self._write()
            shown = self._finished.wait(pause)
        if self._terminal:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _write(self) -> None:
        seconds = time.monotonic() - self._started
        line = f"{self._text}, {seconds:.0f} s (Ctrl-C stops and prints the best so far)"
        sys.stderr.write(f"\r{line}\x1b[K" if self._terminal else f"{line}\n")
        sys.stderr.flush()
