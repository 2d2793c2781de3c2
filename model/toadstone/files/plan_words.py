"""The words of a plan: which texts stand for which moves, how often, and in which turns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Generic, NamedTuple

from toadstone.core.errors import InputError
from toadstone.core.rules import Move, Rules, State
from toadstone.files.formats import Form
from toadstone.files.messages import quote
from toadstone.files.plan_text import BULLET, LABEL, QUOTES, bare

LONGEST_MOVE = 60
"""Characters of a move with the number of its times; what is longer is none."""
MOST_TIMES = 10_000
"""The largest N of `stay xN`."""
_MOST_WORDS = 8
"""Words of a move with the number of its times, as in `3 to 4 x 2`."""

_SIGNS = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | {"\u2190": "<-", "\u2192": "->", "\u00d7": "x"}
)
"""Dashes, arrows and the multiplication sign, as a keyboard has them."""
_ARROWS = ("->", "=>", ">", ">>", "\u2192")
"""Arrows to the right, which people also put between moves."""

_NUMBER = "([0-9]{1,7})"
NUMBERED = re.compile(
    rf"\(?{_NUMBER}(?:[.)]{{1,2}}|:(?![0-9]))\)?[ \t]*"
    rf"|(?:turn|move|step|ply|round|day|no|nr|zug|t)[ \t]*{_NUMBER}[ \t]*[.:)=-]?[ \t]+",
    re.IGNORECASE,
)
_TURNS = re.compile(
    rf"(\(?(?:turns?|moves?|steps?|t)?[ \t]*{_NUMBER}[ \t]*"
    rf"(?:[-\u2013\u2014\u2212\u2026]|to|and|\.\.+)[ \t]*{_NUMBER}\)?)[ \t]*[.:)=]+[ \t]*",
    re.IGNORECASE,
)
"""The turns before a move that is meant in each of them, as in `1-4: stay`."""
_INSIDE = re.compile(r"\(?([0-9]{1,7})[.)]{1,2}")
_SIGN = re.compile(r"\([^()]*\)|[,;|]")
_BLANK = re.compile(r"\([^()]*\)|\s+")
"""What divides moves or words, and what stands in brackets, which is not divided."""
_REMARK = re.compile(r"\([^()]*\)$")
_TIMES = re.compile(
    r"(?P<first>[0-9]{1,5})\s*(?:[*x]|times\s)\s*(?P<after>\S.*)"
    r"|(?P<before>.*?\S)\s*(?:\(\s*)?(?:[*x]\s*(?P<last>[0-9]{1,5})(?:\s*times)?"
    r"|(?P<spoken>[0-9]{1,5})\s*times)\s*\)?",
    re.IGNORECASE,
)


class TwoWaysError(ValueError):
    """A spelling of moves that could be read in two ways; each is stated as it would be clear."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"could be read in two ways, as {one} or {other}")


class UnclearError(InputError):
    """A text that could be read in two ways, none of which is chosen."""


class Speller(Generic[Move]):
    """Reads texts as moves, by a table of the forms in which people write them.

    Args:
        rules: reads the text form of a move.
        forms: the table; without it, only text forms are moves.
        words: the words of a class, each with what stands for it in the table or as text form.
    """

    def __init__(
        self, rules: Rules[Any, Move], forms: Sequence[Form] = (), words: Mapping[str, str] = {}
    ) -> None:
        self.rules, self.is_literal = rules, not forms
        self._forms = [
            (re.compile(form.replace("N", "([1-9][0-9]{0,2})"), re.IGNORECASE | re.ASCII), moves)
            for form, *moves in forms
        ]
        self._words = {text.casefold(): to for text, to in words.items()}
        known = "|".join(map(re.escape, sorted(self._words, key=len, reverse=True)))
        self._own = re.compile(rf"(?<![^\W\d_])(?:{known})(?![^\W\d_])") if known else None

    def read(self, text: str) -> tuple[Move, ...]:
        """Return the moves that a text may stand for; usually there is one.

        Raises:
            ValueError: it stands for none; the error says what was expected.
        """
        plain = text.strip().translate(_SIGNS)
        if self._own is not None and len(plain) <= LONGEST_MOVE:
            plain = self._own.sub(lambda word: self._words[word[0]], plain.casefold())
        if self.is_literal:
            return (self.rules.read_move(text if self._own is None else plain),)
        inside = plain[1:-1].strip() if plain[:1] == "(" and plain[-1:] == ")" else plain
        for form, moves in self._forms if len(inside) <= LONGEST_MOVE else ():
            if match := form.fullmatch(inside):
                if not moves:
                    several = f"several, {quote(' '.join(inside))}"
                    raise TwoWaysError("one move", several)
                found = [each for each in match.groups() if each is not None] or ["1"]
                return tuple(self._literal(move.format(*found)) for move in moves)
        return (self.rules.read_move(plain),)

    def _literal(self, text: str) -> Move:
        """Return the move of a text form, of which capitals do not count."""
        try:
            return self.rules.read_move(text.lower())
        except ValueError:
            return self.rules.read_move(text.upper())


