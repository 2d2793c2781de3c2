"""Searches of a whole game in their textbook form, without a table of what was found.

They find what `perfect_play` finds, and show what its table saves. Plain minimax looks at every
line of play to its end: Shannon, "Programming a computer for playing chess", Philosophical Magazine
41, 1950. Alpha-beta leaves out the lines that cannot matter: Knuth and Moore, "An analysis of
alpha-beta pruning", Artificial Intelligence 6, 1975. Both are written as in the second article:
every value is as the side to move sees it, and changes its sign from ply to ply.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.rules import Move, State, TwoPlayerRules
from toadstone.engines.adversarial.perfect_play import ExactSearch, PositionValue, deep_recursion

Bound = tuple[int, int]
"""A payoff, and the ply of the end: negative for who wins, who hurries; 0 where nobody wins."""


class PlainSearch(ExactSearch[State, Move]):
    """A search that keeps nothing but the value of the positions that it was asked for."""

    prunes: ClassVar[bool] = False
    """Whether lines of play that cannot matter are left out."""

    def __init__(
        self,
        rules: TwoPlayerRules[State, Move],
        budget: Budget = UNLIMITED,
    ) -> None:
        super().__init__(rules, budget)
        self._asked: dict[Hashable, PositionValue] = {}

    def payoff(self, state: State) -> int:
        """Return the payoff of perfect play to the side to move."""
        return self.remoteness(state).payoff

    def remoteness(self, state: State) -> PositionValue:
        """Return the payoff to the side to move, and in how many plies the game then ends."""
        position = self.rules.key(state)
        if position not in self._asked:
            with deep_recursion():
                most = self.rules.highest_payoff + 1
                self._asked[position] = self._search(state, 0, (-most, 0), (most, 0))
        return self._asked[position]

    def _search(self, state: State, ply: int, alpha: Bound, beta: Bound) -> PositionValue:
        """Return the value if it lies between the bounds, both included, else one beyond them.

        Args:
            state: the state, `ply` plies from where the search began.
            ply: plies so far; all bounds count from there.
            alpha: what the side to move is sure of elsewhere.
            beta: what the other side leaves it at most.
        """
        rules = self.rules
        moves = rules.legal_moves(state)
        if not moves:
            return PositionValue(self.ending(state), 0)
        self.count_node()
        best = PositionValue(-rules.highest_payoff - 1, 0)
        for move in moves:
            reply = self._search(rules.after(state, move), ply + 1, _negated(beta), _negated(alpha))
            found = PositionValue(-reply.payoff, reply.plies + 1)
            if _wish(found) > _wish(best):
                best = found
            if self.prunes:
                bound = _bound(best, ply)
                alpha = max(alpha, bound)
                if bound > beta or (bound == beta and bound[0] != 0):
                    break
        return best


class PlainMinimax(PlainSearch[State, Move]):
    """Every line of play, to its end."""


class PlainAlphaBeta(PlainSearch[State, Move]):
    """Every line of play to its end, but for those that cannot matter.

    Between the bounds a side is sure of its payoff, and of its plies where somebody wins. Where
    nobody does, both hurry: what is good for one is then not bad for the other, so two draws never
    cut each other off.
    """

    prunes = True


def _wish(value: PositionValue) -> tuple[int, int]:
    return value.payoff, value.plies if value.payoff < 0 else -value.plies


def _bound(value: PositionValue, ply: int) -> Bound:
    """Return a value at a ply as a bound."""
    end = ply + value.plies
    sign = (value.payoff > 0) - (value.payoff < 0)
    return value.payoff, -sign * end


def _negated(bound: Bound) -> Bound:
    return -bound[0], -bound[1]
