"""What a search spends, and when it has to stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

MOST_HELD = 5_000_000
"""Nodes that a search holds at most, some gigabytes; it ends undecided before it has more."""

_NODES_BETWEEN_LOOKS = 64


def _ignore(nodes: int) -> None:
    """Report nothing."""


@dataclass
class Effort:
    """Counts the nodes that a search expands, and stops it in time.

    `keep_going` raises LimitReachedError when it is time to stop; `report` hears now and then
    how many nodes there have been.
    """

    keep_going: Callable[[], None]
    report: Callable[[int], None] = _ignore
    most_held: int = MOST_HELD
    expanded: int = 0

    def expand(self, held: int = 0) -> None:
        """Count one node more, by a search that now holds so many.

        Raises:
            LimitReachedError: the time is up.
            MemoryError: the search holds more nodes than it may.
        """
        if self.expanded % _NODES_BETWEEN_LOOKS == 0:
            self.keep_going()
            self.report(self.expanded)
        if held > self.most_held:
            raise MemoryError
        self.expanded += 1
