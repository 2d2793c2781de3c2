"""Iterative deepening: a search one ply deeper than the last, until the time is up.

Slate and Atkin, "CHESS 4.5, the Northwestern University chess program", in "Chess Skill in Man and
Machine", 1977, describe it.
"""

from __future__ import annotations

from typing import Generic

from toadstone.core.budget import Budget
from toadstone.core.errors import LimitReachedError
from toadstone.core.rules import Move, State, TwoPlayerRules
from toadstone.engines.adversarial.alpha_beta import AlphaBeta
from toadstone.engines.adversarial.minimax import Evaluation, Visit

BETWEEN_LOOKS = 64
"""Visits to nodes between two looks at the clock."""


class Deepening(Generic[State, Move]):
    """Looks ever further ahead by alpha-beta search, as long as it may.

    Args:
        rules: the rules of the game.
        evaluate: evaluates the states in which a search stops.
        budget: when to stop; the search of one ply is made in any case.
    """

    def __init__(
        self,
        rules: TwoPlayerRules[State, Move],
        evaluate: Evaluation[State],
        budget: Budget,
    ) -> None:
        self._rules, self._evaluate, self._budget = rules, evaluate, budget
        self._visits = self._deepest = 0

    def best_move(self, state: State) -> Move:
        """Return the first best move of the deepest search that came to its end."""
        move = AlphaBeta(self._rules, self._evaluate, 1).choose(state).line[0]
        depth = self._deepest = 1
        while self._deepest == depth:  # else every line was looked at to the end of the game
            depth += 1
            self._deepest = 0
            search = AlphaBeta(self._rules, self._evaluate, depth, self._look)
            try:
                move = search.choose(state).line[0]
            except LimitReachedError:
                break
        return move

    def _look(self, visit: Visit[Move]) -> None:
        self._visits += 1
        self._deepest = max(self._deepest, visit.depth)
        if self._visits % BETWEEN_LOOKS == 0:
            self._budget.tell(f"{self._visits:,} positions looked at, no proof")
