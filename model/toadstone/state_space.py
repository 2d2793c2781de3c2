"""The seam between a game and what walks through all of its plans at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

Element = TypeVar("Element", bound=Hashable)
Move = TypeVar("Move")


class StateSpace(ABC, Generic[Element, Move]):
    """The plans of a game as a layered graph.

    Layer k holds what k moves can lead to. Its elements mean nothing outside the game; whoever
    walks the graph need only know that equal elements have the same future. A plan is a path
    from the start to an element that is accepted, and every plan is one path: no element has two
    successors by the same move. What no plan can go on from may be left out, and the more of that
    is left out, the quicker is the walk.
    """

    turns: int
    """The number of moves of the longest plan; there are no layers after it."""

    @abstractmethod
    def start(self) -> Element | None:
        """Return the element before the first move, or None where it is known to be hopeless."""

    @abstractmethod
    def successors(self, turn: int, element: Element) -> Iterable[tuple[Move, Element]]:
        """Return every move of a turn, counted from 1, with the element that it leads to."""

    @abstractmethod
    def accepts(self, turn: int, element: Element) -> bool:
        """Say whether a plan can end in this element after so many moves."""
