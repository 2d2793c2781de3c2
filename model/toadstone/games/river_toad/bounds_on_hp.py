"""Bounds on HP for each turn and cell, from a relaxation of the game.

A relaxation drops rules, so every legal plan stays legal in it and its bounds hold for every plan.
It is made of the model's own arcs, snakes, flies and shut cells, and of no other statement of them.

Arrays have a row for each turn, from 0, and a column for each cell, from 0 at the left.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from toadstone.core.budget import Budget
from toadstone.games.river_toad.model import RiverToadHorizon
from toadstone.games.river_toad.scenario import RiverToadScenario

Numbers = NDArray[Any]
"""Whole numbers of 64 bits, or Python integers if those may be too small."""

CLOSED = 1 << 60
"""More HP than any plan has: the HP needed in a cell that cannot go on. Negative: not reached."""


class Steps:
    """The arcs of a turn that lead to no shut cell, by target; `stay` first, then by cost.

    Args:
        h: the model.
        turn: the turn.
        shut: the cells that the toad cannot be in after it.

    Attributes:
        source, target, cost, gain, moves: for each step its two cells, its cost, the HP from
            flies, and 1 if it is a move.
        net: the HP that each step adds, flies and cost together.
        targets: the cells that can be reached, in their order.
    """

    def __init__(self, h: RiverToadHorizon, turn: int, shut: Container[int]) -> None:
        costs, fed = h.scenario.costs, {h.fly_cell(turn): h.scenario.flies.gain}
        steps = [
            (a.source - 1, a.target - 1, costs[a.action], fed.get(a.target, 0), a.action.shift != 0)
            for a in h.arcs[turn]
            if a.target not in shut and a.action not in h.scenario.forbidden
        ]
        steps.sort(key=lambda step: (step[1], step[4], step[2]))
        columns = np.array(steps, np.int64).reshape(len(steps), 5)
        self.source, self.target, self.cost, self.gain, self.moves = columns.T.copy()
        self.net = self.gain - self.cost
        self.targets, self._first_to = np.unique(self.target, return_index=True)

    def __len__(self) -> int:
        return len(self.target)

    def least_to(self, values: Numbers) -> Numbers:
        """Return for each target the least value of its steps."""
        return np.minimum.reduceat(values, self._first_to)

    def most_to(self, values: Numbers) -> Numbers:
        """Return for each target the largest value of its steps."""
        return np.maximum.reduceat(values, self._first_to)


@dataclass(frozen=True)
class River:
    """The relaxed game: the steps that are possible in each turn, from turn 1.

    Attributes:
        scenario: the scenario.
        steps: the steps of each turn, from turn 1 on.
        budget: when to stop.
    """

    scenario: RiverToadScenario
    steps: Sequence[Steps]
    budget: Budget

    @classmethod
    def of(cls, h: RiverToadHorizon) -> River:
        """Return the river of a model; turns with the same shut cells and fly share their steps."""
        shut: list[set[int]] = [set(), *(set(h.snake_cells(turn)) for turn in h.turns)]
        for turn, cell in chain(h.shut_by_visit(), h.shut_by_avoid()):
            shut[turn].add(cell)
        known: dict[tuple[frozenset[int], int | None], Steps] = {}
        steps = []
        for turn in h.turns:
            key = frozenset(shut[turn]), h.fly_cell(turn)
            if key not in known:
                known[key] = Steps(h, turn, shut[turn])
            steps.append(known[key])
        return cls(h.scenario, steps, h.budget)

    @property
    def turns(self) -> range:
        """All the turns."""
        return range(1, self.scenario.turns + 1)

    @property
    def start(self) -> int:
        """The column of the starting cell."""
        return self.scenario.start_cell - 1

    def layers(self, value: int) -> Numbers:
        """Return an array for each turn and cell with this value everywhere."""
        return np.full((len(self.turns) + 1, self.scenario.board.width), value)


def most_hp(river: River) -> Numbers:
    """Return an upper bound on HP for each turn and cell.

    Ignores the rule that an action must be affordable when it is taken; more HP never hurts, so
    the bound is valid. Cells that cannot be reached alive have a value below 1.
    """
    layers = river.layers(-CLOSED)
    layers[0, river.start] = river.scenario.toad.hp
    for turn in river.budget.each(river.turns):
        steps = river.steps[turn - 1]
        if len(steps):
            before = layers[turn - 1, steps.source]
            after = np.where(before >= 1, before + steps.net, -CLOSED)
            layers[turn, steps.targets] = steps.most_to(after)
    return layers


def least_hp(river: River) -> Numbers:
    """Return, for each turn and cell, a lower bound on the HP needed to reach the end.

    Ignores all limits on moves; more HP never hurts, so the bound is valid. A cell from which no
    plan survives has `CLOSED`.
    """
    layers = river.layers(CLOSED)
    layers[-1] = max(1, river.scenario.require.min_final_hp or 0)
    for turn in river.budget.each(reversed(river.turns)):
        steps = river.steps[turn - 1]
        after = layers[turn, steps.target]
        before = np.maximum(1, steps.cost + np.maximum(0, after - steps.gain))
        needed = np.where(after < CLOSED, before, CLOSED)
        np.minimum.at(layers[turn - 1], steps.source, needed)
    return layers


class Place(NamedTuple):
    """Where a plan is after a turn: its column, its moves so far, and its HP."""

    column: int
    moves: int
    hp: int


Room = Callable[[int, Numbers, Numbers, Numbers], Numbers]
"""The slack of places (turn, columns, moves, HP) to their bounds; negative if they violate one."""


def way_back(river: River, end: Place, room: Room) -> list[int]:
    """Return the columns of a way from the end to the start, at each step with the most slack.

    The way uses only the bounds, so it need not be a plan; it is a hint for the search. It
    backtracks from dead ends. After one more of them than there are turns, it stops where it is.
    """
    way, nowhere = [end], set[tuple[int, Place]]()
    while len(way) <= len(river.turns) and len(nowhere) <= len(river.turns):
        turn = len(river.turns) - len(way)
        before = _places_before(way[-1], river.steps[turn], turn, room)
        onwards = next((place for place in before if (turn, place) not in nowhere), None)
        if onwards is not None:
            way.append(onwards)
        elif len(way) > 1:
            nowhere.add((turn + 1, way.pop()))
        else:
            break
    return [place.column for place in way]


def _places_before(place: Place, steps: Steps, turn: int, room: Room) -> Iterator[Place]:
    """Yield the places before a step to this place that satisfy the bounds; most slack first."""
    came = np.flatnonzero(steps.target == place.column)
    columns, moves = steps.source[came], place.moves - steps.moves[came]
    hp = place.hp - steps.net[came]
    rooms = np.where(hp < steps.cost[came], -CLOSED, room(turn, columns, moves, hp))
    for best in (-rooms).argsort(kind="stable").tolist():
        if rooms[best] >= 0:
            yield Place(int(columns[best]), int(moves[best]), int(hp[best]))


def richest_end(most: Numbers) -> Place:
    """Return the place after the last turn with the highest bound on HP."""
    return Place(int(most[-1].argmax()), 0, int(most[-1].max()))


def room_below(most: Numbers) -> Room:
    """Return the slack to the bound on HP."""
    return lambda turn, columns, _, hp: most[turn, columns] - hp
