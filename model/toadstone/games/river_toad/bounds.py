"""Exact bounds on River Toad's model, and a plan that reaches them.

The model is correct without them; they spare its search. They are made of the model's own ways,
snakes, flies and shut cells. Of two toads in the same cell after the same turn, one with as many HP
and no more moves can do all that the other can. So one number for each turn and cell, or one for
each number of moves, says which plans there are. The solver checks the plan and the bounds against
every constraint of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python.cp_model import LinearExpr

from toadstone.core.budget import Budget
from toadstone.core.part import Support
from toadstone.core.question import Question
from toadstone.engines.cp_sat.horizon import SearchStrategy
from toadstone.games.river_toad.model import RiverToadHorizon, Unit, Way
from toadstone.games.river_toad.questions import KEYS, MIN_MOVES, SURVIVE
from toadstone.games.river_toad.scenario import RiverToadScenario

SUPPORT = Support(
    {"survive": "satisfy", "max-hp": "maximise hp", "min-moves": "minimise moves"},
    KEYS - {"overdraft", "require.min_flies"},
)
"""What the bounds are valid for; with anything else the model goes without them."""


def guided_horizon(
    scenario: RiverToadScenario, ask: tuple[Question, ...], *, bounded: bool, budget: Budget
) -> RiverToadHorizon:
    """Return the model, with bounds and a plan where they support the questions."""
    if bounded and SUPPORT.first_unstated(ask, scenario.keys_used()) is None:
        return BoundedHorizon(scenario, ask, budget=budget)
    return HintedHorizon(scenario, ask, budget=budget)


class HintedHorizon(RiverToadHorizon):
    """The model, which tries the empty plan first where any number of turns will do."""

    def set_objective(self, question: Question) -> None:
        """Set the question as the objective, and give the hint if there is none yet.

        The hint is a toad that survives no turn, and whose HP stay the same.
        """
        super().set_objective(question)
        if not self.must_win and not self.model.proto.solution_hint.vars:
            hp = [variable.index for variable in (*self.hp, *self.hp_after_action)]
            start = self.position[0][self.scenario.start_cell].index
            self.hint_all(dict.fromkeys(hp, self.scenario.toad.hp) | {start: 1})


class Step(NamedTuple):
    """A way in a turn, with the HP that it asks for, costs and gains, and 1 if it is a move."""

    way: Way
    source: int
    target: int
    asks: int
    cost: int
    gain: int
    moves: int


Layers = list[list[int]]
"""A number for each turn from 0, and each cell; place 0 of a turn stands for no cell."""

CLOSED = 1 << 60
"""More HP, and more moves, than any plan has: what a cell needs that cannot go on."""


class River:
    """The steps that are possible in each turn, and the numbers that bound all plans.

    Attributes:
        scenario: the scenario.
        turns: all the turns.
        shut: for each turn, the cells that no plan is in after it.
        ways: the ways that are not forbidden.
        beside: for each turn, the cell beside which a fly comes down.
        steps: the steps of each turn that lead to no shut cell; none in turn 0.
    """

    def __init__(self, h: RiverToadHorizon) -> None:
        self.scenario, self.turns, self.width = h.scenario, h.turns, len(h.cells)
        self.start = h.scenario.start_cell
        self.shut: list[set[int]] = [{0}, *({0, *h.snake_cells(turn)} for turn in h.turns)]
        for turn, cell in chain(h.shut_by_visit(), h.shut_by_avoid()):
            self.shut[turn].add(cell)
        self.ways = [way for way in h.ways if way.action not in h.scenario.forbidden]
        self.beside = [None, *map(h.fly_cell, h.turns)]
        steps_to = cache(self._steps_to)  # turns with the same shut cells and fly share theirs
        self.steps = [[], *(steps_to(frozenset(self.shut[t]), self.beside[t]) for t in h.turns)]

    def _steps_to(self, shut: Container[int], beside: int | None) -> list[Step]:
        return [
            Step(
                way,
                way.source,
                way.target,
                asks=max(1, way.cost),
                cost=way.cost,
                gain=self.scenario.flies.gain if way.target == beside else 0,
                moves=int(way.action.shift != 0),
            )
            for way in self.ways
            if way.target not in shut
        ]

    @cached_property
    def most_hp(self) -> Layers:
        """The most HP that a plan can have, from the start on; 0 where none can be."""
        layer = [0] * (self.width + 1)
        layer[self.start] = self.scenario.toad.hp
        layers = [layer]
        for turn in self.turns:
            before, layer = layer, [0] * (self.width + 1)
            for _, source, target, asks, cost, gain, _ in self.steps[turn]:
                if (hp := before[source]) >= asks and hp - cost + gain > layer[target]:
                    layer[target] = hp - cost + gain
            layers.append(layer)
        return layers

    @cached_property
    def fewest_moves(self) -> Layers:
        """The fewest moves of the plans with the most HP, from the start on."""
        layer = [0] * (self.width + 1)
        layers = [layer]
        for turn in self.turns:
            before, layer = layer, [CLOSED] * (self.width + 1)
            had, most = self.most_hp[turn - 1], self.most_hp[turn]
            for _, source, target, asks, cost, gain, moves in self.steps[turn]:
                if asks <= had[source] == most[target] - gain + cost:
                    layer[target] = min(layer[target], before[source] + moves)
            layers.append(layer)
        return layers

    @cached_property
    def least_hp(self) -> Layers:
        """The least HP with which the end can be reached, whatever the moves, from the end back."""
        least = max(1, self.scenario.require.min_final_hp or 0)
        layer = [CLOSED if cell in self.shut[-1] else least for cell in range(self.width + 1)]
        layers = [layer]
        for turn in reversed(self.turns):
            after, layer = layer, [CLOSED] * (self.width + 1)
            for _, source, target, asks, cost, gain, _ in self.steps[turn]:
                if (hp := max(asks, after[target] + cost - gain)) < layer[source]:
                    layer[source] = hp
            for cell in self.shut[turn - 1]:
                layer[cell] = CLOSED
            layers.append(layer)
        return layers[::-1]

    @cached_property
    def moves_to_go(self) -> Layers:
        """The fewest moves to the end, whatever the HP, from the end back."""
        layer = [0] * (self.width + 1)
        layers = [layer]
        for turn in reversed(self.turns):
            after, layer = layer, [CLOSED] * (self.width + 1)
            for step in self.steps[turn]:
                layer[step.source] = min(layer[step.source], after[step.target] + step.moves)
            layers.append(layer)
        return layers[::-1]

    def open_ways(self, turn: int) -> list[Way]:
        """Return the ways of a turn that some plan uses, if moves do not matter."""
        most, least = self.most_hp[turn - 1], self.least_hp[turn]
        return [
            way
            for way, source, target, asks, cost, gain, _ in self.steps[turn]
            if asks <= most[source] >= least[target] + cost - gain
        ]


class Place(NamedTuple):
    """A plan after a turn: its cell, its HP, and the most moves so far."""

    cell: int
    hp: int
    moves: int


def way_back(river: River, end: Place, most: Callable[[int, int, int], int]) -> list[Place]:
    """Return the places of a plan that ends in a place, from the start on.

    Args:
        river: the steps.
        end: a place with the most HP.
        most: returns the most HP after a turn in a cell with a number of moves, 0 if none.
    """
    places = [end]
    for turn in reversed(river.turns):
        cell, hp, moves = places[-1]
        before = (
            Place(step.source, hp - step.gain + step.cost, moves - step.moves)
            for step in river.steps[turn]
            if step.target == cell and hp - step.gain >= step.asks - step.cost
        )
        places.append(next(p for p in before if most(turn - 1, p.cell, p.moves) == p.hp))
    return places[::-1]


Numbers = NDArray[np.int64]

ROOM = 64
"""So many more moves than HP out of account allow are tried first, then twice as many."""

EVERY = 8
"""Turns from one look for columns in which nothing changes to the next."""


class Fronts:
    """The most HP for each turn, cell and number of moves, up to a number of moves in all.

    Attributes:
        whole: whether more moves in all would allow no more HP, or no more are allowed.
        layers: for each turn, its fewest moves, and for each cell the most HP with at most so many
            moves, with one more, and so on; more moves than the last do not help. It ends before
            the last turn if no plan goes on.
    """

    def __init__(self, river: River, room: int) -> None:
        self.river, self.room, ends = river, room, len(river.turns)
        required = river.scenario.require.max_moves
        limit = ends if required is None else min(required, ends)
        self.most = min(limit, river.moves_to_go[0][river.start] + room)
        self.whole = self.most == limit
        self._least = np.array(river.least_hp)[:, :, np.newaxis]
        rows = river.width + 1
        kinds = [*{(way.action.shift, way.cost) for way in river.ways}]
        self._costs = np.array([[cost] for _, cost in kinds] or [[0]])
        # for each target and kind of way, the row of the source; that of a move is further down
        self._sources = np.zeros((rows, len(self._costs)), np.intp)
        for way in river.ways:
            row = way.source + (rows if way.action.shift else 0)
            self._sources[way.target, kinds.index((way.action.shift, way.cost))] = row
        first = np.full((rows, 1), -CLOSED)
        first[river.start] = river.scenario.toad.hp
        self.layers = [(0, first)]
        for turn in river.turns:
            fewest, layer = self._after(turn, *self.layers[-1])
            if turn % EVERY == 0 or turn == ends:
                fewest, layer = _trim(fewest, layer)
            if not layer.size:
                break
            self.layers.append((fewest, layer))

    def _after(self, turn: int, fewest: int, before: Numbers) -> tuple[int, Numbers]:
        """Return the layer after a turn."""
        rows, known = before.shape
        columns = max(0, min(known + 1, self.most - min(self.river.moves_to_go[turn]) - fewest + 1))
        sources = np.full((2, rows, columns), -CLOSED)
        stayed, moved = sources
        stayed[:, :known] = before[:, :columns]
        stayed[:, known:] = before[:, -1:]
        moved[:, 1:] = stayed[:, :-1]
        ways = sources.reshape(2 * rows, columns).take(self._sources, axis=0)
        ways -= self._costs
        after: Numbers = ways.max(axis=1)
        if beside := self.river.beside[turn]:
            after[after < 0] = -CLOSED
            after[beside] += self.river.scenario.flies.gain
        after[after < self._least[turn]] = -CLOSED
        return fewest, after

    def points(self) -> list[Place]:
        """Return the ends that no other end is better than, by moves."""
        if len(self.layers) <= len(self.river.turns):
            return []
        fewest, layer = self.layers[-1]
        cells, most = layer.argmax(axis=0).tolist(), layer.max(axis=0).tolist()
        ends = [
            Place(*end, fewest + more) for more, end in enumerate(zip(cells, most, strict=True))
        ]
        return ends[:1] + [end for before, end in pairwise(ends) if end.hp > before.hp]

    def most_hp(self, turn: int, cell: int, moves: int) -> int:
        """Return the most HP after a turn in a cell with at most so many moves; 0 if none."""
        fewest, layer = self.layers[turn]
        column = min(moves - fewest, layer.shape[1] - 1)
        return max(0, int(layer[cell, column])) if column >= 0 else 0


def _trim(fewest: int, layer: Numbers) -> tuple[int, Numbers]:
    """Return a layer without the first columns, where nobody is, and the last, which are alike."""
    first, end = 0, layer.shape[1]
    while first < end and (layer[:, first] < 0).all():
        first += 1
    while end - first > 1 and (layer[:, end - 1] == layer[:, end - 2]).all():
        end -= 1
    return fewest + first, layer[:, first:end]


class BoundedHorizon(RiverToadHorizon):
    """The model with an arc only where a plan can go, bounds on its end, and a plan that is hinted.

    The plan has the best figures: those of the first question, then the fewest moves, the most HP.
    """

    strategy = SearchStrategy.AS_STATED

    def __init__(
        self,
        scenario: RiverToadScenario,
        ask: Sequence[Question] = (),
        *,
        units: Sequence[Unit] | None = None,
        budget: Budget,
    ) -> None:
        super().__init__(scenario, ask, units=units, budget=budget)
        self.fewest_first = next((q for q in ask if q != SURVIVE), MIN_MOVES) == MIN_MOVES
        self._fronts: Fronts | None = None
        self._better: list[int] = []
        self.plan: list[Place] = []
        self.add_bounds()
        if self.plan:
            self.preferred = {"hp": self.plan[-1].hp, "moves": self.plan[-1].moves}

    def open_ways(self) -> Iterator[Sequence[Way]]:
        """Yield the ways that some plan uses, for each turn."""
        self.river = River(self)
        yield from map(self.river.open_ways, self.turns)

    def as_variable(self, cost: LinearExpr, name: str) -> LinearExpr:
        """Return the cost itself: there is no relaxation that a variable would help."""
        return cost

    def add_bounds(self) -> None:
        """Add the bounds on the HP and moves of the whole plan, and find the plan to be hinted."""
        if not self.arcs[-1]:
            return  # no plan wins, and there are no arcs to say otherwise
        if self.fewest_first or self.scenario.require.max_moves is not None:
            self._aim_beyond(None)
        else:
            self._aim_at_most_hp()

    def _aim_at_most_hp(self) -> None:
        """State the most HP, and find a plan that has them with the fewest moves."""
        most, fewest = self.river.most_hp, self.river.fewest_moves
        hp = max(most[-1])
        moves, cell = min((fewest[-1][c], c) for c, its in enumerate(most[-1]) if its == hp)
        self.model.add(self.hp[-1] <= hp)
        self.plan = way_back(
            self.river,
            Place(cell, hp, moves),
            lambda turn, cell, moves: most[turn][cell] if fewest[turn][cell] <= moves else 0,
        )

    def _aim_beyond(self, last: Mapping[str, int] | None) -> None:
        """State the best first figure of the next end of the front, and find its plan.

        Args:
            last: the figures of the end before it; None for the first.
        """
        fronts = self._fronts or Fronts(self.river, ROOM if self.fewest_first else len(self.turns))
        while not (ends := self._ends_beyond(last, fronts.points())) and not fronts.whole:
            fronts = Fronts(self.river, 2 * fronts.room)
        self._fronts, self.plan = fronts, []
        if not ends:
            self.model.add_bool_or([])  # no plan has so few moves, or is better than the last
            return
        end = ends[0] if self.fewest_first else ends[-1]
        self.plan = way_back(self.river, end, fronts.most_hp)
        if not self.fewest_first:
            self.model.add(self.hp[-1] <= end.hp)
        elif self.counts_moves:
            self.model.add(self.moves_after[-1] >= end.moves)

    def _ends_beyond(self, last: Mapping[str, int] | None, points: list[Place]) -> list[Place]:
        """Return the ends of the front that are better for the second question than the last."""
        if last is None:
            return points
        if self.fewest_first:
            return [end for end in points if end.hp > last["hp"]]
        return [end for end in points if end.moves < last["moves"]]

    def hold(self, figure: str, value: int) -> None:
        """Allow only plans with this value of a figure; state the best that they can have else."""
        super().hold(figure, value)
        if self.plan and figure == "moves" and value == self.plan[-1].moves:
            self.model.add(self.hp[-1] <= self.plan[-1].hp)
        elif self.plan and figure == "hp" and value == self.plan[-1].hp and self.counts_moves:
            self.model.add(self.moves_after[-1] >= self.plan[-1].moves)

    def leave_open(self, ask: Sequence[Question], point: Mapping[str, int]) -> None:
        """Ask every later plan to be better than this point in the second question."""
        first = len(self.model.proto.variables)
        super().leave_open(ask, point)
        self._better += range(first, len(self.model.proto.variables))
        self._aim_beyond(point)

    def set_objective(self, question: Question) -> None:
        """Set the question as the objective, and hint the plan if there is no hint yet.

        Every variable gets a value, so that there is nothing to search.
        """
        super().set_objective(question)
        if not self.plan or self.model.proto.solution_hint.vars:
            return
        values = dict.fromkeys(self._better, 1)
        values |= {self.position[0][self.plan[0].cell].index: 1, self.hp[0].index: self.plan[0].hp}
        for turn, (before, after) in enumerate(pairwise(self.plan), 1):
            way, chosen = next(
                (way, chosen)
                for way, chosen in self.arcs[turn]
                if way.source == before.cell and way.target == after.cell
            )
            values |= {chosen.index: 1, self.position[turn][after.cell].index: 1}
            values[self.hp_after_action[turn].index] = before.hp - way.cost
            values[self.hp[turn].index] = after.hp
            if self.counts_moves:
                values[self.moves_after[turn].index] = after.moves
        self.hint_all(values)
