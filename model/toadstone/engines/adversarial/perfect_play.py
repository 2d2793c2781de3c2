"""Perfect play and strategies, by exact searches of a whole game with a table.

The `payoff` of `PerfectPlay` is alpha-beta search (Knuth and Moore, "An analysis of alpha-beta
pruning", Artificial Intelligence 6, 1975): it finds the payoff only. Its `remoteness`
examines every position that can arise and finds in how many plies the game ends. Every value is as
the side to move sees it, and changes its sign from ply to ply.

Remoteness is the field's word for it: Conway, "On Numbers and Games", chapter 14, and Berlekamp,
Conway, Guy, "Winning Ways", chapter 9. A game that is over has remoteness 0. The winner makes for
the loser's smallest remoteness, the loser for the winner's largest, and a ply is added.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, NamedTuple

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import BrokenGameError, DisagreementError
from toadstone.core.rules import Move, State, TwoPlayerRules

MOST_ENTRIES = 5_000_000 if sys.maxsize > 2**32 else 250_000  # as in a browser
"""Positions that a table holds; those met later are searched again each time."""

BETWEEN_LOOKS = 64
"""Nodes between two looks at the clock; each may take a millisecond without compiled code."""

DEEPEST = 100_000
"""Plies that a search may go down."""


class PositionValue(NamedTuple):
    """The value of a position to the side to move: its payoff, and the plies to the end."""

    payoff: int
    plies: int

    @property
    def preference(self) -> tuple[int, int]:
        """The rank of a move after which the other side has this value: the higher, the better."""
        return -self.payoff, self.plies if self.payoff > 0 else -self.plies


class SolvedGame(ABC, Generic[State, Move]):
    """A game in which the payoff of every state can be computed: best moves and best lines.

    Attributes:
        rules: the rules of the game.
    """

    rules: TwoPlayerRules[State, Move]

    @abstractmethod
    def payoff(self, state: State) -> int:
        """Return the payoff of perfect play to the side to move."""

    def best_moves(self, state: State) -> tuple[Move, ...]:
        """Return every best move, in the order of the rules; none when the game is over.

        All moves are best for a side that cannot lose more.
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
        """Return the moves of a state in the order in which to look for a best one."""
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
        """Yield the moves of one game in which both sides always take their first best move.

        It ends with the first position that comes again.
        """
        met = set[str]()
        while self.rules.outcome(state) is None and (at := self.rules.position(state)) not in met:
            met.add(at)
            move = self.first_best(state)
            yield move
            state = self.rules.play(state, move)


class SearchedGame(SolvedGame[State, Move]):
    """A game that is solved by a search.

    Args:
        rules: the rules of the game; every line of play has to end.
        budget: when to stop; it may be replaced between searches.

    Attributes:
        nodes: the positions expanded so far.
    """

    def __init__(self, rules: TwoPlayerRules[State, Move], budget: Budget = UNLIMITED) -> None:
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

    def ending(self, state: State) -> int:
        """Return the payoff of a state without a move to the side to move.

        Raises:
            BrokenGameError: the game goes on there.
        """
        outcome = self.rules.outcome(state)
        if outcome is None:
            raise BrokenGameError(f"`{state}` has no legal move, and nobody has won")
        return self.rules.payoff_to_mover(state, outcome)


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
        ranks = [self.remoteness(self.rules.play(state, move)).preference for move in moves]
        return tuple(m for m, rank in zip(moves, ranks, strict=True) if rank == max(ranks))

    def timely_line(self, state: State) -> Iterator[Move]:
        """Yield the moves of one game in which both sides always take their first timely move."""
        while moves := self.timely_moves(state):
            yield moves[0]
            state = self.rules.play(state, moves[0])


