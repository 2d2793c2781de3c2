"""What a living toad needs to win, backwards from the last turn, and what that decides.

A toad who can win could win as well with more HP, fewer moves or more flies so far. So it is
enough to know, for each turn and cell, the undominated least that wins. Like the graph it walks
over, this is quick and trusted by nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.games.river_toad.scenario import Action, RiverToadScenario
from toadstone.games.river_toad.toad_space import Step, Toad, ToadSpace


class Need(NamedTuple):
    """Enough to win from a cell: HP at least, moves still to be made, flies still to be eaten."""

    hp: int
    moves: int
    flies: int


Layer = Mapping[int, list[Need]]


class Needs:
    """For each turn, 0 for the start, and each cell: what is needed to win from there."""

    def __init__(self, scenario: RiverToadScenario, budget: Budget = UNLIMITED) -> None:
        self.scenario = scenario
        self.budget = budget
        self.space = ToadSpace(scenario)
        self._limit = scenario.require.max_moves
        self._least_flies = scenario.require.min_flies or 0
        self._flies_so_far = self.space.flies_so_far()
        self.layers = self._layers()

    def _layers(self) -> list[Layer]:
        """Return the layers; those before a turn that nobody survives are left empty."""
        end = [Need(self.space.least_final_hp, 0, 0)]
        layer: Layer = {cell: self._useful(self.space.turns, end) for cell in self.space.cells}
        layers = [layer]
        for turn in range(self.space.turns, 0, -1):
            self.budget.check()
            layer = {cell: self._before(turn, cell, layer) for cell in self.space.cells}
            layers.append(layer)
            if not any(layer.values()):
                break
        layers += [{}] * (self.space.turns + 1 - len(layers))
        return layers[::-1]

    def _before(self, turn: int, cell: int, after: Layer) -> list[Need]:
        needs = [
            self._need_before(step, need)
            for step in self.space.steps(turn, cell)
            for need in after[step.cell]
        ]
        return self._useful(turn - 1, needs)

    def _need_before(self, step: Step, after: Need) -> Need:
        """Return what is needed to take a step and then have what is needed after it."""
        hp = self.space.least_hp_before(step, after.hp)
        moves = after.moves + (step.action.shift != 0) if self._limit is not None else 0
        return Need(hp, moves, min(self._least_flies, after.flies + step.fed))

    def _useful(self, turn: int, needs: Iterable[Need]) -> list[Need]:
        """Leave out what is dominated, and what nobody can have in this turn."""
        before = self._flies_so_far[turn]
        most_hp = self.scenario.toad.hp + self.scenario.flies.gain * before
        useful: list[Need] = []
        for need in sorted(set(needs), key=lambda n: (n.hp, n.moves, -n.flies)):
            if need.hp > most_hp:
                break
            if self._limit is not None and need.moves > self._limit:
                continue
            if need.flies + before < self._least_flies:
                continue
            if not any(o.moves <= need.moves and o.flies >= need.flies for o in useful):
                useful.append(need)
        return useful

    def suffice(self, turn: int, toad: Toad) -> bool:
        """Say whether a living toad can win from here."""
        limit = self._limit
        return any(
            toad.hp >= need.hp
            and (limit is None or toad.moves + need.moves <= limit)
            and toad.flies + need.flies >= self._least_flies
            for need in self.layers[turn].get(toad.cell, ())
        )

    def plan(self) -> list[Action] | None:
        """Return a winning plan, or None where there is none."""
        toad = self.space.start()
        if not self.suffice(0, toad):
            return None
        plan = []
        for turn in range(1, self.space.turns + 1):
            action, toad = next(
                (action, after)
                for action, after in self.space.successors(turn, toad)
                if self.suffice(turn, after)
            )
            plan.append(action)
        return plan

    def forced_actions(self) -> dict[int, Action]:
        """Return, for each turn in which all winning plans take the same action, that action."""
        forced = {}
        layer = [self.space.start()]
        for turn in range(1, self.space.turns + 1):
            self.budget.check()
            winning = [
                (action, after)
                for toad in layer
                for action, after in self.space.successors(turn, toad)
                if self.suffice(turn, after)
            ]
            actions = {action for action, _ in winning}
            if len(actions) == 1:
                forced[turn] = actions.pop()
            layer = self._undominated(toad for _, toad in winning)
        return forced

    def _undominated(self, toads: Iterable[Toad]) -> list[Toad]:
        """Leave out toads beside whom another in the same cell can do, and wins, all the same."""
        kept: list[Toad] = []
        for toad in sorted(
            {self._essence(toad) for toad in toads}, key=lambda t: (-t.hp, t.moves, -t.flies)
        ):
            if not any(
                o.cell == toad.cell and o.moves <= toad.moves and o.flies >= toad.flies
                for o in kept
            ):
                kept.append(toad)
        return kept

    def _essence(self, toad: Toad) -> Toad:
        """Forget what no requirement asks about."""
        moves = toad.moves if self._limit is not None else 0
        return toad._replace(moves=moves, flies=min(toad.flies, self._least_flies))
