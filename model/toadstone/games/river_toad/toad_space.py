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
from toadstone.games.river_toad.table import Arc, PlainArc


class Toad(NamedTuple):
    """A living toad after some turn: his cell, HP, and moves and flies so far."""

    cell: int
    hp: int
    moves: int
    flies: int


class Rest(NamedTuple):
    """Lower bounds on what the rest of a plan gives up, each taken by itself.

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

    Turns that leave the same ways share one passage.

    Attributes:
        steps: the ways from each cell.
        has_fly: whether a fly comes down that a toad can eat.
    """

    steps: Mapping[int, Sequence[Arc]]
    has_fly: bool = False

    @cached_property
    def way(self) -> Mapping[tuple[int, int], Arc]:
        """The way from a cell to another."""
        return {arc[:2]: arc for arcs in self.steps.values() for arc in arcs}

    @cached_property
    def arcs(self) -> Sequence[PlainArc]:
        """The ways from all cells."""
        return [(*arc,) for arc in self.way.values()]


class ToadSpace:
    """All that a living toad who keeps to the requirements of each turn can become.

    Attributes:
        costs: the actions that may be used, with the HP that each costs.
        actions: the same actions, by the cells that they go to the right.
        passages: for each turn, from index 1, the ways through it.
        flies_to_come: how many flies come down after each turn where they can be eaten.
    """

    def __init__(self, scenario: RiverToadScenario) -> None:
        self.scenario = scenario
        self.turns = scenario.turns
        self.cells = range(1, scenario.board.width + 1)
        costs, forbidden = scenario.costs, scenario.forbidden
        self.costs = {action: cost for action, cost in costs.items() if action not in forbidden}
        self.actions = {action.shift: action for action in self.costs}
        self._may_overdraw = scenario.overdraft == "clamped"
        self._gain = scenario.flies.gain
        closed, passage = self._closed_cells(), cache(self.passage)
        arriving = [*[0] * (scenario.board.rows - 1), *scenario.rolls][: self.turns]
        self.passages = [Passage({})]
        for turn, roll in enumerate(arriving, 1):
            self.passages.append(passage(roll, closed.get(turn, closed[None])))
        flies = (each.has_fly for each in self.passages[:0:-1])
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
        width, clamped = self.scenario.board.width, self._may_overdraw
        fly_cell = {2**width: 1, 2**width + 1: width}.get(roll)
        snakes = roll if fly_cell is None else 0
        ways = [
            (cell, target, cost)
            for cell in self.cells
            for action, cost in self.costs.items()
            if (target := cell + action.shift) in self.cells
            and not snakes >> (width - target) & 1
            and target not in closed
        ]
        has_fly = any(target == fly_cell for _, target, _ in ways)
        steps: dict[int, list[Arc]] = {cell: [] for cell in self.cells}
        for source, target, cost in ways:
            fed = target == fly_cell
            gained = self._gain * fed
            steps[source].append(
                Arc(
                    source,
                    target,
                    asks=(1 if clamped else max(1, cost)) if gained else cost + 1,
                    change=gained - cost,
                    least=gained if clamped else 0,
                    moved=int(source != target),
                    missed=has_fly - fed,
                )
            )
        return Passage(steps, has_fly)

    def start(self) -> Toad:
        """Return the toad before the first turn."""
        return Toad(self.scenario.start_cell, self.scenario.toad.hp, 0, 0)

    def successors(self, turn: int, toad: Toad) -> Iterator[tuple[Action, Toad]]:
        """Yield every way to live through a turn, counted from 1."""
        limit = self.scenario.require.max_moves
        for arc in self.passages[turn].steps[toad.cell]:
            after = self.after(turn, toad, arc)
            if after.hp >= 1 and (limit is None or after.moves <= limit):
                yield self.actions[arc.target - toad.cell], after

    def after(self, turn: int, toad: Toad, arc: Arc) -> Toad:
        """Return what a toad becomes; without HP where he cannot pay or does not survive."""
        hp, eaten = arc.number_after(toad.hp), self.passages[turn].has_fly - arc.missed
        return Toad(arc.target, hp, toad.moves + arc.moved, toad.flies + eaten)

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
                open_ways = (step for step in steps if step.target in after)
                on = (self._rest_before(turn, each, after[each.target]) for each in open_ways)
                if ways := [*stop, *on]:
                    layer[cell] = Rest(*map(min, zip(*ways, strict=True)))
            layers.append(layer)
        return layers[::-1]

    def rest_when_stopping(self, turn: int) -> Rest:
        """Return what a plan that stops after a turn goes without."""
        flies = self.flies_to_come[turn]
        return Rest(self._gain * flies, 0, flies, self.turns - turn, self.least_final_hp)

    def _rest_before(self, turn: int, step: Arc, after: Rest) -> Rest:
        """Return the rest before a step, where that step is the only way.

        The step counts for what it costs at least, whatever the toad's HP. Only a toad who is fed
        in the same turn lives through an overdraft, and then he had at least 1 HP to lose.
        """
        hp, moves, flies, turns, least_hp = after
        fed = self.passages[turn].has_fly and not step.missed
        cost = self._gain * fed - step.change
        paid = min(1, cost) if self._may_overdraw and fed else cost
        return Rest(
            hp + paid + self._gain * step.missed,
            moves + step.moved,
            flies + step.missed,
            turns,
            step.number_before(least_hp),
        )

    @property
    def least_final_hp(self) -> int:
        """The least HP of a toad who has lived through all turns as required."""
        return max(1, self.scenario.require.min_final_hp or 0)

    def accepts(self, toad: Toad) -> bool:
        """Say whether a toad meets the requirements that are measured at the end."""
        require = self.scenario.require
        return toad.hp >= (require.min_final_hp or 0) and toad.flies >= (require.min_flies or 0)
