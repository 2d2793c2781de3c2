"""How urgent a move is: thermographs, temperatures and mean values, exactly.

Siegel, chapter II.5; "On Numbers and Games", chapter 9.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from toadstone.combinatorial.canonical_form import CanonicalForm, parts_of
from toadstone.combinatorial.folding import fold, go_on

Point = tuple[Fraction, Fraction]
Wall = tuple[Point, ...]
"""Corners (tax, stop) by rising tax from 0 on: straight between two, vertical after the last."""


@dataclass(frozen=True)
class Thermograph:
    """How the stops of a game draw together as a tax on every move rises from 0.

    At the temperature they meet in the mean value, and stay there. The temperature of a number
    with denominator 2^k is -1/2^k: of an integer -1, of a half -1/2. Of all else it is at least 0.
    """

    left_wall: Wall
    right_wall: Wall
    mean: Fraction
    temperature: Fraction


def thermograph(value: CanonicalForm, keep_going: Callable[[], None] = go_on) -> Thermograph:
    """Return the thermograph of a value; `keep_going` is called now and then."""
    return fold(value, parts_of, _from_options, keep_going)


def _from_options(value: CanonicalForm, known: dict[CanonicalForm, Thermograph]) -> Thermograph:
    if value.number is not None:
        mast = ((Fraction(0), value.number),)
        return Thermograph(mast, mast, value.number, -Fraction(1, value.number.denominator))
    left = _upper([known[option].right_wall for option in value.left])
    right = _lower([known[option].left_wall for option in value.right])
    temperature = _meeting(left, right)
    mean = _at(left, temperature) - temperature
    return Thermograph(_tax(left, -1, temperature), _tax(right, 1, temperature), mean, temperature)


def _at(wall: Wall, tax: Fraction) -> Fraction:
    """Return where a wall stands at a tax."""
    before = wall[0]
    for corner in wall:
        if corner[0] >= tax:
            return _between(before, corner, tax)
        before = corner
    return before[1]


def _between(before: Point, after: Point, tax: Fraction) -> Fraction:
    (tax_before, stop_before), (tax_after, stop_after) = before, after
    if tax_before == tax_after:
        return stop_after
    share = (tax - tax_before) / (tax_after - tax_before)
    return stop_before + share * (stop_after - stop_before)


def _upper(walls: Sequence[Wall]) -> Wall:
    """Return the greater of all walls at each tax."""
    greatest = walls[0]
    for wall in walls[1:]:
        taxes = _taxes_with_crossings(greatest, wall)
        greatest = _corners([(t, max(_at(greatest, t), _at(wall, t))) for t in taxes])
    return greatest


def _lower(walls: Sequence[Wall]) -> Wall:
    return _mirror(_upper([_mirror(wall) for wall in walls]))


def _mirror(wall: Wall) -> Wall:
    return tuple((tax, -stop) for tax, stop in wall)


def _taxes(first: Wall, second: Wall) -> list[Fraction]:
    return sorted({tax for tax, _ in first + second})


def _taxes_with_crossings(first: Wall, second: Wall) -> list[Fraction]:
    """Return the taxes of all corners and of where one wall crosses the other between them."""
    taxes = _taxes(first, second)
    gaps = [_at(first, tax) - _at(second, tax) for tax in taxes]
    crossings = [
        taxes[i] + (taxes[i + 1] - taxes[i]) * gaps[i] / (gaps[i] - gaps[i + 1])
        for i in range(len(taxes) - 1)
        if gaps[i] * gaps[i + 1] < 0
    ]
    return sorted(taxes + crossings)


def _corners(points: Sequence[Point]) -> Wall:
    """Return the points without those on the straight line from their neighbours."""
    last_tax, last_stop = points[-1]
    kept = [points[0]]
    for here, after in pairwise([*points[1:], (last_tax + 1, last_stop)]):
        if _between(kept[-1], after, here[0]) != here[1]:
            kept.append(here)
    return tuple(kept)


def _meeting(left: Wall, right: Wall) -> Fraction:
    """Return the least tax that, paid by both, makes the left wall no greater than the right one.

    The gap between the walls, less twice the tax, never rises, so there is one place to look for.
    """
    gaps = [(tax, _at(left, tax) - _at(right, tax) - 2 * tax) for tax in _taxes(left, right)]
    met = next((index for index, (_, gap) in enumerate(gaps) if gap <= 0), None)
    if met is None:
        last_tax, last_gap = gaps[-1]
        return last_tax + last_gap / 2
    tax, gap = gaps[met]
    if gap == 0:
        return tax
    tax_before, gap_before = gaps[met - 1]
    return tax_before + (tax - tax_before) * gap_before / (gap_before - gap)


def _tax(wall: Wall, sign: int, temperature: Fraction) -> Wall:
    """Return a wall with the tax added (sign 1) or taken off (-1) up to the temperature."""
    taxes = sorted({tax for tax, _ in wall if tax < temperature} | {temperature, Fraction(0)})
    return _corners([(tax, _at(wall, tax) + sign * tax) for tax in taxes])
