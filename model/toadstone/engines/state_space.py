"""All plans of a scenario at once, as a layered graph that a game states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, TypeVar

from toadstone.core.rules import Rules

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


class WholeGames(StateSpace[Element, Move]):
    """The games that are over after a given number of moves, by the rules alone.

    Args:
        rules: the rules; no move may break a requirement, and every ending is as good as another.
        turns: the number of moves.
    """

    def __init__(self, rules: Rules[Element, Move], turns: int) -> None:
        self.turns = turns
        self._rules = rules

    def start(self) -> Element:
        """Return the start of the game."""
        return self._rules.start()

    def successors(self, turn: int, element: Element) -> Iterator[tuple[Move, Element]]:
        """Return every legal move, with the state that it leads to."""
        for move in self._rules.legal_moves(element):
            yield move, self._rules.play(element, move)

    def accepts(self, turn: int, element: Element) -> bool:
        """Say whether the game is over after just so many moves."""
        return turn == self.turns and self._rules.outcome(element) is not None
