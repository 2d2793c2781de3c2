"""The frog puzzle as one CP-SAT model of all turns.

Each unit below adds the constraints of one rule; `UNITS` lists them. `lengths` knows the most moves
that the goal can need, which is the number of turns, and the fewest, before which it cannot be
reached. Turns after the goal is reached are idle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from ortools.sat.python.cp_model import CHOOSE_FIRST, SELECT_MAX_VALUE, CpModel, IntVar, LinearExpr

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.core.solution import Solution
from toadstone.engines.cp_sat.horizon import Horizon, SearchStrategy, Turns, ValueOf
from toadstone.games.frog_puzzle.scenario import (
    ANY,
    GAP,
    LEFT,
    RIGHT,
    FrogPuzzleScenario,
    Lengths,
    Move,
    lengths,
)

FROGS = (LEFT, RIGHT)


@dataclass(frozen=True)
class Hop:
    """A possible move of one turn; `chosen` is whether the plan has it.

    `jumped` is the cell that the frog jumps over; None for a step.
    """

    frog: str
    move: Move
    jumped: int | None
    chosen: IntVar


class FrogPuzzleHorizon(Horizon[Move]):
    """The variables of the whole horizon; index 0 is the row before the first turn.

    Attributes:
        position: for each turn, for each kind of frog, for each cell from 1, whether one is there.
        hops: for each turn from 1, the possible hops.
        over: for each turn, whether the goal is reached.
    """

    guide = "moves"
    strategy = SearchStrategy.AS_STATED

    def __init__(
        self,
        scenario: FrogPuzzleScenario,
        ask: tuple[Question, ...] = (),
        *,
        bounded: bool = True,
        budget: Budget = UNLIMITED,
    ) -> None:
        self.lengths = lengths(scenario) or Lengths(0, 0)
        self.scenario = scenario
        self.model = CpModel()
        self.turns = Turns(self.lengths.most, budget)
        self.cells = range(1, len(scenario.start) + 1)
        self._make_variables()
        for unit in UNITS:
            unit(self)
        # the search goes turn by turn, and takes the first hop that is possible
        for hops in self.hops[1:]:
            chosen = [hop.chosen for hop in hops]
            self.model.add_decision_strategy(chosen, CHOOSE_FIRST, SELECT_MAX_VALUE)
        self.figures = {"moves": LinearExpr.sum([1 - over for over in self.over[:-1]])}

    def _make_variables(self) -> None:
        self.position = [self._new_row(0), *map(self._new_row, self.turns)]
        self.hops = [[], *(list(self._new_hops(turn)) for turn in self.turns)]
        self.over = [self._new_over(turn) for turn in chain([0], self.turns)]

    def _new_row(self, turn: int) -> dict[str, dict[int, IntVar]]:
        return {frog: self.new_cells(frog, turn, self.cells) for frog in FROGS}

    def _new_over(self, turn: int) -> IntVar:
        too_early = turn < self.lengths.least
        return self.model.new_constant(0) if too_early else self.model.new_bool_var(f"over[{turn}]")

    def _new_hops(self, turn: int) -> Iterator[Hop]:
        for frog, way in ((LEFT, 1), (RIGHT, -1)):
            for source in self.cells:
                for jumped, target in ((None, source + way), (source + way, source + 2 * way)):
                    if target in self.cells:
                        move = Move(source, target)
                        chosen = self.model.new_bool_var(f"{frog}[{turn},{move}]")
                        yield Hop(frog, move, jumped, chosen)

    def not_in(self, turn: int, cell: int, letter: str) -> Sequence[LinearExpr]:
        """Return expressions that are all 0 when this letter is in the cell after the turn."""
        position = self.position[turn]
        if letter == GAP:
            return [position[frog][cell] for frog in FROGS]
        return [1 - position[letter][cell]]

    def misfits(self, turn: int) -> list[LinearExpr]:
        """Return expressions that are all 0 when the goal matches the row after the turn."""
        return [
            misfit
            for cell, letter in enumerate(self.scenario.goal_row, 1)
            if letter != ANY
            for misfit in self.not_in(turn, cell, letter)
        ]

    def read(self, value_of: ValueOf) -> Solution[Move]:
        """Read the moves, and the rows that they lead to."""
        chosen = [[hop for hop in hops if value_of(hop.chosen)] for hops in self.hops]
        played = [turn for turn, hops in enumerate(chosen) if hops]
        observations = tuple(
            {
                f"cell {cell}": value_of(self.position[turn][RIGHT][cell])
                - value_of(self.position[turn][LEFT][cell])
                for cell in self.cells
            }
            for turn in played
        )
        moves = tuple(chosen[turn][0].move for turn in played)
        figures = {name: value_of(figure) for name, figure in self.figures.items()}
        return Solution(self.scenario, moves, observations, figures)


Unit = Callable[[FrogPuzzleHorizon], None]


def start(h: FrogPuzzleHorizon) -> None:
    """Before the first turn every frog is where the scenario puts it."""
    for frog in FROGS:
        for cell in h.cells:
            h.model.add(h.position[0][frog][cell] == (h.scenario.start[cell - 1] == frog))


def one_move(h: FrogPuzzleHorizon) -> None:
    """One frog hops a turn until the goal is reached, and none after that."""
    for turn in h.turns:
        h.model.add(LinearExpr.sum([hop.chosen for hop in h.hops[turn]]) == 1 - h.over[turn - 1])


def hopping(h: FrogPuzzleHorizon) -> None:
    """Move the frog that hops from its cell to its target; leave all other frogs."""
    for turn in h.turns:
        for frog in FROGS:
            hops = [hop for hop in h.hops[turn] if hop.frog == frog]
            for cell in h.cells:
                left = LinearExpr.sum([hop.chosen for hop in hops if hop.move.source == cell])
                came = LinearExpr.sum([hop.chosen for hop in hops if hop.move.target == cell])
                h.model.add(
                    h.position[turn][frog][cell] == h.position[turn - 1][frog][cell] - left + came
                )


def landing(h: FrogPuzzleHorizon) -> None:
    """Let a frog hop only into a gap."""
    for turn in h.turns:
        for hop in h.hops[turn]:
            for frog in h.not_in(turn - 1, hop.move.target, GAP):
                h.model.add(hop.chosen + frog <= 1)


def jumps(h: FrogPuzzleHorizon) -> None:
    """Let a frog jump only over a frog of the other kind."""
    other = {LEFT: RIGHT, RIGHT: LEFT}
    for turn in h.turns:
        for hop in h.hops[turn]:
            if hop.jumped is not None:
                h.model.add(hop.chosen <= h.position[turn - 1][other[hop.frog]][hop.jumped])


def end(h: FrogPuzzleHorizon) -> None:
    """Reach the goal if and only if no cell differs from it."""
    for turn in chain([0], h.turns):
        misfits = h.misfits(turn)
        for misfit in misfits:
            h.model.add(h.over[turn] + misfit <= 1)
        h.model.add(h.over[turn] + LinearExpr.sum(misfits) >= 1)


def goal(h: FrogPuzzleHorizon) -> None:
    """After the last turn the goal is reached."""
    h.model.add(h.over[-1] == 1)


UNITS: tuple[Unit, ...] = (start, one_move, hopping, landing, jumps, end, goal)
