"""Lines of play as a search keeps them, and what a search comes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from toadstone.search.problem import Cost, Step

State = TypeVar("State")
Move = TypeVar("Move")


class Node(NamedTuple, Generic[State, Move]):
    """A state, and the line of play that led to it."""

    state: State
    cost: Cost
    move: Move | None = None
    parent: Node[State, Move] | None = None

    def after(self, step: Step[State, Move]) -> Node[State, Move]:
        """Return the node that a step leads to."""
        return Node(step.state, add(self.cost, step.cost), step.move, self)

    def moves(self) -> tuple[Move, ...]:
        """Return the moves from the start to here."""
        moves: list[Move] = []
        node: Node[State, Move] | None = self
        while node is not None:
            if node.move is not None:
                moves.append(node.move)
            node = node.parent
        return tuple(reversed(moves))


def add(one: Cost, other: Cost) -> Cost:
    """Return the sum of two costs, number by number."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


@dataclass(frozen=True)
class Found(Generic[State, Move]):
    """How a search ended that nothing stopped.

    Attributes:
        goal: the end of the plan that was found, or None.
        proven: whether that plan is known to be best, or known that there is none.
    """

    goal: Node[State, Move] | None
    proven: bool
