"""How far figures are from others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toadstone.core.question import Question, Sense
from toadstone.core.replay import Failure


@dataclass(frozen=True)
class Distance:
    """How far a valid line of play is from the best that is known.

    Attributes:
        gap: in units of the first figure that differs, or of payoff; 0 for what is as good.
            Negative where the line is better than a best that is not proven.
        words: the figures that differ, such as `moves 9, where 7 is best`; empty where none does.
        fault: in a two-player game, the first move that gives something away.
    """

    gap: int
    words: str = ""
    fault: Failure | None = None


NONE = Distance(0)


def between(
    ask: Sequence[Question],
    best: Mapping[str, int],
    figures: Mapping[str, int],
    *,
    proven: bool = True,
) -> Distance:
    """Return how far figures are from others, in the first question in which they differ."""
    for question in ask:
        if question.figure and best[question.figure] != figures[question.figure]:
            there, here = best[question.figure], figures[question.figure]
            gap = there - here if question.sense is Sense.MAXIMISE else here - there
            is_best = "is best" if proven else "is the best known"
            return Distance(gap, f"{question.figure} {here}, where {there} {is_best}")
    return NONE
