"""The words of a plan: which texts stand for which moves, how often, and in which turns.

What people write beside moves is in the table above the readers, how they write the moves is in
that of the game, and `Speller` adds the words of a class to it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Generic, NamedTuple

from toadstone.core.errors import InputError
from toadstone.core.rules import Move, Rules, State
from toadstone.files.formats import Form
from toadstone.files.messages import quote
from toadstone.files.plan_text import as_typed

# --- the table -----------------------------------------------------------------------------------

LONGEST_MOVE = 60
"""Characters of a move; what is longer is none."""
MOST_TIMES = 10_000
"""The largest N of `stay xN`."""
_LONGEST_SENTENCE = 1_000
"""Characters of a line that may be left out."""
_MOST_WORDS = 8
"""Words of a move in its text form."""

_NUMBER = "([0-9]{1,7})"
_RANGE = rf"{_NUMBER}(?:[ \t]*(?:-|\u2026|to|and|\.\.+)[ \t]*{_NUMBER})?"
_NUMBERED = re.compile(
    rf"\(?{_RANGE}(?:[.)]{{1,2}}\)?|\)?[ \t]*[:=](?![0-9]))[ \t]*"
    rf"|\(?(?:turns?|moves?|steps?|ply|round|day|no|nr|zug|t)\.?[ \t]*{_RANGE}\)?[ \t]*"
    r"(?:[.:)=]+[ \t]*|-?[ \t]+)",
    re.IGNORECASE,
)
"""The turn before a move, or the turns in which it is meant: `1.`, `Turn 1:`, `1-4:`."""
NUMBER_ALONE = re.compile(r"^([| \t]*[0-9]{1,7})[|,;\t ](?=[|,;\t ]*[^\s.:)=])", re.MULTILINE)
"""A number without a sign before a line, which may be that of its turn."""
_BEFORE = re.compile(r"([0-9]{1,5})\s{0,9}(?:[*x]|times\s)\s{0,9}", re.IGNORECASE)
_AFTER = re.compile(
    r"\s{0,9}\(?\s{0,9}(?:[*x]\s{0,9}([0-9]{1,5})(?:\s{0,9}times)?|([0-9]{1,5})\s{0,9}(?:times|x))"
    r"\s{0,9}\)?(?=[\s,;|.'\"`)]|$)",
    re.IGNORECASE,
)
"""How often a move is meant: `4*stay`, `stay x4`, `stay (4 times)`."""
_BULLET = re.compile(r"\s*(?:[-+*•·‣▪][ \t]+(?:\[[ xX]\][ \t]+)?)?")
_BETWEEN = re.compile(r"""[\s,;|.'"`\[\]]*""")
"""Signs between moves and around them."""
_LEADS_ON = re.compile(r"(?:[-=]?>|\u2192)\s*(?=[\w(])|(?:and\s+)?then\s", re.IGNORECASE)
"""What leads to the next move, where it is no move itself."""
_ENDS = re.compile(r"[\s,;|.'\"`()\]]|$")
_END = (
    r"(?=['\"`]*(?:[\s,;|.()\]]|\*[0-9]|$))(?!\s{0,9}times\b)"
    r"(?:(?<! [0-9])(?<! [0-9]{2})|(?!\.[ \t]*[^\s.]|\)[ \t]+[a-z]))"
)
"""Behind a move; `2` of `left 2. stay` is the number of the next one."""
_WORD = re.compile(r"[^\s,;|]+")
_REMARK = re.compile(r"\([^()]*\)")

_PLAN = "(?:(?:the|my|our) )?(?:plan|moves?|actions?|solution)"
LABEL = re.compile(rf"{_PLAN}[ \t]*[:=][ \t]*", re.IGNORECASE)
"""What may stand before a plan."""
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
MOVE_TITLE = re.compile(_PLAN, re.IGNORECASE)
TURN_TITLE = re.compile(
    "((turn|step|ply|move|round|zug) ?)?(#|n|no\\.?|nr\\.?|number)|day|ply|round|step|t|turn|zug",
    re.IGNORECASE,
)
FIGURE_TITLE = re.compile(
    ".*\\bhp\\b.*|health|flies|fly|points?|rolls?|score|cell after|position", re.IGNORECASE
)
"""Titles of columns: with moves, with turns, with numbers that are no part of a move."""

# --- readers -------------------------------------------------------------------------------------


class TwoWaysError(ValueError):
    """A spelling of moves that could be read in two ways."""


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
        self.rules, self._known = rules, dict[str, tuple[Move, ...]]()
        self._forms = forms
        union = "|".join(f"(?P<form{n}>{form}){_END}" for n, (form, *_) in enumerate(forms))
        in_brackets = rf"(?P<open>\(\s?)?(?:{union})(?(open)\s?\))".replace(
            "N", "([1-9][0-9]{0,2})"
        )
        self._union = re.compile(in_brackets, re.IGNORECASE) if union else None
        self._meanings = {" ".join(word.split()).casefold(): words[word] for word in words}
        longest = sorted(map(re.escape, self._meanings), key=len, reverse=True)
        known = "|".join(longest).replace(r"\ ", r"\s{1,9}")
        self._words = re.compile(rf"(?:{known})(?![^\W\d])", re.IGNORECASE) if words else None

    def read(self, text: str) -> tuple[Move, ...]:
        """Return the moves that a text may stand for; usually there is one.

        Raises:
            ValueError: it stands for none; the error says what was expected.
        """
        plain = as_typed(text.strip())
        end, moves = self.at(plain, 0)
        return moves if moves and end == len(plain) else (self.rules.read_move(plain),)

    def at(self, text: str, start: int) -> tuple[int, tuple[Move, ...]]:
        """Return where the move ends that begins at a place, and what it may be; or that none does.

        It may stand in brackets, or begin with a word of the class.

        Raises:
            TwoWaysError: it is one move or several.
        """
        if self._words and (word := self._words.match(text, start)):
            meant = self._meanings[" ".join(word[0].split()).casefold()]
            end, moves = self._at(meant + text[word.end() : start + LONGEST_MOVE], 0)
            if moves and end >= len(meant):
                return word.end() + end - len(meant), moves
        return self._at(text, start)

    def _at(self, text: str, start: int) -> tuple[int, tuple[Move, ...]]:
        last = start + LONGEST_MOVE
        match = self._union.match(text, start, last) if self._union else None
        if match and match.end() < last and (moves := self._moves(match)):
            return match.end(), moves
        ends = [end.start() for end in islice(_ENDS.finditer(text, start + 1, last), _MOST_WORDS)]
        for end in reversed(ends):
            with suppress(ValueError):
                return end, (self.rules.read_move(text[start:end]),)
        return start, ()

    def _moves(self, match: re.Match[str]) -> tuple[Move, ...]:
        """Return the moves of a text that has a form of the table."""
        text = match[0]
        if text not in self._known:
            _, *moves = self._forms[int(str(match.lastgroup)[4:])]
            if not moves:
                parts = text.split() if text.split() != [text] else text
                ways = f"as one move or several, {quote(' '.join(parts))}"
                raise TwoWaysError(f"{quote(text)} could be read in two ways, {ways}")
            groups = [each for each in match.groups()[1:] if each is not None][1:] or ["1"]
            self._known[text] = ()
            with suppress(ValueError):
                self._known[text] = tuple(self._literal(move.format(*groups)) for move in moves)
        return self._known[text]

    def _literal(self, text: str) -> Move:
        """Return the move of a text form, of which capitals do not count."""
        try:
            return self.rules.read_move(text.lower())
        except ValueError:
            return self.rules.read_move(text.upper())


Turns = tuple[int, int]
"""The first and the last turn that stand before a move."""
NO_TURNS = (-1, -1)
"""Of a move that stands for itself."""


class Span(NamedTuple):
    """Where a move stands: line and column, counted from 1, and how long its text is."""

    line: int
    column: int
    length: int


class Step(NamedTuple):
    """A move of a plan as it is written: where, the moves that it may be, and how often.

    `at` counts from 0; the line is known in a file. `turns` stand before the move, `is_apart` says
    whether more than a blank does, and `row` counts the lines that hold moves.
    """

    at: int
    text: str
    moves: Sequence[Any]
    line: int = 1
    times: int = 1
    turns: Turns | None = None
    is_apart: bool = True
    row: int = 0

    @property
    def place(self) -> Span:
        """Where it stands."""
        return Span(self.line, self.at + 1, len(self.text))


class Line(NamedTuple):
    """A line of a plan: its moves, and the remarks behind them with their places.

    `trouble` is why the line is no moves: where in it, what is wrong, whether it is two things.
    `number` and `offset` say where it begins in a file.
    """

    text: str
    steps: Sequence[Step] = ()
    remarks: Sequence[tuple[int, str]] = ()
    trouble: tuple[int, str, bool] | None = None
    number: int = 1
    offset: int = 0


class Words(Generic[State, Move]):
    """Reads single lines as moves. What a line is does not depend on where it stands.

    Args:
        speller: reads moves.
        turns_first: whether a range that may be a move, such as `(1-4)`, is that of the turns.
    """

    def __init__(self, speller: Speller[Move], *, turns_first: bool = False) -> None:
        self.speller, self._turns_first = speller, turns_first
        self._lines = dict[tuple[str, Turns | None], Line]()

    def line(self, text: str, turns: Turns | None = None) -> Line:
        """Read a line of a file; unless its turns are given, it may begin with them."""
        if (known := self._lines.get((text, turns))) is not None:
            return known
        try:
            line = self._read(text.partition("#")[0], turns)._replace(text=text)
        except TwoWaysError as error:
            line = Line(text, trouble=(len(text) - len(text.lstrip()), str(error), True))
        if len(text) <= LONGEST_MOVE:
            self._lines[text, turns] = line
        return line

    def _read(self, text: str, turns: Turns | None) -> Line:
        """Read the moves of a line, with their numbers, and the remarks in brackets behind them."""
        steps, remarks = list[Step](), list[tuple[int, str]]()
        at = bullet.end() if (bullet := _BULLET.match(text)) else 0
        at = label.end() if (label := LABEL.match(text, at)) else at
        is_apart = True
        while True:
            if signs := _BETWEEN.match(text, at):
                between = signs[0]
                if "[" in between and self.speller.at(text, at + between.index("["))[1]:
                    between = between[: between.index("[")]  # a move may begin with a bracket
                at, is_apart = at + len(between), is_apart or bool(between.strip())
            if at == len(text):
                break
            if (sign := _LEADS_ON.match(text, at)) and not self.speller.at(text, at)[1]:
                at, is_apart = sign.end(), True
                continue
            if turns is None and (number := self._number(text, at)):
                turns, at = number
                continue
            remark = _REMARK.match(text, at) if steps else None
            is_remark = remark is not None and not is_apart and "," not in remark[0]
            end, moves, times = (at, (), 1) if is_remark else self._move(text, at)
            if moves:
                steps.append(Step(at, text[at:end], moves, 1, times, turns, is_apart))
                turns, at, is_apart = None, end, False
            elif remark is not None:
                remarks.append((at, remark[0]))
                at = remark.end()
            else:
                return Line(text, trouble=(at, self._refusal(text, at), False))
        if turns is not None or (label and at == label.end()):
            return Line(text, trouble=(at, "expected a move", False))
        return _in_turns(Line(text, steps, remarks))

    def _number(self, text: str, at: int) -> tuple[Turns, int] | None:
        """Return the turns that are stated at a place of a line, and where they end."""
        number = _NUMBERED.match(text, at)
        if number is None:
            return None
        first, last = (number[1], number[2]) if number[1] else (number[3], number[4])
        if last and not self._turns_first and self.speller.at(text, at)[1]:
            return None
        return (int(first), int(last or first)), number.end()

    def _move(self, text: str, at: int) -> tuple[int, Sequence[Move], int]:
        """Return the end of the move at a place of a line, what it may be, and its times."""
        end, times = at, 1
        moves: tuple[Move, ...] = ()
        many = _BEFORE.match(text, at)
        if many and 0 < int(many[1]) <= MOST_TIMES:
            end, moves = self.speller.at(text, many.end())
            times = int(many[1]) if moves else 1
        if not moves:
            end, moves = self.speller.at(text, at)
        many = _AFTER.match(text, end) if moves and times == 1 else None
        if many and 0 < int(many[1] or many[2]) <= MOST_TIMES:
            end, times = many.end(), int(many[1] or many[2])
        return end, moves, times

    def _refusal(self, text: str, at: int) -> str:
        word = _WORD.match(text, at)
        try:
            self.speller.rules.read_move(word[0] if word else "")
        except ValueError as error:
            return f"not a move: {error}"
        return "expected a move"

    def is_sentence(self, text: str, *, is_edge: bool) -> bool:
        """Return whether a line that is no moves is words, with few moves among them.

        A single word may be a name, but only above or below a plan.
        """
        if len(text) > _LONGEST_SENTENCE or not text[:1].isalpha() or _DISOWNED.search(text):
            return False
        words = text.split()
        if len(words) == 1:
            return is_edge and text.rstrip(":").isalpha()
        return 3 * sum(map(self._is_move, words)) < len(words)

    def _is_move(self, word: str) -> bool:
        with suppress(ValueError):
            return bool(self.speller.read(word.strip(".,;:!?\"'`")))
        return False


def plain(text: str) -> str:
    """Return a line without its bullet and its comment."""
    bullet = _BULLET.match(text)
    return text[bullet.end() if bullet else 0 :].partition("#")[0].rstrip()


def _in_turns(line: Line) -> Line:
    """Return a line with each move that stands behind several turns as often as there are turns."""
    steps = list(line.steps)
    for n, step in enumerate(steps):
        turns = 1 + step.turns[1] - step.turns[0] if step.turns else 1
        if turns != 1:
            is_alone = n + 1 == len(steps) or steps[n + 1].turns is not None
            if not is_alone or step.times > 1 or turns < 1:
                return Line(
                    line.text, trouble=(0, f"expected one move, for each of {turns} turns", False)
                )
            steps[n] = step._replace(times=turns)
    return line._replace(steps=steps)
