"""Difficulty as a panel of bounded solvers measures it: no people were asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

DEEPEST = 6
"""The furthest that a solver of the panel looks ahead beyond its move."""

RESTARTS = 200
"""The random games of the panel's last solver."""

GREEDY, RANDOM = "greedy", "random-restarts"
SOLVERS = (GREEDY, *(f"look-ahead-{depth}" for depth in range(1, DEEPEST + 1)), RANDOM)
"""The panel: solvers that see no further than they look."""


class Difficulty(StrEnum):
    """How many of the panel's solvers solve a puzzle."""

    EASY = "easy"
    """At least half of the solvers solve it."""
    MEDIUM = "medium"
    """Some solvers solve it, fewer than half."""
    HARD = "hard"
    """No solver of the panel solves it."""


@dataclass(frozen=True)
class Panel:
    """Which solvers of the panel solve a puzzle, by name."""

    solved: Mapping[str, bool]

    @property
    def count(self) -> int:
        """The number of solvers that solve it."""
        return sum(self.solved.values())

    @property
    def share(self) -> float:
        """The share of the panel that solves it, from 0 to 1."""
        return self.count / len(self.solved)

    @property
    def difficulty(self) -> Difficulty:
        """The class of difficulty; the thresholds are half of the panel, and nobody."""
        if 2 * self.count >= len(self.solved):
            return Difficulty.EASY
        return Difficulty.MEDIUM if self.count else Difficulty.HARD

    def to_json(self) -> dict[str, Any]:
        """Return the object under `panel`."""
        return {
            "difficulty": self.difficulty.value,
            "share": round(self.share, 4),
            "solved": dict(self.solved),
        }
