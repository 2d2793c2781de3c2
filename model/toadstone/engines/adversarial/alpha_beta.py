"""Search to a depth, for any two-player game: alpha-beta, and ever deeper alpha-beta.

Every line of play is looked at for a number of plies, and what it leads to is judged by an
evaluation: Shannon, "Programming a computer for playing chess", Philosophical Magazine 41, 1950. Of
moves that are worth the same the first one is chosen, in the order of the rules. Lines of play that
cannot matter are left out: Knuth and Moore, "An analysis of alpha-beta pruning", Artificial
Intelligence 6, 1975. Slate and Atkin, "CHESS 4.5, the Northwestern
University chess program", in "Chess Skill in Man and Machine", 1977, describe the deepening.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import Generic

from toadstone.core.budget import Budget
from toadstone.core.errors import LimitReachedError
from toadstone.core.rules import Move, State, TwoPlayerRules

Evaluation = Callable[[State, str], int]
"""Returns the value of a state to a side, the more the better."""


@dataclass(frozen=True)
class Choice(Generic[Move]):
    """What a search comes to: the value to the side to move, and the line it expects."""

    value: int
    line: tuple[Move, ...]


@dataclass(frozen=True)
class AlphaBeta(Generic[State, Move]):
    """The search to a depth.

    At a node it stops as soon as the side that moves elsewhere is sure of as much.

    Attributes:
        rules: the rules of the game.
        evaluate: judges the states in which the search stops.
        depth: plies to look ahead, at least 1; a line that ends the game earlier is judged there.
        visit: is called for each position that is entered, with its plies from the start.
    """

    rules: TwoPlayerRules[State, Move]
    evaluate: Evaluation[State]
    depth: int
    visit: Callable[[int], None] = lambda depth: None

    def choose(self, state: State) -> Choice[Move]:
        """Return the first of the best moves in a state, with its value."""
        return self._search(state, 0, self.rules.to_move(state), -inf, inf)

    def _search(
        self, state: State, depth: int, side: str, alpha: float, beta: float
    ) -> Choice[Move]:
        """Return the choice at a node.

        `side`, which moves at the root, is sure of alpha elsewhere, and the other side of beta.
        Where the true value is not between the bounds, the value found is a bound as well.
        """
        self.visit(depth)
        if depth == self.depth or self.rules.outcome(state) is not None:
            return Choice(self.evaluate(state, side), ())
        maximise = self.rules.to_move(state) == side
        best: Choice[Move] | None = None
        for each in self.rules.legal_moves(state):
            found = self._search(self.rules.after(state, each), depth + 1, side, alpha, beta)
            if best is None or (found.value > best.value if maximise else found.value < best.value):
                best = Choice(found.value, (each, *found.line))
            if best.value >= beta if maximise else best.value <= alpha:
                break
            alpha = max(alpha, best.value) if maximise else alpha
            beta = beta if maximise else min(beta, best.value)
        if best is None:
            raise ValueError("the game goes on, but there is no legal move")
        return best


BETWEEN_LOOKS = 64
"""Positions between two looks at the clock."""


def deepest_move(
    rules: TwoPlayerRules[State, Move],
    evaluate: Evaluation[State],
    state: State,
    budget: Budget,
    most: float = inf,
) -> Move:
    """Return the first best move of the deepest alpha-beta search that comes to its end in time.

    The search of one ply is made in any case, and none of more than `most`.
    """
    move = AlphaBeta(rules, evaluate, 1).choose(state).line[0]
    visits, depth, deepest = 0, 1, 1

    def look(plies: int) -> None:
        nonlocal visits, deepest
        visits, deepest = visits + 1, max(deepest, plies)
        if visits % BETWEEN_LOOKS == 0:
            budget.tell(f"{visits:,} positions searched, no proof")

    with suppress(LimitReachedError, MemoryError):
        while deepest == depth < most:  # else every line was looked at to the end of the game
            depth, deepest = depth + 1, 0
            move = AlphaBeta(rules, evaluate, depth, look).choose(state).line[0]
    return move
