"""The board of a game with plain rules: its rows of characters, in the terminal and drawn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from toadstone.core.board import Grid, Square, styled
from toadstone.core.rules import Rules, TwoPlayerRules
from toadstone.view.board import DrawnBoard, Moment, Sign
from toadstone.view.svg import NOTHING, Markup, label

if TYPE_CHECKING:
    from rich.text import Text

EMPTY = ". "
_STYLES = ("bold green", "bold yellow", "bold cyan", "bold magenta", "bold red", "bold blue")


class PlainBoard(DrawnBoard[Any, str]):
    """Rows of characters; cells are named by column letter and row number from the top, as `b3`.

    The cells of a single row are numbers from 1. A move whose text is made of such names, as `b3`
    or `2-4`, is told by its cells; others are chosen from a list.
    """

    enough = 9
    left = top = 22

    def __init__(self, rules: Rules[Any, str]) -> None:
        super().__init__(rules)
        rows = self._rows(rules.start())
        self.width = max(self.left + self.side * max(map(len, rows), default=0) + 4, 170)
        self.height = self.top + self.side * len(rows) + 46

    def _rows(self, state: Any) -> list[str]:
        return list(self.rules.plain.rows(state.position))  # type: ignore[attr-defined]

    def grid(self, state: Any) -> Grid:
        """Return the characters, with the names of rows and columns."""
        rows = self._rows(state)
        columns = tuple(_column(number) for number in range(max(map(len, rows), default=0)))
        if len(rows) == 1:
            cells = tuple(_square(sign, str(cell)) for cell, sign in enumerate(rows[0], 1))
            return Grid((cells,), columns=tuple(each.name for each in cells), numbered=True)
        squares = tuple(
            tuple(_square(sign, f"{columns[place]}{number}") for place, sign in enumerate(row))
            for number, row in enumerate(rows, 1)
        )
        width = len(str(len(rows)))
        names = tuple(f"{number:>{width}} " for number in range(1, len(rows) + 1))
        return Grid(squares, names, columns, gap=" ")

    def caption(self, state: Any) -> Text:
        """Say how the game ended, or whose turn it is."""
        if (outcome := self.rules.outcome(state)) is not None:
            return styled((outcome.reason, "bold"))
        if isinstance(self.rules, TwoPlayerRules):
            return styled(f"{self.rules.to_move(state)} to move")
        return styled("" if self.rules.legal_moves(state) else "no legal move is left")

    def event(self, before: Any, move: str, after: Any) -> Text:
        """Say nothing: the move says it."""
        return styled()

    def cells_of(self, state: Any, move: str) -> tuple[str, ...]:
        """Return the cells that the text of a move names; none where it names something else."""
        names = tuple(re.findall("[a-z0-9]+", move))
        return names if all(name in self.places for name in names) else ()

    def piece(self, moment: Moment[Any, str], square: Square, x: float, y: float) -> Markup:
        """Draw the character of a cell."""
        if square.sign in EMPTY:
            return NOTHING
        return label(x, y + 7, square.sign, "b", size=20, anchor="middle")

    def arrow(self, cells: tuple[str, ...], class_: str) -> Markup:  # type: ignore[override]
        """Draw an arrow between the cells of a move; none where it has only one."""
        if cells[0] != cells[-1]:
            return super().arrow(cells, class_)
        if class_ != "best":
            return NOTHING
        return self.mark(cells[0], "bestcell dashed")

    def read_out(self, state: Any) -> list[str]:
        """Read out the cells that are not empty."""
        return [", ".join(f"{cell} {words}" for cell, words in self.contents(state).items())]

    def legend(self) -> tuple[Sign, ...]:
        """Return nothing: characters need the words of their game."""
        return ()


def _column(number: int) -> str:
    letter = chr(ord("a") + number % 26)
    return letter if number < 26 else _column(number // 26 - 1) + letter


def _square(sign: str, name: str) -> Square:
    if sign in EMPTY:
        return Square(sign, name=name)
    return Square(sign, _STYLES[ord(sign) % len(_STYLES)], name, words=sign)
