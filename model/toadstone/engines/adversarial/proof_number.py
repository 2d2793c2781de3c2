"""Proof-number search: who wins, by going where the least is left to prove.

Allis, van der Meulen and van den Herik, "Proof-number search", Artificial Intelligence 66, 1994. A
question with the answer yes or no, such as whether a side wins, makes the game an AND/OR tree. The
proof number of a node is the least number of leaves that have to be won to prove it, the disproof
number the least that have to be lost to disprove it. The search always goes on at a leaf that
counts for both, and so prefers lines in which one of the sides has few moves.
"""

from __future__ import annotations

from math import inf
from typing import Any, Generic

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.rules import Move, State, TwoPlayerRules
from toadstone.engines.adversarial.perfect_play import SearchedGame

MOST_NODES = 1_000_000
"""Nodes of one tree; a search that needs more ends for want of memory."""


class Node(Generic[State]):
    """A node of the tree; `proof` and `disproof` are 0 and infinite once it is decided.

    `children` is None as long as the node is a leaf, and again once it is decided.
    """

    __slots__ = ("children", "disproof", "parent", "proof", "state")

    def __init__(self, state: State, parent: Node[State] | None) -> None:
        self.state = state
        self.parent = parent
        self.children: list[Node[State]] | None = None
        self.proof: float = 1
        self.disproof: float = 1

    @property
    def decided(self) -> bool:
        """Whether it is proven or disproven."""
        return 0 in (self.proof, self.disproof)


class ProofNumberSearch(SearchedGame[State, Move]):
    """Who gets what, by proving and disproving; in how many plies, it does not say.

    What it was asked for it keeps, as nothing else.
    """

    def __init__(
        self,
        rules: TwoPlayerRules[State, Move],
        budget: Budget = UNLIMITED,
    ) -> None:
        super().__init__(rules, budget)
        self._asked: dict[str, int] = {}

    def payoff(self, state: State) -> int:
        """Return the payoff of perfect play to the side to move, by bisection.

        Raises:
            MemoryError: a tree has grown too large.
        """
        position = self.rules.position(state)
        if position not in self._asked:
            low, high = -self.rules.highest_payoff, self.rules.highest_payoff
            while low < high:
                middle = (low + high + 1) // 2
                if self._gets(state, middle):
                    low = middle
                else:
                    high = middle - 1
            self._asked[position] = low
        return self._asked[position]

    def _gets(self, state: State, payoff: int) -> bool:
        """Say whether the side to move can be sure of a payoff, or more."""
        side = self.rules.to_move(state)
        root: Node[State] = Node(state, None)
        self._judge(root, side, payoff)
        size = 1
        while not root.decided:
            leaf = self._most_proving(root, side)
            size += self._expand(leaf, side, payoff)
            if size > MOST_NODES:
                raise MemoryError("the tree of the proof-number search is full")
            self._update(leaf, side)
        return root.proof == 0

    def _judge(self, node: Node[State], side: str, payoff: int) -> None:
        """Decide a node in which the game is over."""
        outcome = self.rules.outcome(node.state)
        if outcome is None:
            return
        to_mover = self.rules.payoff_to_mover(node.state, outcome)
        got = to_mover if self.rules.to_move(node.state) == side else -to_mover
        node.proof, node.disproof = (0, inf) if got >= payoff else (inf, 0)

    def _most_proving(self, node: Node[State], side: str) -> Node[State]:
        """Return the leaf at which to go on."""
        while node.children is not None:
            children = node.children
            if self.rules.to_move(node.state) == side:
                node = next(child for child in children if child.proof == node.proof)
            else:
                node = next(child for child in children if child.disproof == node.disproof)
        return node

    def _expand(self, leaf: Node[State], side: str, payoff: int) -> int:
        """Give a leaf its children; return how many."""
        self.count_node()
        moves = self.rules.legal_moves(leaf.state)
        leaf.children = [Node(self.rules.play(leaf.state, move), leaf) for move in moves]
        for child in leaf.children:
            self._judge(child, side, payoff)
        return len(leaf.children)

    def _update(self, leaf: Node[State], side: str) -> None:
        """Count again from a leaf upwards; what is below a decided node is let go."""
        node: Node[Any] | None = leaf
        while node is not None:
            children = node.children or []
            proofs = [child.proof for child in children]
            disproofs = [child.disproof for child in children]
            before = node.proof, node.disproof
            if self.rules.to_move(node.state) == side:
                node.proof, node.disproof = min(proofs), sum(disproofs)
            else:
                node.proof, node.disproof = sum(proofs), min(disproofs)
            if (node.proof, node.disproof) == before:
                return
            if node.decided:
                node.children = None
            node = node.parent
