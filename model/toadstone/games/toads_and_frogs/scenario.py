"""The moves of Toads and Frogs, and its scenario file: the rows, and whose turn it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field, field_validator

from toadstone.core.question import WINNER, Question
from toadstone.files.messages import quote
from toadstone.files.scenario import ASK, Pareto, Scenario, expectation
from toadstone.games.toads_and_frogs.questions import QUESTIONS

_NUMBER = "([1-9][0-9]?)"
_CELL = f"(?:{_NUMBER}:)?{_NUMBER}"
_MOVE = re.compile(f"{_CELL}-{_NUMBER}")


class Cell(NamedTuple):
    """A cell; rows and cells count from 1, and `row` is None if there is only one."""

    row: int | None
    number: int

    def __str__(self) -> str:
        return str(self.number) if self.row is None else f"{self.row}:{self.number}"

    @classmethod
    def read(cls, text: str) -> Cell:
        """Return the cell with this name; raise ValueError when it is none."""
        match = re.fullmatch(_CELL, text)
        if match is None:
            raise ValueError(f"expected a cell such as 2, or 1:2 in a sum, found {quote(text)}")
        row, number = match.groups()
        return cls(None if row is None else int(row), int(number))


@dataclass(frozen=True, order=True)
class Move:
    """From which cell to which; cells and rows count from 1, cells on the left, rows at the top.

    `row` is None if there is only one.
    """

    row: int | None
    source: int
    target: int

    def __str__(self) -> str:
        cells = f"{self.source}-{self.target}"
        return cells if self.row is None else f"{self.row}:{cells}"

    @classmethod
    def read(cls, text: str) -> Move:
        """Return the move with this text form; raise ValueError when there is none."""
        match = _MOVE.fullmatch(text)
        if match is None:
            raise ValueError(f"expected FROM-TO, or ROW:FROM-TO in a sum, found {quote(text)}")
        row, source, target = match.groups()
        return cls(None if row is None else int(row), int(source), int(target))


Side = Literal["toads", "frogs"]

MOST_CELLS = 60
MOST_ROWS = 20
MOST_BITS = 31
"""The most cells of all rows, with one between each two rows, for the compiled search."""

TOAD, FROG, GAP = "T", "F", "_"


class ToadsAndFrogsScenario(Scenario):
    """A Toads and Frogs scenario: what stands in the cells, and whose turn it is."""

    questions: ClassVar[tuple[Question, ...]] = QUESTIONS

    game: Literal["toads-and-frogs"] = Field(description="The name of the game.")
    ask: tuple[str, ...] | Pareto = Field((WINNER.name,), description=ASK)
    start: tuple[str, ...] = Field(
        min_length=1,
        max_length=MOST_ROWS,
        description="The row, a letter a cell: T is a toad, F a frog, _ a gap; or a list of rows, "
        "played as a sum.",
    )
    turn: Side = Field("toads", description="The side that moves first.")

    @classmethod
    def refine_schema(cls, schema: dict[str, Any]) -> None:
        """Let `start` be one row as well as a list of them."""
        row = {"type": "string", "pattern": f"^[{TOAD}{FROG}{GAP}]{{1,{MOST_CELLS}}}$"}
        start = schema["properties"]["start"]
        schema["properties"]["start"] = {
            "anyOf": [row, {"type": "array", "items": row, "minItems": 1, "maxItems": MOST_ROWS}],
            "description": start["description"],
        }

    @field_validator("start", mode="before")
    @classmethod
    def _one_row_or_several(cls, value: object) -> object:
        if not isinstance(value, str | tuple | list):
            raise expectation(f"expected a row or a list of rows, found {quote(value)}")
        for index, row in enumerate([value] if isinstance(value, str) else value):
            if (complaint := _complaint(row)) is not None:
                raise expectation(complaint, *([] if isinstance(value, str) else [index]))
        return (value,) if isinstance(value, str) else value

    @property
    def most_plies(self) -> int:
        """The number of plies that no game can exceed.

        Count the pairs of a toad and a gap to its right, of a frog and a gap to its left, and of
        a toad and a frog to its right. A step takes one pair away. A jump takes two and adds one.
        So every ply leaves exactly one pair fewer.
        """
        pairs = {(TOAD, GAP), (GAP, FROG), (TOAD, FROG)}
        return sum(
            (left, right) in pairs
            for row in self.start
            for index, left in enumerate(row)
            for right in row[index + 1 :]
        )


def _complaint(row: object) -> str | None:
    """Return the fault of a row, or None."""
    if not isinstance(row, str):
        return f"expected a row such as TT__FF, found {quote(row)}"
    if not 1 <= len(row) <= MOST_CELLS:
        return f"expected a row of 1 to {MOST_CELLS} cells, found {len(row) or 'none'}"
    for cell, letter in enumerate(row, 1):
        if letter not in (TOAD, FROG, GAP):
            letters = f"`{TOAD}`, `{FROG}` or `{GAP}`"
            return f"expected {letters} in every cell, found {quote(letter)} in cell {cell}"
    return None


def usual_start() -> ToadsAndFrogsScenario:
    """Return three toads against three frogs, two cells apart."""
    return one_row("TTT__FFF").model_copy(update={"title": "Three against three, two gaps"})


def one_row(row: str) -> ToadsAndFrogsScenario:
    """Return the scenario of one row, with the row as its title."""
    return ToadsAndFrogsScenario(game="toads-and-frogs", title=row, start=(row,), ask=("winner",))


def all_moves(scenario: ToadsAndFrogsScenario) -> tuple[Move, ...]:
    """Return every move within a row, by rows and cells."""
    rows = scenario.start
    return tuple(
        Move(None if len(rows) == 1 else number, a, b)
        for number, row in enumerate(rows, 1)
        for a in range(1, len(row) + 1)
        for b in range(1, len(row) + 1)
        if 1 <= abs(a - b) <= 2
    )


def position_in(text: str) -> dict[str, Any]:
    """Return the keys of a scenario for rows; raise ValueError if there are none."""
    if not re.fullmatch(r"[TF_]+(\+[TF_]+)*", text):
        raise ValueError("a row such as `TT_T_F_FF`, or a sum such as `T_F+TT_F`")
    return {"start": text.split("+"), "ask": "winner"}
