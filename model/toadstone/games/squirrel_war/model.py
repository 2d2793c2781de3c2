"""Squirrel War as one CP-SAT model of the whole game.

Each unit below adds the constraints of one rule; `UNITS` lists them. Both sides' moves are free,
unless one side is greedy: then a constraint says what it takes in each of its plies. This module
states the rules again and does not use the simulator.
"""

from __future__ import annotations

from collections.abc import Callable

from ortools.sat.python.cp_model import BoolVarT, CpModel, IntVar, LinearExpr, LinearExprT

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.solution import Solution
from toadstone.engines.cp_sat.horizon import Horizon, SearchStrategy, Turns, ValueOf
from toadstone.games.squirrel_war.scenario import (
    SIDES,
    Cell,
    Side,
    SquirrelWarScenario,
    neighbours,
    other,
)


class SquirrelWarHorizon(Horizon[Cell]):
    """The variables of the whole game; index 0 is the board before the first ply.

    Attributes:
        greedy: the side that plays greedily, if one does.
        free: the cells that nobody holds at the start, as one reads.
        holds: for each ply, for each side, for each cell, whether the side holds it after the ply.
        takes: for each ply from 1, for each free cell, whether it is taken in that ply.
        reaches: for each ply from 1, for each free cell, whether it is beside a piece of the side
            that moves.
        raids: for each ply from 1, for each free cell, whether it is taken by a raid.
    """

    guide = "margin"
    strategy = SearchStrategy.CONFLICTS

    def __init__(
        self,
        scenario: SquirrelWarScenario,
        *,
        greedy: Side | None = None,
        budget: Budget = UNLIMITED,
    ) -> None:
        self.scenario = scenario
        self.greedy = greedy
        self.model = CpModel()
        self.cells = scenario.cells
        self.free = scenario.empty_cells
        self.turns = Turns(len(self.free), budget)
        self.neighbours = {cell: tuple(neighbours(self.cells, cell)) for cell in self.cells}
        self._make_variables()
        for unit in UNITS:
            unit(self)
        values = [scenario.value(cell) for cell in self.cells]
        x, o = (
            LinearExpr.weighted_sum(list(self.holds[-1][side].values()), values) for side in SIDES
        )
        self.figures = {"margin": x - o, "points_x": x, "points_o": o}

    def _make_variables(self) -> None:
        self.holds = [
            {side: self.new_cells(side, turn, self.cells) for side in SIDES}
            for turn in range(len(self.turns) + 1)
        ]
        self.takes, self.reaches, self.raids = map(self._new_choices, ("takes", "reaches", "raids"))

    def _new_choices(self, name: str) -> list[dict[Cell, IntVar]]:
        return [{}, *(self.new_cells(name, turn, self.free) for turn in self.turns)]

    def mover(self, turn: int) -> Side:
        """Return the side that moves in a ply, counted from 1."""
        return self.scenario.turn if turn % 2 == 1 else other(self.scenario.turn)

    def is_conquered(self, turn: int, cell: Cell) -> LinearExpr:
        """Return 1 where a raid of this ply is beside a cell; there is only one raid a ply."""
        raids = self.raids[turn]
        return LinearExpr.sum([raids[c] for c in self.neighbours[cell] if c in self.free])

    def is_taken(self, turn: int, cell: Cell) -> LinearExpr:
        """Return 1 where a free cell is held after a ply."""
        return LinearExpr.sum([takes[cell] for takes in self.takes[1 : turn + 1]])

    def read(self, value_of: ValueOf) -> Solution[Cell]:
        """Read the game, and who holds every cell after each ply."""
        moves = tuple(
            cell for takes in self.takes[1:] for cell in self.free if value_of(takes[cell])
        )
        observations = tuple(
            {
                str(cell): value_of(holds["X"][cell]) + 2 * value_of(holds["O"][cell])
                for cell in self.cells
            }
            for holds in self.holds[1:]
        )
        figures = {name: value_of(figure) for name, figure in self.figures.items()}
        return Solution(self.scenario, moves, observations, figures)


Unit = Callable[[SquirrelWarHorizon], None]


def start(h: SquirrelWarHorizon) -> None:
    """Before the first ply the board is that of the scenario."""
    for side in SIDES:
        for cell in h.cells:
            h.model.add(h.holds[0][side][cell] == (h.scenario.held(cell) == side))


