"""River Toad as a layered graph: what a living toad can be after each turn, and needs to win.

This is the one fast statement of the rules, for searches, counting, explanations, exports and
puzzles. The simulator, the model with its bounds and the checker state them independently.
Toadstone replays its plans on the simulator, and the tests hold its counts against enumeration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeVar

from toadstone.core.budget import Budget
from toadstone.games.river_toad.scenario import Action, RiverToadScenario

T = TypeVar("T")


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
        costs: the actions that may be used, with the HP that each costs.
        passages: for each turn, from index 1, the ways through it.
    """

    def __init__(self, scenario: RiverToadScenario) -> None:
        self.scenario = scenario
        self.turns = scenario.turns
        self.cells = range(1, scenario.board.width + 1)
        costs, forbidden = scenario.costs, scenario.forbidden
        self.costs = {action: cost for action, cost in costs.items() if action not in forbidden}
        self._may_overdraw = scenario.overdraft == "clamped"
        self._gain = scenario.flies.gain
        closed, passage = self._closed_cells(), cache(self.passage)
        arriving = [*[0] * (scenario.board.rows - 1), *scenario.rolls][: self.turns]
        self.passages = [Passage({}, has_fly=False)]
        for turn, roll in enumerate(arriving, 1):
            self.passages.append(passage(roll, closed.get(turn, closed[None])))

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

    def passage(self, roll: int, closed: frozenset[int] = frozenset()) -> Passage:
        """Return the ways through a turn in which a roll comes down and cells are closed."""
        width = self.scenario.board.width
        fly_cell = {2**width: 1, 2**width + 1: width}.get(roll)
        snakes = roll if fly_cell is None else 0
        steps = {
            cell: [
                Step(action, target, cost, target == fly_cell)
                for action, cost in self.costs.items()
                if (target := cell + action.shift) in self.cells
                and not snakes >> (width - target) & 1
                and target not in closed
            ]
            for cell in self.cells
        }
        return Passage(steps, fly_cell is not None)

    def start(self) -> Toad:
        """Return the toad before the first turn."""
        return Toad(self.scenario.start_cell, self.scenario.toad.hp, 0, 0)

    def steps(self, turn: int, cell: int) -> Sequence[Step]:
        """Return the ways through a turn that the board and `require` leave, whatever the HP."""
        return self.passages[turn].steps[cell]

    def successors(self, turn: int, toad: Toad) -> Iterator[tuple[Action, Toad]]:
        """Yield every way to live through a turn, counted from 1."""
        limit = self.scenario.require.max_moves
        for step in self.steps(turn, toad.cell):
            action, cell, _, fed = step
            hp, moves = self.hp_after(step, toad.hp), toad.moves + (action.shift != 0)
            if hp >= 1 and (limit is None or moves <= limit):
                yield action, Toad(cell, hp, moves, toad.flies + fed)

    def hp_after(self, step: Step, hp: int) -> int:
        """Return a toad's HP after a step; 0 where he cannot pay for it or does not survive it."""
        left = hp - step.cost
        if left < 0:
            if not self._may_overdraw:
                return 0
            left = 0
        return left + self._gain if step.fed else left

    def least_hp_before(self, step: Step, least_after: int) -> int:
        """Return the least HP with which a step can be taken that ends with so many at least."""
        missing = least_after - (self._gain if step.fed else 0)
        if self._may_overdraw:
            return max(1, missing + step.cost) if missing > 0 else 1
        return max(1, step.cost + max(0, missing))

    def backwards(
        self,
        last: int,
        ends: Callable[[int], list[T]],
        before: Callable[[int, Step, T], T],
        merged: Callable[[list[T]], T],
        budget: Budget,
    ) -> list[dict[int, T]]:
        """Work out, from the last turn back, what each cell leaves open after each turn from 0 on.

        Cells from which no end can be reached are left out.

        Args:
            last: the last turn.
            ends: the values of lines that may end after a turn; one at least for the last.
            before: the value before a step, from the turn, the step and the value after it.
            merged: the value after a turn, from those of all ways on.
            budget: when to stop.
        """
        layers = [{cell: merged(ends(last)) for cell in self.cells}]
        for turn in budget.each(range(last, 0, -1)):
            after, layer = layers[-1], dict[int, T]()
            for cell, steps in self.passages[turn].steps.items():
                ways = [before(turn, s, after[s.cell]) for s in steps if s.cell in after]
                if ways := ends(turn - 1) + ways:
                    layer[cell] = merged(ways)
            layers.append(layer)
        return layers[::-1]

    @property
    def least_final_hp(self) -> int:
        """The least HP of a toad who has lived through all turns as required."""
        return max(1, self.scenario.require.min_final_hp or 0)

    def accepts(self, toad: Toad) -> bool:
        """Say whether a toad meets the requirements that are measured at the end."""
        require = self.scenario.require
        return toad.hp >= (require.min_final_hp or 0) and toad.flies >= (require.min_flies or 0)
