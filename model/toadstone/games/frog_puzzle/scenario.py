"""The scenario file of the frog puzzle: a row, the row that is wanted, and how far away it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field, ValidationInfo, field_validator

from toadstone.core.question import Question
from toadstone.files.messages import one_of, quote
from toadstone.files.scenario import ASK, Pareto, Scenario, expectation
from toadstone.games.frog_puzzle.questions import MIN_MOVES, QUESTIONS

LEFT, RIGHT, GAP, ANY = "L", "R", "_", "?"
"""A frog that began on the left and hops right, one that hops left, an empty cell, and any cell."""

MOST_CELLS = 60
MOST_CELLS_TO_CROSS = 200
"""The most cells of a row with one gap that is to be crossed: that needs no search."""

_FACING = re.compile("L*_R*")
_CELL = "([1-9][0-9]{0,2})"
_MOVE = re.compile(f"{_CELL}-{_CELL}")


@dataclass(frozen=True, order=True)
class Move:
    """A frog goes from one cell to another; cells count from 1 on the left."""

    source: int
    target: int

    def __str__(self) -> str:
        return f"{self.source}-{self.target}"

    @classmethod
    def read(cls, text: str) -> Move:
        """Return the move with this text form; raise ValueError when there is none."""
        match = _MOVE.fullmatch(text)
        if not match:
            raise ValueError(f"expected FROM-TO, two cells such as `3-4`, found {quote(text)}")
        return cls(int(match[1]), int(match[2]))


class FrogPuzzleScenario(Scenario):
    """A row of cells with frogs in some of them, and the row that is wanted."""

    questions: ClassVar[tuple[Question, ...]] = QUESTIONS

    game: Literal["frog-puzzle"] = Field(description="The name of the game.")
    ask: tuple[str, ...] | Pareto = Field((MIN_MOVES.name,), description=ASK)
    start: str = Field(
        description="The row before the first move, a letter a cell: `L` hops right, `R` hops "
        "left, `_` is a gap.",
    )
    goal: str | None = Field(
        None,
        description="The row that is wanted, as long as the start; `?` matches any cell. The start "
        "mirrored when left out.",
    )

    @classmethod
    def refine_schema(cls, schema: dict[str, Any]) -> None:
        """Name the letters of both rows."""
        letters = {"start": LEFT + RIGHT + GAP, "goal": LEFT + RIGHT + GAP + ANY}
        for name, allowed in letters.items():
            parts = schema["properties"][name]
            for part in parts.get("anyOf", [parts]):
                if part["type"] == "string":
                    row = "L*_R*" if name == "start" else "R*_L*"
                    longer = f"(?=.{{1,{MOST_CELLS_TO_CROSS}}}$){row}"
                    part["pattern"] = f"^([{allowed}]{{1,{MOST_CELLS}}}|{longer})$"

    @field_validator("start")
    @classmethod
    def _start_of_frogs_and_gaps(cls, start: str) -> str:
        most = MOST_CELLS_TO_CROSS if _FACING.fullmatch(start) else MOST_CELLS
        if not 1 <= len(start) <= most:
            raise expectation(f"expected 1 to {most} cells, found {len(start)}")
        _expect_letters(start, (LEFT, RIGHT, GAP))
        return start

    @field_validator("goal")
    @classmethod
    def _goal_fits_the_start(cls, goal: str | None, info: ValidationInfo) -> str | None:
        if goal is None:
            return None
        _expect_letters(goal, (LEFT, RIGHT, GAP, ANY))
        if "start" not in info.data:  # it cannot be used, which is an error of its own
            return goal
        cells = len(info.data["start"])
        if len(goal) != cells:
            raise expectation(f"expected {cells} cells, as many as the start, found {len(goal)}")
        if cells > MOST_CELLS and goal != info.data["start"][::-1]:
            raise expectation(f"expected the start mirrored for more than {MOST_CELLS} cells")
        return goal

    @cached_property
    def goal_row(self) -> str:
        """The goal, also where the file leaves it out."""
        return self.start[::-1] if self.goal is None else self.goal

    def continue_from(self, row: str) -> FrogPuzzleScenario:
        """Return the rest of the puzzle: from this row to the same goal."""
        return self.model_copy(update={"start": row, "goal": self.goal_row})

    def fits_goal(self, cell: int, letter: str) -> bool:
        """Return whether the goal lets this letter stand in a cell, counted from 1."""
        return self.goal_row[cell - 1] in {letter, ANY}


def is_crossing(scenario: FrogPuzzleScenario) -> bool:
    """Return whether all Ls are left of the one gap, all Rs right, and they are to change sides."""
    start = scenario.start
    return _FACING.fullmatch(start) is not None and scenario.goal_row == start[::-1]


def _expect_letters(row: str, letters: Sequence[str]) -> None:
    for cell, letter in enumerate(row, 1):
        if letter not in letters:
            message = f"expected {one_of(letters)} in every cell"
            raise expectation(f"{message}, found {quote(letter)} in cell {cell}")


def level(row: str) -> int:
    """Return the number that every move raises by one, whether it is a step or a jump.

    The level is: cells of the Ls - cells of the Rs - pairs of an R somewhere to the left of an L. A
    jump moves a frog by two cells, and an L and an R have changed places for good. So the number
    of moves to a row is its level minus the level of the start; see docs/frog-puzzle.md.
    """
    total = frogs_to_the_left = 0
    for cell, letter in enumerate(row, 1):
        if letter == LEFT:
            total += cell - frogs_to_the_left
        elif letter == RIGHT:
            total -= cell
            frogs_to_the_left += 1
    return total


class Lengths(NamedTuple):
    """The fewest and the most moves that a goal can ask for."""

    least: int
    most: int


def lengths(scenario: FrogPuzzleScenario, row: str | None = None) -> Lengths | None:
    """Return the moves from a row to the nearest and to the furthest row that matches the goal.

    Without a row they are those from the start; None if no row matches the goal. Frogs of one
    kind never pass each other, so the first L of the row is the first L of the goal, and so on.
    Only those matching rows count for which no frog has to go back. All are examined at once, cell
    by cell from the left: what the rest of a row adds to its level depends only on how many Ls and
    Rs came before.
    """
    row = scenario.start if row is None else row
    lefts, rights = (
        [cell for cell, each in enumerate(row, 1) if each == frog] for frog in (LEFT, RIGHT)
    )
    levels = {(0, 0): (0, 0)}  # by the Ls and the Rs so far: the least and the greatest
    for cell, goal in enumerate(scenario.goal_row, 1):
        following: dict[tuple[int, int], tuple[int, int]] = {}
        for (left, right), (least, most) in levels.items():
            ways = [((left, right), 0)] if goal in {GAP, ANY} else []
            if goal in {LEFT, ANY} and left < len(lefts) and lefts[left] <= cell:
                ways.append(((left + 1, right), cell - right))
            if goal in {RIGHT, ANY} and right < len(rights) and rights[right] >= cell:
                ways.append(((left, right + 1), -cell))
            for after, gained in ways:
                low, high = least + gained, most + gained
                bounds = following.get(after, (low, high))
                following[after] = min(low, bounds[0]), max(high, bounds[1])
        levels = following
    end, start = levels.get((len(lefts), len(rights))), level(row)
    return None if end is None else Lengths(end[0] - start, end[1] - start)


def usual_start() -> FrogPuzzleScenario:
    """Return the row of the game's description."""
    return FrogPuzzleScenario(
        game="frog-puzzle", title="Three against three", start="LLL_RRR", ask=("min-moves",)
    )


def all_moves(scenario: FrogPuzzleScenario) -> tuple[Move, ...]:
    """Return every hop within the row, by cells."""
    cells = range(1, len(scenario.start) + 1)
    return tuple(Move(a, b) for a in cells for b in cells if 1 <= abs(a - b) <= 2)


def position_in(text: str) -> dict[str, Any]:
    """Return the keys of a scenario for a row; raise ValueError if there is none."""
    if not re.fullmatch("[LR_]+", text):
        raise ValueError("a row such as `LL_RR`")
    return {"start": text, "ask": "min-moves"}
