"""Moves of Toads and Frogs, typed cell by cell."""

from __future__ import annotations

from toadstone.games.toads_and_frogs.move import Cell, Move
from toadstone.games.toads_and_frogs.rules import State, ToadsAndFrogsRules
from toadstone.play.piece_moves import PieceMoves


class ToadsAndFrogsPieceMoves(PieceMoves[State, Move, Cell]):
    """The moves by their cells; in a sum the first one names its row, and the other may."""

    rules: ToadsAndFrogsRules

    def __init__(self, rules: ToadsAndFrogsRules) -> None:
        super().__init__(rules)
        self.example = "2" if len(rules.scenario.start) == 1 else "1:2"

    def read_cell(self, text: str, source: Cell | None = None) -> Cell:
        """Return the cell with this name; without a row, it is in that of the other cell."""
        cell = Cell.read(text)
        return Cell(source.row, cell.number) if source and cell.row is None else cell

    def ends(self, move: Move) -> tuple[Cell, Cell]:
        """Return the cells of a move."""
        return Cell(move.row, move.source), Cell(move.row, move.target)

    def between(self, state: State, source: Cell, target: Cell) -> Move:
        """Return the move; raise ValueError where the cells are in two rows."""
        if source.row != target.row:
            raise ValueError(f"{source} and {target} are in two rows")
        return Move(source.row, source.number, target.number)

    def why_no_piece(self, state: State, cell: Cell) -> str | None:
        """Say why the side to move has no animal in a cell, or return None when it has."""
        return self.rules.why_no_animal(state, cell)
