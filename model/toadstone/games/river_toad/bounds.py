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
from itertools import chain, count, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python.cp_model import LinearExpr

from toadstone.core.budget import Budget
from toadstone.core.part import Support, named
from toadstone.core.question import Question
from toadstone.engines.cp_sat.horizon import SearchStrategy
from toadstone.games.river_toad.model import RiverToadHorizon, Way
from toadstone.games.river_toad.questions import MIN_MOVES, SURVIVE
from toadstone.games.river_toad.scenario import RiverToadScenario

SUPPORT = Support(
    {"survive": "satisfy", "max-hp": "maximise hp", "min-moves": "minimise moves"},
    named(
        "board.rows board.width toad.hp toad.start rolls rolls_file actions flies.gain "
        "require.max_moves require.min_final_hp require.forbid "
        "require.visit.turn require.visit.cells require.avoid.turn require.avoid.cells"
    ),
)
"""What the bounds are valid for; with anything else the model goes without them."""


def guided_horizon(
    scenario: RiverToadScenario, ask: tuple[Question, ...], *, bounded: bool, budget: Budget
) -> RiverToadHorizon:
    """Return the model, with bounds and a plan where they support the questions."""
    if bounded and SUPPORT.first_unstated(ask, scenario.keys_used()) is None:
        return BoundedHorizon(scenario, ask, budget=budget)
    return RiverToadHorizon(scenario, ask, budget=budget)


