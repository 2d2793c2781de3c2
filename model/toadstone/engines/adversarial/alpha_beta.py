"""Alpha-beta search to a depth, for any game for two.

It finds what minimax finds and leaves out lines of play that cannot matter: Knuth and Moore, "An
analysis of alpha-beta pruning", Artificial Intelligence 6, 1975. At a node it stops as soon as the
side that moves elsewhere is sure of as much; moves are tried in the order of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from toadstone.core.rules import Move, State
from toadstone.engines.adversarial.minimax import Choice, Minimax, Visit


@dataclass(frozen=True)
class AlphaBeta(Minimax[State, Move]):
    """The search to a depth that leaves out what cannot matter; see `Minimax` for what it takes.

    A node in which it stops early is visited with the bounds that it stopped at.
    """

    def choose(self, state: State) -> Choice[Move]:
        """Return the first of the best moves in a state, with its value."""
        return self._pruned(state, Visit(None, 0, -inf), self.rules.to_move(state))

    def _pruned(self, state: State, node: Visit[Move], side: str) -> Choice[Move]:
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
            found = self._pruned(self.rules.play(state, each), child, side)
            if best is None or (found.value > best.value if maximise else found.value < best.value):
                best = Choice(found.value, (each, *found.line))
            stop = best.value >= beta if maximise else best.value <= alpha
            if not stop and maximise:
                alpha = max(alpha, best.value)
            elif not stop:
                beta = min(beta, best.value)
            self.visit(Visit(move, depth, best.value, alpha, beta))
            if stop:
                break
        if best is None:
            raise ValueError("the game goes on, but there is no legal move")
        return best
