"""How a batch goes, on standard error: a bar, the rate, what is running, and an estimate."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from toadstone.files.messages import printable
from toadstone.view.layout import page_width
from toadstone_cli.output import tell
from toadstone_cli.progress import LiveLine

if TYPE_CHECKING:
    from types import TracebackType

    from toadstone.services.batch.run import Progress, Run
    from toadstone.services.batch.work import Result

BAR = 16
"""Columns of the bar."""
AFTER = len(", 99999 s (Ctrl-C stops)")
"""Columns that the live line needs for itself."""


class BatchProgress:
    """A live line about a batch; if `verbose`, a line for each result instead.

    Args:
        run: the batch; this becomes its listener.
        verbose: whether each result is told.
    """

    def __init__(self, run: Run, *, verbose: bool) -> None:
        self._run = run
        self._started = time.monotonic()
        self._line = None if verbose else LiveLine(printable(run.crew.beginning))
        run.listener = self._hear

    def __enter__(self) -> BatchProgress:
        if self._line is not None:
            self._line.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._line is not None:
            self._line.__exit__(kind, error, trace)

    def tell(self, result: Result) -> None:
        """Tell a result, if each one is to be told."""
        if self._line is None:
            line = result.line
            why = f": {line['error']['message']}" if "error" in line else ""
            tell(printable(f"{line['file']}: {line['status']}{why}") + "\n")

    def sum_up(self) -> None:
        """Say how it went."""
        run = self._run
        counts = [f"{count:,} {outcome.value}" for outcome, count in run.outcomes.items()]
        before = f" ({run.kept:,} of them before)" if run.kept else ""
        seconds = time.monotonic() - self._started
        noun = "scenario" if len(run.items) == 1 else "scenarios"
        said = f"{len(run.items):,} {noun}: {', '.join(sorted(counts))}{before}, {seconds:.1f} s"
        tell(f"toadstone: {said}\n")

    def _hear(self, progress: Progress) -> None:
        if self._line is not None:
            self._line.tell(self._text(progress))

    def _text(self, progress: Progress) -> str:
        filled = BAR * progress.done // max(1, progress.total)
        bar = f"[{'#' * filled}{'.' * (BAR - filled)}]"
        said = f"{bar} {progress.done:,} of {progress.total:,}"
        worked = progress.done - progress.kept
        if worked:
            rate = worked / max(0.001, time.monotonic() - self._started)
            left = (progress.total - progress.done) / rate
            said += f", {rate:.3g}/s, {_duration(left)} left"
        if progress.running:
            names = (name.rpartition("/")[2] for name in progress.running)
            said += f"; {printable(', '.join(names))}"
        room = max(20, page_width() - AFTER)
        return said if len(said) <= room else f"{said[: room - 1]}…"


def _duration(seconds: float) -> str:
    """Return a time as `40 s`, `12 min` or `3.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
