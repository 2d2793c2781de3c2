"""The names of values: the notation of "Winning Ways" in ASCII, described in docs/values.md.

The canonical forms of the values that have names of their own: "Winning Ways", chapters 2, 3 and 5;
Siegel, chapters II.1 and II.4.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from toadstone.combinatorial.canonical_form import (
    ZERO,
    CanonicalForm,
    Stops,
    fold,
    go_on,
    intern,
    negative_of,
    number,
    parts_of,
    value_of,
)
from toadstone.core.errors import InputError

_ZERO = Fraction(0)


@dataclass(frozen=True)
class UpStar:
    """The sum of a number, some ups (downs, where negative) and a nimber: 1, `^` and `*2`."""

    number: Fraction = _ZERO
    ups: int = 0
    nimber: int = 0

    def __str__(self) -> str:
        arrows = _with_count("^" if self.ups > 0 else "v", abs(self.ups))
        infinitesimal = arrows + _with_count("*", self.nimber)
        return f"{self.number or ''}{infinitesimal}" or "0"

    def value(self) -> CanonicalForm:
        """Return the value of the sum; each sum of ups is built from the one before."""
        if self.ups < 0:
            return -UpStar(-self.number, -self.ups, self.nimber).value()
        base, star = number(self.number), self.nimber ^ (self.ups & 1)
        value = _nimber(base, star)
        for up in range(1, self.ups + 1):
            star ^= 1
            up_and_star = up == star == 1
            left = [base, _nimber(base, 1)] if up_and_star else [base]
            value = value_of(left, [base] if up_and_star else [value])
        return value


def _nimber(base: CanonicalForm, size: int) -> CanonicalForm:
    """Return a number and a nimber; either side can move to each smaller one."""
    stop = base.stops.left
    smaller = [base]
    while len(smaller) <= size:
        smaller.append(intern(smaller, smaller, Stops(stop, stop, False, False)))
    return smaller[size]


def up_star(form: CanonicalForm, sums: Mapping[CanonicalForm, UpStar | None]) -> UpStar | None:
    """Return the number, ups and nimber that a value is the sum of, if it is one.

    `sums` has the same of all its options.
    """
    if form.number is not None:
        return UpStar(form.number)
    left, right = ([sums[option] for option in side] for side in (form.left, form.right))
    base = form.stops.left
    if left == right:
        nimbers = {UpStar(base, 0, nimber) for nimber in range(len(left))}
        return UpStar(base, 0, len(left)) if set(left) == nimbers else None
    if right == [UpStar(base)]:
        return _one_further(left, base, -1)
    return _one_further(right, base, 1) if left == [UpStar(base)] else None


def _one_further(options: list[UpStar | None], base: Fraction, up: int) -> UpStar | None:
    """Return the sum that has the base as one side's option, given those of the other side.

    The side with the base is Left, for ups, or Right, for downs.
    """
    if set(options) == {UpStar(base), UpStar(base, 0, 1)}:
        return UpStar(base, -up, 1)
    option = options[0]
    if len(options) > 1 or option is None or option.number != base or option.ups * up < 0:
        return None
    return UpStar(base, option.ups + up, option.nimber ^ 1)


def names_of(
    value: CanonicalForm, keep_going: Callable[[], None] = go_on
) -> dict[CanonicalForm, str]:
    """Return the names of a value and of all its positions, except those of numbers.

    `parse` reads them back.
    """
    names: dict[CanonicalForm, str] = {}
    sums: dict[CanonicalForm, UpStar | None] = {}
    negatives: dict[CanonicalForm, CanonicalForm] = {}

    def name(form: CanonicalForm, _: object) -> str:
        sums[form] = simple = up_star(form, sums)
        negatives[form] = negative_of(form, negatives)
        names[form] = (
            _text_of_options(form, negatives[form], names) if simple is None else str(simple)
        )
        return names[form]

    fold(value, parts_of, name, keep_going)
    return names


def _text_of_options(
    value: CanonicalForm, negative: CanonicalForm, names: Mapping[CanonicalForm, str]
) -> str:
    """Return the name of a value that is no `UpStar`, given its negative and its options' names."""
    for sign, form in (("+", value), ("-", negative)):
        match form.left, form.right:
            case (zero,), (threat,) if zero is ZERO and threat.left == (ZERO,):
                sizes = [each.number for each in threat.right]
                if len(sizes) == 1 and sizes[0] is not None:
                    return f"{sign}_{-sizes[0]}"
    left, right = ([names[option] for option in side] for side in (value.left, value.right))
    if value is negative:
        return "+-" + (left[0] if len(left) == 1 else f"{{{','.join(left)}}}")
    return f"{{{','.join(left)}|{','.join(right)}}}"


