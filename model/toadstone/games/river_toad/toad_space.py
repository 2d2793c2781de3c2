"""River Toad as a layered graph: what a living toad can be after each turn, and needs to win.

This is the one fast statement of the rules, for searches, counting, explanations and
puzzles. The simulator, the model with its bounds and the checker state them independently.
Toadstone replays its plans on the simulator, and the tests hold its counts against enumeration.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from typing import NamedTuple

from toadstone.core.budget import Budget
from toadstone.games.river_toad.scenario import Action, RiverToadScenario
from toadstone.games.river_toad.table import Arc


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


class Rest(NamedTuple):
    """What the rest of a plan goes without at least: each number on the way that is best for it.

    Attributes:
        hp: HP that actions cost, and those of missed flies, as if HP never ran out.
        moves: the moves that it takes.
        flies: flies that come down and are missed.
        turns: turns not lived through.
        least_hp: with less HP the end cannot be reached.
    """

    hp: int
    moves: int
    flies: int
    turns: int
    least_hp: int


@dataclass(frozen=True, eq=False)
class Passage:
    """The ways through a turn that the board and `require` leave, whatever the HP.

    Turns that leave the same ways share one passage. `steps` are those from each cell.
    """

    steps: Mapping[int, Sequence[Step]]

    @cached_property
    def step(self) -> Mapping[tuple[int, int], Step]:
        """The step from a cell to another."""
        return {(cell, step.cell): step for cell, steps in self.steps.items() for step in steps}

    @cached_property
    def free(self) -> Sequence[int]:
        """The cells that the toad can be in after the turn."""
        return sorted({step.cell for steps in self.steps.values() for step in steps})

    @cached_property
    def fly(self) -> int:
        """The free cell beside which a fly comes down, or 0."""
        fed = (step.cell for steps in self.steps.values() for step in steps if step.fed)
        return next(fed, 0)


class ToadSpace:
    """All that a living toad who keeps to the requirements of each turn can become.

    Attributes:
        costs: the actions that may be used, with the HP that each costs.
        passages: for each turn, from index 1, the ways through it.
        flies_to_come: how many flies come down after each turn where they can be eaten.
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
        self.passages, self._arcs = [Passage({})], dict[int, Sequence[Arc]]()
        for turn, roll in enumerate(arriving, 1):
            self.passages.append(passage(roll, closed.get(turn, closed[None])))
        flies = (each.fly > 0 for each in self.passages[:0:-1])
        self.flies_to_come = [*accumulate(flies, initial=0)][::-1]

    def _closed_cells(self) -> dict[int | None, frozenset[int]]:
        """Return the cells that `visit` and `avoid` close in some turns; None: in all others."""
        closed: dict[int | None, set[int]] = {None: set()}
        for avoid in self.scenario.require.avoid:
            closed.setdefault(avoid.turn, set()).update(avoid.cells)
        for visit in self.scenario.require.visit:
            closed.setdefault(visit.turn, set()).update({*self.cells}.difference(visit.cells))
        return {turn: frozenset(cells | closed[None]) for turn, cells in closed.items()}

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
        return Passage(steps)

    def start(self) -> Toad:
        """Return the toad before the first turn."""
        return Toad(self.scenario.start_cell, self.scenario.toad.hp, 0, 0)

    def successors(self, turn: int, toad: Toad) -> Iterator[tuple[Action, Toad]]:
        """Yield every way to live through a turn, counted from 1."""
        limit = self.scenario.require.max_moves
        for step in self.passages[turn].steps[toad.cell]:
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

    def arcs(self, passage: Passage) -> Sequence[Arc]:
        """Return the ways through a turn as arcs of a table; the same for the same passage."""
        if (arcs := self._arcs.get(id(passage))) is None:
            arcs = [
                (
                    source,
                    step.cell,
                    self.least_hp_before(step, 1),
                    self._gain * step.fed - step.cost,
                    self._gain * step.fed if self._may_overdraw else 0,
                    int(step.action.shift != 0),
                    int(passage.fly > 0) - step.fed,
                )
                for source, steps in passage.steps.items()
                for step in steps
            ]
            self._arcs[id(passage)] = arcs
        return arcs

    def rests(
        self, last: int, least_hp: int, budget: Budget, *, may_stop: bool = False
    ) -> list[dict[int, Rest]]:
        """Return what plans still go without from each cell on, after each turn from 0 to the last.

        Cells from which no end can be reached are left out. A plan ends after the last turn with
        so many HP at least, or stops after any turn with those that are required.
        """
        layers = [dict.fromkeys(self.cells, Rest(0, 0, 0, 0, least_hp))]
        for turn in budget.each(range(last, 0, -1)):
            stop = [self.rest_when_stopping(turn - 1)] if may_stop else []
            after, layer = layers[-1], dict[int, Rest]()
            for cell, steps in self.passages[turn].steps.items():
                on = (self._rest_before(turn, s, after[s.cell]) for s in steps if s.cell in after)
                if ways := [*stop, *on]:
                    layer[cell] = Rest(*map(min, zip(*ways, strict=True)))
            layers.append(layer)
        return layers[::-1]

    def rest_when_stopping(self, turn: int) -> Rest:
        """Return what a plan that stops after a turn goes without."""
        flies = self.flies_to_come[turn]
        return Rest(self._gain * flies, 0, flies, self.turns - turn, self.least_final_hp)

    def _rest_before(self, turn: int, step: Step, after: Rest) -> Rest:
        """Return the rest before a step, where that step is the only way.

        The step counts for what it costs at least, whatever the toad's HP. Only a toad who is fed
        in the same turn lives through an overdraft, and then he had at least 1 HP to lose.
        """
        hp, moves, flies, turns, least_hp = after
        missed = (self.passages[turn].fly > 0) - step.fed
        paid = min(1, step.cost) if self._may_overdraw and step.fed else step.cost
        return Rest(
            hp + paid + self._gain * missed,
            moves + (step.action.shift != 0),
            flies + missed,
            turns,
            self.least_hp_before(step, least_hp),
        )

    @property
    def least_final_hp(self) -> int:
        """The least HP of a toad who has lived through all turns as required."""
        return max(1, self.scenario.require.min_final_hp or 0)

    def accepts(self, toad: Toad) -> bool:
        """Say whether a toad meets the requirements that are measured at the end."""
        require = self.scenario.require
        return toad.hp >= (require.min_final_hp or 0) and toad.flies >= (require.min_flies or 0)
