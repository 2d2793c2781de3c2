"""A move as people type it: as a whole, or the cell of a piece and then where it goes."""

from __future__ import annotations

from typing import Any

from toadstone.core.board import BOARD, PieceBoard
from toadstone.core.errors import ToadstoneError
from toadstone.core.line import Line
from toadstone.engines.instance import Instance
from toadstone.files.messages import quoted


class RefusedError(ToadstoneError):
    """Something that a person cannot do; the message says why."""


class TypedMove:
    """The next move, as far as it has been typed.

    Args:
        instance: what is played.

    Attributes:
        pieces: how a move is typed cell by cell; None in a game in which it is not.
        chosen: the cell of the piece that is to move; None as long as none is chosen.
    """

    def __init__(self, instance: Instance) -> None:
        make = instance.game.find(BOARD)
        board = make(instance.scenario) if make else None
        self.pieces = board if isinstance(board, PieceBoard) else None
        self._read_moves = instance.read_moves
        self.chosen: Any | None = None

    def read(self, game: Line[Any, Any], text: str) -> Any | None:
        """Return the legal move that was typed, or None where its first cell is chosen now.

        Raises:
            RefusedError: it is neither; a cell that was chosen before stays so.
        """
        cells = self._cells(text)
        if cells is None:
            move = self._whole(game, text)
        elif self.chosen is None and len(cells) == 1:
            self._choose(game, cells[0])
            return None
        else:
            move = self._between(game, cells)
        if reason := game.why_refused(move):
            raise RefusedError(f"{move} is not legal: {reason}")
        return move

    def _cells(self, text: str) -> list[Any] | None:
        """Return the one or two cells that were typed, or None where it is something else."""
        words = text.split()
        if self.pieces is None or len(words) > 2:
            return None
        cells: list[Any] = []
        try:
            for word in words:
                source = cells[0] if cells else self.chosen
                cells.append(self.pieces.read_cell(word, source))
        except ValueError:
            return None
        return cells

    def _whole(self, game: Line[Any, Any], text: str) -> Any:
        try:
            moves = self._read_moves(text)
        except ValueError as error:
            raise RefusedError(self._why_unread(text, error)) from None
        legal = [move for move in moves if game.why_refused(move) is None]
        if len(legal) > 1:
            could = " or ".join(f"`{move}`" for move in legal)
            raise RefusedError(f"{quoted(text)} may be {could}: type one of them")
        return legal[0] if legal else moves[0]

    def _why_unread(self, text: str, error: ValueError) -> str:
        """Say why the text is no move, nor a cell where one would do."""
        if self.pieces is None:
            return f"not a move: {error}; `help` lists the commands"
        if self.chosen is None:
            return f"not a cell such as {self.pieces.example}, and not a move: {error}"
        cell = f"a cell such as {self.pieces.example}"
        return f"expected {cell}, found {quoted(text)}; `wrong` takes {self.chosen} back"

    def _choose(self, game: Line[Any, Any], cell: Any) -> None:
        if (over := game.ending) is not None:
            raise RefusedError(f"the game is over: {over.reason}")
        if self.pieces and (reason := self.pieces.why_stuck(game.state, cell)):
            raise RefusedError(reason)
        self.chosen = cell

    def _between(self, game: Line[Any, Any], cells: list[Any]) -> Any:
        source, target = cells if len(cells) == 2 else (self.chosen, cells[0])
        try:
            return self.pieces.between(game.state, source, target) if self.pieces else None
        except ValueError as error:
            raise RefusedError(f"not a move: {error}") from None
