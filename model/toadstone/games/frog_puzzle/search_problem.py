"""The frog puzzle's questions as a shortest-path problem, for the searches: a move costs one.

States are those of the reference simulator. The estimate is how many moves the goal is away by the
displacement it asks for; no way there is shorter, and a move comes nearer by one at most.
"""

from __future__ import annotations

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.engines.search.problem import Cost, RulesProblem
from toadstone.games.frog_puzzle.displacement import lengths
from toadstone.games.frog_puzzle.questions import MIN_MOVES
from toadstone.games.frog_puzzle.rules import FrogPuzzleRules, State
from toadstone.games.frog_puzzle.scenario import FrogPuzzleScenario, Move


class FrogPuzzleSearch(RulesProblem[State, Move]):
    """The rows that hops lead to, up to one that the goal matches."""

    fewest_moves = True

    def __init__(
        self,
        scenario: FrogPuzzleScenario,
        ask: tuple[Question, ...],
        budget: Budget = UNLIMITED,
    ) -> None:
        super().__init__(FrogPuzzleRules(scenario))
        self.scenario = scenario
        self.zero = (0,) * ask.count(MIN_MOVES)
        self._one = (1,) * len(self.zero)

    def cost(self, before: State, move: Move, after: State) -> Cost:
        """Return one move, where moves are asked about."""
        return self._one

    def place(self, state: State) -> str:
        """Return the row: it decides what can follow."""
        return state.row

    def estimate(self, state: State) -> Cost | None:
        """Return how many moves the nearest row is away that the goal matches; None without one."""
        distance = lengths(self.scenario, state.row)
        return None if distance is None else tuple(distance.least for _ in self.zero)
