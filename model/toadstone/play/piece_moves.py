"""Moves of one piece from a cell to a cell, as people make them: they choose the piece first."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from toadstone.core.rules import Move, Rules, State

Cell = TypeVar("Cell")


class PieceMoves(ABC, Generic[State, Move, Cell]):
    """The moves of one scenario by the cell that a piece leaves and the one that it enters.

    `str` of a cell is its name.

    Args:
        rules: the rules that say which moves are legal.
    """

    example: str
    """The name of some cell."""

    def __init__(self, rules: Rules[State, Move]) -> None:
        self.rules = rules

    @abstractmethod
    def read_cell(self, text: str, source: Cell | None = None) -> Cell:
        """Return the cell with this name; raise ValueError when it is no name.

        Args:
            text: what was typed.
            source: the cell that the piece leaves, if this one is where it goes.
        """

    @abstractmethod
    def ends(self, move: Move) -> tuple[Cell, Cell] | None:
        """Return the cells that a piece leaves and enters; None where a move moves no piece."""

    @abstractmethod
    def between(self, state: State, source: Cell, target: Cell) -> Move:
        """Return the move from one cell to the other, be it legal or not."""

    @abstractmethod
    def why_no_piece(self, state: State, cell: Cell) -> str | None:
        """Say why no piece of the side to move is in a cell; None where one is."""

    def targets(self, state: State, source: Cell) -> tuple[Cell, ...]:
        """Return the cells that the piece in a cell can enter, in the order of the rules."""
        return tuple(target for start, target in self._all_ends(state) if start == source)

    def why_stuck(self, state: State, source: Cell) -> str | None:
        """Say why nothing can leave a cell in a game that goes on; None where a piece can."""
        reason = self.why_no_piece(state, source)
        if reason is None and not self.targets(state, source):
            reason = f"the piece in {source} cannot move"
            if not self._all_ends(state):
                moves = " or ".join(f"`{move}`" for move in self.rules.legal_moves(state))
                reason += f", nor can any other: type {moves}"
        return reason

    def _all_ends(self, state: State) -> list[tuple[Cell, Cell]]:
        moves = self.rules.legal_moves(state)
        return [ends for move in moves if (ends := self.ends(move)) is not None]
