"""Ugly Duck to be played by pointing at a duck, and then at where it goes."""

from __future__ import annotations

from toadstone.games.ugly_duck.display import LETTERS, SIGNS, STYLES, UglyDuckPieceMoves
from toadstone.games.ugly_duck.rules import AnyMove, State, UglyDuckRules
from toadstone.games.ugly_duck.scenario import Cell, Move, Pass, UglyDuckScenario
from toadstone.play.play_board import Grid, Line, MoveKey, PlayBoard, Tile


class UglyDuckPlayBoard(PlayBoard[State, AnyMove]):
    """The board with its letters and numbers."""

    how = "Choose a piece, and then where it goes: by click, or by arrows and Enter."
    rules: UglyDuckRules

    def __init__(self, scenario: UglyDuckScenario, *, ascii_only: bool = False) -> None:
        super().__init__(UglyDuckRules(scenario), ascii_only=ascii_only)
        self._pieces = UglyDuckPieceMoves(scenario)
        self._signs = LETTERS if ascii_only else SIGNS

    def grid(self, state: State, ahead: int = 0) -> Grid:
        """Return the rows with their letters, below the numbers of the columns."""
        lines = tuple(
            Line(
                tuple(
                    Tile(self._signs[letter], STYLES.get(letter, "dim"), Cell(row, column))
                    for column, letter in enumerate(letters)
                ),
                "abcdefg"[row],
            )
            for row, letters in enumerate(state.rows)
        )
        return Grid(lines, tuple(map(str, range(1, len(state.rows[0]) + 1))))

    def path(self, state: State, move: AnyMove) -> tuple[Cell, ...]:
        """Return the cell that a piece leaves and the one that it enters; none for a pass."""
        return (move.source, move.target) if isinstance(move, Move) else ()

    def keys(self, state: State) -> tuple[MoveKey[AnyMove], ...]:
        """Return the key of the pass, where there is no other move."""
        passes = any(isinstance(move, Pass) for move in self.rules.legal_moves(state))
        return (MoveKey("space", Pass(), "pass"),) if passes else ()

    def why_not(self, state: State, chosen: tuple[Cell, ...], cell: Cell) -> str:
        """Say why no piece can leave a cell, or why the chosen one cannot go there."""
        if chosen:
            move = self._pieces.between(state, chosen[0], cell)
            return self.rules.why_illegal(state, move) or f"{move} is not legal"
        return self._pieces.why_stuck(state, cell) or f"the piece in {cell} cannot move"

    def threatened(self, state: State) -> tuple[Cell, ...]:
        """Return the cells where the other side could capture now."""
        if self.rules.outcome(state) is not None:
            return ()
        moves = self.rules.legal_moves(self.rules.null_move(state))
        cells = [each.target for each in moves if isinstance(each, Move) and each.captures]
        return tuple(dict.fromkeys(cells))

    def preview(self, state: State, move: AnyMove) -> str:
        """Say that a piece would be captured."""
        return f"{move} captures" if isinstance(move, Move) and move.captures else ""
