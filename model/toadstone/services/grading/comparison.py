"""How far a line of play is from the best that is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.question import Question
from toadstone.core.replay import Replay
from toadstone.engines.answer import Answer, Status
from toadstone.services.grading.best_play import given_away
from toadstone.services.grading.distance import Distance, between


def distance(best: Answer, line: Replay[Any, Any], budget: Budget) -> Distance | None:
    """Return how far a valid line is from the best; None where no best is known.

    A line of a two-player game may end early: each of its moves is held against the best one.

    Raises:
        DisagreementError: the line is better than what is proven best.
        LimitReachedError: time is up.
    """
    if best.status is Status.INFEASIBLE:
        raise DisagreementError(
            "the simulator accepts a plan where it is proven that there is none"
        )
    if best.replay is None:
        return None
    if best.position is not None:
        return given_away(best, line, budget)
    if best.front is not None:
        found = _of_front(best.ask, best.front, line.figures, proven=best.is_proven)
    else:
        found = between(best.ask, best.replay.figures, line.figures, proven=best.is_proven)
    if best.is_proven and found.gap < 0:
        raise DisagreementError(f"a plan is better than what is proven best: {found.words}")
    return found


def _of_front(
    ask: Sequence[Question],
    front: Sequence[Replay[Any, Any]],
    figures: Mapping[str, int],
    *,
    proven: bool,
) -> Distance:
    """Return how far figures are from the nearest point of a front that is better in all of them.

    The gap is the sum over the questions. Beyond a front that is not known in whole there may be
    figures that no known point is better than.
    """
    nearest: tuple[int, str] | None = None
    for point in front:
        parts = [between([question], point.figures, figures, proven=proven) for question in ask]
        if all(part.gap >= 0 for part in parts):
            total = sum(part.gap for part in parts)
            words = ", ".join(part.words for part in parts if part.words)
            nearest = min(nearest or (total, words), (total, words))
    if nearest is None:
        return Distance(-1 if proven else 0, "a compromise that the front lacks")
    return Distance(*nearest)
