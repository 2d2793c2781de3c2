"""Exact bounds on River Toad's model, and a plan that reaches them.

The model is correct without them; they spare its search. They are those of a table, whose arcs are
made of the model's own ways, snakes, flies and shut cells, and where moves count, one number for
each number of moves. The solver checks the plan and the bounds against every constraint of the
model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, count, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from toadstone.core.budget import Budget
from toadstone.core.question import Question, Support, named
from toadstone.engines.cp_sat.horizon import SearchStrategy
from toadstone.games.river_toad.model import RiverToadHorizon, Way
from toadstone.games.river_toad.questions import MIN_MOVES, SURVIVE
from toadstone.games.river_toad.scenario import RiverToadScenario
from toadstone.games.river_toad.table import PlainArc, Table

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


def table_of(h: RiverToadHorizon, budget: Budget) -> Table:
    """Return the table of the plans of a model, whatever the number of their moves."""
    scenario, gain = h.scenario, h.scenario.flies.gain
    shut = list(map(set, h.snake_cells))
    for turn, cell in chain(h.shut_by_visit, h.shut_by_avoid):
        shut[turn].add(cell)
    ways = [way for way in h.ways if way.action not in scenario.forbidden]

    @cache  # turns with the same shut cells and fly share their arcs
    def arcs_to(shut: frozenset[int], beside: int | None) -> list[PlainArc]:
        return [
            (
                way.source,
                way.target,
                max(1, way.cost),
                gain * (way.target == beside) - way.cost,
                0,
                int(way.action.shift != 0),
                0,
            )
            for way in ways
            if way.target not in shut
        ]

    arcs = list(map(arcs_to, map(frozenset, shut[1:]), h.fly_cell[1:]))
    start, least = (scenario.start_cell, scenario.toad.hp), scenario.require.min_final_hp
    return Table(arcs, len(h.cells) + 1, start, max(1, least or 0), budget)


class Place(NamedTuple):
    """A plan after a turn: its cell, its HP, and the most moves so far."""

    cell: int
    hp: int
    moves: int


def way_back(table: Table, end: Place, most: Callable[[int, int, int], int]) -> list[Place]:
    """Return the places of a plan that ends in a place with the most HP, from the start on.

    `most` returns the most HP after a turn in a cell with a number of moves, 0 if none.
    """
    places = [end]
    for turn, arcs in reversed([*enumerate(table.arcs)]):
        cell, hp, moves = places[-1]
        before = (
            Place(source, hp - change, moves - moved)
            for source, target, asks, change, _, moved, _ in arcs
            if target == cell and hp - change >= asks
        )
        places.append(next(p for p in before if most(turn, p.cell, p.moves) == p.hp))
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
            moves, with one more, and so on; 0 where nobody is. More moves than the last do not
            help. It ends before the last turn if no plan goes on.
    """

    def __init__(self, table: Table, limit: int, room: int) -> None:
        self.table, self.room = table, room
        to_go = table.fewest("moved")
        cell, hp = table.start
        most = min(limit, to_go[0][cell] + room)
        self.whole = most == limit
        first = np.zeros((table.places, 1), np.int64)
        first[cell] = hp
        self.layers = [(0, first)]
        for turn, arcs in enumerate(table.arcs, 1):
            fewest, before = self.layers[-1]
            columns = min(before.shape[1] + 1, most - min(to_go[turn]) - fewest + 1)
            layer = _after(arcs, before, max(0, columns))
            layer[layer < np.array(table.needs[turn])[:, np.newaxis]] = 0
            if turn % EVERY == 0 or turn == len(table.arcs):
                fewest, layer = _trim(fewest, layer)
            if not layer.size:
                break
            self.layers.append((fewest, layer))

    def points(self) -> list[Place]:
        """Return the ends that no other end is better than, by moves."""
        if len(self.layers) <= len(self.table.arcs):
            return []
        fewest, layer = self.layers[-1]
        cells, most = layer.argmax(axis=0).tolist(), layer.max(axis=0).tolist()
        ends = list(map(Place, cells, most, count(fewest)))
        return ends[:1] + [end for before, end in pairwise(ends) if end.hp > before.hp]

    def most_hp(self, turn: int, cell: int, moves: int) -> int:
        """Return the most HP after a turn in a cell with at most so many moves; 0 if none."""
        fewest, layer = self.layers[turn]
        column = min(moves - fewest, layer.shape[1] - 1)
        return int(layer[cell, column]) if column >= 0 else 0


def _after(arcs: Sequence[PlainArc], before: Numbers, columns: int) -> Numbers:
    """Return the layer after a turn, for so many numbers of moves."""
    known = np.concatenate([before, before[:, -1:]], axis=1)[:, :columns]
    after = np.zeros_like(known)
    for source, target, asks, change, _, moved, _ in arcs:
        here = known[source, : max(0, columns - moved)]
        there = after[target, moved:]
        np.maximum(there, np.where(here >= asks, here + change, 0), out=there)
    return after


def _trim(fewest: int, layer: Numbers) -> tuple[int, Numbers]:
    """Return a layer without the first columns, where nobody is, and the last, which are alike."""
    first, end = 0, layer.shape[1]
    while first < end and not layer[:, first].any():
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
        self._budget = budget
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
        self.table = table_of(self, self._budget).pruned()
        for arcs in self.table.arcs:
            kept = {arc[:2] for arc in arcs}
            yield [way for way in self.ways if (way.source, way.target) in kept]

    def add_bounds(self) -> None:
        """Add the bounds on the HP and moves of the whole plan, and find the plan to be hinted."""
        if not self.arcs[-1]:
            return  # no plan wins, and there are no arcs to say otherwise
        if self.fewest_first or self.scenario.require.max_moves is not None:
            self._aim_beyond(None)
            return
        most, factor = self.table.folded(["moved"]).most, self.turns.last + 1

        def place(turn: int, cell: int) -> Place:
            hp = -(-most[turn][cell] // factor)
            return Place(cell, hp, hp * factor - most[turn][cell])

        def most_hp(turn: int, cell: int, moves: int) -> int:
            best = place(turn, cell)
            return best.hp if best.moves <= moves else 0

        end = place(self.turns.last, most[-1].index(max(most[-1])))
        self.plan = way_back(self.table, end, most_hp)
        self._state_best("hp")

    def _aim_beyond(self, last: Mapping[str, int] | None) -> None:
        """State the best first figure of the end of the front after the last, and find its plan."""

        def is_beyond(end: Place) -> bool:
            if last is None:
                return True
            return end.hp > last["hp"] if self.fewest_first else end.moves < last["moves"]

        turns, required = self.turns.last, self.scenario.require.max_moves
        limit, room = min(turns, turns if required is None else required), turns
        fronts = self._fronts or Fronts(self.table, limit, ROOM if self.fewest_first else room)
        while not (ends := [*filter(is_beyond, fronts.points())]) and not fronts.whole:
            fronts = Fronts(self.table, limit, 2 * fronts.room)
        self._fronts, self.plan = fronts, []
        if not ends:
            self.model.add_bool_or([])  # no plan has so few moves, or is better than the last
            return
        end = ends[0] if self.fewest_first else ends[-1]
        self.plan = way_back(self.table, end, fronts.most_hp)
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
