"""Hops of the frog puzzle, typed cell by cell."""

from __future__ import annotations

from toadstone.games.frog_puzzle.rules import FrogPuzzleRules, State
from toadstone.games.frog_puzzle.scenario import Move, read_cell
from toadstone.play.piece_moves import PieceMoves


class FrogPuzzlePieceMoves(PieceMoves[State, Move, int]):
    """The hops by their cells, which count from 1 on the left."""

    example = "3"
    rules: FrogPuzzleRules

    def read_cell(self, text: str, source: int | None = None) -> int:
        """Return the number of a cell."""
        return read_cell(text)

    def ends(self, move: Move) -> tuple[int, int]:
        """Return the cells of a hop."""
        return move.source, move.target

    def between(self, state: State, source: int, target: int) -> Move:
        """Return the hop."""
        return Move(source, target)

    def why_no_piece(self, state: State, cell: int) -> str | None:
        """Say why there is no frog in a cell, or return None when there is one."""
        return self.rules.why_no_frog(state, cell)
