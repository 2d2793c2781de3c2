"""The names of values: the notation of "Winning Ways" in ASCII, described in docs/values.md.

The canonical forms of the values that have names of their own: "Winning Ways", chapters 2, 3 and 5;
Siegel, chapters II.1 and II.4.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from toadstone.combinatorial import dyadic
from toadstone.combinatorial.canonical_form import (
    ZERO,
    CanonicalForm,
    Notation,
    number,
    parts_of,
    value_of,
)
from toadstone.combinatorial.folding import fold, go_on
from toadstone.core.errors import InputError

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


@dataclass(frozen=True)
class _Name:
    text: str
    up_star: UpStar | None


def text(value: CanonicalForm, keep_going: Callable[[], None] = go_on) -> str:
    """Return the name of a value, one line that `parse` reads back."""
    return fold(value, parts_of, _name, keep_going).text


def _name(value: CanonicalForm, names: dict[CanonicalForm, _Name]) -> _Name:
    known = {option: names[option].up_star for option in parts_of(value)}
    simple = up_star(value, known)
    if simple is not None:
        return _Name(_text_of_up_star(simple), simple)
    size = tiny_size(value)
    if size is not None:
        return _Name(f"+_{size}", None)
    size = tiny_size(-value)
    if size is not None:
        return _Name(f"-_{size}", None)
    left, right = ([names[option].text for option in side] for side in (value.left, value.right))
    if value is -value:
        return _Name("+-" + (left[0] if len(left) == 1 else f"{{{','.join(left)}}}"), None)
    return _Name(f"{{{','.join(left)}|{','.join(right)}}}", None)


def _text_of_up_star(sum_: UpStar) -> str:
    arrows = _counted("^" if sum_.ups > 0 else "v", abs(sum_.ups))
    infinitesimal = arrows + _counted("*", sum_.nimber)
    return infinitesimal if infinitesimal and not sum_.number else f"{sum_.number}{infinitesimal}"


def _counted(sign: str, times: int) -> str:
    return "" if times == 0 else sign if times == 1 else f"{sign}{times}"


_NUMBER = r"\d+(?:/0*[1-9]\d*)?"
_TOKEN = re.compile(
    rf"""
    (?P<tiny>[+-])_(?P<size>{_NUMBER})
    | (?P<switch>\+-|±)
    | (?P<sum>(?=[-0-9^v*]) (?P<number>-?{_NUMBER})? (?P<arrows>[v^]\d*)? (?P<star>\*\d*)? )
    | (?P<bars>\|+)
    | (?P<sign>[{{}},])
    """,
    re.VERBOSE,
)
_AS_VALUE = "a value is written like 1/2, ^*, +-1 or {2|{1|0}}"

_Item = CanonicalForm | str
"""What stands between braces: a value, a comma or bars."""


@dataclass
class _Braces:
    """What has been read of a pair of braces, or of the whole text."""

    items: list[_Item] = field(default_factory=list)
    switch: bool = False
    """Whether a switch sign waits for what follows it."""


def parse(name: str) -> CanonicalForm:
    """Return the value that a text names; the options in braces need not be a canonical form.

    `{2||1|0}` is read as well as `{2|{1|0}}`: more bars bind less.

    Raises InputError where the text is no name of a value.
    """
    open_braces = [_Braces()]
    for match in _tokens(name):
        column = match.start() + 1
        if match["switch"]:
            if open_braces[-1].switch:
                raise _unreadable(name, column)
            open_braces[-1].switch = True
        elif match["sign"] == "{":
            open_braces.append(_Braces())
        elif match["sign"] == "}":
            _close(open_braces, name, column)
        elif match["bars"] or match["sign"]:
            _add(open_braces[-1], match[0], name, column)
        else:
            _add(open_braces[-1], _simple_value(match, name), name, column)
    whole = open_braces[0]
    if len(open_braces) > 1 or len(whole.items) != 1 or isinstance(whole.items[0], str):
        raise _unreadable(name, len(name) + 1)
    return whole.items[0]


def _unreadable(name: str, column: int) -> InputError:
    return InputError(f"column {column} of “{name}” cannot be read: {_AS_VALUE}")


def _tokens(name: str) -> Iterable[re.Match[str]]:
    at = 0
    while at < len(name):
        if name[at].isspace():
            at += 1
            continue
        match = _TOKEN.match(name, at)
        if match is None or match.end() == at:
            raise _unreadable(name, at + 1)
        yield match
        at = match.end()


def _simple_value(match: re.Match[str], name: str) -> CanonicalForm:
    size = Fraction(match["size"] or match["number"] or 0)
    if not dyadic.is_dyadic(size):
        raise InputError(f"{size} in “{name}” is no value: its denominator is no power of two")
    if match["tiny"]:
        value = tiny(number(size))
        return value if match["tiny"] == "+" else -value
    arrows, star = match["arrows"] or "", match["star"] or ""
    ups = _count_after(arrows) * (-1 if arrows[:1] == "v" else 1)
    return UpStar(size, ups, _count_after(star)).value()


def _count_after(sign_and_digits: str) -> int:
    return int(sign_and_digits[1:] or 1) if sign_and_digits else 0


def _add(braces: _Braces, item: _Item, name: str, column: int) -> None:
    """Add a value, a comma or bars to what stands between braces."""
    is_value = not isinstance(item, str)
    follows_value = bool(braces.items) and not isinstance(braces.items[-1], str)
    follows_comma = braces.items[-1:] == [","]
    if (is_value and follows_value) or (braces.switch and not is_value):
        raise _unreadable(name, column)
    if (item == "," and not follows_value) or (_bars(item) and follows_comma):
        raise _unreadable(name, column)
    if braces.switch and not isinstance(item, str):
        item = switch([item])
    braces.items.append(item)
    braces.switch = False


def _close(open_braces: list[_Braces], name: str, column: int) -> None:
    """Put the value of what stands between the last braces where they stand."""
    items, dangling = open_braces[-1].items, open_braces[-1].switch
    if len(open_braces) < 2 or dangling or (items and items[-1] == ","):
        raise _unreadable(name, column)
    open_braces.pop()
    around = open_braces[-1]
    if any(_bars(item) for item in items):
        _add(around, _game(items, name, column), name, column)
    elif around.switch and items:
        around.switch = False
        _add(around, switch(_values(items)), name, column)
    else:
        raise _unreadable(name, column)


def _bars(item: _Item) -> int:
    return len(item) if isinstance(item, str) and item[0] == "|" else 0


def _values(items: Iterable[_Item]) -> list[CanonicalForm]:
    return [item for item in items if not isinstance(item, str)]


def _game(items: list[_Item], name: str, column: int) -> CanonicalForm:
    """Return the game that the longest bars divide into what Left and what Right can move to."""
    bars = [_bars(item) for item in items]
    at = bars.index(max(bars))
    if bars.count(bars[at]) > 1:
        raise _unreadable(name, column)
    sides = items[:at], items[at + 1 :]
    left, right = (
        [_game(side, name, column)] if any(map(_bars, side)) else _values(side) for side in sides
    )
    return value_of(left, right)


CanonicalForm.notation = Notation(text, parse)
