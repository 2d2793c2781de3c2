"""Games as forms, given by their options: folds over them, however deep, and their order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from itertools import count
from typing import TypeVar

from toadstone.core.errors import RequestError

Part = TypeVar("Part", bound=Hashable)
Result = TypeVar("Result")


def go_on() -> None:
    """Let a computation continue: the `keep_going` of those that need no limit."""


def fold(
    root: Part,
    parts_of: Callable[[Part], Iterable[Part]],
    combine: Callable[[Part, dict[Part, Result]], Result],
    keep_going: Callable[[], None] = go_on,
) -> Result:
    """Return the result for `root`, every part having been combined once, before what it is in.

    `combine` gets a part and the results so far, those of all its own parts among them. The depth
    is not bounded by Python's limit on recursion. `keep_going` is called once for each part; what
    it raises ends the computation.

    Raises RequestError where a thing is a part of itself.
    """
    results: dict[Part, Result] = {}
    pending: dict[Part, Iterator[Part]] = {root: iter(parts_of(root))}
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
    """Whose move it is; also the index of what that side can move to."""

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

    def __neg__(self) -> Stops:
        return Stops(-self.right, -self.left, self.above_right, self.below_left)


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Form(ABC):
    """A game given by its options; two forms are the same only when they are one object.

    A comparison is kept by the younger of the two forms, so that it is forgotten with it.
    """

    number: Fraction | None
    """The number that the game is equal to, if there is one."""
    stops: Stops
    age: int = field(default_factory=_ages.__next__, init=False, repr=False)
    found_at_most: dict[Form, bool] = field(default_factory=dict, init=False, repr=False)
    found_at_least: dict[Form, bool] = field(default_factory=dict, init=False, repr=False)

    @abstractmethod
    def options_of(self, side: Side) -> Sequence[Form]:
        """Return what a side can move to."""


def at_most(lower: Form, upper: Form, keep_going: Callable[[], None] = go_on) -> bool:
    """Say whether `lower <= upper`: whether Left, moving second, wins `upper - lower`.

    By definition that is so unless `upper <= l` for a Left option l of `lower` or `r <= lower` for
    a Right option r of `upper` ("On Numbers and Games", chapter 0). Pairs are settled in depth
    first order on a list of their own, so that deep games are no trouble.
    """
    verdict = _at_once(lower, upper)
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
        while objections and (upheld := _at_once(*objections[-1])) is False:
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


def _objections(lower: Form, upper: Form) -> list[tuple[Form, Form]]:
    """Return the pairs of which none may be in order if this one is."""
    by_left = [(upper, option) for option in lower.options_of(Side.LEFT)]
    return by_left + [(option, lower) for option in upper.options_of(Side.RIGHT)]


def _at_once(lower: Form, upper: Form) -> bool | None:
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
