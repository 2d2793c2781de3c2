"""Minimax search to a depth, for any game for two.

Every line of play is looked at for a number of plies, and what it leads to is judged by an
evaluation: Shannon, "Programming a computer for playing chess", Philosophical Magazine 41, 1950. Of
moves that are worth the same the first one is chosen, in the order of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Generic

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


@dataclass(frozen=True)
class Choice(Generic[Move]):
    """What a search comes to: the value to the side to move, and the line it expects."""

    value: int
    line: tuple[Move, ...]


@dataclass(frozen=True)
class Minimax(Generic[State, Move]):
    """The search of every line of play to a depth.

    Attributes:
        rules: the rules of the game.
        evaluate: judges the states in which the search stops.
        depth: plies to look ahead, at least 1; a line that ends the game earlier is judged there.
        visit: hears of every visit to a node, in depth-first order.
    """

    rules: TwoPlayerRules[State, Move]
    evaluate: Evaluation[State]
    depth: int
    visit: Callable[[Visit[Move]], None] = unseen

    def choose(self, state: State) -> Choice[Move]:
        """Return the first of the best moves in a state, with its value."""
        return self._search(state, None, 0, self.rules.to_move(state))

    def _search(self, state: State, move: Move | None, depth: int, side: str) -> Choice[Move]:
        if depth == self.depth or self.rules.outcome(state) is not None:
            value = self.evaluate(state, side)
            self.visit(Visit(move, depth, value))
            return Choice(value, ())
        maximise = self.rules.to_move(state) == side
        best: Choice[Move] | None = None
        self.visit(Visit(move, depth, -inf if maximise else inf))
        for each in self.rules.legal_moves(state):
            found = self._search(self.rules.play(state, each), each, depth + 1, side)
            if best is None or (found.value > best.value if maximise else found.value < best.value):
                best = Choice(found.value, (each, *found.line))
            self.visit(Visit(move, depth, best.value))
        if best is None:
            raise ValueError("the game goes on, but there is no legal move")
        return best
