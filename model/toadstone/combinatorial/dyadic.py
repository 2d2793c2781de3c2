"""The numbers among the values: fractions whose denominator is a power of two."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor


@dataclass(frozen=True)
class Interval:
    """All numbers between two bounds; None is no bound, and a closed end belongs to it."""

    low: Fraction | None
    high: Fraction | None
    low_closed: bool = False
    high_closed: bool = False

    def __contains__(self, number: Fraction) -> bool:
        above = self.low is None or self.low < number or (self.low_closed and self.low == number)
        below = self.high is None or number < self.high
        return above and (below or (self.high_closed and self.high == number))

    @property
    def empty(self) -> bool:
        """Whether there is no number in it."""
        if self.low is None or self.high is None or self.low < self.high:
            return False
        return self.low not in self or self.high not in self


def is_dyadic(number: Fraction) -> bool:
    """Say whether the denominator is a power of two."""
    return number.denominator.bit_count() == 1


def birthday(number: Fraction) -> int:
    """Return the day on which Conway's construction of the numbers first makes this one."""
    halvings = number.denominator.bit_length() - 1
    return int(abs(number)) + (halvings + 1 if halvings else 0)


def simplest(interval: Interval) -> Fraction:
    """Return the number of an interval that is not empty with the earliest birthday.

    There is exactly one ("On Numbers and Games", chapter 2): zero, or else the integer nearest to
    zero, or else the one with the smallest denominator.
    """
    zero = Fraction(0)
    if zero in interval:
        return zero
    if interval.low is not None and interval.low >= 0:
        return _simplest_positive(interval, interval.low)
    mirrored = Interval(
        None if interval.high is None else -interval.high,
        None if interval.low is None else -interval.low,
        interval.high_closed,
        interval.low_closed,
    )
    return -simplest(mirrored)


def _simplest_positive(interval: Interval, low: Fraction) -> Fraction:
    denominator = 1
    while True:
        for numerator in (ceil(low * denominator), floor(low * denominator) + 1):
            candidate = Fraction(numerator, denominator)
            if candidate in interval:
                return candidate
        denominator *= 2


def neighbours(number: Fraction) -> tuple[Fraction | None, Fraction | None]:
    """Return the Left and the Right option of a number in canonical form; None where there is none.

    Siegel, chapter II.3.
    """
    if number.denominator > 1:
        step = Fraction(1, number.denominator)
        return number - step, number + step
    if number == 0:
        return None, None
    return (number - 1, None) if number > 0 else (None, number + 1)
