"""River Toad as a layered graph: what a living toad can be after each turn.

This is for what walks through all plans at once, such as counting and certificates. It is quick
and trusted by nobody: plans that come from it are replayed on the simulator, certificates are
read by the checker, and counts are compared with enumeration in the tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
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


class ToadSpace:
    """All that a living toad who keeps to the requirements of each turn can become."""

    def __init__(self, scenario: RiverToadScenario) -> None:
        self.scenario = scenario
        self.turns = scenario.turns
        self._actions = [
            (action, cost)
            for action, cost in scenario.costs.items()
            if action not in scenario.forbidden
        ]
        self._steps = cache(self._compute_steps)
        self._may_overdraw = scenario.overdraft == "clamped"

    def start(self) -> Toad:
        """Return the toad before the first turn."""
        return Toad(self.scenario.start_cell, self.scenario.toad.hp, 0, 0)

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

    def steps(self, turn: int, cell: int) -> list[Step]:
        """Return the ways through a turn that the board and `require` leave, whatever the HP."""
        width = self.scenario.board.width
        spawned = turn - self.scenario.board.rows
        roll = self.scenario.rolls[spawned] if spawned >= 0 else 0
        return self._steps(cell, roll, self._closed_cells(turn), width)

    def _compute_steps(
        self, cell: int, roll: int, closed: frozenset[int], width: int
    ) -> list[Step]:
        snakes = roll if roll < 2**width else 0
        fly_cell = {2**width: 1, 2**width + 1: width}.get(roll)
        return [
            Step(action, target, cost, target == fly_cell)
            for action, cost in self._actions
            if 1 <= (target := cell + action.shift) <= width
            and not snakes >> (width - target) & 1
            and target not in closed
        ]

    def _closed_cells(self, turn: int) -> frozenset[int]:
        """Return the cells that `visit` and `avoid` close in a turn."""
        require = self.scenario.require
        if not require.visit and not require.avoid:
            return frozenset()
        closed = {c for row in require.avoid if row.turn in {None, turn} for c in row.cells}
        for row in require.visit:
            if row.turn == turn:
                closed |= set(range(1, self.scenario.board.width + 1)) - set(row.cells)
        return frozenset(closed)

    def accepts(self, toad: Toad) -> bool:
        """Say whether a toad meets the requirements that are measured at the end."""
        require = self.scenario.require
        return toad.hp >= (require.min_final_hp or 0) and toad.flies >= (require.min_flies or 0)
