"""Moves and cells that are typed: the number of a frog, or a whole move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from toadstone.play.typed_move import RefusedError, TypedMove

if TYPE_CHECKING:
    from toadstone_cli.screen.played_game import PlayedGame


class TypedCell:
    """The name of a cell that is typed key by key, where the names are numbers.

    Attributes:
        text: what has been typed.
        complete: the cell that it names, once no longer name begins so; None before.
        refused: why the last number was no cell's; empty where it may be one.
    """

    def __init__(self) -> None:
        self.text = ""
        self.complete: Any | None = None
        self.refused = ""

    @property
    def words(self) -> str:
        """What to say while a number is typed."""
        return f"Cell {self.text}: type the rest of its number, or Enter." if self.text else ""

    def clear(self) -> None:
        """Forget what was typed."""
        self.text, self.complete = "", None

    def take(self, key: str, character: str | None, cells: Sequence[Any]) -> bool:
        """Take in a key; return whether it belongs to a cell's number."""
        by_name = {str(cell): cell for cell in cells}
        self.refused = ""
        if key == "backspace" and self.text:
            self.text = self.text[:-1]
            return True
        if key == "enter" and self.text:
            self.complete = by_name.get(self.text)
            if self.complete is None:
                self._refuse(self.text)
            return True
        if character is None or not (character.isdecimal() or (character == ":" and self.text)):
            return False
        text = self.text + character
        longer = [name for name in by_name if name.startswith(text)]
        if not longer:
            self._refuse(text)
            return True
        self.text = text
        if longer == [text]:
            self.complete = by_name[text]
        return True

    def _refuse(self, text: str) -> None:
        self.clear()
        self.refused = f"there is no cell {text}"


def typed_move(game: PlayedGame, text: str) -> Any:
    """Return the legal move that was typed as in the line mode.

    Raises:
        RefusedError: it is none.
    """
    move = TypedMove(game.instance).read(game.session, text)
    if move is None:
        raise RefusedError(f"{text} is not a whole move")
    return move
