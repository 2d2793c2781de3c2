"""Lines of play as a search keeps them, how nodes are counted, and how a search ends."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from toadstone.core.budget import Budget
from toadstone.engines.search.problem import Cost, Step

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

    def line(self) -> list[Node[State, Move]]:
        """Return the nodes from the start to here."""
        nodes = []
        node: Node[State, Move] | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


def add(one: Cost, other: Cost) -> Cost:
    """Return the sum of two costs, number by number."""
    return tuple(map(operator.add, one, other))


@dataclass(frozen=True)
class Found(Generic[State, Move]):
    """How a search ended that nothing stopped.

    Attributes:
        goal: the end of the plan that was found, or None.
        proven: whether that plan is known to be best, or known that there is none.
    """

    goal: Node[State, Move] | None
    proven: bool


MOST_HELD = 5_000_000
"""Nodes that a search holds at most, some gigabytes; it ends undecided before it has more."""

_NODES_BETWEEN_LOOKS = 64


def expand(budget: Budget, held: int = 0) -> None:
    """Count the node that a search expands next.

    Args:
        budget: counts the nodes, and is told of them now and then.
        held: how many nodes the search holds.

    Raises:
        LimitReachedError: time is up.
        MemoryError: the search holds more nodes than it may.
    """
    expanded = budget.nodes or 0
    if expanded % _NODES_BETWEEN_LOOKS == 0:
        budget.tell(f"{expanded} nodes")
    if held > MOST_HELD:
        raise MemoryError
    budget.nodes = expanded + 1
