"""Proof-number search: who wins, by going where the least is left to prove.

Allis, van der Meulen and van den Herik, "Proof-number search", Artificial Intelligence 66, 1994. A
question with the answer yes or no, such as whether a side wins, makes the game an AND/OR tree. The
proof number of a node is the least number of leaves that have to be won to prove it, the disproof
number the least that have to be lost to disprove it. A leaf has 1 and the number of its moves, each
of which has to be lost. The search always goes on at a leaf that counts for both, and so prefers
lines in which one of the sides has few moves.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import inf
from typing import Any, Generic

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.rules import Move, State, TwoPlayerRules
from toadstone.engines.adversarial.perfect_play import SearchedGame

MOST_NODES = 1_000_000
"""Nodes of one tree; a search that needs more ends for want of memory."""


class Node(Generic[State]):
    """A node of the tree; `proof` and `disproof` are 0 and infinite once it is decided.

    Both are as the side to move sees them: to prove a node is to prove that this side has its way.
    `seeks` says whether it is the side in question. `children` is None as long as the node is a
    leaf, and again once it is decided.
    """

    __slots__ = ("children", "disproof", "moves", "parent", "proof", "seeks", "state")

    def __init__(self, state: State, parent: Node[State] | None, moves: Sequence[Any]) -> None:
        self.state = state
        self.parent = parent
        self.moves = moves
        self.seeks: bool = parent is None or not parent.seeks
        self.children: list[Node[State]] | None = None
        self.proof: float = 1
        self.disproof: float = len(moves)

    @property
    def decided(self) -> bool:
        """Whether it is proven or disproven."""
        return self.proof == 0 or self.disproof == 0


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
        self._asked: dict[Hashable, int] = {}

    def payoff(self, state: State) -> int:
        """Return the payoff of perfect play to the side to move, by bisection.

        Raises:
            MemoryError: a tree has grown too large.
        """
        position = self.rules.key(state)
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
        root = self._node(state, None, payoff)
        size = 1
        while not root.decided:
            leaf = self._most_proving(root)
            size += self._expand(leaf, payoff)
            if size > MOST_NODES:
                raise MemoryError("the tree of the proof-number search is full")
            self._update(leaf)
        return root.proof == 0

    def _node(self, state: State, parent: Node[State] | None, payoff: int) -> Node[State]:
        """Return a new node, decided where the game is over."""
        node = Node(state, parent, self.rules.legal_moves(state))
        if not node.moves:
            got = self.ending(state)
            has_its_way = got >= payoff if node.seeks else -got < payoff
            node.proof, node.disproof = (0, inf) if has_its_way else (inf, 0)
        return node

    def _most_proving(self, node: Node[State]) -> Node[State]:
        """Return the leaf at which to go on."""
        while node.children is not None:
            proof = node.proof
            for child in node.children:
                if child.disproof == proof:
                    node = child
                    break
        return node

    def _expand(self, leaf: Node[State], payoff: int) -> int:
        """Give a leaf its children; return how many."""
        self.count_node()
        after = (self.rules.after(leaf.state, move) for move in leaf.moves)
        leaf.children = [self._node(state, leaf, payoff) for state in after]
        return len(leaf.children)

    def _update(self, leaf: Node[State]) -> None:
        """Count again from a leaf upwards; what is below a decided node is let go."""
        node: Node[Any] | None = leaf
        while node is not None:
            proof, disproof = inf, 0.0
            for child in node.children or []:
                proof = min(proof, child.disproof)
                disproof += child.proof
            if (proof, disproof) == (node.proof, node.disproof):
                return
            node.proof, node.disproof = proof, disproof
            if proof == 0 or disproof == 0:
                node.children = None
            node = node.parent
