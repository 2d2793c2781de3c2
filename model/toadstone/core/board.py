"""How states of a game are drawn with characters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from toadstone.core.part import Part
from toadstone.core.rules import Move, State

if TYPE_CHECKING:
    from rich.text import Text


class Board(ABC, Generic[State, Move]):
    """How one game is drawn."""

    signs: ClassVar[str] = ""
    """The characters beyond ASCII that are drawn."""

    def in_ascii(self) -> Board[State, Move]:
        """Return a board that draws the same with ASCII characters alone."""
        return self

    def key(self) -> Text | None:
        """Say on a line what the signs stand for; None where they speak for themselves."""
        return None

    @abstractmethod
    def picture(self, state: State) -> Text:
        """Draw the whole board, several lines."""

    @abstractmethod
    def strip(self, before: State | None, state: State) -> Text:
        """Draw on one line what matters most of a state and of how it came about."""

    @abstractmethod
    def caption(self, state: State) -> Text:
        """Say in a word or two how the player stands."""

    @abstractmethod
    def event(self, before: State, move: Move, after: State) -> Text:
        """Say in a few words what happened in this turn, empty when nothing did."""


def cell_numbers(cells: int) -> str:
    """Return the numbers 1, 2, .. of a row's cells, each a column, its digits from the top down."""
    names = [str(number) for number in range(1, cells + 1)]
    height = max(map(len, names), default=0)
    digits = zip(*(name.rjust(height) for name in names), strict=True)
    return "\n".join("".join(line) for line in digits)


BOARD = Part[Callable[[Any], Board[Any, Any]]]("board", "{game} has no board to draw")
"""Makes what draws the states of a scenario with characters."""
