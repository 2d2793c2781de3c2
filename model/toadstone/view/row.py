"""Rows of numbered cells, and moves from one cell of a row to another as arrows above it."""

from __future__ import annotations

from toadstone.view.picture import CELL
from toadstone.view.svg import Markup, arrow, join, label, rect

HOP_ROOM = 30
"""The room above a row that arrows need."""


def row_of_cells(cells: int, x: float, y: float) -> Markup:
    """Draw a row whose top left corner is at a point, with the numbers from 1 below it."""
    return join(
        join(
            [
                rect(x + CELL * index + 1, y + 1, CELL - 2, CELL - 2, "cell", 5),
                label(
                    x + CELL * (index + 0.5), y + CELL + 13, str(index + 1), "f", anchor="middle"
                ),
            ]
        )
        for index in range(cells)
    )


def marked(source: int, target: int, x: float, y: float) -> Markup:
    """Mark the cell that a piece has left, and the one that it is in now."""
    return join(
        rect(x + CELL * (cell - 1) + 2, y + 2, CELL - 4, CELL - 4, class_, 5)
        for cell, class_ in ((source, "from"), (target, "mark"))
    )


def arrow_over(source: int, target: int, x: float, y: float, class_: str) -> Markup:
    """Draw an arrow from cell to cell; a jump swings up, a step stays low, best moves lie above."""
    jump = abs(target - source) > 1
    base = y - (11 if class_ == "best" else 2)
    start, end = ((x + CELL * (cell - 0.5), base) for cell in (source, target))
    lean = 4 if target > source else -4
    bend = (9 if jump else 7) * (1 if target > source else -1)
    return arrow((start[0] + lean, start[1]), (end[0] - lean, end[1]), class_, bend=bend)
