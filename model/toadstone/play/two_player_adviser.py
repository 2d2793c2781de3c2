"""What to do next in a game for two, by perfect play from where it has come to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any, Generic

from toadstone.core.budget import Limits, Watch
from toadstone.core.errors import LimitReachedError
from toadstone.core.rules import Move, State, TwoPlayerRules
from toadstone.engines.adversarial.deepening import Deepening
from toadstone.engines.adversarial.perfect_play import PerfectPlay, SolvedGame
from toadstone.play.adviser import Advice, Standing

if TYPE_CHECKING:
    from collections.abc import Callable

    from toadstone.core.reporting import Reporting
    from toadstone.core.session import Session
    from toadstone.engines.adversarial.minimax import Evaluation


PROVING, THINKING = 0.7, 0.85
"""Which part of the time there is for a proof, and for all the thinking."""


class PerfectPlayAdviser:
    """Advises both sides; what the search found out for one move serves the next.

    Args:
        rules: the rules of the game.
        hurry: whether the winner is to hurry and the loser to delay.
    """

    def __init__(self, rules: TwoPlayerRules[Any, Any], *, hurry: bool = False) -> None:
        self.hurry = hurry
        self._watch = Watch(Limits())
        self._report: Callable[[str], None] = _silent
        self._play = PerfectPlay(rules, self._look_up)

    def prepare(self) -> None:
        """Do nothing: there is nothing to prepare."""

    def advise(
        self, session: Session[Any, Any], limits: Limits, reporting: Reporting
    ) -> Advice[Any]:
        """Return every best move and what it comes to."""
        self._watch, self._report = Watch(limits), reporting.tell
        try:
            choose = self._play.timely_moves if self.hurry else self._play.best_moves
            moves = choose(session.state)
            payoff = self._play.payoff(session.state)
        except (LimitReachedError, MemoryError):
            return Advice(Standing.UNDECIDED)
        return Advice(standing_of(payoff), moves)

    def _look_up(self, nodes: int) -> None:
        self._watch.keep_going()
        self._report(f"{nodes:,} positions searched")


class TimelyAdviser(ABC, Generic[State, Move]):
    """Advises both sides in time: by a game's own solution, or else by what only looks best.

    The advice is there some time before the limit, so that who asked for it can still use it.

    Args:
        rules: the rules of the game.
        evaluate: judges positions, where there is no time to solve them.
    """

    def __init__(self, rules: TwoPlayerRules[State, Move], evaluate: Evaluation[State]) -> None:
        self.rules = rules
        self._evaluate = evaluate
        self._proving = self._thinking = Watch(Limits())
        self._report: Callable[[str], None] = _silent

    @abstractmethod
    def solved(self, session: Session[State, Move]) -> SolvedGame[State, Move]:
        """Return what knows the payoff of all that can come of a game that has begun.

        Raises:
            LimitReachedError: `hear` raised it.
            MemoryError: there is not enough memory.
        """

    def prepare(self) -> None:
        """Do nothing, unless a game has something to prepare."""

    def best_moves(self, play: SolvedGame[State, Move], state: State) -> tuple[Move, ...]:
        """Return the best moves to name in a state; every one by default."""
        return play.best_moves(state)

    def advise(
        self, session: Session[Any, Any], limits: Limits, reporting: Reporting
    ) -> Advice[Any]:
        """Return best moves and what they come to, or undecided the move that looks best."""
        state, self._report = session.state, reporting.tell
        self._proving, self._thinking = (
            Watch(_part_of(limits, part)) for part in (PROVING, THINKING)
        )
        try:
            play = self.solved(session)
            return Advice(standing_of(play.payoff(state)), self.best_moves(play, state))
        except (LimitReachedError, MemoryError):
            return Advice(Standing.UNDECIDED, (self.promising_move(state),), proven=False)

    def promising_move(self, state: State, seconds: float = inf) -> Move:
        """Return the move that looks best as far ahead as there is time to look.

        Args:
            state: a state in which the game goes on.
            seconds: how long to look, if there is as much time.
        """
        left = self._thinking.remaining()
        watch = Watch(Limits(min(seconds, inf if left is None else left)))

        def hear(words: str) -> None:
            watch.keep_going()
            self._report(words)

        return Deepening(self.rules, self._evaluate, hear).best_move(state)

    def hear(self, words: str) -> None:
        """Hear how the solution goes; raise LimitReachedError when its time is up."""
        self._proving.keep_going()
        self._report(words)


def standing_of(payoff: int) -> Standing:
    """Return what a payoff promises to the side to move."""
    if payoff == 0:
        return Standing.DRAWN
    return Standing.WON if payoff > 0 else Standing.LOST


def _part_of(limits: Limits, part: float) -> Limits:
    return replace(limits, seconds=None if limits.seconds is None else part * limits.seconds)


def _silent(words: str) -> None:
    """Report nothing."""
