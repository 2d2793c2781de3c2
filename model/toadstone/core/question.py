"""What can be asked of a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Sense(StrEnum):
    """Which way a question wants its figure to go."""

    SATISFY = "satisfy"
    """Any plan will do; there is no figure."""
    MAXIMISE = "maximise"
    """The largest figure is the best."""
    MINIMISE = "minimise"
    """The smallest figure is the best."""
    POSITION = "position"
    """What a position is worth to two sides who both play perfectly; there is no best plan."""


@dataclass(frozen=True)
class Question:
    """One question: the figure it is about, and which way that figure should go.

    `figure` names an entry of what the rules measure (`Rules.figures`); it is None exactly when
    the sense is SATISFY or POSITION. `changes_scenario` marks a question that leaves a part of the
    scenario itself to the solver; what is asked beside it depends on that part, so it has to come
    first.
    """

    name: str
    sense: Sense
    figure: str | None
    meaning: str
    changes_scenario: bool = False

    def __str__(self) -> str:
        return self.name
