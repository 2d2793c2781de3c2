"""The values that have names of their own, made and recognised.

Their canonical forms: "Winning Ways", chapters 2, 3 and 5; Siegel, chapters II.1 and II.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from toadstone.combinatorial.canonical_form import ZERO, CanonicalForm, number, value_of

_ZERO = Fraction(0)


@dataclass(frozen=True)
class UpStar:
    """The sum of a number, some ups (downs, where negative) and a nimber: 1, `^` and `*2`."""

    number: Fraction = _ZERO
    ups: int = 0
    nimber: int = 0

    def value(self) -> CanonicalForm:
        """Return the value of the sum."""
        infinitesimal = _ups(abs(self.ups), self.nimber)
        return number(self.number) + (infinitesimal if self.ups >= 0 else -infinitesimal)


def switch(left: Iterable[CanonicalForm]) -> CanonicalForm:
    """Return the game in which Left can move to these, and Right to their negatives."""
    options = list(left)
    return value_of(options, [-option for option in options])


def tiny(size: CanonicalForm) -> CanonicalForm:
    """Return `{0|{0|-size}}`, for a number above 0 a positive value too small for any `^`."""
    return value_of([ZERO], [value_of([ZERO], [-size])])


def _ups(ups: int, nimber: int) -> CanonicalForm:
    """Return the sum of ups and a nimber, of which each is what the one before makes it."""
    star = nimber ^ (ups & 1)
    value = _nimber(star)
    for up in range(1, ups + 1):
        star ^= 1
        up_and_star = up == star == 1
        value = value_of([ZERO, _nimber(1)], [ZERO]) if up_and_star else value_of([ZERO], [value])
    return value


def _nimber(size: int) -> CanonicalForm:
    smaller: list[CanonicalForm] = []
    for _ in range(size):
        smaller.append(value_of(smaller, smaller))
    return value_of(smaller, smaller)


def up_star(form: CanonicalForm, known: Mapping[CanonicalForm, UpStar | None]) -> UpStar | None:
    """Return the number, ups and nimber that a value is the sum of, if it is one.

    `known` says the same of all its options.
    """
    if form.number is not None:
        return UpStar(form.number)
    left, right = ([known[option] for option in side] for side in (form.left, form.right))
    base = form.stops.left
    if left == right:
        nimbers = [UpStar(base, 0, nimber) for nimber in range(len(left))]
        return UpStar(base, 0, len(left)) if _same(left, nimbers) else None
    if right == [UpStar(base)]:
        return _one_further(left, base, -1)
    return _one_further(right, base, 1) if left == [UpStar(base)] else None


def _one_further(options: list[UpStar | None], base: Fraction, up: int) -> UpStar | None:
    """Return what has the base as one side's option, given those of the other side.

    The side with the base is Left, for ups, or Right, for downs.
    """
    if len(options) == 2 and _same(options, [UpStar(base), UpStar(base, 0, 1)]):
        return UpStar(base, -up, 1)
    option = options[0]
    if len(options) > 1 or option is None or option.number != base or option.ups * up < 0:
        return None
    return UpStar(base, option.ups + up, option.nimber ^ 1)


def _same(options: list[UpStar | None], wanted: list[UpStar]) -> bool:
    return len(options) == len(wanted) and all(want in options for want in wanted)


def tiny_size(form: CanonicalForm) -> Fraction | None:
    """Return the number whose tiny a value is, if it is one."""
    if form.left != (ZERO,) or len(form.right) != 1 or form.right[0].left != (ZERO,):
        return None
    threats = [threat.number for threat in form.right[0].right]
    return -threats[0] if len(threats) == 1 and threats[0] is not None else None
