"""The scenario file of Toads and Frogs: the row or rows, and who is to move."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field, field_validator

from toadstone.core.question import Question
from toadstone.files.messages import found
from toadstone.files.scenario import Scenario, expectation
from toadstone.games.toads_and_frogs.questions import QUESTIONS

Side = Literal["toads", "frogs"]

MOST_CELLS = 60
MOST_ROWS = 20

TOAD, FROG, GAP = "T", "F", "_"


class ToadsAndFrogsScenario(Scenario):
    """A Toads and Frogs scenario: what stands in the cells, and whose turn it is."""

    questions: ClassVar[tuple[Question, ...]] = QUESTIONS

    game: Literal["toads-and-frogs"] = Field(description="The name of the game.")
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
            raise expectation(f"expected a row or a list of rows, found {found(value)}")
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
    """Say what is wrong with a row, or return None."""
    if not isinstance(row, str):
        return f"expected a row such as TT__FF, found {found(row)}"
    if not 1 <= len(row) <= MOST_CELLS:
        return f"expected a row of 1 to {MOST_CELLS} cells, found {len(row) or 'none'}"
    for cell, letter in enumerate(row, 1):
        if letter not in (TOAD, FROG, GAP):
            letters = f"`{TOAD}`, `{FROG}` or `{GAP}`"
            return f"expected {letters} in every cell, found {found(letter)} in cell {cell}"
    return None


def usual_starts(most_cells: int) -> list[ToadsAndFrogsScenario]:
    """Return every T^a _^b F^c with a, b and c from 1, up to so many cells, shortest first."""
    rows = [
        TOAD * toads + GAP * gaps + FROG * (cells - toads - gaps)
        for cells in range(3, most_cells + 1)
        for gaps in range(1, cells - 1)
        for toads in range(1, cells - gaps)
    ]
    return [usual_start(row) for row in rows]


def usual_start(row: str) -> ToadsAndFrogsScenario:
    """Return the scenario of one row, with the row as its title."""
    return ToadsAndFrogsScenario(game="toads-and-frogs", title=row, start=(row,), ask=("winner",))
