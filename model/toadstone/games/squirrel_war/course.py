"""The input files of the course that the game comes from, as scenarios.

USC, CSCI 561, spring 2016, homework 2. An input file holds the task (1 greedy, 2 minimax, 3
alpha-beta), the player, the depth, the values, and the board with `*` for an empty cell. Task 4 is
a whole battle: player, algorithm and depth of the side that moves first, then of the other. Line
endings of any kind, blank lines, and blanks around the lines do not matter.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile
from statistics import mode
from typing import Any

from toadstone.core.errors import InputError
from toadstone.files.formats import PlainFormat
from toadstone.files.messages import one_of, quote
from toadstone.files.source import Document, Source
from toadstone.games.squirrel_war.questions import BATTLE, BEST_MOVE
from toadstone.games.squirrel_war.scenario import LARGEST_DEPTH, VALUES, is_value

METHODS = {"1": "greedy", "2": "minimax", "3": "alpha-beta"}
A_BATTLE = "4"

_NUMBER = re.compile(r"[0-9]+", re.ASCII)
_DEPTH = re.compile(r"0*([1-9][0-9]?)", re.ASCII)
_NO_LETTER = re.compile(r"[^XO*]")
_LINE = re.compile(r"\S(.*\S)?")
"""A line that holds something, without the blanks around it."""


def looks_like_a_course_file(source: Source) -> bool:
    """Return whether the text starts with a number on one line and a single letter on the next."""
    lines = [text for text in map(str.strip, source.text.splitlines()) if text][:2]
    return bool(
        len(lines) == 2 and _NUMBER.fullmatch(lines[0]) and re.fullmatch(r"[^\W\d_]", lines[1])
    )


def document_of_a_course_file(source: Source) -> Document:
    """Return the document that a course file stands for.

    Raises:
        InputError: a line is missing, or is not what has to stand there.
    """
    file = CourseFile(source)
    content: dict[str, Any] = {"game": "squirrel-war", "title": source.title}
    task = file.one_of("the task", (*METHODS, A_BATTLE))
    if task == A_BATTLE:
        first = file.one_of("the player who moves first", ("X", "O"))
        player = file.player()
        second = file.one_of("the other player", ("O",) if first == "X" else ("X",))
        players = {first: player, second: file.player()}
        content |= {"ask": BATTLE.name, "turn": first, "players": players}
    else:
        turn = file.one_of("the player", ("X", "O"))
        content |= {"ask": BEST_MOVE.name, "turn": turn, **file.player(METHODS[task])}
    values, board = file.values(), file.board()
    file.expect_rectangles(values, board)
    for key, rows in (("values", values), ("board", board)):
        content[key] = "\n".join(row[0] for row in rows)
    return Document(file.source, content)


class CourseFile:
    """The lines of a course file that hold something, taken one by one."""

    def __init__(self, source: Source) -> None:
        self.source = replace(source, text="\n".join(source.text.splitlines()))
        self._left = [*_LINE.finditer(self.source.text)]
        self._end = self._left[-1].end() if self._left else 0

    def _error(self, message: str, line: re.Match[str], offset: int = 0) -> InputError:
        return self.source.error_at(message, line.start() + offset)

    def _next(self, expected: str) -> re.Match[str]:
        if not self._left:
            message = f"the file ends too early: expected {expected}"
            raise self.source.error_at(message, self._end)
        return self._left.pop(0)

    def one_of(self, meaning: str, choices: tuple[str, ...]) -> str:
        """Take a line that has to be one of some."""
        line = self._next(f"{meaning}, {one_of(choices)}")
        if line[0] not in choices:
            message = f"{meaning}: expected {one_of(choices)}, found {quote(line[0])}"
            raise self._error(message, line)
        return line[0]

    def player(self, method: str | None = None) -> dict[str, Any]:
        """Take the algorithm, unless it is given, and the depth, which means nothing to greedy."""
        method = method or METHODS[self.one_of("the algorithm", tuple(METHODS))]
        line, greedy = self._next("the depth"), method == "greedy"
        number = (_NUMBER if greedy else _DEPTH).fullmatch(line[0])
        if number is None or (not greedy and int(number[1]) > LARGEST_DEPTH):
            expected = "a whole number" if greedy else f"a whole number from 1 to {LARGEST_DEPTH}"
            raise self._error(f"the depth: expected {expected}, found {quote(line[0])}", line)
        return {"method": method} if greedy else {"method": method, "depth": int(number[1])}

    def values(self) -> list[re.Match[str]]:
        """Take the rows with a digit in them."""
        rows = list(takewhile(lambda line: _NUMBER.search(line[0]), self._left))
        if not rows:
            line = self._next("the rows of values")
            message = f"expected a row of values, of whole numbers, found {quote(line[0])}"
            raise self._error(message, line)
        del self._left[: len(rows)]
        for line in rows:
            for word in re.finditer(r"\S+", line[0]):
                if not is_value(word[0]):
                    message = f"expected {VALUES}, found {quote(word[0])}"
                    raise self._error(message, line, word.start())
        return rows

    def board(self) -> list[re.Match[str]]:
        """Take the rows of the board, which are the rest."""
        rows = [self._next("the rows of the board"), *self._left]
        for line in rows:
            if wrong := _NO_LETTER.search(line[0]):
                message = f"expected a row of the board, of X, O and *, found {quote(line[0])}"
                raise self._error(message, line, wrong.start())
        return rows

    def expect_rectangles(self, values: list[re.Match[str]], board: list[re.Match[str]]) -> None:
        """Raise InputError unless both have as many rows, of the length that most rows have."""
        lengths = [(line, len(line[0].split()), "numbers") for line in values]
        lengths += [(line, len(line[0]), "letters, X, O or *,") for line in board]
        width = mode(length for _, length, _ in lengths)
        for line, length, parts in lengths:
            if length != width:
                message = f"expected {width} {parts} as in the other rows, found {quote(line[0])}"
                raise self._error(message, line)
        if len(values) != len(board):
            message = "expected as many rows of the board as of the values, found"
            line = board[0] if len(values) < len(board) else board[-1]
            raise self._error(f"{message} {len(board)} and {len(values)}", line)


COURSE_FILE = PlainFormat(
    "a course's input file", looks_like_a_course_file, document_of_a_course_file
)