def _with_count(sign: str, times: int) -> str:
    return "" if times == 0 else sign if times == 1 else f"{sign}{times}"


_NUMBER = r"[0-9]{1,1000}(?:/0{0,100}[1-9][0-9]{0,900})?"
"""With a limit of digits: Python refuses to read or write very long numbers."""
_TOKEN = re.compile(
    rf"""
    (?P<tiny>[+-])_(?P<size>{_NUMBER})
    | (?P<switch>\+-|±)
    | (?P<sum>(?=[-0-9^v*])
        (?P<number>-?{_NUMBER})? (?P<arrows>[v^][0-9]{{0,9}})? (?P<star>\*[0-9]{{0,9}})? )
    | (?P<bars>\|+)
    | (?P<sign>[{{}},])
    """,
    re.VERBOSE,
)
_AS_VALUE = "a value is written like 1/2, ^*, +-1 or {2|{1|0}}"

DEEPEST = 100
"""Braces within braces, and bars side by side, in a value that a question states."""
LARGEST_NIMBER = 62
"""In a value that a question states, as in the checker."""
MOST_UPS = 1_000
"""In a value that a question states, as in the checker."""
LARGEST_NAME = 5_000
"""Nimbers, ups, other values and signs in the name that a question states."""
MOST_CALLS = 40_000
"""Calls of `keep_going` until the value that a question states is in canonical form."""


def parse(name: str) -> CanonicalForm:
    """Return the value that a text names; the options in braces need not be a canonical form.

    `{2||1|0}` is read as well as `{2|{1|0}}`: more bars bind less.

    Raises InputError if the text is no name of a value.
    """
    return _NameReader(name, go_on).read()


def parse_stated(name: str) -> CanonicalForm:
    """Return the value that a question states, in little time.

    Raises InputError if the text is no name of a value, or names one that is so large that
    neither search nor checker could use it.
    """
    _NameReader(name, go_on).expect_small()
    calls = count(1)

    def keep_going() -> None:
        if next(calls) > MOST_CALLS:
            complaint = f"its canonical form takes over {MOST_CALLS:,} comparisons"
            raise InputError(f"expected a simpler value to compare with: {complaint}")

    return _NameReader(name, keep_going).read()


