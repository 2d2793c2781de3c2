"""Toads and Frogs as one CP-SAT model of a whole game. The model chooses the moves of both sides.

Each unit below adds the constraints of one rule; `UNITS` lists them. The horizon is an upper bound
on the plies of a game. After the end of the game, the rows do not change. This module states the
rules again and does not use the simulator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ortools.sat.python.cp_model import BoolVarT, CpModel, IntVar, LinearExpr, LinearExprT

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.core.solution import Solution
from toadstone.engines.cp_sat.horizon import Horizon, SearchStrategy, Turns, ValueOf
from toadstone.games.toads_and_frogs.scenario import (
    FROG,
    GAP,
    TOAD,
    Move,
    Side,
    ToadsAndFrogsScenario,
)

Cell = tuple[int, int]
"""A row and a cell in it, both counted from 1."""

DIRECTION: Mapping[str, int] = {TOAD: 1, FROG: -1}
OPPONENT: Mapping[str, str] = {TOAD: FROG, FROG: TOAD}


@dataclass(frozen=True)
class Hop:
    """A move in one ply: from a cell to another one, and for a jump over a third."""

    source: Cell
    over: Cell | None
    target: Cell
    chosen: BoolVarT


class ToadsAndFrogsHorizon(Horizon[Move]):
    """The variables of the whole game; index 0 is the state before the first ply.

    Attributes:
        holds: for each ply, each letter T, F and _, and each cell: whether the cell has the letter
            after that ply.
        hops: for each ply from 1, all moves of its side that may be legal in some position.
        played: for each ply from 1, whether the game has that ply.
    """

    guide = "plies"
    strategy = SearchStrategy.CONFLICTS

    def __init__(
        self,
        scenario: ToadsAndFrogsScenario,
        ask: tuple[Question, ...] = (),
        *,
        bounded: bool = True,
        budget: Budget = UNLIMITED,
    ) -> None:
        self.scenario = scenario
        self.model = CpModel()
        self.turns = Turns(scenario.most_plies, budget)
        rows = enumerate(scenario.start, 1)
        self.cells = [(number, cell) for number, row in rows for cell, _ in enumerate(row, 1)]
        self._make_variables()
        for unit in UNITS:
            unit(self)
        self.figures: Mapping[str, LinearExprT] = {"plies": LinearExpr.sum(self.played[1:])}

    def _make_variables(self) -> None:
        played = (self.model.new_bool_var(f"played[{t}]") for t in self.turns)
        self.holds = [self._new_letters(0), *map(self._new_letters, self.turns)]
        self.hops = [[], *(list(self._new_hops(turn)) for turn in self.turns)]
        self.played: list[BoolVarT] = [self.model.new_constant(1), *played]

    def _new_letters(self, turn: int) -> dict[str, dict[Cell, IntVar]]:
        return {each: self.new_cells(each, turn, self.cells) for each in (TOAD, FROG, GAP)}

    def _new_hops(self, turn: int) -> Iterator[Hop]:
        step = DIRECTION[self.letter(turn)]
        for (row, cell), length in product(self.cells, (1, 2)):
            target = (row, cell + length * step)
            if target in self.holds[0][GAP]:
                over = (row, cell + step) if length == 2 else None
                chosen = self.model.new_bool_var(f"hop[{turn},{row}:{cell}-{target[1]}]")
                yield Hop((row, cell), over, target, chosen)

    def letter(self, turn: int) -> str:
        """Return the letter of the side that moves in a ply, counted from 1."""
        first: Mapping[Side, str] = {"toads": TOAD, "frogs": FROG}
        letter = first[self.scenario.turn]
        return letter if turn % 2 == 1 else OPPONENT[letter]

    def conditions(self, turn: int, hop: Hop) -> Sequence[BoolVarT]:
        """Return the conditions under which a hop of this ply is legal."""
        letter, before = self.letter(turn), self.holds[turn - 1]
        needed = [before[letter][hop.source], before[GAP][hop.target]]
        if hop.over is not None:
            needed.append(before[OPPONENT[letter]][hop.over])
        return needed

    def read(self, value_of: ValueOf) -> Solution[Move]:
        """Return the moves, observations and figures of a solution of the model."""
        several = len(self.scenario.start) > 1
        played = [t for t in range(1, len(self.played)) if value_of(self.played[t])]
        return Solution(
            scenario=self.scenario,
            moves=tuple(
                Move(hop.source[0] if several else None, hop.source[1], hop.target[1])
                for turn in played
                for hop in self.hops[turn]
                if value_of(hop.chosen)
            ),
            observations=tuple(self._observation(turn, value_of) for turn in played),
            figures={name: value_of(figure) for name, figure in self.figures.items()},
        )

    def _observation(self, turn: int, value_of: ValueOf) -> dict[str, int]:
        toads, frogs = self.holds[turn][TOAD], self.holds[turn][FROG]
        return {
            f"row {row} cell {cell}": value_of(toads[row, cell]) + 2 * value_of(frogs[row, cell])
            for row, cell in self.cells
        }


Unit = Callable[[ToadsAndFrogsHorizon], None]


def start(h: ToadsAndFrogsHorizon) -> None:
    """Before the first ply, the rows are those of the scenario."""
    for cell, there in zip(h.cells, "".join(h.scenario.start), strict=True):
        for letter, holds in h.holds[0].items():
            h.model.add(holds[cell] == (there == letter))


def one_hop_a_ply(h: ToadsAndFrogsHorizon) -> None:
    """In each ply that is played, the side to move makes exactly one move."""
    for turn in h.turns:
        h.model.add(LinearExpr.sum([hop.chosen for hop in h.hops[turn]]) == h.played[turn])


def legal(h: ToadsAndFrogsHorizon) -> None:
    """Allow steps into a gap, and jumps over one opponent into the gap behind it."""
    for turn in h.turns:
        for hop in h.hops[turn]:
            for condition in h.conditions(turn, hop):
                h.model.add_implication(hop.chosen, condition)


def effect(h: ToadsAndFrogsHorizon) -> None:
    """Swap the animal that moves and the gap; leave all other cells as they are."""
    for turn in h.turns:
        letter = h.letter(turn)
        before, after = h.holds[turn - 1], h.holds[turn]
        for cell in h.cells:
            arriving = LinearExpr.sum([x.chosen for x in h.hops[turn] if x.target == cell])
            leaving = LinearExpr.sum([x.chosen for x in h.hops[turn] if x.source == cell])
            other = OPPONENT[letter]
            h.model.add(after[letter][cell] == before[letter][cell] + arriving - leaving)
            h.model.add(after[GAP][cell] == before[GAP][cell] + leaving - arriving)
            h.model.add(after[other][cell] == before[other][cell])


def over_for_good(h: ToadsAndFrogsHorizon) -> None:
    """No ply is played after the end of the game."""
    for turn in h.turns[1:]:
        h.model.add_implication(h.played[turn], h.played[turn - 1])


def stuck_at_the_end(h: ToadsAndFrogsHorizon) -> None:
    """End the game only if the side to move has no legal move."""
    for turn in h.turns:
        goes_on = [h.played[turn], h.played[turn - 1].negated()]
        for hop in h.hops[turn]:
            missing = [condition.negated() for condition in h.conditions(turn, hop)]
            h.model.add_bool_or([*goes_on, *missing])


UNITS: tuple[Unit, ...] = (
    start,
    one_hop_a_ply,
    legal,
    effect,
    over_for_good,
    stuck_at_the_end,
)
