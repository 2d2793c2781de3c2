"""Perfect play, by exact search with a transposition table.

Two searches on the rules' protocol. `payoff` is alpha-beta search (Knuth and Moore, "An analysis of
alpha-beta pruning", Artificial Intelligence 6, 1975): it looks no further than who gets what.
`remoteness` looks at every position that can arise and knows in how many plies the game ends.

Remoteness is the field's word for it: Conway, "On Numbers and Games", chapter 14, and Berlekamp,
Conway, Guy, "Winning Ways", chapter 9. A game that is over has remoteness 0. The winner makes for
the loser's smallest remoteness, the loser for the winner's largest, and a ply is added.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, NamedTuple

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.rules import Move, State, TwoPlayerRules

MOST_ENTRIES = 5_000_000
"""Positions that a table holds; what comes later is searched again whenever it comes up."""

BETWEEN_LOOKS = 1024
"""Nodes between two looks at the clock."""

DEEPEST = 100_000
"""Plies that a search may go down."""


class PositionValue(NamedTuple):
    """The value of a position to the side to move: its payoff, and the plies to the end."""

    payoff: int
    plies: int


class SolvedGame(ABC, Generic[State, Move]):
    """What follows once the payoff of any state is known.

    Attributes:
        rules: the rules of the game.
    """

    rules: TwoPlayerRules[State, Move]

    @abstractmethod
    def payoff(self, state: State) -> int:
        """Return the payoff of perfect play to the side to move."""

    def best_moves(self, state: State) -> tuple[Move, ...]:
        """Return every best move, in the order of the rules; none when the game is over.

        To who loses all that there is to lose, every move is as good.
        """
        if self.rules.outcome(state) is not None:
            return ()
        moves, payoff = self.rules.legal_moves(state), self.payoff(state)
        if payoff == -self.rules.highest_payoff:
            return tuple(moves)
        return tuple(m for m in moves if -self.payoff(self.rules.play(state, m)) == payoff)

    def is_best(self, state: State, move: Move) -> bool:
        """Return whether a move is one of the best."""
        return -self.payoff(self.rules.play(state, move)) == self.payoff(state)

    def in_order(self, state: State) -> Sequence[Move]:
        """Return the moves of a state in the order in which the first best one is looked for."""
        return self.rules.legal_moves(state)

    def first_best(self, state: State) -> Move:
        """Return the first best move in this order, without asking for others.

        Raises:
            DisagreementError: no move leads to the payoff of the position.
        """
        return self._best_among(state, self.in_order(state))

    def _best_among(self, state: State, moves: Sequence[Move]) -> Move:
        for move in moves:
            if self.is_best(state, move):
                return move
        raise DisagreementError("no move leads to what the position is said to be worth")

    def best_line(self, state: State) -> Iterator[Move]:
        """Yield the moves of one game in which both sides always take their first best move."""
        return self._line(state, self.first_best)

    def _line(self, state: State, choose: Callable[[State], Move]) -> Iterator[Move]:
        while self.rules.outcome(state) is None:
            move = choose(state)
            yield move
            state = self.rules.play(state, move)


class SearchedGame(SolvedGame[State, Move]):
    """A game that is solved by a search.

    Args:
        rules: the rules of the game; every line of play has to end.
        budget: when to stop; a search may have a new one while it goes on.

    Attributes:
        nodes: the positions expanded so far.
    """

    def __init__(
        self,
        rules: TwoPlayerRules[State, Move],
        budget: Budget = UNLIMITED,
    ) -> None:
        self.rules = rules
        self.budget = budget
        self.nodes = 0

    def count_node(self) -> None:
        """Count a position that is expanded; now and then, look at the clock.

        Raises:
            LimitReachedError: time is up.
        """
        self.nodes += 1
        self.budget.nodes = self.nodes
        if self.nodes % BETWEEN_LOOKS == 0:
            self.budget.tell(f"{self.nodes:,} positions searched")


class ExactSearch(SearchedGame[State, Move]):
    """A search that knows the remoteness of any state as well."""

    @abstractmethod
    def remoteness(self, state: State) -> PositionValue:
        """Return the payoff to the side to move, and in how many plies the game then ends.

        The winner hurries and the loser delays; in a game that neither wins, both hurry.
        """

    def timely_moves(self, state: State) -> tuple[Move, ...]:
        """Return every move that is best in payoff and then in plies; none when it is over."""
        if self.rules.outcome(state) is not None:
            return ()
        moves = self.rules.legal_moves(state)
        ranks = [preference(self.remoteness(self.rules.play(state, move))) for move in moves]
        return tuple(m for m, rank in zip(moves, ranks, strict=True) if rank == max(ranks))

    def timely_line(self, state: State) -> Iterator[Move]:
        """Yield the moves of one game in which both sides always take their first timely move."""
        return self._line(state, lambda state: self.timely_moves(state)[0])


class PerfectPlay(ExactSearch[State, Move]):
    """The exact search of one game with a transposition table; what it has found out it keeps."""

    def __init__(
        self,
        rules: TwoPlayerRules[State, Move],
        budget: Budget = UNLIMITED,
    ) -> None:
        super().__init__(rules, budget)
        self._bounds: dict[str, tuple[int, int]] = {}
        self._values: dict[str, PositionValue] = {}

    def payoff(self, state: State) -> int:
        """Return the payoff of perfect play to the side to move, by alpha-beta search."""
        most = self.rules.highest_payoff
        with deep_recursion():
            return self._alpha_beta(state, -most, most)

    def remoteness(self, state: State) -> PositionValue:
        """Return the payoff to the side to move, and in how many plies the game then ends.

        The winner hurries and the loser delays; in a game that neither wins, both hurry.
        """
        with deep_recursion():
            return self._exhaustive(state)

    def _alpha_beta(self, state: State, alpha: int, beta: int) -> int:
        """Return the payoff if it lies between alpha and beta, else a bound on its side."""
        position = self.rules.position(state)
        low, high = self._known(position)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return self.rules.payoff_to_mover(state, outcome)
        self.count_node()
        best = -self.rules.highest_payoff
        for move in self.rules.legal_moves(state):
            after = self.rules.play(state, move)
            best = max(best, -self._alpha_beta(after, -beta, -max(alpha, best)))
            if best >= beta:
                break
        self._narrow(position, best, alpha, beta)
        return best

    def _known(self, position: str) -> tuple[int, int]:
        """Return between which payoffs a position is known to lie."""
        most = self.rules.highest_payoff
        return self._bounds.get(position, (-most, most))

    def _narrow(self, position: str, found: int, alpha: int, beta: int) -> None:
        """Keep what a search of the window from alpha to beta says of a position."""
        low, high = self._known(position)
        if found > alpha:
            low = max(low, found)
        if found < beta:
            high = min(high, found)
        if position in self._bounds or len(self._bounds) < MOST_ENTRIES:
            self._bounds[position] = (low, high)

    def _exhaustive(self, state: State) -> PositionValue:
        position = self.rules.position(state)
        if (known := self._values.get(position)) is not None:
            return known
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return PositionValue(self.rules.payoff_to_mover(state, outcome), 0)
        self.count_node()
        replies = []
        for move in self.rules.legal_moves(state):
            replies.append(self._exhaustive(self.rules.play(state, move)))
        reply = max(replies, key=preference)
        value = PositionValue(-reply.payoff, reply.plies + 1)
        if len(self._values) < MOST_ENTRIES:
            self._values[position] = value
        return value


def preference(reply: PositionValue) -> tuple[int, int]:
    """Rank what a move leaves to the other side: the higher, the better for who moves."""
    return -reply.payoff, reply.plies if reply.payoff > 0 else -reply.plies


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let a search go as deep as a long game needs; Python on its own stops at 1000 calls."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 2 * DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
