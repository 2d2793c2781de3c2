"""Canonical forms: each value of a game has one, so that equal values are one object."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from functools import cmp_to_key
from itertools import count
from math import ceil, floor
from typing import ClassVar, TypeVar
from weakref import WeakValueDictionary

from toadstone.core.errors import RequestError

Item = TypeVar("Item", bound=Hashable)
Result = TypeVar("Result")


def go_on() -> None:
    """Do nothing: the `keep_going` of a computation without a limit."""


def fold(
    root: Item,
    parts_of: Callable[[Item], Iterable[Item]],
    combine: Callable[[Item, dict[Item, Result]], Result],
    keep_going: Callable[[], None] = go_on,
) -> Result:
    """Return the result for `root`; each part is combined once, before the wholes that it is in.

    `combine` gets a part and the results so far, with those of all its own parts. Python's limit on
    recursion does not bound the depth. `keep_going` is called once for each part; an error that it
    raises ends the computation.

    Raises RequestError if an item is a part of itself.
    """
    results: dict[Item, Result] = {}
    pending: dict[Item, Iterator[Item]] = {root: iter(parts_of(root))}
    while pending:
        part = next(reversed(pending))
        missing = next((p for p in pending[part] if p not in results), None)
        if missing is None:
            keep_going()
            results[part] = combine(part, results)
            del pending[part]
        elif missing in pending:
            raise RequestError("only a game that cannot return to a position has such a value")
        else:
            pending[missing] = iter(parts_of(missing))
    return results[root]


_ages = count()

STEPS_BETWEEN_CALLS = 32
"""Comparisons between two calls of `keep_going`."""


class Side(IntEnum):
    """The side to move; also the index of its options."""

    LEFT = 0
    RIGHT = 1


@dataclass(frozen=True)
class Stops:
    """The numbers at which play with perfect moves stops, when Left or when Right begins.

    `below_left` says whether the game is at most its Left stop, `above_right` whether it is at
    least its Right stop: with the stops, that decides how it compares with any number (Siegel,
    chapter II.3). For a number all four are trivial.
    """

    left: Fraction
    right: Fraction
    below_left: bool = True
    above_right: bool = True


def at_most(
    lower: CanonicalForm, upper: CanonicalForm, keep_going: Callable[[], None] = go_on
) -> bool:
    """Return whether `lower <= upper`: whether Left, moving second, wins `upper - lower`.

    By definition this holds unless `upper <= l` for a Left option l of `lower` or `r <= lower` for
    a Right option r of `upper` ("On Numbers and Games", chapter 0). An own list of pairs replaces
    recursion, depth first, so deep games are no problem.
    """
    verdict = _quick_verdict(lower, upper)
    if verdict is not None:
        return verdict
    pending = [(lower, upper, _objections(lower, upper))]
    steps = 0
    while True:
        steps += 1
        if steps % STEPS_BETWEEN_CALLS == 0:
            keep_going()
        first, second, objections = pending[-1]
        upheld: bool | None = False
        while objections and (upheld := _quick_verdict(*objections[-1])) is False:
            objections.pop()
        if upheld is None:  # the last objection has to be settled first
            pending.append((*objections[-1], _objections(*objections[-1])))
            continue
        if first.age > second.age:
            first.found_at_most[second] = not upheld
        else:
            second.found_at_least[first] = not upheld
        pending.pop()
        if not pending:
            return not upheld


def _objections(
    lower: CanonicalForm, upper: CanonicalForm
) -> list[tuple[CanonicalForm, CanonicalForm]]:
    """Return the pairs that must all fail if this one holds."""
    by_left = [(upper, option) for option in lower.options_of(Side.LEFT)]
    return by_left + [(option, lower) for option in upper.options_of(Side.RIGHT)]


def _quick_verdict(lower: CanonicalForm, upper: CanonicalForm) -> bool | None:
    """Return whether `lower <= upper` where that needs no search, or is known from an earlier one.

    A game is below another if its Left stop is below the other's Right stop, and it cannot be at
    most a game that has a lower Left stop or a lower Right stop (Siegel, chapter II.3).
    """
    if lower is upper:
        return True
    low, high = lower.stops, upper.stops
    if low.left < high.right:
        return True
    if low.left > high.left or low.right > high.right:
        return False
    # From here on a number, having only one stop, is equal to that stop of the other form.
    if lower.number is not None or upper.number is not None:
        return low.below_left and high.above_right
    older_above = lower.age > upper.age
    return lower.found_at_most.get(upper) if older_above else upper.found_at_least.get(lower)


Options = tuple[tuple["CanonicalForm", ...], tuple["CanonicalForm", ...]]


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class CanonicalForm:
    """The value of a game: games have the same value if they can replace each other in any sum.

    Made by `number`, `value_of` and `parse`, never directly: so two values are equal only when
    they are the same object. `a <= b` says that b is at least as good for Left as a. That is a
    partial order: neither `a <= b` nor `b <= a` may hold. `+` is the disjunctive sum: a
    move in it is a move in one of its parts. `-a` is a with the sides exchanged.

    Of two compared forms, the newer one stores the result, which is lost with it.
    """

    notation: ClassVar[tuple[Callable[[CanonicalForm], str], Callable[[str], CanonicalForm]]]
    """How values are written, and read; set by `toadstone.combinatorial.notation`."""

    number: Fraction | None
    """The number that the game is equal to, if there is one."""
    stops: Stops
    options: Options
    """The options of Left and of Right; empty for numbers, whose options are known."""
    birthday: int
    """The greatest number of moves that the canonical form lasts, both sides moving at will."""
    age: int = field(default_factory=_ages.__next__, init=False, repr=False)
    found_at_most: dict[CanonicalForm, bool] = field(default_factory=dict, init=False, repr=False)
    found_at_least: dict[CanonicalForm, bool] = field(default_factory=dict, init=False, repr=False)

    @property
    def left(self) -> tuple[CanonicalForm, ...]:
        """The options of Left: none is dominated or reversible; in a fixed order."""
        return self.options_of(Side.LEFT)

    @property
    def right(self) -> tuple[CanonicalForm, ...]:
        """The options of Right, as for Left."""
        return self.options_of(Side.RIGHT)

    def options_of(self, side: Side) -> tuple[CanonicalForm, ...]:
        """Return the options of a side, as `left` and `right` do; for numbers: Siegel, II.3."""
        size = self.number
        if size is None:
            return self.options[side]
        sign = -1 if side is Side.LEFT else 1
        if size.denominator == 1 and size * sign >= 0:
            return ()
        return (number(size + sign * Fraction(1, size.denominator)),)

    def __le__(self, other: CanonicalForm) -> bool:
        return at_most(self, other)

    def __ge__(self, other: CanonicalForm) -> bool:
        return at_most(other, self)

    def __lt__(self, other: CanonicalForm) -> bool:
        return self is not other and at_most(self, other)

    def __gt__(self, other: CanonicalForm) -> bool:
        return self is not other and at_most(other, self)

    def __neg__(self) -> CanonicalForm:
        return fold(self, parts_of, negative_of)

    def __add__(self, other: CanonicalForm) -> CanonicalForm:
        return fold(
            (self, other), lambda pair: _moves(pair, Side.LEFT) + _moves(pair, Side.RIGHT), _sum
        )

    def __str__(self) -> str:
        return self.notation[0](self)

    def __repr__(self) -> str:
        return f"parse({str(self)!r})"

    def __reduce__(self) -> tuple[Callable[[str], CanonicalForm], tuple[str]]:
        return self.notation[1], (str(self),)


_numbers: WeakValueDictionary[Fraction, CanonicalForm] = WeakValueDictionary()
_others: WeakValueDictionary[Options, CanonicalForm] = WeakValueDictionary()


def number(size: Fraction | int) -> CanonicalForm:
    """Return a number: `number(2)` is two free moves for Left.

    Raises RequestError if the denominator is not a power of two: no game that ends is a third.
    """
    size = Fraction(size)
    form = _numbers.get(size)
    if form is not None:
        return form
    if size.denominator.bit_count() > 1:
        raise RequestError(f"the denominator of a value is a power of two, but {size} was given")
    birthday = ceil(abs(size)) + size.denominator.bit_length() - 1
    _numbers[size] = form = CanonicalForm(size, Stops(size, size), ((), ()), birthday)
    return form


ZERO = number(0)


def value_of(
    left: Iterable[CanonicalForm],
    right: Iterable[CanonicalForm],
    keep_going: Callable[[], None] = go_on,
) -> CanonicalForm:
    """Return the value of the game whose options have these values.

    `keep_going` is called now and then; an error that it raises ends the computation.
    """
    left, right = tuple(dict.fromkeys(left)), tuple(dict.fromkeys(right))
    low = max((option.stops.right for option in left), default=None)
    high = min((option.stops.left for option in right), default=None)
    low_closed = not any(each.stops.right == low and each.stops.above_right for each in left)
    high_closed = not any(each.stops.left == high and each.stops.below_left for each in right)
    meet = low == high and low_closed and high_closed
    if low is None or high is None or low < high or meet:
        return number(_simplest(low, high, low_closed=low_closed, high_closed=high_closed))
    stops = Stops(low, high, low_closed, high_closed)
    game = CanonicalForm(None, stops, (left, right), birthday=0)  # on the way to be one
    left_reduced, right_reduced = (_canonical_options(game, side, keep_going) for side in Side)
    return intern(left_reduced, right_reduced, stops)


def _simplest(
    low: Fraction | None, high: Fraction | None, *, low_closed: bool, high_closed: bool
) -> Fraction:
    """Return the simplest number between the options of Left and of Right.

    If there is such a number, the simplest is the value (the Simplicity Theorem: Siegel, chapter
    II.3); else the ends are the stops of the game. None is no bound, and a closed end belongs to
    the interval. The simplest number has the earliest birthday: zero, or else the integer nearest
    to zero, or else the one with the smallest denominator; it is unique ("On Numbers and Games",
    chapter 2).
    """

    def fits(size: Fraction) -> bool:
        above = low is None or low < size or (low_closed and low == size)
        return above and (high is None or size < high or (high_closed and high == size))

    is_positive = low is not None and low >= 0
    nearest = low if is_positive else high
    if nearest is None or fits(Fraction(0)):
        return Fraction(0)
    sign, denominator = 1 if is_positive else -1, 1
    while True:
        size = abs(nearest) * denominator
        for numerator in (ceil(size), floor(size) + 1):
            candidate = Fraction(sign * numerator, denominator)
            if fits(candidate):
                return candidate
        denominator *= 2


def _canonical_options(
    game: CanonicalForm, side: Side, keep_going: Callable[[], None]
) -> list[CanonicalForm]:
    """Return the options that a side has in the canonical form (Siegel, chapter II.2).

    An option is reversible if it has an answer that is no better for the side than the game; the
    side's options after that answer replace it. This depends on the option and the value alone, so
    once no option is reversible, no other step makes one reversible again. Dominated options are
    removed first, as they are the cheapest to see, and again at the end, as new options can be
    dominated.
    """

    def no_better(one: CanonicalForm, other: CanonicalForm) -> bool:
        keep_going()
        lower, upper = (one, other) if side is Side.LEFT else (other, one)
        return at_most(lower, upper, keep_going)

    def undominated(options: Iterable[CanonicalForm]) -> list[CanonicalForm]:
        kept: list[CanonicalForm] = []
        for option in options:
            if not any(no_better(option, other) for other in kept):
                kept = [other for other in kept if not no_better(other, option)]
                kept.append(option)
        return kept

    stays: dict[CanonicalForm, bool] = {}
    pending = undominated(game.options[side])
    while pending:
        option = pending.pop()
        answers = option.options_of(Side(1 - side))
        answer = next((a for a in answers if no_better(a, game)), None)
        stays[option] = answer is None
        if answer is not None:
            pending += [after for after in answer.options_of(side) if after not in stays]
    return undominated(option for option, stay in stays.items() if stay)


def intern(
    left: Iterable[CanonicalForm], right: Iterable[CanonicalForm], stops: Stops
) -> CanonicalForm:
    """Return the one object for a canonical form that is no number, with its options and stops."""
    options = tuple(sorted(left, key=_in_order)), tuple(sorted(right, key=_in_order))
    form = _others.get(options)
    if form is not None:
        return form
    birthday = 1 + max(option.birthday for side in options for option in side)
    _others[options] = form = CanonicalForm(None, stops, options, birthday)
    return form


def _precedence(first: CanonicalForm, second: CanonicalForm) -> int:
    """Order options for people and for interning; it has nothing to do with which is better.

    Numbers first, then by stops and complexity, then by the first options that differ.
    """
    while first is not second:
        ours, theirs = _precedence_key(first), _precedence_key(second)
        if ours != theirs:
            return -1 if ours < theirs else 1
        pairs = zip(first.left + first.right, second.left + second.right, strict=True)
        first, second = next(pair for pair in pairs if pair[0] is not pair[1])
    return 0


_in_order = cmp_to_key(_precedence)


def _precedence_key(form: CanonicalForm) -> tuple[bool | int | Fraction, ...]:
    stops = form.stops
    return form.number is None, stops.left, stops.right, form.birthday, *map(len, form.options)


def parts_of(form: CanonicalForm) -> Iterable[CanonicalForm]:
    """Return the options; none for a number, whose results need no parts."""
    return () if form.number is not None else form.left + form.right


def negative_of(
    form: CanonicalForm, negatives: dict[CanonicalForm, CanonicalForm]
) -> CanonicalForm:
    """Return the negative of a value, given those of its options."""
    if form.number is not None:
        return number(-form.number)
    left, stops = [negatives[option] for option in form.right], form.stops
    turned = Stops(-stops.right, -stops.left, stops.above_right, stops.below_left)
    return intern(left, [negatives[option] for option in form.left], turned)


Summands = tuple[CanonicalForm, CanonicalForm]


def _moves(summands: Summands, side: Side) -> list[Summands]:
    """Return the options of a side in a sum, by moves in a summand that is no number.

    To add a number to another form, add it to the options (the Number Translation Theorem:
    Siegel, chapter II.3).
    """
    first, second = summands
    in_first = () if first.number is not None else first.options_of(side)
    in_second = () if second.number is not None else second.options_of(side)
    return [(option, second) for option in in_first] + [(first, option) for option in in_second]


def _sum(summands: Summands, sums: dict[Summands, CanonicalForm]) -> CanonicalForm:
    first, second = (summand.number for summand in summands)
    if first is not None and second is not None:
        return number(first + second)
    left, right = _moves(summands, Side.LEFT), _moves(summands, Side.RIGHT)
    return value_of([sums[pair] for pair in left], [sums[pair] for pair in right])
