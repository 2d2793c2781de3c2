"""The moves of Ugly Duck, and its scenario file: board, who is to move, the ruling left open."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field, field_validator

from toadstone.core.question import WINNER, Question
from toadstone.files.messages import quote
from toadstone.files.scenario import ASK, Pareto, Scenario, expectation
from toadstone.games.ugly_duck.questions import QUESTIONS

PASS = "pass"  # noqa: S105 - a move, not a secret
_CELL = "([a-z][1-9][0-9]?)"
_MOVE = re.compile(f"{_CELL}([-x]){_CELL}", re.IGNORECASE | re.ASCII)


class Cell(NamedTuple):
    """A cell; rows count from 0 at the top, columns from 0 on the left."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.row)}{self.column + 1}"

    @classmethod
    def read(cls, text: str) -> Cell:
        """Return the cell with this name, such as a1 or A1; raise ValueError when it is none."""
        if re.fullmatch(_CELL, text, re.IGNORECASE | re.ASCII) is None:
            raise ValueError(f"expected a cell such as a1, found {quote(text)}")
        return cls(ord(text[0].lower()) - ord("a"), int(text[1:]) - 1)


@dataclass(frozen=True, order=True)
class Move:
    """From which cell to which, and whether a piece is captured there."""

    source: Cell
    target: Cell
    captures: bool = False

    def __str__(self) -> str:
        return f"{self.source}{'x' if self.captures else '-'}{self.target}"


@dataclass(frozen=True, order=True)
class Pass:
    """The only move of a side that has no other, where the scenario lets it pass."""

    def __str__(self) -> str:
        return PASS


def read_move(text: str) -> Move | Pass:
    """Return the move with this text form, in small letters or capitals.

    Raises:
        ValueError: there is none.
    """
    if text.lower() == PASS:
        return Pass()
    match = _MOVE.fullmatch(text)
    if match is None:
        raise ValueError(f"expected a move such as a1-b2 or a1xb2, found {quote(text)}")
    source, sign, target = match.groups()
    return Move(Cell.read(source), Cell.read(target), sign in "xX")


Side = Literal["green", "blue"]

EMPTY = "."
GREEN_DUCK, GREEN_SWAN, BLUE_DUCK, BLUE_SWAN = "dsDS"
LEAST_SIZE, MOST_SIZE = 3, 7


