"""Advice in a two-player game, by perfect play from where it has come to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import inf
from typing import Any, Generic

from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import LimitReachedError
from toadstone.core.position_questions import REMOTENESS
from toadstone.core.rules import Move, State, TwoPlayerRules
from toadstone.core.session import Session
from toadstone.engines.adversarial.deepening import Deepening
from toadstone.engines.adversarial.minimax import Evaluation
from toadstone.engines.adversarial.perfect_play import PerfectPlay, SolvedGame
from toadstone.engines.adversarial.query import two_player_rules
from toadstone.engines.instance import Instance
from toadstone.play.advice import Advice, Verdict

PROVING, THINKING = 0.7, 0.85
"""Which part of the time there is for a proof, and for all the thinking."""


class PerfectPlayAdviser:
    """Advises both sides; what the search found out for one move serves the next.

    Where `remoteness` is asked for, the winner hurries and the loser delays.
    """

    def __init__(self, instance: Instance) -> None:
        self._hurry = REMOTENESS in instance.ask
        self._play = PerfectPlay(two_player_rules(instance))

    def prepare(self) -> None:
        """Do nothing: there is nothing to prepare."""

    def advise(self, session: Session[Any, Any], budget: Budget) -> Advice[Any]:
        """Return every best move and the verdict on them."""
        play = self._play
        play.budget = budget
        try:
            choose = play.timely_moves if self._hurry else play.best_moves
            moves = choose(session.state)
            payoff = play.payoff(session.state)
        except (LimitReachedError, MemoryError):
            return Advice(Verdict.UNDECIDED)
        return Advice(verdict_of(payoff), moves)


class TimelyAdviser(ABC, Generic[State, Move]):
    """Advises both sides in time: by a game's own solution, or else by what only looks best.

    The advice is there some time before the limit, so that there is time left to use it.

    Args:
        rules: the rules of the game.
        evaluate: evaluates positions, where there is no time to solve them.
    """

    def __init__(self, rules: TwoPlayerRules[State, Move], evaluate: Evaluation[State]) -> None:
        self.rules = rules
        self._evaluate = evaluate

    @abstractmethod
    def solved(self, session: Session[State, Move], budget: Budget) -> SolvedGame[State, Move]:
        """Return what knows the payoff of all that can come of a game that has begun.

        Raises:
            LimitReachedError: time is up.
            MemoryError: there is not enough memory.
        """

    def prepare(self) -> None:
        """Do nothing, unless a game has something to prepare."""

    def best_moves(
        self, play: SolvedGame[State, Move], state: State, thinking: Budget
    ) -> tuple[Move, ...]:
        """Return the best moves to name in a state; every one by default."""
        return play.best_moves(state)

    def advise(self, session: Session[Any, Any], budget: Budget) -> Advice[Any]:
        """Return best moves and the verdict on them, or undecided the move that looks best."""
        state = session.state
        proving, thinking = (
            Budget(budget.limits.part(share), budget.listener) for share in (PROVING, THINKING)
        )
        try:
            play = self.solved(session, proving)
            return Advice(verdict_of(play.payoff(state)), self.best_moves(play, state, thinking))
        except (LimitReachedError, MemoryError):
            move = self.promising_move(state, thinking)
            return Advice(Verdict.UNDECIDED, (move,), proven=False)

    def promising_move(self, state: State, thinking: Budget, seconds: float = inf) -> Move:
        """Return the move that looks best as far ahead as there is time to look.

        Args:
            state: a state in which the game goes on.
            thinking: the time there is.
            seconds: how long to look at most.
        """
        left = thinking.remaining()
        limits = Limits(min(seconds, inf if left is None else left))
        budget = Budget(limits, thinking.listener)
        return Deepening(self.rules, self._evaluate, budget).best_move(state)


def verdict_of(payoff: int) -> Verdict:
    """Return what a payoff promises to the side to move."""
    if payoff == 0:
        return Verdict.DRAWN
    return Verdict.WON if payoff > 0 else Verdict.LOST
