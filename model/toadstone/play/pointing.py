"""Moves that people tell by pointing at one cell after the other, by mouse or by keys."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic

from toadstone.core.board import Board, Grid, Square, styled
from toadstone.core.rules import Move

if TYPE_CHECKING:
    from rich.text import Text


@dataclass
class Pointing(Generic[Move]):
    """The move that somebody is about to tell: the cells chosen so far, by name."""

    board: Board[Any, Move]
    chosen: tuple[str, ...] = field(default=())

    def point(self, state: Any, cell: str) -> Move | None:
        """Take in one more cell; return the move that is told by now, or None where more is needed.

        Pointing at another piece chooses it instead.

        Raises:
            ValueError: no legal move goes on so; what was chosen before stays so.
        """
        if self.chosen and cell not in self.board.next_cells(state, self.chosen):
            if cell == self.chosen[-1] or cell not in self.board.next_cells(state):
                raise ValueError(self.board.why_not(state, self.chosen, cell))
            self.chosen = ()
        if cell not in self.board.next_cells(state, self.chosen):
            raise ValueError(self.board.why_not(state, self.chosen, cell))
        self.chosen = (*self.chosen, cell)
        move = self.board.paths(state, self.chosen).get(self.chosen)
        if move is not None:
            self.chosen = ()
        return move


class MoveList(Board[Any, Any]):
    """The legal moves of a game without a board, to be chosen from a list."""

    def grid(self, state: Any) -> Grid:
        """Return a row for each legal move."""
        moves = map(str, self.rules.legal_moves(state))
        return Grid(tuple((Square(move, name=move),) for move in moves))

    def caption(self, state: Any) -> Text:
        """Return the text of the state."""
        return styled(str(state))

    def event(self, before: Any, move: Any, after: Any) -> Text:
        """Return nothing: the move says it."""
        return styled()
