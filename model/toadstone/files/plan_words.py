"""The words of a plan: the moves, repetitions and turns that a text means.

The table above the readers has the words that people write beside moves. The table of the game has
the forms of the moves, and `Speller` adds the words of a class to it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple

from toadstone.core.errors import InputError
from toadstone.core.rules import Move, Rules
from toadstone.files import Form
from toadstone.files.messages import quote
from toadstone.files.plan_text import as_typed

# --- the table -----------------------------------------------------------------------------------

LONGEST_MOVE = 60
"""The most characters of a move."""

_NUMBER = "([0-9]{1,7})"
_COUNT = "([1-9][0-9]{0,2})"
_RANGE = rf"{_NUMBER}(?:[ \t]*(?:-|\u2026|to|and|\.\.+)[ \t]*{_NUMBER})?"
_NUMBERED = re.compile(
    rf"\(?{_RANGE}(?:[.)]{{1,2}}\)?|\)?[ \t]*[:=](?![0-9]))[ \t]*"
    rf"|\(?(?:turns?|moves?|steps?|ply|round|day|no|nr|zug|t)\.?[ \t]*{_RANGE}\)?[ \t]*"
    r"(?:[.:)=]+[ \t]*|-?[ \t]+)",
    re.IGNORECASE,
)
"""The turn before a move, or the turns in which it is meant: `1.`, `Turn 1:`, `1-4:`."""
_NUMBER_ALONE = re.compile(r"^([| \t]*[0-9]{1,7})[|,;\t ](?=[|,;\t ]*[^\s.:)=])", re.MULTILINE)
"""A number without a sign before a line, which may be that of its turn."""
_BEFORE = re.compile(r"([1-9][0-9]{0,4})\s{0,9}(?:[*x]|times\s)\s{0,9}", re.IGNORECASE)
_AFTER = re.compile(
    r"\s{0,9}\(?\s{0,9}(?:[*x]\s{0,9}([1-9][0-9]{0,4})(?:\s{0,9}times)?|([1-9][0-9]{0,4})\s{0,9}(?:times|x))"
    r"\s{0,9}\)?(?=[\s,;|.'\"`)]|$)",
    re.IGNORECASE,
)
"""How often a move is meant: `4*stay`, `stay x4`, `stay (4 times)`."""
_BULLET = re.compile(r"\s*(?:[-+*•·‣▪][ \t]+(?:\[[ xX]\][ \t]+)?)?")
_BETWEEN = re.compile(r"""(?:[\s,;|'"`\]]|\.(?!\.))*""")
"""Signs between moves and around them; dots that leave something out are none."""
_LEADS_ON = re.compile(
    r"\[+|(?:[-=]?>|\u2192)\s*(?=[\w(]|[-+][0-9])|(?:and\s+)?then\s", re.IGNORECASE
)
"""Signs and words that lead to the next move, if they are no move themselves."""
_ENDS = re.compile(r"[\s,;|.'\"`()\]]|$")
_END = (
    r"(?=['\"`]*(?:[\s,;|.()\]]|[*x][0-9]|$))(?!\s{0,9}times\b)"
    r"(?:(?<! [0-9])(?<! [0-9]{2})|(?!\.[ \t]*[^\s.]|\)[ \t]+[a-z]))"
)
"""Behind a move; `2` of `left 2. stay` is the number of the next one."""
_WORD = re.compile(r"[^\s,;|]+")
_REMARK = re.compile(r"\([^()]*\)")

_PLAN = "(?:(?:the|my|our) )?(?:plan|moves?|actions?|solution)"
_LABEL = re.compile(rf"{_PLAN}[ \t]*[:=][ \t]*", re.IGNORECASE)
"""Words that may stand before a plan."""
HEADING = re.compile(
    r"(?:author|by|class|course|date|e-?mail|exercise|game|group|id|names?|student|task|team|title)"
    rf"\s?[:=].*|(?:turn[ \t]+)?(?:{_PLAN}|answer)\s?[:=.!]?"
    r"|(?:dear|good|greetings|hallo|hello|hey|hi|here|best|cheers|kind|regards|thanks?|yours)\b\D*",
    re.IGNORECASE,
)
"""Lines that are no moves in any class."""
_DISOWNED = re.compile(r"\b(?:attempt|draft|fail(?:s|ed)?|not|wrong)\b|n't\b", re.IGNORECASE)
"""Words about a plan that may not be meant."""
RULE = re.compile(r"[-+|:=_*~\s]{3,}")
PLAN_KEYS = ("plan", "moves", "actions", "solution")
MOVE_KEYS = {"move", "action"}
TITLES = {
    "move": re.compile(_PLAN, re.IGNORECASE),
    "turn": re.compile(
        r"(?:(?:turn|step|ply|move|round|zug) ?)?(?:#|n|no\.?|nr\.?|number)"
        r"|day|ply|round|step|t|turn|zug",
        re.IGNORECASE,
    ),
    "end": re.compile("from|to", re.IGNORECASE),
    "beside": re.compile(
        r".*\bhp\b.*|cost|health|flies|fly|points?|rolls?|score|cell after|position", re.IGNORECASE
    ),
}
"""Titles of columns: moves, turns, the ends of moves, and numbers that are no part of a move."""

# --- readers -------------------------------------------------------------------------------------


class UnclearError(InputError):
    """A text that could be read in two ways."""

    @classmethod
    def of(cls, text: str, one: str, other: str, error: InputError) -> UnclearError:
        """Return the error about a text, at the place of another error."""
        message = f"{quote(text)} could be read in two ways, as {one} or {other}"
        return cls(message, error.place, error.line_text)


class WrittenMove(NamedTuple):
    """A move as it is written: its place, its possible moves, how often, and after which turns.

    `at` counts from 0. `is_turn` says whether a turn surely begins here.
    """

    at: int
    text: str
    moves: Sequence[Any]
    line: int = 0
    times: int = 1
    turns: tuple[int, int] | None = None
    is_turn: bool = False


class WrittenLine(NamedTuple):
    """A line of a plan: its moves, and the remarks behind them with their places.

    `trouble` is the place and the reason why the line is no moves; None if it is.
    """

    moves: Sequence[WrittenMove] = ()
    remarks: Sequence[tuple[int, str]] = ()
    trouble: tuple[int, str] | None = None


class Speller(Generic[Move]):
    """Reads texts as moves, by a table of the forms in which people write them.

    Args:
        rules: reads the text form of a move.
        forms: the table; without it, only text forms are moves.
        words: the words of a class, each with its form in the table or its text form.
        numbers_alone: whether each line is one move behind a number, with or without a sign, and
            a range that may be a move, such as `(1-4)`, is one of turns.
    """

    def __init__(
        self,
        rules: Rules[Any, Move],
        forms: Sequence[Form] = (),
        words: Mapping[str, str] = {},
        *,
        numbers_alone: bool = False,
    ) -> None:
        self._rules, self._forms, self.numbers_alone = rules, forms, numbers_alone
        self._lines = dict[str, WrittenLine]()
        union = "|".join(f"(?P<form{n}>{form}){_END}" for n, (form, *_) in enumerate(forms))
        in_brackets = rf"(?P<open>\(\s?)?(?:{union.replace('N', _COUNT)})(?(open)\s?\))"
        self._union = re.compile(in_brackets, re.IGNORECASE) if union else None
        folded = (" ".join(as_typed(word).split()).casefold() for word in words)
        self._meanings = dict(zip(folded, words.values(), strict=True))
        longest = sorted(map(re.escape, self._meanings), key=len, reverse=True)
        union = "|".join(longest).replace(r"\ ", r"\s{1,9}")
        pattern = rf"(?<![^\W\d_])(?:{union})(?![^\W\d])"
        self._words = re.compile(pattern, re.IGNORECASE) if words else None

    # --- moves

    def read(self, text: str) -> tuple[Move, ...]:
        """Return the moves that a text may stand for; usually there is one.

        Raises:
            ValueError: it stands for none; the error states the expected form.
        """
        plain = as_typed(text.strip())
        end, moves = self._at(plain, 0)
        return moves if moves and end == len(plain) else (self._rules.read_move(plain),)

    def _at(self, text: str, start: int) -> tuple[int, tuple[Move, ...]]:
        """Return the end of a move, perhaps in brackets, and its possible moves; none if none."""
        last = start + LONGEST_MOVE
        match = self._union.match(text, start, last) if self._union else None
        if match and match.end() < last:
            _, *meanings = self._forms[int(str(match.lastgroup)[4:])]
            if not meanings:  # of several moves, each is a letter
                return start + 1, self._at(text[start], 0)[1]
            if moves := self._meant(match, meanings):
                return match.end(), moves
        word = _WORD.match(text, start, last)
        ends = _ENDS.finditer(text, start + 1, word.end()) if word else ()
        for end in reversed([end.start() for end in ends]):
            with suppress(ValueError):
                return end, (self._rules.read_move(text[start:end]),)
        return start, ()

    def _meant(self, match: re.Match[str], meanings: Sequence[str]) -> tuple[Move, ...]:
        """Return the moves of a text that has a form of the table; capitals do not count."""
        groups = [each for each in match.groups()[1:] if each is not None][1:] or ["1"]
        for cased in (str.lower, str.upper):
            with suppress(ValueError):
                return tuple(
                    self._rules.read_move(cased(each.format(*groups))) for each in meanings
                )
        return ()

    # --- lines

    def line(self, text: str) -> WrittenLine:
        """Read a line of a file, which may begin with its turns."""
        if text not in self._lines:
            signed = _NUMBER_ALONE.sub(r"\1)", text) if self.numbers_alone else text
            line = self._line(*self._in_the_table(signed.partition("#")[0]), text)
            for at, remark in line.remarks:
                for word in re.findall(r"[\w-]+", remark):
                    with suppress(ValueError):
                        self._rules.read_move(word)
                        line = WrittenLine(trouble=(at, "expected no second move in brackets"))
            self._lines[text] = line
        return self._lines[text]

    def _in_the_table(self, text: str) -> tuple[str, Sequence[int]]:
        """Return a text with the words of the class replaced, and the old place of each sign."""
        if self._words is None:
            return text, range(len(text) + 1)
        meant, places, at = "", list[int](), 0
        for word in self._words.finditer(text):
            meaning = self._meanings[" ".join(word[0].split()).casefold()]
            meant += text[at : word.start()] + meaning
            places += [*range(at, word.start()), *[word.start()] * len(meaning)]
            at = word.end()
        return meant + text[at:], [*places, *range(at, len(text) + 1)]

    def _line(self, text: str, places: Sequence[int], stated: str) -> WrittenLine:
        """Read the moves of a line, with their numbers, and the remarks in brackets behind them."""
        written, remarks, turns = list[WrittenMove](), list[tuple[int, str]](), None
        at = bullet.end() if (bullet := _BULLET.match(text)) else 0
        at = label.end() if (label := _LABEL.match(text, at)) else at
        is_apart, is_range = True, False
        while True:
            if signs := _BETWEEN.match(text, at):
                at, is_apart = signs.end(), is_apart or bool(signs[0].strip())
            if at == len(text):
                break
            if (sign := _LEADS_ON.match(text, at)) and not self._at(text, at)[1]:
                at, is_apart = sign.end(), True
                continue
            if turns is None and (number := self._number(text, at)):
                turns, at = number
                continue
            remark = _REMARK.match(text, at) if written else None
            may_be_move = not remark or is_apart or "," in remark[0]
            end, moves, times = self._move(text, at) if may_be_move else (at, (), 1)
            if moves:
                span = 1 + turns[1] - turns[0] if turns else 1
                if span < 1 or (span > 1 and times > 1) or (is_range and not turns):
                    return WrittenLine(trouble=(places[at], "expected one move behind its numbers"))
                raw, is_form = stated[places[at] : places[end]], text[at:end] == str(moves[0])
                is_turn = turns is not None or (is_form and not written)
                written.append(WrittenMove(places[at], raw, moves, 0, times * span, turns, is_turn))
                is_range = span > 1
                turns, at, is_apart = None, end, False
            elif remark is not None:
                remarks.append((places[at], remark[0]))
                at = remark.end()
            else:
                return WrittenLine(trouble=(places[at], self._refusal(text, at)))
        is_one = len(written) == 1 and written[0].turns is not None
        if turns or (label and at == label.end()) or (self.numbers_alone and not is_one):
            return WrittenLine(trouble=(places[at], "expected a move"))
        return WrittenLine(written, remarks)

    def _number(self, text: str, at: int) -> tuple[tuple[int, int], int] | None:
        """Return the turns that are stated at a place of a line, and where they end."""
        if (number := _NUMBERED.match(text, at)) is None:
            return None
        first, last = (number[1], number[2]) if number[1] else (number[3], number[4])
        is_move = last and not self.numbers_alone and self._at(text, at)[1]
        return None if is_move else ((int(first), int(last or first)), number.end())

    def _move(self, text: str, at: int) -> tuple[int, Sequence[Move], int]:
        """Return the end of the move at a place of a line, its possible moves, and its times."""
        if count := _BEFORE.match(text, at):
            end, moves = self._at(text, count.end())
            if moves:
                return end, moves, int(count[1])
        end, moves = self._at(text, at)
        count = _AFTER.match(text, end) if moves else None
        return (count.end(), moves, int(count[1] or count[2])) if count else (end, moves, 1)

    def _refusal(self, text: str, at: int) -> str:
        word = _WORD.match(text, at)
        try:
            self._rules.read_move(word[0] if word else "")
        except ValueError as error:
            return f"not a move: {error}"
        return "expected a move"

    def is_heading(self, text: str) -> bool:
        """Return whether a line is no moves in any class."""
        return HEADING.fullmatch(self._in_the_table(text)[0]) is not None

    def is_sentence(self, text: str) -> bool:
        """Return whether a line that is no moves is a name or words, with few moves among them."""
        text, _ = self._in_the_table(text)
        if not text[:1].isalpha() or _DISOWNED.search(text):
            return False
        words = text.split()
        if len(words) == 1:
            return text.rstrip(":").isalpha()
        return 3 * sum(bool(self._at(word, 0)[1]) for word in words) < len(words)


def plain(text: str) -> str:
    """Return a line without its bullet and its comment."""
    bullet = _BULLET.match(text)
    return text[bullet.end() if bullet else 0 :].partition("#")[0].rstrip()
