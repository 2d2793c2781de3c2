"""The input files of the course that the game comes from, read as scenarios.

USC, CSCI 561, spring 2016, homework 2. A file holds the task (1 greedy, 2 minimax, 3 alpha-beta),
the player, the depth, the values, and the board with `*` for an empty cell. Task 4 is a whole
battle: player, algorithm and depth of the side that moves first, then of the other. Line endings
of any kind, blank lines, and blanks around the lines do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from toadstone.games.squirrel_war.questions import BATTLE, BEST_MOVE
from toadstone.scenario import found, one_of
from toadstone.scenario_file import Document, Source

METHODS = {"1": "greedy", "2": "minimax", "3": "alpha-beta"}
A_BATTLE = "4"

_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)


def looks_like_a_course_file(source: Source) -> bool:
    """Say whether the text starts with a number on one line and a single letter on the next."""
    lines = [text for text in map(str.strip, source.text.splitlines()) if text][:2]
    return (
        len(lines) == 2
        and bool(_NUMBER.fullmatch(lines[0]))
        and lines[1].isalpha()
        and len(lines[1]) == 1
    )


def document_of_a_course_file(source: Source) -> Document:
    """Return the document that a course file stands for.

    Raises:
        InputError: a line is missing, or is not what has to stand there.
    """
    lines = _Lines(source)
    task = lines.one_of("the task", (*METHODS, A_BATTLE))
    content: dict[str, Any] = {
        "game": "squirrel-war",
        "title": "" if source.name.startswith("<") else Path(source.name).name[:200],
    }
    if task == A_BATTLE:
        first = lines.one_of("the player who moves first", ("X", "O"))
        player = _player(lines, None)
        second = lines.one_of("the other player", ("O",) if first == "X" else ("X",))
        content |= {
            "ask": BATTLE.name,
            "turn": first,
            "players": {first: player, second: _player(lines, None)},
        }
    else:
        turn = lines.one_of("the player", ("X", "O"))
        content |= {"ask": BEST_MOVE.name, "turn": turn, **_player(lines, task)}
    values, board = lines.values(), lines.board()
    return Document(source, content | {"values": "\n".join(values), "board": "\n".join(board)})


def _player(lines: _Lines, task: str | None) -> dict[str, Any]:
    """Read the depth, after the algorithm where no task names it; greedy needs no depth."""
    method = METHODS[task or lines.one_of("the algorithm", tuple(METHODS))]
    depth = lines.depth(least=0 if method == "greedy" else 1)
    return {"method": method} if method == "greedy" else {"method": method, "depth": depth}


class _Lines:
    """The lines of a file that hold something, taken one by one, and where each stands."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._left: list[tuple[int, str]] = [
            (number, line.strip())
            for number, line in enumerate(source.text.splitlines(), 1)
            if line.strip()
        ]

    def _next(self, expected: str) -> tuple[int, str]:
        if not self._left:
            raise self._source.error(f"the file ends too early: expected {expected}")
        return self._left.pop(0)

    def one_of(self, meaning: str, choices: tuple[str, ...]) -> str:
        number, text = self._next(f"{meaning}, {one_of(choices)}")
        if text not in choices:
            message = f"{meaning}: expected {one_of(choices)}, found {found(text)}"
            raise self._source.error(message, number, 1)
        return text

    def depth(self, least: int) -> int:
        number, text = self._next("the depth")
        if not _NUMBER.fullmatch(text) or int(text) < least:
            message = f"the depth: expected a whole number from {least}, found {found(text)}"
            raise self._source.error(message, number, 1)
        return min(int(text), 49)

    def values(self) -> list[str]:
        """Take the rows of numbers."""
        return list(self._while(lambda text: set(text) <= set("0123456789 \t-")))

    def board(self) -> list[str]:
        """Take the rows of the board, which are the rest."""
        rows = list(self._while(lambda text: set(text) <= set("XO*")))
        if self._left:
            number, text = self._left[0]
            message = f"expected a row of the board, of X, O and *, found {found(text)}"
            raise self._source.error(message, number, 1)
        if not rows:
            raise self._source.error("the file ends too early: expected the rows of the board")
        return rows

    def _while(self, fits: Any) -> Iterator[str]:
        while self._left and fits(self._left[0][1]):
            yield self._left.pop(0)[1]
