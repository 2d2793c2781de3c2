"""How urgent a move is: thermographs, temperatures and mean values, exactly.

Siegel, chapter II.5; "On Numbers and Games", chapter 9.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from toadstone.combinatorial.canonical_form import CanonicalForm, parts_of
from toadstone.combinatorial.forms import fold, go_on

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
    right = _mirror(_upper([_mirror(known[option].left_wall) for option in value.right]))
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
        gaps = [(tax, _at(greatest, tax) - _at(wall, tax)) for tax in _taxes(greatest, wall)]
        crossings = [
            tax + (next_tax - tax) * gap / (gap - next_gap)
            for (tax, gap), (next_tax, next_gap) in pairwise(gaps)
            if gap * next_gap < 0
        ]
        taxes = sorted([*crossings, *(tax for tax, _ in gaps)])
        greatest = _corners([(t, max(_at(greatest, t), _at(wall, t))) for t in taxes])
    return greatest


def _mirror(wall: Wall) -> Wall:
    return tuple((tax, -stop) for tax, stop in wall)


def _taxes(first: Wall, second: Wall) -> list[Fraction]:
    return sorted({tax for tax, _ in first + second})


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
    before = gap_before = Fraction(0)
    for tax in _taxes(left, right):
        gap = _at(left, tax) - _at(right, tax) - 2 * tax
        if gap <= 0:
            return tax + (tax - before) * gap / (gap_before - gap) if gap else tax
        before, gap_before = tax, gap
    return before + gap_before / 2


def _tax(wall: Wall, sign: int, temperature: Fraction) -> Wall:
    """Return a wall with the tax added (sign 1) or taken off (-1) up to the temperature."""
    taxes = sorted({tax for tax, _ in wall if tax < temperature} | {temperature, Fraction(0)})
    return _corners([(tax, _at(wall, tax) + sign * tax) for tax in taxes])
