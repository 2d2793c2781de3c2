"""Search to a depth, for any two-player game: minimax, alpha-beta, and ever deeper alpha-beta.

Every line of play is looked at for a number of plies, and what it leads to is judged by an
evaluation: Shannon, "Programming a computer for playing chess", Philosophical Magazine 41, 1950. Of
moves that are worth the same the first one is chosen, in the order of the rules. Alpha-beta finds
the same and leaves out lines of play that cannot matter: Knuth and Moore, "An analysis of
alpha-beta pruning", Artificial Intelligence 6, 1975. Slate and Atkin, "CHESS 4.5, the Northwestern
University chess program", in "Chess Skill in Man and Machine", 1977, describe the deepening.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from math import inf
from typing import Any, Generic

from toadstone.core.budget import Budget
from toadstone.core.errors import LimitReachedError
from toadstone.core.rules import Move, State, TwoPlayerRules

Evaluation = Callable[[State, str], int]
"""Returns the value of a state to a side, the more the better."""


@dataclass(frozen=True)
class Visit(Generic[Move]):
    """What a search knows at a node, when it enters it and after each child.

    Attributes:
        move: the move that leads to the node; None at the root.
        depth: plies below the root.
        value: what the node is worth so far to the side that moves at the root; infinite as long
            as nothing is known.
        alpha: what that side is sure of elsewhere; -infinite in searches that do not prune.
        beta: what the other side is sure of elsewhere.
    """

    move: Move | None
    depth: int
    value: float
    alpha: float = -inf
    beta: float = inf


def unseen(visit: Visit[Move]) -> None:
    """Look at no visit."""


def telling(budget: Budget) -> Callable[[Visit[Any]], None]:
    """Return what counts the visits of a search, and stops it when time is up."""
    visits = count(1)

    def look(visit: Visit[Any]) -> None:
        if (visited := next(visits)) % 1024 == 0:
            budget.tell(f"{visited:,} positions searched")

    return look


@dataclass(frozen=True)
class Choice(Generic[Move]):
    """What a search comes to: the value to the side to move, and the line it expects."""

    value: int
    line: tuple[Move, ...]


@dataclass(frozen=True)
class Minimax(Generic[State, Move]):
    """The search of every line of play to a depth.

    Alpha-beta prunes: at a node it stops as soon as the side that moves elsewhere is sure of as
    much; the last visit of such a node has the bounds that it stopped at.

    Attributes:
        rules: the rules of the game.
        evaluate: judges the states in which the search stops.
        depth: plies to look ahead, at least 1; a line that ends the game earlier is judged there.
        visit: hears of every visit to a node, in depth-first order.
        prunes: whether lines that cannot matter are left out.
    """

    rules: TwoPlayerRules[State, Move]
    evaluate: Evaluation[State]
    depth: int
    visit: Callable[[Visit[Move]], None] = unseen
    prunes: bool = False

    def choose(self, state: State) -> Choice[Move]:
        """Return the first of the best moves in a state, with its value."""
        return self._search(state, Visit(None, 0, -inf), self.rules.to_move(state))

    def _search(self, state: State, node: Visit[Move], side: str) -> Choice[Move]:
        """Return the choice at a node, whose visit states the bounds on entry.

        Where the true value is not between the bounds, the value found is a bound as well.
        """
        move, depth, alpha, beta = node.move, node.depth, node.alpha, node.beta
        if depth == self.depth or self.rules.outcome(state) is not None:
            value = self.evaluate(state, side)
            self.visit(Visit(move, depth, value, alpha, beta))
            return Choice(value, ())
        maximise = self.rules.to_move(state) == side
        best: Choice[Move] | None = None
        self.visit(Visit(move, depth, -inf if maximise else inf, alpha, beta))
        for each in self.rules.legal_moves(state):
            child = Visit(each, depth + 1, 0, alpha, beta)
            found = self._search(self.rules.after(state, each), child, side)
            if best is None or (found.value > best.value if maximise else found.value < best.value):
                best = Choice(found.value, (each, *found.line))
            stops = self.prunes and (best.value >= beta if maximise else best.value <= alpha)
            if self.prunes and not stops:
                alpha = max(alpha, best.value) if maximise else alpha
                beta = beta if maximise else min(beta, best.value)
            self.visit(Visit(move, depth, best.value, alpha, beta))
            if stops:
                break
        if best is None:
            raise ValueError("the game goes on, but there is no legal move")
        return best


BETWEEN_LOOKS = 64
"""Visits to nodes between two looks at the clock."""


def deepest_move(
    rules: TwoPlayerRules[State, Move], evaluate: Evaluation[State], state: State, budget: Budget
) -> Move:
    """Return the first best move of the deepest alpha-beta search that comes to its end in time.

    The search of one ply is made in any case.
    """
    move = Minimax(rules, evaluate, 1).choose(state).line[0]
    visits, depth, deepest = 0, 1, 1

    def look(visit: Visit[Move]) -> None:
        nonlocal visits, deepest
        visits, deepest = visits + 1, max(deepest, visit.depth)
        if visits % BETWEEN_LOOKS == 0:
            budget.tell(f"{visits:,} positions searched, no proof")

    with suppress(LimitReachedError):
        while deepest == depth:  # else every line was looked at to the end of the game
            depth, deepest = depth + 1, 0
            move = Minimax(rules, evaluate, depth, look, prunes=True).choose(state).line[0]
    return move