class Step(NamedTuple):
    """A way in a turn: the HP that it asks for, by how much HP change, and 1 if it is a move."""

    way: Way
    asks: int
    change: int
    moved: int


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
        least_hp: the least HP with which the end can be reached, whatever the moves.
        moves_to_go: the fewest moves to the end, whatever the HP.
    """

    def __init__(self, h: RiverToadHorizon) -> None:
        self.scenario, self.turns, self.width = h.scenario, h.turns, len(h.cells)
        self.start = h.scenario.start_cell
        self.shut: list[set[int]] = [{0}, *({0, *h.snake_cells(turn)} for turn in h.turns)]
        for turn, cell in chain(h.shut_by_visit(), h.shut_by_avoid()):
            self.shut[turn].add(cell)
        self.ways = [way for way in h.ways if way.action not in h.scenario.forbidden]
        self.beside = [None, *map(h.fly_cell, h.turns)]

        @cache  # turns with the same shut cells and fly share their steps
        def steps_to(shut: Container[int], beside: int | None) -> list[Step]:
            gains = {beside: h.scenario.flies.gain}
            return [
                Step(
                    way,
                    asks=max(1, way.cost),
                    change=gains.get(way.target, 0) - way.cost,
                    moved=int(way.action.shift != 0),
                )
                for way in self.ways
                if way.target not in shut
            ]

        shut = map(frozenset, self.shut[1:])
        self.steps = [[], *map(steps_to, shut, self.beside[1:])]
        self.least_hp, self.moves_to_go = self._needs()

    @cached_property
    def best(self) -> list[dict[int, tuple[int, int]]]:
        """The most HP of a plan for each turn and cell, and minus the fewest moves to have them."""
        layers = [{self.start: (self.scenario.toad.hp, 0)}]
        for turn in self.turns:
            before, after = layers[-1], dict[int, tuple[int, int]]()
            for way, asks, change, moved in self.steps[turn]:
                hp, minus_moves = before.get(way.source, NOBODY)
                if hp >= asks:
                    here = after.get(way.target, NOBODY)
                    after[way.target] = max(here, (hp + change, minus_moves - moved))
            layers.append(after)
        return layers

    def most_hp(self, turn: int, cell: int, moves: int) -> int:
        """Return the most HP after a turn in a cell; 0 if they take more moves, or none can be."""
        hp, minus_moves = self.best[turn].get(cell, NOBODY)
        return hp if -minus_moves <= moves else 0

    def _needs(self) -> tuple[Layers, Layers]:
        """Return the least HP, and the fewest moves, to reach the end; each whatever the other."""
        least = max(1, self.scenario.require.min_final_hp or 0)
        ends = [cell not in self.shut[-1] for cell in range(self.width + 1)]
        least_hp = [[least if end else CLOSED for end in ends]]
        to_go = [[0 if end else CLOSED for end in ends]]
        for turn in reversed(self.turns):
            hp_after, moves_after = least_hp[-1], to_go[-1]
            hp, moves = [CLOSED] * (self.width + 1), [CLOSED] * (self.width + 1)
            for (source, _, target, *_), asks, change, moved in self.steps[turn]:
                if source not in self.shut[turn - 1]:
                    hp[source] = min(hp[source], max(asks, hp_after[target] - change))
                    moves[source] = min(moves[source], moves_after[target] + moved)
            least_hp.append(hp)
            to_go.append(moves)
        return least_hp[::-1], to_go[::-1]


NOBODY = (0, 0)
"""The most HP, and the moves, of a cell that no plan is in."""


class Place(NamedTuple):
    """A plan after a turn: its cell, its HP, and the most moves so far."""

    cell: int
    hp: int
    moves: int


def way_back(river: River, end: Place, most: Callable[[int, int, int], int]) -> list[Place]:
    """Return the places of a plan that ends in a place with the most HP, from the start on.

    `most` returns the most HP after a turn in a cell with a number of moves, 0 if none.
    """
    places = [end]
    for turn in reversed(river.turns):
        cell, hp, moves = places[-1]
        before = (
            Place(way.source, hp - change, moves - moved)
            for way, asks, change, moved in river.steps[turn]
            if way.target == cell and hp - change >= asks
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
        rows, costs = river.width + 1, {way.action: way.cost for way in river.ways}
        actions = [*costs]
        self._costs = np.array([[cost] for cost in costs.values()] or [[0]])
        # for each target and action, the row of the source; that of a move is further down
        self._sources = np.zeros((rows, len(self._costs)), np.intp)
        for way in river.ways:
            row = way.source + (rows if way.action.shift else 0)
            self._sources[way.target, actions.index(way.action)] = row
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
        river, (rows, known) = self.river, before.shape
        columns = max(0, min(known + 1, self.most - min(river.moves_to_go[turn]) - fewest + 1))
        sources = np.full((2, rows, columns), -CLOSED)
        stayed, moved = sources
        stayed[:, :known] = before[:, :columns]
        stayed[:, known:] = before[:, -1:]
        moved[:, 1:] = stayed[:, :-1]
        ways = sources.reshape(2 * rows, columns).take(self._sources, axis=0)
        ways -= self._costs
        after: Numbers = ways.max(axis=1)
        if beside := river.beside[turn]:
            after[after < 0] = -CLOSED
            after[beside] += river.scenario.flies.gain
        after[after < self._least[turn]] = -CLOSED
        return fewest, after

    def points(self) -> list[Place]:
        """Return the ends that no other end is better than, by moves."""
        if len(self.layers) <= len(self.river.turns):
            return []
        fewest, layer = self.layers[-1]
        cells, most = layer.argmax(axis=0).tolist(), layer.max(axis=0).tolist()
        ends = list(map(Place, cells, most, count(fewest)))
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
        self, scenario: RiverToadScenario, ask: Sequence[Question], *, budget: Budget
    ) -> None:
        super().__init__(scenario, ask, budget=budget)
        self.fewest_first = next((q for q in ask if q != SURVIVE), MIN_MOVES) == MIN_MOVES
        self._fronts: Fronts | None = None
        self._better: list[int] = []
        self.plan: list[Place] = []
        self.add_bounds()
        if self.plan:
            self.preferred = {"hp": self.plan[-1].hp, "moves": self.plan[-1].moves}
            self.found_by = "the table of states"

    def open_ways(self) -> Iterator[Sequence[Way]]:
        """Yield the ways that some plan uses if moves do not matter, for each turn."""
        self.river = river = River(self)
        for turn in self.turns:
            best, least = river.best[turn - 1], river.least_hp[turn]
            yield [
                way
                for way, asks, change, _ in river.steps[turn]
                if asks <= best.get(way.source, NOBODY)[0] >= least[way.target] - change
            ]

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
            ends = self.river.best[-1].items()
            cell, (hp, minus_moves) = max(ends, key=lambda end: (end[1], -end[0]))
            end = Place(cell, hp, -minus_moves)
            self.plan = way_back(self.river, end, self.river.most_hp)
            self._state_best("hp")

    def _aim_beyond(self, last: Mapping[str, int] | None) -> None:
        """State the best first figure of the end of the front after the last, and find its plan."""

        def is_beyond(end: Place) -> bool:
            if last is None:
                return True
            return end.hp > last["hp"] if self.fewest_first else end.moves < last["moves"]

        fronts = self._fronts or Fronts(self.river, ROOM if self.fewest_first else len(self.turns))
        while not (ends := [*filter(is_beyond, fronts.points())]) and not fronts.whole:
            fronts = Fronts(self.river, 2 * fronts.room)
        self._fronts, self.plan = fronts, []
        if not ends:
            self.model.add_bool_or([])  # no plan has so few moves, or is better than the last
            return
        end = ends[0] if self.fewest_first else ends[-1]
        self.plan = way_back(self.river, end, fronts.most_hp)
        self._state_best("moves" if self.fewest_first else "hp")

    def _state_best(self, figure: str) -> None:
        """State that no plan has more HP, or fewer moves, than the one that is hinted."""
        if figure == "hp":
            self.model.add(self.hp[-1] <= self.plan[-1].hp)
        elif self.counts_moves:
            self.model.add(self.moves_after[-1] >= self.plan[-1].moves)

    def hold(self, figure: str, value: int) -> None:
        """Allow only plans with this value of a figure; state the best that they can have else."""
        super().hold(figure, value)
        other = {"hp": "moves", "moves": "hp"}.get(figure)
        if self.plan and other and value == getattr(self.plan[-1], figure):
            self._state_best(other)

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