class UglyDuckScenario(Scenario):
    """An Ugly Duck scenario: what stands on the board, and whose turn it is."""

    questions: ClassVar[tuple[Question, ...]] = QUESTIONS

    game: Literal["ugly-duck"] = Field(description="The name of the game.")
    ask: tuple[str, ...] | Pareto = Field((WINNER.name,), description=ASK)
    board: str = Field(
        description="The board, a row a line: d and s are a duck and a swan of green, whose first "
        "row is at the top, D and S of blue, whose first row is at the bottom; . is empty.",
    )
    turn: Side = Field("green", description="The side that moves first.")
    no_moves: Literal["loses", "pass"] = Field(
        "loses",
        description="What becomes of a side to move that has no legal move: it loses, or it "
        "passes; where neither side can move, the game is then drawn.",
    )
    wins: Side | None = Field(
        None,
        description="The side that the two together let win in a `shortest` game; by default "
        "whichever is quicker.",
    )

    @field_validator("board")
    @classmethod
    def _a_board(cls, board: str) -> str:
        lines, sizes = board.splitlines(), f"{LEAST_SIZE} to {MOST_SIZE}"
        if not LEAST_SIZE <= len(lines) <= MOST_SIZE:
            raise expectation(f"expected {sizes} rows, found {len(lines)}")
        for number, line in enumerate(lines, 1):
            width, place = len(line), f"in row {number}"
            if not LEAST_SIZE <= width <= MOST_SIZE:
                raise expectation(f"expected {sizes} cells in every row, found {width} {place}")
            if width != len(lines[0]):
                lengths = f"{len(lines[0])} and {width}"
                raise expectation(f"expected rows of one length, found {lengths} cells")
            if strange := line.strip("dsDS."):
                letter = quote(strange[0])
                raise expectation(f"expected `d`, `s`, `D`, `S` or `.`, found {letter} {place}")
        for letter, row, why in [
            (GREEN_DUCK, -1, "a duck on its last row is a swan"),
            (BLUE_DUCK, 0, "a duck on its last row is a swan"),
            (GREEN_SWAN, 0, "a swan on its own first row has won"),
            (BLUE_SWAN, -1, "a swan on its own first row has won"),
        ]:
            if letter in lines[row]:
                place = "first" if row == 0 else "last"
                raise expectation(f"expected no `{letter}` in the {place} line: {why}")
        for side, letters in [("green", "ds"), ("blue", "DS")]:
            if not set(letters) & set(board):
                raise expectation(f"expected a piece of {side}, `{letters[0]}` or `{letters[1]}`")
        return board

    @property
    def lines(self) -> tuple[str, ...]:
        """The rows of the board, from the top."""
        return tuple(self.board.splitlines())

    @property
    def most_plies(self) -> int:
        """The number of moves, passes not counted, that no game can exceed.

        A move brings a piece one row on its way, to the far side and back.
        """
        return sum(self.way_home(row, letter) for row, letter in self.pieces)

    @property
    def pieces(self) -> list[tuple[int, str]]:
        """The row, counted from 0 at the top, and the letter of every piece."""
        return [
            (row, letter)
            for row, line in enumerate(self.lines)
            for letter in line.replace(EMPTY, "")
        ]

    def way_home(self, row: int, letter: str) -> int:
        """Return the moves that bring a piece home, if nothing captures it."""
        last = len(self.lines) - 1
        ways = {GREEN_DUCK: 2 * last - row, BLUE_DUCK: last + row, BLUE_SWAN: last - row}
        return ways.get(letter, row)


def usual_start() -> UglyDuckScenario:
    """Return the board of the game's description."""
    return UglyDuckScenario(
        game="ugly-duck",
        title="Five by five, from the start",
        board="ddddd\n.....\n.....\n.....\nDDDDD",
        ask=("winner",),
    )


def content_of(scenario: UglyDuckScenario) -> dict[str, Any]:
    """Return the scenario as certificates have it."""
    return {
        "board": list(scenario.lines),
        "turn": scenario.turn,
        "no_moves": scenario.no_moves,
    }


KNOWN_WINNER = "blue"
"""The side that wins the usual start, by the certificate that comes with Toadstone."""


def known_winner(scenario: UglyDuckScenario) -> str | None:
    """Return the side that a certificate proves to win a scenario; None if there is none."""
    return KNOWN_WINNER if content_of(scenario) == content_of(usual_start()) else None


def all_moves(scenario: UglyDuckScenario) -> tuple[Move | Pass, ...]:
    """Return every move of a piece by one row, by cells, straight or diagonally, and a pass."""
    cells = [Cell(r, c) for r, line in enumerate(scenario.lines) for c in range(len(line))]
    ways = [(a, b) for a in cells for b in cells if abs(a.row - b.row) == 1]
    moves = [Move(a, b) for a, b in ways if abs(a.column - b.column) <= 1]
    captures = [Move(a, b, captures=True) for a, b in ways if abs(a.column - b.column) == 1]
    return (*sorted(moves + captures), *([Pass()] if scenario.no_moves == "pass" else []))


def position_in(text: str) -> dict[str, Any]:
    """Return the keys of a scenario for a size or rows; raise ValueError if there are none."""
    if (size := re.fullmatch("([3-7])x([3-7])", text)) is not None:
        rows, columns = map(int, size.groups())
        lines = ["d" * columns, *["." * columns] * (rows - 2), "D" * columns]
    elif re.fullmatch(r"[dsDS.]+(/[dsDS.]+)+", text):
        lines = text.split("/")
    else:
        raise ValueError("a size from `3x3` to `7x7`, or rows such as `dd./.../.DD`")
    return {"board": "\n".join(lines), "ask": "winner"}