class _NameReader:
    """Reads the name of a value; `at` is the place that it has reached."""

    def __init__(self, name: str, keep_going: Callable[[], None]) -> None:
        self.name, self.keep_going = name, keep_going
        self.at = 0
        self._tokens = self.tokens()
        self._match: re.Match[str] | None = None
        self._sign = ""

    def unreadable(self, expected: str = _AS_VALUE) -> InputError:
        """Return the error that the text cannot be read here, with what stands here."""
        part = self.name[self.at : self.at + 40] or "the end"
        return InputError(f"column {self.at + 1}, “{part}”, cannot be read: {expected}")

    def tokens(self) -> Iterator[re.Match[str]]:
        """Yield the signs and simple values; `at` is at the beginning of each."""
        while self.at < len(self.name):
            if self.name[self.at].isspace():
                self.at += 1
                continue
            match = _TOKEN.match(self.name, self.at)
            if match is None or match.end() == self.at:
                raise self.unreadable()
            yield match
            self.at = match.end()

    def expect_small(self) -> None:
        """Raise InputError if the value is larger than what questions may state."""
        depth = size = 0
        for match in self.tokens():
            depth += (match["sign"] == "{") - (match["sign"] == "}")
            simple = _simple(match)
            size += 1 + abs(simple.ups) + simple.nimber
            for actual, most, limit in (
                (simple.nimber, LARGEST_NIMBER, "a nimber up to *{:,}"),
                (abs(simple.ups), MOST_UPS, "up to {:,} ups"),
                (depth, DEEPEST, "braces up to {:,} deep"),
                (len(match["bars"] or ""), DEEPEST, "up to {:,} bars side by side"),
                (size, LARGEST_NAME, "a value that consists of up to {:,} values and signs"),
            ):
                if actual > most:
                    raise InputError(f"expected {limit.format(most)} in a value to compare with")

    def read(self) -> CanonicalForm:
        """Return the value that the text names."""
        self._advance()
        value = self._value()
        if self._match is not None:
            raise self.unreadable()
        return value

    def _advance(self) -> None:
        """Advance to the next sign, which is empty before a simple value or the end."""
        self._match = match = next(self._tokens, None)
        self._sign = (match and (match["switch"] or match["bars"] or match["sign"])) or ""

    def _value(self) -> CanonicalForm:
        """Read a simple value, a game between braces, or a switch of one of them."""
        if self._sign not in {"+-", "±"}:
            return self._options()[0] if self._sign == "{" else self._simple_value()
        self._advance()
        options = self._options(alone=True) if self._sign == "{" else [self._simple_value()]
        return value_of(options, [-option for option in options], self.keep_going)

    def _simple_value(self) -> CanonicalForm:
        if self._match is None or self._sign:
            raise self.unreadable()
        simple, tiny_sign = _simple(self._match), self._match["tiny"]
        if simple.number.denominator.bit_count() > 1:
            raise self.unreadable("the denominator of a value is a power of two")
        self._advance()
        if not tiny_sign:
            return simple.value()
        value = value_of([ZERO], [value_of([ZERO], [number(-simple.number)])])
        return value if tiny_sign == "+" else -value

    def _options(self, *, alone: bool = False) -> list[CanonicalForm]:
        """Read what stands between braces: a game, or options alone where they may be."""
        sides, bars = [list[CanonicalForm]()], list[int]()
        self._advance()
        while self._sign != "}":
            if self._sign[:1] == "|":
                bars.append(len(self._sign))
                sides.append([])
                self._advance()
                continue
            if sides[-1]:
                if self._sign != ",":
                    raise self.unreadable()
                self._advance()
            sides[-1].append(self._value())
        if not bars and not (alone and sides[0]):
            raise self.unreadable()
        options = self._game(sides, bars)
        self._advance()
        return options

    def _game(self, sides: list[list[CanonicalForm]], bars: list[int]) -> list[CanonicalForm]:
        """Return the game that the longest bars divide into what Left and what Right can do."""
        if not bars:
            return sides[0]
        at = bars.index(max(bars))
        if bars.count(bars[at]) > 1:
            raise self.unreadable()
        left = self._game(sides[: at + 1], bars[:at])
        right = self._game(sides[at + 1 :], bars[at + 1 :])
        return [value_of(left, right, self.keep_going)]


def _simple(match: re.Match[str]) -> UpStar:
    """Return the parts of a sum; for a tiny, its size as the number; for a sign, zero."""
    arrows, star = match["arrows"] or "", match["star"] or ""
    ups = _count_after(arrows) * (-1 if arrows[:1] == "v" else 1)
    return UpStar(Fraction(match["size"] or match["number"] or 0), ups, _count_after(star))


def _count_after(sign_and_digits: str) -> int:
    return int(sign_and_digits[1:] or 1) if sign_and_digits else 0


CanonicalForm.notation = (lambda value: names_of(value)[value]), parse
