"""Rush Hour as one CP-SAT model: the places of all cars before the first and after every move.

The model reads the board by itself and shares no rule with the simulator.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from math import prod
from typing import Any

from ortools.sat.python.cp_model import BoolVarT, CpModel, LinearExpr

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.core.solution import Solution
from toadstone.engines.cp_sat.horizon import Horizon, SearchStrategy, Turns, ValueOf

Cell = tuple[int, int]


class Car:
    """A car by its cells: its line, and the places between the walls that its first cell can have.

    Attributes:
        cells: all cells of its row or column, in order.
        first: the place of its first cell before the first move.
        low, high: the first and the last place that it can have.
    """

    def __init__(self, letter: str, own: list[Cell], board: dict[Cell, str]) -> None:
        (x, _), (last, _) = own[0], own[-1]
        self.letter, self.length = letter, len(own)
        self.cells = sorted(cell for cell in board if cell[x != last] == own[0][x != last])
        self.first = self.low = self.high = self.cells.index(own[0])
        while self.low > 0 and board[self.cells[self.low - 1]] != "x":
            self.low -= 1
        ends = range(self.first + self.length, len(self.cells))
        self.high += next((e for e in ends if board[self.cells[e]] == "x"), len(self.cells))
        self.high -= self.first + self.length


class RushHourHorizon(Horizon[str]):
    """A number of moves, of which the last ones may be idle; `longer` allows two more.

    `reaches[t][car][c]` says that after t moves the first cell of a car is at place c or further
    on. So a car is past the cell c of its line if it reaches c + 1, and short of it if it does not
    reach c + 1 - length.

    Args:
        scenario: the scenario.
        ask: the questions.
        bounded: not used; there are no bounds.
        budget: when to stop.
        moves: the most moves.
    """

    guide = "moves"
    strategy = SearchStrategy.CONFLICTS

    def __init__(
        self,
        scenario: Any,
        ask: tuple[Question, ...] = (),
        *,
        bounded: bool = True,
        budget: Budget = UNLIMITED,
        moves: int = 4,
    ) -> None:
        self.scenario, self.ask, self.budget = scenario, ask, budget
        self.model, self.turns = CpModel(), Turns(moves, budget)
        board = {(x, y): sign for y, row in enumerate(scenario.board) for x, sign in enumerate(row)}
        letters = sorted({sign for sign in board.values() if sign.isupper()})
        self.cars = [Car(s, [at for at in board if board[at] == s], board) for s in letters]
        self.yes, self.no = self.model.new_constant(1), self.model.new_constant(0)
        self.reaches = [[self._places(car, t) for car in self.cars] for t in range(moves + 1)]
        self.moved = [
            [self.model.new_bool_var(f"{car.letter} moves[{t}]") for car in self.cars]
            for t in self.turns
        ]
        self.figures = {"moves": LinearExpr.sum([each for turn in self.moved for each in turn])}
        self._from_start_to_exit()
        for turn in self.turns:
            self._one_car_moves(turn)
            for one, other in combinations(range(len(self.cars)), 2):
                self._keep_apart(turn, one, other)

    def _places(self, car: Car, turn: int) -> dict[int, BoolVarT]:
        """Return, for each place, whether the car reaches it; outside its walls that is known."""
        places = dict.fromkeys(range(-len(car.cells), car.low + 1), self.yes)
        for c in range(car.low + 1, car.high + 1):
            places[c] = self.model.new_bool_var(f"{car.letter}[{turn}]>={c}")
            self.model.add_implication(places[c], places[c - 1])
        return places | dict.fromkeys(range(car.high + 1, 2 * len(car.cells)), self.no)

    def _from_start_to_exit(self) -> None:
        for car, places in zip(self.cars, self.reaches[0], strict=True):
            for c in range(car.low + 1, car.high + 1):
                self.model.add(places[c] == (c <= car.first))
        exit_place = len(self.cars[0].cells) - self.cars[0].length
        self.model.add(self.reaches[-1][0][exit_place] == 1)
        for places, moved in zip(self.reaches, self.moved, strict=False):
            self.model.add(sum(moved) + places[0][exit_place] <= 1)

    def _one_car_moves(self, turn: int) -> None:
        """Let one car go, or none from here on."""
        moved = self.moved[turn - 1]
        self.model.add_at_most_one(moved)
        if turn > 1:
            self.model.add(sum(moved) <= sum(self.moved[turn - 2]))
        before, after = self.reaches[turn - 1 : turn + 1]
        for car, was, now, goes in zip(self.cars, before, after, moved, strict=True):
            changes = []
            for c in range(car.low + 1, car.high + 1):
                changed = self.model.new_bool_var(f"{car.letter}[{turn}] crosses {c}")
                self.model.add_bool_xor(was[c], now[c], changed.negated())
                self.model.add_implication(changed, goes)
                changes.append(changed)
            self.model.add_bool_or(*changes, goes.negated())

    def _keep_apart(self, turn: int, one: int, other: int) -> None:
        """Keep two cars from being in a cell at once, and from passing each other."""
        a, b = self.cars[one], self.cars[other]
        both = set(a.cells) & set(b.cells)
        if len(both) > 1:
            if a.first > b.first:
                (a, one), (b, other) = (b, other), (a, one)
            for c in range(a.low, a.high + 1):
                reaches = self.reaches[turn]
                self.model.add_implication(reaches[one][c], reaches[other][c + a.length])
        for cell in both if len(both) == 1 else ():
            for car, number, near, crossed in ((a, one, b, other), (b, other, a, one)):
                past, short = self._beside(turn, number, car.cells.index(cell))
                clear = self._beside(turn, crossed, near.cells.index(cell))
                was_past, was_short = self._beside(turn - 1, number, car.cells.index(cell))
                self.model.add_bool_or(past, short, *clear)
                self.model.add_bool_or(was_past.negated(), past, *clear)
                self.model.add_bool_or(was_short.negated(), short, *clear)

    def _beside(self, turn: int, car: int, c: int) -> tuple[BoolVarT, BoolVarT]:
        """Return whether a car is past a cell of its line, and whether it is short of it."""
        places = self.reaches[turn][car]
        return places[c + 1], places[c + 1 - self.cars[car].length].negated()

    def longer(self) -> RushHourHorizon | None:
        """Return a horizon of two more moves; None where all positions could come up in this."""
        moves = len(self.turns)
        if moves >= prod(car.high - car.low + 1 for car in self.cars):
            return None
        options = {"budget": self.budget, "moves": moves + 2}
        longer = RushHourHorizon(self.scenario, self.ask, **options)
        longer.model.add(longer.figures["moves"] > moves)
        return longer

    def read(self, value_of: ValueOf) -> Solution[str]:
        """Return the plan, and where every car is after each move."""
        at = [
            [sum(value_of(places[c]) for c in range(1, car.high + 1)) for car, places in pairs]
            for pairs in (list(zip(self.cars, turn, strict=True)) for turn in self.reaches)
        ]
        steps = [
            f"{car.letter}{after[n] - before[n]:+}"
            for before, after in pairwise(at)
            for n, car in enumerate(self.cars)
            if before[n] != after[n]
        ]
        seen = tuple({"moves": number} for number in range(1, len(steps) + 1))
        return Solution(self.scenario, tuple(steps), seen, {"moves": len(steps)})
