"""Squirrel War on numbers: the endgame table by numpy, and the search in code compiled by numba.

Both value positions by the *live cells*, those that can still change hands. The compiled search
numbers them: first the cells empty at the start, then the held ones beside them, each as one reads.
"""

from __future__ import annotations

from typing import NamedTuple

from toadstone.games.squirrel_war.scenario import EMPTY, Cell, SquirrelWarScenario, neighbours

MOST_EMPTY = 27
"""Empty cells that the sets of the search are made for."""

MOST_KEY_BITS = 63
"""Cells that make up a key of the search's table; the empty ones count twice."""

LARGEST_SUM = 1 << 25
"""Sum of values, without their signs, below which two bounds fit into one word."""


class LiveCells(NamedTuple):
    """The cells that are live at the start: the empty ones, and all, held ones beside them last."""

    empty: tuple[Cell, ...]
    all: tuple[Cell, ...]


def live_cells(scenario: SquirrelWarScenario) -> LiveCells:
    """Return the live cells of a scenario."""
    cells, empty = scenario.cells, scenario.empty_cells
    held = (cell for cell in cells if scenario.held(cell) != EMPTY)
    return LiveCells(empty, (*empty, *(c for c in held if {*neighbours(cells, c)} & {*empty})))


def has_room(scenario: SquirrelWarScenario) -> bool:
    """Return whether the search has room for the live cells of a scenario, and for their values."""
    cells = live_cells(scenario)
    return (
        len(cells.empty) <= MOST_EMPTY
        and len(cells.empty) + len(cells.all) <= MOST_KEY_BITS
        and sum(abs(scenario.value(cell)) for cell in cells.all) < LARGEST_SUM
    )