class PerfectPlay(ExactSearch[State, Move]):
    """The exact search of one game with a transposition table; it keeps its results."""

    def __init__(self, rules: TwoPlayerRules[State, Move], budget: Budget = UNLIMITED) -> None:
        super().__init__(rules, budget)
        self._bounds: dict[Hashable, tuple[int, int]] = {}
        self._values: dict[Hashable, PositionValue] = {}
        self._passed: dict[Hashable, State] = {}

    def payoff(self, state: State) -> int:
        """Return the payoff of perfect play to the side to move, by alpha-beta search."""
        most, key = self.rules.highest_payoff, self.rules.key(state)
        low, high = self._bounds.get(key, (-most, most))
        if low == high:
            return low
        self._passed.clear()
        with deep_recursion():
            return self._alpha_beta(state, key, low, high)

    def remoteness(self, state: State) -> PositionValue:
        """Return the payoff to the side to move, and in how many plies the game then ends."""
        self._passed.clear()
        with deep_recursion():
            return self._exhaustive(state, self.rules.key(state))

    def _alpha_beta(self, state: State, key: Hashable, alpha: int, beta: int) -> int:
        """Return the payoff if it lies between alpha and beta, else a bound on its side.

        The moves that the table knows come first: one of them may be enough.
        """
        rules, bounds_of = self.rules, self._bounds.get
        moves = rules.legal_moves(state)
        if not moves:
            return self.ending(state)
        self.count_node()
        first = self._enter(key, state)
        play, key_of, best = rules.after, rules.key, -rules.highest_payoff
        waiting = []
        for move in moves:
            after = play(state, move)
            key_after = key_of(after)
            bounds = bounds_of(key_after)
            if bounds is not None and -bounds[1] > best:
                best = -bounds[1]
                if best >= beta:
                    break
            if bounds is None or bounds[0] != bounds[1]:
                waiting.append((after, key_after))
        for after, key_after in waiting if best < beta else ():
            floor = best if best > alpha else alpha
            bounds = bounds_of(key_after)
            if bounds is not None and -bounds[0] <= floor:
                best = max(best, -bounds[0])
                continue
            best = max(best, -self._alpha_beta(after, key_after, -beta, -floor))
            if best >= beta:
                break
        self._narrow(key, best, alpha, beta)
        if first:
            del self._passed[key]
        return best

    def _enter(self, key: Hashable, state: State) -> bool:
        """Note that the line of play is in a state; return whether its key is a new one there.

        Raises:
            BrokenGameError: the line has been in the same position, so the game need not end.
        """
        first = self._passed.setdefault(key, state)
        if first is state:
            return True
        if self.rules.position(first) == self.rules.position(state):
            raise BrokenGameError(f"moves lead back to `{state}`, so the game need not end")
        return False

    def _narrow(self, key: Hashable, payoff: int, alpha: int, beta: int) -> None:
        """Narrow the bounds of a position by the result of a search from alpha to beta."""
        most = self.rules.highest_payoff
        bounds = self._bounds.get(key)
        low, high = bounds or (-most, most)
        if payoff > alpha:
            low = max(low, payoff)
        if payoff < beta:
            high = min(high, payoff)
        if bounds is not None or len(self._bounds) < MOST_ENTRIES:
            self._bounds[key] = (low, high)

    def _exhaustive(self, state: State, key: Hashable) -> PositionValue:
        rules, values = self.rules, self._values
        value = values.get(key)
        if value is not None:
            return value
        moves = rules.legal_moves(state)
        if not moves:
            return PositionValue(self.ending(state), 0)
        self.count_node()
        first = self._enter(key, state)
        replies = []
        for move in moves:
            after = rules.after(state, move)
            key_after = rules.key(after)
            replies.append(values.get(key_after) or self._exhaustive(after, key_after))
        best = max(replies, key=lambda reply: reply.preference)
        value = PositionValue(-best.payoff, best.plies + 1)
        if len(values) < MOST_ENTRIES:
            values[key] = value
        if first:
            del self._passed[key]
        return value


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let a search go as deep as a long game needs; Python on its own stops at 1000 calls."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 2 * DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def follow(
    rules: TwoPlayerRules[State, Move],
    side: str,
    reply: Callable[[State, Collection[str]], Move],
    starts: Iterable[State],
) -> dict[str, Move]:
    """Return a strategy: a reply to every position that the other side can reach.

    The replies are by position, in the order in which the positions are met. `reply` gets a state
    in which the side is to move, and the positions that have a reply already.
    """
    replies: dict[str, Move] = {}
    seen: set[str] = set()
    waiting = [*starts]
    while waiting:
        state = waiting.pop()
        position = rules.position(state)
        if position in seen or rules.outcome(state) is not None:
            continue
        seen.add(position)
        if rules.to_move(state) == side:
            replies[position] = reply(state, replies)
            waiting.append(rules.after(state, replies[position]))
        else:
            waiting += [rules.after(state, move) for move in reversed(rules.legal_moves(state))]
    return replies


def small_strategy(
    play: SolvedGame[State, Move], side: str, starts: Iterable[State]
) -> dict[str, Move]:
    """Return a strategy of best moves, each chosen so that few new positions follow."""
    rules = play.rules

    def reply(state: State, replies: Collection[str]) -> Move:
        def new_positions(move: Move) -> int:
            after = rules.after(state, move)
            states = (rules.after(after, move) for move in rules.legal_moves(after))
            return len({rules.position(each) for each in states}.difference(replies))

        return min(play.best_moves(state), key=new_positions)

    return follow(rules, side, reply, starts)


def timely_strategy(play: ExactSearch[State, Move], side: str, start: State) -> dict[str, Move]:
    """Return a strategy of moves that are best in plies, too: for the winner or for the loser."""
    return follow(play.rules, side, lambda state, _: play.timely_moves(state)[0], [start])
