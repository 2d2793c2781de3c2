"""Advice in a two-player game, by perfect play from where it has come to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import Any, Generic

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, LimitReachedError
from toadstone.core.line import Line
from toadstone.core.question import REMOTENESS
from toadstone.core.rules import Move, State, TwoPlayerRules
from toadstone.engines.adversarial.minimax import Deepening, Evaluation
from toadstone.engines.adversarial.perfect_play import (
    ExactSearch,
    PerfectPlay,
    PositionValue,
    SolvedGame,
)
from toadstone.engines.adversarial.query import two_player_rules, winner_of
from toadstone.engines.instance import Instance
from toadstone.play.advice import MARGIN, Advice, Outlook, Verdict

PROVING, THINKING = 0.7, 0.85
"""Which part of the time there is for a proof, and for all the thinking."""

COUNTING = 0.5
"""Which part of the time for a line of play there is to count the plies."""

PLIES_SECONDS = 2.0
"""Seconds to count the plies to the end, if they are not asked for."""


class TwoPlayerAdviser(ABC, Generic[State, Move]):
    """Advises both sides of a two-player game.

    Attributes:
        rules: the rules of the game.
        hurries: whether the winner is to hurry and the loser to delay.
    """

    rules: TwoPlayerRules[State, Move]
    hurries = False

    @abstractmethod
    def exact_play(self, game: Line[State, Move], budget: Budget) -> SolvedGame[State, Move]:
        """Return what knows the payoff of all that can come of a game that has begun.

        Raises:
            LimitReachedError: time is up.
            MemoryError: there is not enough memory.
        """

    def timed_play(
        self, game: Line[State, Move], budget: Budget
    ) -> ExactSearch[State, Move] | None:
        """Return what knows the plies to the end as well; None where nothing does."""
        return None

    @abstractmethod
    def advise(self, game: Line[Any, Any], budget: Budget) -> Advice[Any]:
        """Return best moves and the verdict on them."""

    def prepare(self) -> None:
        """Do nothing, unless a game has something to prepare."""

    def outlook(self, game: Line[Any, Any], budget: Budget, *, plies: bool = True) -> Outlook:
        """Return who wins, by which margin, and in how many plies if that is found out soon."""
        state, side = game.state, game.to_move
        over = self.rules.outcome(state)
        if over is not None:
            return outlook_for(self.rules, side, self.rules.payoff_to_mover(state, over), 0)
        try:
            payoff = self.exact_play(game, budget).payoff(state)
        except (LimitReachedError, MemoryError):
            return Outlook(side, Verdict.UNDECIDED, proven=False)
        counted = self._counted(game, budget) if plies else None
        if counted is not None and counted.payoff != payoff:
            raise DisagreementError("two searches differ in who wins")
        return outlook_for(self.rules, side, payoff, counted and counted.plies)

    def _counted(self, game: Line[Any, Any], budget: Budget) -> PositionValue | None:
        """Return payoff and plies to the end of a game that goes on; None where time is too short.

        If plies do not matter, only a short time is spent on it.
        """
        counting = budget if self.hurries else budget.within(PLIES_SECONDS)
        try:
            play = self.timed_play(game, counting)
            return None if play is None else play.remoteness(game.state)
        except (LimitReachedError, MemoryError):
            return None

    def line(self, game: Line[Any, Any], budget: Budget) -> Advice[Any]:
        """Return advice with a line of best play: the winner hurries where plies are known."""
        advice = self.advise(game, budget)
        if advice.verdict is Verdict.UNDECIDED:
            return advice
        line: list[Any] = []
        with suppress(LimitReachedError, MemoryError):
            line.extend(self._best_line(game, budget))
        first = tuple(line[:1])
        others = tuple(move for move in advice.moves if move not in first)
        return replace(advice, moves=first + others, line=tuple(line))

    def _best_line(self, game: Line[Any, Any], budget: Budget) -> Iterator[Any]:
        if self._counted(game, budget.part(COUNTING)) is not None:
            play = self.timed_play(game, budget)
            if play is not None:
                return play.timely_line(game.state)
        return self.exact_play(game, budget).best_line(game.state)


class PerfectPlayAdviser(TwoPlayerAdviser[Any, Any]):
    """Advises both sides; what the search found out for one move serves the next.

    Where `remoteness` is asked for, the winner hurries and the loser delays.
    """

    def __init__(self, instance: Instance) -> None:
        self.rules = two_player_rules(instance)
        self.hurries = REMOTENESS in instance.ask
        self._play: ExactSearch[Any, Any] | None = None

    def search(self) -> ExactSearch[Any, Any]:
        """Return a search that knows nothing yet; a game may have a faster one."""
        return PerfectPlay(self.rules)

    def exact_play(self, game: Line[Any, Any], budget: Budget) -> ExactSearch[Any, Any]:
        """Return the search, which is the same for all games."""
        self._play = self._play or self.search()
        self._play.budget = budget
        return self._play

    def timed_play(self, game: Line[Any, Any], budget: Budget) -> ExactSearch[Any, Any]:
        """Return the same search."""
        return self.exact_play(game, budget)

    def advise(self, game: Line[Any, Any], budget: Budget) -> Advice[Any]:
        """Return every best move and the verdict on them."""
        play = self.exact_play(game, budget)
        try:
            choose = play.timely_moves if self.hurries else play.best_moves
            moves = choose(game.state)
            payoff = play.payoff(game.state)
            plies = play.remoteness(game.state).plies if self.hurries else None
        except (LimitReachedError, MemoryError):
            return Advice(Verdict.UNDECIDED)
        return Advice(verdict_of(payoff), moves, plies=plies)


class TimelyAdviser(TwoPlayerAdviser[State, Move]):
    """Advises both sides in time: by a game's own solution, or else by what only looks best.

    The advice is there some time before the limit, so that there is time left to use it.

    Args:
        rules: the rules of the game.
        evaluate: evaluates positions, where there is no time to solve them.
    """

    def __init__(self, rules: TwoPlayerRules[State, Move], evaluate: Evaluation[State]) -> None:
        self.rules = rules
        self._evaluate = evaluate

    def best_moves(
        self, play: SolvedGame[State, Move], state: State, thinking: Budget
    ) -> tuple[Move, ...]:
        """Return the best moves to name in a state; every one by default."""
        return play.best_moves(state)

    def advise(self, game: Line[Any, Any], budget: Budget) -> Advice[Any]:
        """Return best moves and the verdict on them, or undecided the move that looks best."""
        state = game.state
        proving, thinking = budget.part(PROVING), budget.part(THINKING)
        try:
            play = self.exact_play(game, proving)
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
        budget = thinking if seconds == inf else thinking.within(seconds)
        return Deepening(self.rules, self._evaluate, budget).best_move(state)


def outlook_for(
    rules: TwoPlayerRules[Any, Any], side: str, payoff: int, plies: int | None = None
) -> Outlook:
    """Return the evaluation of a position whose payoff to a side is known."""
    first = payoff if side == rules.sides[0] else -payoff
    margin = {MARGIN: first} if rules.highest_payoff > 1 else {}
    winner = winner_of(rules, side, payoff)
    return Outlook(side, verdict_of(payoff), winner, margin, plies=plies)


def verdict_of(payoff: int) -> Verdict:
    """Return what a payoff promises to the side to move."""
    if payoff == 0:
        return Verdict.DRAWN
    return Verdict.WON if payoff > 0 else Verdict.LOST