def one_cell_a_ply(h: SquirrelWarHorizon) -> None:
    """One cell is taken in every ply."""
    for turn in h.turns:
        h.model.add_exactly_one(h.takes[turn].values())


def never_again(h: SquirrelWarHorizon) -> None:
    """Let a side take a cell only if no side holds it."""
    for cell in h.free:
        h.model.add_exactly_one([h.takes[turn][cell] for turn in h.turns])


def reach(h: SquirrelWarHorizon) -> None:
    """Let a side raid the cells beside its pieces, and no others."""
    for turn in h.turns:
        own = h.holds[turn - 1][h.mover(turn)]
        for cell in h.free:
            pieces: list[LinearExprT] = [own[c] for c in h.neighbours[cell]]
            h.model.add_max_equality(h.reaches[turn][cell], pieces or [0])


def raid_or_sneak(h: SquirrelWarHorizon) -> None:
    """Make a move a raid if and only if its cell can be raided."""
    for turn in h.turns:
        for cell in h.free:
            taken, reached = h.takes[turn][cell], h.reaches[turn][cell]
            raid = h.raids[turn][cell]
            h.model.add_implication(raid, taken)
            h.model.add_implication(raid, reached)
            h.model.add_bool_or([raid, taken.negated(), reached.negated()])


def capture(h: SquirrelWarHorizon) -> None:
    """Give the side to move the cell that it takes and those that it conquers; it keeps its own."""
    for turn in h.turns:
        side = h.mover(turn)
        own, enemy = h.holds[turn - 1][side], h.holds[turn - 1][other(side)]
        for cell in h.cells:
            now, conquered = h.holds[turn][side][cell], h.is_conquered(turn, cell)
            taken = h.takes[turn].get(cell, 0)
            h.model.add(now >= own[cell])
            h.model.add(now >= taken)
            h.model.add(now >= conquered + enemy[cell] - 1)
            h.model.add(now <= own[cell] + taken + conquered)
            h.model.add(now <= own[cell] + taken + enemy[cell])


def loss(h: SquirrelWarHorizon) -> None:
    """Let the other side keep its cells that are not conquered, and get none."""
    for turn in h.turns:
        enemy = other(h.mover(turn))
        for cell in h.cells:
            before, now = h.holds[turn - 1][enemy][cell], h.holds[turn][enemy][cell]
            conquered = h.is_conquered(turn, cell)
            h.model.add(now <= before)
            h.model.add(now <= 1 - conquered)
            h.model.add(now >= before - conquered)


def greed(h: SquirrelWarHorizon) -> None:
    """Let the greedy side take the cell that gains most at once, of several the first.

    A sneak gains the value of the cell; a raid also takes its conquests from the other side,
    which counts twice. Each cell has a rank in which no two are equal: by gain, then by place.
    """
    for turn in h.turns:
        if h.mover(turn) != h.greedy:
            continue
        all_values = sum(abs(h.scenario.value(cell)) for cell in h.cells)
        largest = len(h.free) * (2 * all_values + 1)  # a place is less than len(h.free)
        best = h.model.new_int_var(-largest, largest, f"best[{turn}]")
        for place, cell in enumerate(h.free):
            rank = len(h.free) * _gain(h, turn, cell) - place
            free = h.model.new_bool_var(f"free[{turn},{cell}]")
            h.model.add(free == 1 - h.is_taken(turn - 1, cell))
            h.model.add(best >= rank).only_enforce_if(free)
            h.model.add(best == rank).only_enforce_if(h.takes[turn][cell])


def _gain(h: SquirrelWarHorizon, turn: int, cell: Cell) -> LinearExpr:
    """Return the immediate gain of the greedy side by taking a cell."""
    falling: list[BoolVarT] = []
    enemy = h.holds[turn - 1][other(h.mover(turn))]
    for neighbour in h.neighbours[cell]:
        falls = h.model.new_bool_var(f"falls[{turn},{cell},{neighbour}]")
        h.model.add_min_equality(falls, [h.reaches[turn][cell], enemy[neighbour]])
        falling.append(falls)
    values = [2 * h.scenario.value(neighbour) for neighbour in h.neighbours[cell]]
    return LinearExpr.weighted_sum(falling, values) + h.scenario.value(cell)


UNITS: tuple[Unit, ...] = (
    start,
    one_cell_a_ply,
    never_again,
    reach,
    raid_or_sneak,
    capture,
    loss,
    greed,
)
