"""How many moves a goal is away, from where its frogs stand and stood, without any search.

Frogs of one kind never pass each other, so the first L of the start is the first L of the goal, and
so on. A step takes a frog one cell further; a jump takes it two, and an L and an R have changed
places for good. So every move, of either sort, raises one number by exactly one:

    level = cells of the Ls - cells of the Rs - pairs of an R somewhere to the left of an L

and a row that can be reached at all is reached by as many moves as its level is above the start's,
whatever the moves are. docs/frog-puzzle.md says more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toadstone.games.frog_puzzle.scenario import GAP, LEFT, RIGHT, FrogPuzzleScenario

Counts = tuple[int, int]
"""How many Ls and how many Rs stand in the cells so far, from the left."""


def level(row: str) -> int:
    """Return the number that every move raises by one."""
    total = frogs_to_the_left = 0
    for cell, letter in enumerate(row, 1):
        if letter == LEFT:
            total += cell - frogs_to_the_left
        elif letter == RIGHT:
            total -= cell
            frogs_to_the_left += 1
    return total


@dataclass(frozen=True)
class Lengths:
    """The fewest and the most moves that a goal can ask for."""

    least: int
    most: int


def lengths(scenario: FrogPuzzleScenario, row: str | None = None) -> Lengths | None:
    """Return the moves from a row to the nearest and to the furthest row that matches the goal.

    Without a row they are those from the start; None where no row matches the goal. Of the rows
    that do, those count that hold the frogs of the first row and for which no frog has to go back.
    They are looked at all at once, cell by cell from the left: what the rest of a row adds to its
    level depends on how many Ls and Rs came before, and not on where.
    """
    row = scenario.start if row is None else row
    levels: dict[Counts, Lengths] = {(0, 0): Lengths(0, 0)}
    places = _Places(scenario, row)
    for cell in range(1, len(row) + 1):
        following: dict[Counts, Lengths] = {}
        for counts, so_far in levels.items():
            for after, gained in places.ways(cell, counts):
                least, most = so_far.least + gained, so_far.most + gained
                known = following.get(after, Lengths(least, most))
                following[after] = Lengths(min(least, known.least), max(most, known.most))
        levels = following
    end, start = levels.get(places.frogs), level(row)
    return None if end is None else Lengths(end.least - start, end.most - start)


class _Places:
    """Where the frogs of a row may be in the end, cell by cell from the left."""

    def __init__(self, scenario: FrogPuzzleScenario, row: str) -> None:
        self._scenario = scenario
        cells = list(enumerate(row, 1))
        self._ls = [cell for cell, letter in cells if letter == LEFT]
        self._rs = [cell for cell, letter in cells if letter == RIGHT]
        self.frogs: Counts = (len(self._ls), len(self._rs))

    def ways(self, cell: int, counts: Counts) -> Iterator[tuple[Counts, int]]:
        """Yield what may be in a cell: the counts with it, and what it adds to the level."""
        ls, rs = counts
        wanted = self._scenario.is_wanted
        if wanted(cell, GAP):
            yield counts, 0
        if wanted(cell, LEFT) and ls < len(self._ls) and self._ls[ls] <= cell:
            yield (ls + 1, rs), cell - rs
        if wanted(cell, RIGHT) and rs < len(self._rs) and self._rs[rs] >= cell:
            yield (ls, rs + 1), -cell
