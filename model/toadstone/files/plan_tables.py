"""Tables in plan files: CSV, Markdown, and what HTML becomes; the column with the moves."""

from __future__ import annotations

import re
from typing import NamedTuple

from toadstone.files.plan_words import FIGURE_TITLE, MOVE_TITLE, TURN_TITLE

_BARS = re.compile(r"[ \t]*\|+[ \t]*")


class Cell(NamedTuple):
    """A part of a line: its first column, counted from 0, and its text without blanks around it."""

    at: int
    text: str


class Table(NamedTuple):
    """What separates the cells of a table, its titles, and the columns of moves and turns."""

    separator: str
    titles: list[str]
    moves: int
    turns: int | None

    def row(self, text: str) -> tuple[Cell, tuple[int, int] | None, Cell | None] | None:
        """Return the move of a row, its turns, and a number that may belong to the move.

        A line without cells is no row.
        """
        cells = _cells(text, self.separator)
        if len(cells) == 1:
            return None
        stated = cells[self.turns].text[:30] if self.turns is not None else ""
        turns = [int(each) for each in re.findall("[0-9]{1,7}", stated)]
        figures = (cell for n, cell in enumerate(cells) if self._is_figure(n, cell))
        move = cells[self.moves] if self.moves < len(cells) else Cell(0, "")
        return move, (turns[0], turns[-1]) if turns else None, next(figures, None)

    def _is_figure(self, column: int, cell: Cell) -> bool:
        title = self.titles[column] if column < len(self.titles) else ""
        is_known = any(each.fullmatch(title) for each in (MOVE_TITLE, TURN_TITLE, FIGURE_TITLE))
        return cell.text.isdecimal() and not is_known and (bool(title) or column >= self.moves)


def table_of(text: str) -> Table | None:
    """Return the table whose titles a line holds, just one of them that of the moves."""
    if not MOVE_TITLE.search(text):
        return None
    separator = next((each for each in "|\t;," if each in text.strip("| \t")), "|")
    cells = _cells(text, separator)
    titles = [each.text for each in cells]
    moves = [n for n, each in enumerate(titles) if MOVE_TITLE.fullmatch(each)]
    turns = [n for n, each in enumerate(titles) if TURN_TITLE.fullmatch(each)]
    if len(moves) != 1 or (len(titles) == 1 and "|" not in text):
        return None
    return Table(separator, titles, moves[0], turns[0] if turns else None)


def _cells(text: str, separator: str) -> list[Cell]:
    """Return the cells of a row; in quotation marks a separator is none."""
    bars = _BARS.match(text) if separator == "|" else None
    row = text.rstrip("| \t" if bars else " \t") + separator
    cells = re.compile(f'((?:"[^"]*"|[^{separator}])*)[{separator}]').finditer(
        row, bars.end() if bars else 0
    )
    return [
        Cell(cell.start() + len(cell[1]) - len(cell[1].lstrip()), cell[1].strip().strip("\"'`"))
        for cell in cells
    ]
