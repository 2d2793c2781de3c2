"""Who hears how a search goes, and what there is to hear."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toadstone.core.question import Question


@dataclass(frozen=True)
class Progress:
    """Where a run stands: the best value so far, if any, and how good the best could be."""

    best: int | None
    bound: int | None


@dataclass(frozen=True)
class RunStatistics:
    """What one run had to do: its model's size, seconds, and the solver's steps.

    `presolve` is what came before the search: reading the model and making it simpler.
    """

    variables: int
    constraints: int
    presolve: float
    search: float
    conflicts: int
    branches: int


def _unheard(*said: object) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Listeners:
    """Who hears of a run: of its values, of the solver's lines, and in the end of what it took."""

    progress: Callable[[Progress], None] = _unheard
    log: Callable[[str], None] | None = None
    statistics: Callable[[RunStatistics], None] | None = None


NOBODY = Listeners()


@dataclass(frozen=True)
class Reporting:
    """Who wants to hear of a long search.

    `progress` hears of its values, `log` of the solver's lines, `tell` in words of how it goes,
    `stage` in words of what is there already, where the answer has several parts, and `statistics`
    of what each run of the solver took.
    """

    progress: Callable[[Question, Progress], None] = _unheard
    log: Callable[[str], None] | None = None
    tell: Callable[[str], None] = _unheard
    stage: Callable[[str], None] = _unheard
    statistics: Callable[[RunStatistics], None] | None = None

    def listeners(self, question: Question) -> Listeners:
        """Return who hears of a run of the solver for a question."""
        return Listeners(partial(self.progress, question), self.log, self.statistics)
