"""The scenario file of Squirrel War: values, board, and who is to move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import Field, ValidationInfo, field_validator

from toadstone.core.errors import DisagreementError
from toadstone.core.question import Question
from toadstone.files.messages import quote
from toadstone.files.scenario import Scenario, expectation
from toadstone.games.squirrel_war.questions import QUESTIONS

Side = Literal["X", "O"]

SIDES: tuple[Side, Side] = ("X", "O")
EMPTY = "."
COURSE_EMPTY = "*"
"""How the course writes an empty cell."""
LARGEST_SIDE = 7
LARGEST_VALUE = 1_000_000
_NAME = re.compile(r"([A-Z])([1-9][0-9]?)")
_VALUE = re.compile(r"-?[0-9]{1,7}", re.ASCII)
_VALUES = f"whole numbers from {-LARGEST_VALUE:,} to {LARGEST_VALUE:,}"


@dataclass(frozen=True, order=True)
class Cell:
    """A cell by row and column, both counted from 1 at the top left; ordered as one reads.

    Taking it is a move.
    """

    row: int
    column: int

    def __str__(self) -> str:
        return f"{chr(ord('A') + self.column - 1)}{self.row}"

    @classmethod
    def read(cls, text: str) -> Cell:
        """Return the cell with this name, such as C2; raise ValueError when it is no name."""
        match = _NAME.fullmatch(text)
        if match is None:
            raise ValueError(
                f"expected a column letter and a row number, as in C2, found {quote(text)}"
            )
        return cls(int(match[2]), ord(match[1]) - ord("A") + 1)


class SquirrelWarScenario(Scenario):
    """A Squirrel War position: what every cell is worth, and who holds it."""

    questions: ClassVar[tuple[Question, ...]] = QUESTIONS

    game: Literal["squirrel-war"] = Field(description="The name of the game.")
    values: tuple[tuple[int, ...], ...] = Field(
        description="What the cells are worth, a row a line, with spaces between the numbers.",
    )
    board: tuple[str, ...] = Field(
        "",
        description="Who holds the cells, a row a line: `X`, `O`, or `.` for nobody. Empty when "
        "left out.",
        validate_default=True,
    )
    turn: Side = Field("X", description="Who is to move.")

    @classmethod
    def refine_schema(cls, schema: dict[str, Any]) -> None:
        """Say that values and board are text, or lists of rows."""
        properties = schema["properties"]
        for name in ("values", "board"):
            described = properties[name]["description"]
            rows = {"type": "array", "items": properties[name]["items"]}
            text = {"type": "string"}
            properties[name] = {"anyOf": [text, rows], "description": described}

    @field_validator("values", mode="before")
    @classmethod
    def _rows_of_values(cls, value: object) -> object:
        if isinstance(value, tuple):  # a list of lists, read by the type of the field
            return value
        rows = [line.split() for line in _lines(value)]
        for number, row in enumerate(rows, 1):
            if strange := [word for word in row if not _VALUE.fullmatch(word)]:
                raise expectation(f"row {number}: expected {_VALUES}, found {quote(strange[0])}")
        return tuple(tuple(map(int, row)) for row in rows)

    @field_validator("values")
    @classmethod
    def _a_rectangle(cls, values: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        if not 1 <= len(values) <= LARGEST_SIDE:
            raise expectation(f"expected 1 to {LARGEST_SIDE} rows of numbers, found {len(values)}")
        width = len(values[0])
        if not 1 <= width <= LARGEST_SIDE:
            raise expectation(f"row 1: expected 1 to {LARGEST_SIDE} numbers, found {width}")
        for number, row in enumerate(values, 1):
            if len(row) != width:
                message = f"row {number}: expected {width} numbers, as in row 1, found {len(row)}"
                raise expectation(message)
            if strange := [value for value in row if abs(value) > LARGEST_VALUE]:
                raise expectation(f"row {number}: expected {_VALUES}, found {quote(strange[0])}")
        return values

    @field_validator("board", mode="before")
    @classmethod
    def _rows_of_the_board(cls, value: object, info: ValidationInfo) -> object:
        values = info.data.get("values")
        if values is None:
            return ()
        width = len(values[0])
        if isinstance(value, tuple):
            rows = [str(row) for row in value]
        else:
            rows = _lines(value) or [EMPTY * width for _ in values]
        rows = [row.strip() for row in rows]
        if len(rows) != len(values):
            expected = "1 row" if len(values) == 1 else f"{len(values)} rows"
            raise expectation(f"expected {expected}, as in `values`, found {len(rows)}")
        for number, row in enumerate(rows, 1):
            if len(row) != width or not set(row) <= {*SIDES, EMPTY, COURSE_EMPTY}:
                raise expectation(
                    f"row {number}: expected {width} of the letters X, O, and `.` or `*` for an "
                    f"empty cell, found {quote(row)}"
                )
        words = value.split() if isinstance(value, str) else []
        if words and words != rows:
            raise DisagreementError(f"board: {words} is written, {rows} read")
        return tuple(row.replace(COURSE_EMPTY, EMPTY) for row in rows)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, as one reads."""
        return tuple(
            Cell(row, column)
            for row in range(1, len(self.values) + 1)
            for column in range(1, len(self.values[0]) + 1)
        )

    @property
    def empty_cells(self) -> tuple[Cell, ...]:
        """The cells that nobody holds at the start, as one reads."""
        return tuple(cell for cell in self.cells if self.held(cell) == EMPTY)

    def continue_from(self, rows: Sequence[str], turn: Side) -> SquirrelWarScenario:
        """Return the same scenario from another position on."""
        return self.model_copy(update={"board": tuple(rows), "turn": turn})

    def value(self, cell: Cell) -> int:
        """Return the value of a cell."""
        return self.values[cell.row - 1][cell.column - 1]

    def held(self, cell: Cell) -> str:
        """Return who holds a cell at the start: X, O or `.`."""
        return self.board[cell.row - 1][cell.column - 1]


def _lines(value: object) -> list[str]:
    if not isinstance(value, str):
        raise expectation(f"expected text, a row a line (`|` begins it), found {quote(value)}")
    return [line for line in value.splitlines() if line.strip()]


def other(side: Side) -> Side:
    """Return the opponent of a side."""
    return "O" if side == "X" else "X"


def neighbours(cells: tuple[Cell, ...], cell: Cell) -> Iterator[Cell]:
    """Yield the cells of a board that share an edge with one of its cells."""
    for other in cells:
        if abs(other.row - cell.row) + abs(other.column - cell.column) == 1:
            yield other


def usual_start() -> SquirrelWarScenario:
    """Return a corner of the board that the course uses."""
    return SquirrelWarScenario(
        game="squirrel-war",
        title="Three by three, from the start",
        values=((20, 16, 1), (20, 12, 2), (28, 48, 9)),
        ask=("margin",),
    )


def all_moves(scenario: SquirrelWarScenario) -> tuple[Cell, ...]:
    """Return every cell, as one reads."""
    return scenario.cells
