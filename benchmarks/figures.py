"""Medians, ratios and exponents, where some runs were stopped at the time limit.

A run that was stopped took longer than the limit, nobody knows how much: it is `inf` here, which
ranks it rightly among the others. A median of `inf` says that half of the runs or more were
stopped.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import linear_regression


def median(values: Sequence[float]) -> float:
    """Return the middle value; `nan` where there is none.

    Of an even number it is the upper of the two in the middle if that is `inf`, so that a median is
    never better than what half of the runs reached, and their mean otherwise.
    """
    if not values:
        return math.nan
    ranked = sorted(values)
    lower, upper = ranked[(len(ranked) - 1) // 2], ranked[len(ranked) // 2]
    return upper if math.isinf(upper) else (lower + upper) / 2


def ratio(of: Mapping[str, float], to: Mapping[str, float]) -> float:
    """Return the median, over the files that both have, of what the one takes to the other.

    A file on which the other was stopped says nothing and is left out; so `nan` where no file is
    left.
    """
    shared = [file for file in of if math.isfinite(to.get(file, math.inf))]
    return median([of[file] / to[file] for file in shared])


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """Return the slope of log y over log x by least squares; `nan` below three points.

    Args:
        points: pairs of x and y, both above 0; those with an infinite y are left out.
    """
    finite = [(math.log(x), math.log(y)) for x, y in points if math.isfinite(y)]
    if len(finite) < 3:
        return math.nan
    return linear_regression([x for x, _ in finite], [y for _, y in finite]).slope