class Written(NamedTuple):
    """A move as it is written: where in its line, the moves that it may be, and how often.

    `after` is what stands before it: a `number`, a `sign` such as a comma, a `blank`, or the start
    of the `line`. `once` is what `right x2` may be beside two turns.
    """

    at: int
    text: str
    moves: Sequence[Any]
    times: int = 1
    after: str = "line"
    once: Any = None


class Trouble(NamedTuple):
    """Why a line is no moves: where in it, the text, what is wrong; whether it is two things."""

    at: int
    text: str
    message: str
    is_unclear: bool = False


class _TroubleError(Exception):
    """Ends the reading of a line."""

    def __init__(self, *trouble: Any) -> None:
        super().__init__(*trouble)
        self.trouble = Trouble(*trouble)


def _two_ways(at: int, text: str, one: str, other: str, advice: str = "") -> _TroubleError:
    said = f"{quote(text)} could be read in two ways, as {one} or {other}"
    return _TroubleError(at, text, f"{said}: {advice}" if advice else said, True)


class Line(NamedTuple):
    """A line of a plan, wherever it stands.

    Attributes:
        at: where its text begins.
        text: the text, without bullets and comments.
        turns: the turns that stand before its moves.
        moves: its moves.
        numbers: the numbers between them: how many moves stand before, the number, its place.
        trouble: why it is no moves.
        without: what is left out of it.
        moved: how many moves it stands for.
    """

    at: int
    text: str
    turns: tuple[int, int] | None = None
    moves: Sequence[Written] = ()
    numbers: Sequence[tuple[int, int, int]] = ()
    trouble: Trouble | None = None
    without: str = ""
    moved: int = 0


