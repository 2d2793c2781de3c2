"""Moves of Ugly Duck, typed cell by cell."""

from __future__ import annotations

from toadstone.games.ugly_duck.move import Cell, Move
from toadstone.games.ugly_duck.rules import DUCK, OTHER, SWAN, AnyMove, State, UglyDuckRules
from toadstone.play.piece_moves import PieceMoves


class UglyDuckPieceMoves(PieceMoves[State, AnyMove, Cell]):
    """The moves of ducks and swans; whether one captures is seen from the board."""

    example = "a1"
    rules: UglyDuckRules

    def read_cell(self, text: str, source: Cell | None = None) -> Cell:
        """Return the cell with this name, in small letters or capitals."""
        return Cell.read(text)

    def ends(self, move: AnyMove) -> tuple[Cell, Cell] | None:
        """Return the cells of a move; None of a pass."""
        return (move.source, move.target) if isinstance(move, Move) else None

    def between(self, state: State, source: Cell, target: Cell) -> Move:
        """Return the move, written as a capture where an enemy stands on the other cell."""
        other = OTHER[state.turn]
        captures = self.rules.has(target) and state.at(target) in DUCK[other] + SWAN[other]
        return Move(source, target, captures)

    def why_no_piece(self, state: State, cell: Cell) -> str | None:
        """Say why the side to move has no piece in a cell, or return None when it has."""
        return self.rules.why_no_piece(state, cell)
