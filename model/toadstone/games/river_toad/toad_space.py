"""River Toad as a layered graph: what a living toad can be after each turn.

This is for what walks through all plans at once, such as counting and certificates. It is quick
and trusted by nobody: plans that come from it are replayed on the simulator, certificates are
read by the checker, and counts are compared with enumeration in the tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain, repeat
from typing import NamedTuple

from toadstone.games.river_toad.scenario import Action, RiverToadScenario


class Toad(NamedTuple):
    """A living toad after some turn: his cell, HP, and moves and flies so far."""

    cell: int
    hp: int
    moves: int
    flies: int


class Step(NamedTuple):
    """One way to live through a turn: the action, the new cell, and whether a fly is eaten."""

    action: Action
    cell: int
    cost: int
    fed: bool


@dataclass(frozen=True, eq=False)
class Passage:
    """The ways through a turn that the board and `require` leave, whatever the HP.

    Turns that leave the same ways share one passage.

    Attributes:
        steps: for each cell before the turn, the steps that lead on from it.
        has_fly: whether a fly comes down.
    """

    steps: Mapping[int, Sequence[Step]]
    has_fly: bool


class ToadSpace:
    """All that a living toad who keeps to the requirements of each turn can become.

    Attributes:
        passages: for each turn, from index 1, the ways through it.
    """

    def __init__(self, scenario: RiverToadScenario) -> None:
        self.scenario = scenario
        self.turns = scenario.turns
        self.cells = range(1, scenario.board.width + 1)
        self.passages = [Passage({}, has_fly=False), *self._passages()]
        self._may_overdraw = scenario.overdraft == "clamped"

    def _passages(self) -> Iterator[Passage]:
        delay = self.scenario.board.rows - 1
        arriving = chain(repeat(0, delay), self.scenario.rolls)
        closed, passage = self._closed_cells(), cache(self._passage)
        for turn, roll in zip(range(1, self.turns + 1), arriving, strict=False):
            yield passage(roll, closed.get(turn, closed[None]))

    def _closed_cells(self) -> dict[int | None, frozenset[int]]:
        """Return the cells that `visit` and `avoid` close in some turns; None: in all others."""
        require, everywhere = self.scenario.require, set[int]()
        for avoid in require.avoid:
            everywhere |= set(avoid.cells) if avoid.turn is None else set()
        closed: dict[int | None, set[int]] = {None: everywhere}
        for avoid in require.avoid:
            closed.setdefault(avoid.turn, set(everywhere)).update(avoid.cells)
        for visit in require.visit:
            others = set(self.cells) - set(visit.cells)
            closed.setdefault(visit.turn, set(everywhere)).update(others)
        return {turn: frozenset(cells) for turn, cells in closed.items()}

    def _passage(self, roll: int, closed: frozenset[int]) -> Passage:
        width = self.scenario.board.width
        snakes = 0 if self.is_fly(roll) else roll
        fly_cell = {2**width: 1, 2**width + 1: width}.get(roll)
        steps = {
            cell: [
                Step(action, target, cost, target == fly_cell)
                for action, cost in self.scenario.costs.items()
                if (target := cell + action.shift) in self.cells
                and action not in self.scenario.forbidden
                and not snakes >> (width - target) & 1
                and target not in closed
            ]
            for cell in self.cells
        }
        return Passage(steps, fly_cell is not None)

    def is_fly(self, roll: int) -> bool:
        """Return whether the roll brings a fly, and no snakes."""
        return roll >= 1 << self.scenario.board.width

    def flies_so_far(self) -> list[int]:
        """Return how many flies have come down up to each turn, from turn 0 on."""
        return list(accumulate(passage.has_fly for passage in self.passages))

    def start(self) -> Toad:
        """Return the toad before the first turn."""
        return Toad(self.scenario.start_cell, self.scenario.toad.hp, 0, 0)

    def steps(self, turn: int, cell: int) -> Sequence[Step]:
        """Return the ways through a turn that the board and `require` leave, whatever the HP."""
        return self.passages[turn].steps[cell]

    def successors(self, turn: int, toad: Toad) -> Iterator[tuple[Action, Toad]]:
        """Yield every way to live through a turn, counted from 1."""
        gain, limit = self.scenario.flies.gain, self.scenario.require.max_moves
        for action, cell, cost, fed in self.steps(turn, toad.cell):
            if cost > toad.hp and not self._may_overdraw:
                continue
            hp = max(0, toad.hp - cost) + (gain if fed else 0)
            moves = toad.moves + (action.shift != 0)
            if hp >= 1 and (limit is None or moves <= limit):
                yield action, Toad(cell, hp, moves, toad.flies + fed)

    def least_hp_before(self, step: Step, least_after: int) -> int:
        """Return the least HP with which a step can be taken that ends with so many at least."""
        missing = least_after - (self.scenario.flies.gain if step.fed else 0)
        if self._may_overdraw:
            return max(1, missing + step.cost) if missing > 0 else 1
        return max(1, step.cost + max(0, missing))

    @property
    def least_final_hp(self) -> int:
        """The least HP of a toad who has lived through all turns as required."""
        return max(1, self.scenario.require.min_final_hp or 0)

    def accepts(self, toad: Toad) -> bool:
        """Say whether a toad meets the requirements that are measured at the end."""
        require = self.scenario.require
        return toad.hp >= (require.min_final_hp or 0) and toad.flies >= (require.min_flies or 0)