class Words(Generic[State, Move]):
    """Reads single lines as moves. What a line is does not depend on where it stands."""

    def __init__(self, speller: Speller[Move]) -> None:
        self.speller = speller
        self._known: dict[str, tuple[Sequence[Move], int]] = {}
        self._lines: dict[str, Line] = {}

    # --- one move -------------------------------------------------------------------------------

    def meant(self, text: str) -> tuple[Sequence[Move], int]:
        """Return the moves that a text may stand for, none where it is no move; and how often."""
        text = bare(text)
        if len(text) > LONGEST_MOVE:
            return (), 1
        if text not in self._known:
            self._known[text] = self._once(text), 1
            if not self._known[text][0] and (match := _TIMES.fullmatch(text.translate(_SIGNS))):
                times = int(match["first"] or match["last"] or match["spoken"])
                moves = self._once(bare(match["after"] or match["before"]))
                if moves and 0 < times <= MOST_TIMES:
                    self._known[text] = moves, times
        return self._known[text]

    def _once(self, text: str) -> Sequence[Move]:
        try:
            return self.speller.read(text)
        except ValueError:
            return ()

    def written(self, at: int, text: str, after: str = "line") -> Written:
        """Return the moves of a text that has to be one."""
        moves, times = self.meant(text)
        if not moves:
            raise self._refusal(at, text)
        plain, once = bare(text), None
        match = _TIMES.fullmatch(plain.translate(_SIGNS)) if times > 1 else None
        if match and match["before"]:
            other = self._once(f"{match['before'].rstrip(' (')} {times}")
            once = other[0] if other and list(other) != list(moves) else None
        start = at + len(text) - len(text.lstrip(QUOTES))
        return Written(start, plain, moves, times, after, once)

    def _refusal(self, at: int, text: str) -> _TroubleError:
        try:
            self.speller.read(bare(text))
        except TwoWaysError as error:
            return _TroubleError(at, text, f"{quote(text)} {error}", True)
        except ValueError as error:
            return _TroubleError(at, text, f"not a move: {error}")
        return _TroubleError(at, text, "expected a move")

    def item(self, text: str) -> Line:
        """Read an item of a list, which has to be one move."""
        try:
            return Line(0, text, moves=(self.written(0, text),))
        except _TroubleError as error:
            return Line(0, text, trouble=error.trouble)

    # --- a line ---------------------------------------------------------------------------------

    def line(self, text: str) -> Line:
        """Read a line of a file, without comments and bullets."""
        if (known := self._lines.get(text)) is not None:
            return known
        at = len(text) - len(text.lstrip())
        plain = text[at:].partition("#")[0].rstrip()
        if plain and (bullet := BULLET.match(plain)):
            at, plain = at + bullet.end(), plain[bullet.end() :]
        read = self.cell(at, plain)
        if len(text) <= LONGEST_MOVE:
            self._lines[text] = read
        return read

    def cell(self, at: int, text: str, turns: tuple[int, int] | None = None) -> Line:
        """Read a text as moves; unless its turns are given, it may begin with them.

        `Plan:` before the moves, or else a remark in brackets behind them, is left out.
        """
        read = self._cell(at, text, turns)
        if read.trouble is None:
            return read
        remark = _REMARK.search(text[-LONGEST_MOVE:])
        if label := LABEL.match(text):
            rest = self._cell(at + label.end(), text[label.end() :], turns)
        else:
            rest = self._cell(at, text[: -len(remark[0])].rstrip() if remark else "", turns)
            rest = rest._replace(text=text, without=remark[0] if remark else "")
        return rest if rest.moves else read

    def _cell(self, at: int, text: str, turns: tuple[int, int] | None) -> Line:
        start = 0
        try:
            if text and turns is None:
                turns, start = self._turns(at, text)
            moves, numbers, count = self._moves(at, text, start)
        except _TroubleError as error:
            return Line(at, text, turns, trouble=error.trouble)
        return Line(at, text, turns, moves, numbers, moved=count)

    def _turns(self, at: int, text: str) -> tuple[tuple[int, int] | None, int]:
        """Return the turns that a line states before its moves, and where the moves begin."""
        if (match := _TURNS.match(text)) and not self.meant(match[1])[0]:
            return (int(match[2]), int(match[3])), match.end()
        if match := NUMBERED.match(text):
            whole, number = self.meant(text)[0], int(match[1] or match[2])
            if not whole:
                return (number, number), match.end()
            if text not in map(str, whole) and self.is_readable(text[match.end() :]):
                raise _two_ways(at, text, f"`{whole[0]}`", "a numbered move")
        return None, 0

    def _moves(
        self, at: int, text: str, start: int
    ) -> tuple[list[Written], list[tuple[int, int, int]], int]:
        """Return the moves of a line, the numbers between them, and how many moves these are."""
        found, numbers, after = list[Written](), list[tuple[int, int, int]](), "line"
        count = 0
        for begin, chunk in self._chunks(text, start):
            every = [(at + begin + place, word) for place, word in _divided(chunk, _BLANK)]
            self._expect_no_arrow(every)
            words = list[tuple[int, str]]()
            for place, word in every:
                is_inside = place != every[-1][0] and not self.meant(word)[0]
                if match := _INSIDE.match(word) if is_inside else None:
                    found += (cut := self._cut(words, after))
                    count += sum(each.times for each in cut)
                    numbers.append((count, int(match[1]), place))
                    words, after = [], "number"
                    place, word = place + match.end(), word[match.end() :]  # noqa: PLW2901
                words += [(place, word)] if word else []
            found += (cut := self._cut(words, after))
            count += sum(each.times for each in cut)
            after = "sign"
        return found, numbers, count

    def _expect_no_arrow(self, words: Sequence[tuple[int, str]]) -> None:
        """Refuse an arrow to the right that may be a move, or stand before one."""
        for (place, arrow), (_, next_) in pairwise(words):
            moves = self.meant(arrow)[0] if arrow in _ARROWS else ()
            if moves and self.meant(f"{arrow} {next_}")[1] == 1:
                sign = "a sign between moves" if place else "the mark of a quoted line"
                raise _two_ways(place, arrow, f"`{moves[0]}`", sign)

    def _chunks(self, text: str, start: int) -> list[tuple[int, str]]:
        """Return the parts of a line between commas and the like; the whole, if it is one move."""
        parts = _divided(text, _SIGN, start)
        if len(parts) > 1 and self.meant(text[start:])[0] and not self.is_readable(parts[0][1]):
            return [(start, text[start:])]
        return parts

    def _cut(self, words: Sequence[tuple[int, str]], after: str) -> list[Written]:
        """Return the moves that words are, one after the other."""
        starts, last, found = self._cuts([word for _, word in words]), len(words), list[Written]()
        if last not in starts:
            raise self._refusal(*words[max(starts)])
        while last:
            first = starts[last][0]
            text, place = " ".join(word for _, word in words[first:last]), words[first][0]
            if len(starts[last]) > 1:
                one = f"`{self.meant(text)[0][0]}`"
                raise _two_ways(place, text, one, "several moves", "put commas between moves")
            found.append(self.written(place, text, "blank" if first else after))
            last = first
        return found[::-1]

    def _cuts(self, words: Sequence[str]) -> dict[int, list[int]]:
        """Return how many words can be cut into moves, and with how many the last move begins."""
        starts: dict[int, list[int]] = {0: []}
        for first in range(len(words)):
            if first in starts:
                for last in range(first + 1, min(first + _MOST_WORDS, len(words)) + 1):
                    if self.meant(" ".join(words[first:last]))[0]:
                        starts.setdefault(last, []).append(first)
        return starts

    def is_readable(self, text: str) -> bool:
        """Return whether a text is moves and nothing else."""
        words = [word for _, word in _divided(text, _BLANK)]
        return bool(words) and len(words) in self._cuts(words)

    def share_of_moves(self, text: str) -> tuple[int, int]:
        """Return how many words of a text are moves, and how many there are."""
        words = [word for _, word in _divided(text, _BLANK)]
        return sum(bool(self.meant(word)[0]) for word in words), len(words)


def _divided(text: str, signs: re.Pattern[str], start: int = 0) -> list[tuple[int, str]]:
    """Return the parts of a text between signs, with their places, but not those of blanks."""
    parts, begin = list[tuple[int, str]](), start
    for sign in signs.finditer(text, start):
        if sign[0][0] != "(":
            parts.append((begin, text[begin : sign.start()]))
            begin = sign.end()
    return [each for each in [*parts, (begin, text[begin:])] if each[1] and not each[1].isspace()]
