"""What the points of a front leave open: the corners beyond which no plan may lie."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence

from toadstone.core.errors import DisagreementError
from toadstone.core.question import Question, Sense


def open_corners(
    ask: Sequence[Question], points: Sequence[Mapping[str, int]]
) -> list[dict[str, int]]:
    """Return what a plan may reach that no point of a front covers, as few bounds as say it.

    A point covers what is no better in any question. A plan that is not covered reaches all
    bounds of one of the corners. These are the local bounds of Klamroth, Lacour and Vanderpooten,
    "On the representation of the search region in multi-objective optimization" (2015).

    Args:
        ask: the questions that are traded off.
        points: the figures of each point.

    Returns:
        For each corner, the figures and the values that a plan has to reach, all of them at once.

    Raises:
        DisagreementError: a point covers another.
    """
    signs = [1 if question.sense is Sense.MAXIMISE else -1 for question in ask]
    names = [question.figure or "" for question in ask]
    corners: list[tuple[float, ...]] = [(-math.inf,) * len(names)]
    for point in points:
        at = tuple(sign * point[name] for sign, name in zip(signs, names, strict=True))
        covered = [each for each in corners if all(map(operator.le, each, at))]
        if not covered:
            raise DisagreementError("a point of the front is covered by another")
        split = {(*each[:i], at[i] + 1, *each[i + 1 :]) for each in covered for i in range(len(at))}
        corners = [*split, *(each for each in corners if each not in covered)]
        corners = [
            each
            for each in corners
            if not any(o != each and all(map(operator.le, o, each)) for o in corners)
        ]
    return [
        {
            name: sign * int(bound)
            for name, sign, bound in zip(names, signs, corner, strict=True)
            if bound > -math.inf
        }
        for corner in corners
    ]
