"""Squirrel War to be drawn: what the cells are worth, and who holds them."""

from __future__ import annotations

from typing import ClassVar

from toadstone.games.squirrel_war.scenario import EMPTY, LARGEST_VALUE, SIDES, Cell
from toadstone.view.canvas import Content, Dial, LetterCanvas, SquareRow, Tool

_VALUE = "value"
_USUAL_VALUE = 10


class SquirrelWarCanvas(LetterCanvas):
    """The board with its values; `pen` is the value that a click writes."""

    nothing = EMPTY
    symbols: ClassVar = {"X": "camp-x", "O": "camp-o"}
    tools = (
        Tool(_VALUE, "Value"),
        Tool("X", "Camp of X", "camp-x"),
        Tool("O", "Camp of O", "camp-o"),
    )
    pen = _USUAL_VALUE

    @classmethod
    def empty(cls) -> Content:
        """Return a board of which all cells are worth as much."""
        values = [[_USUAL_VALUE] * 3 for _ in range(3)]
        return {"game": "squirrel-war", "title": "My war", "ask": "margin", "values": values}

    @property
    def _values(self) -> list[list[int]]:
        return [list(row) for row in self.content["values"]]

    @property
    def letters(self) -> list[str]:
        """Who holds the cells."""
        values = self._values
        return list(self.content.get("board") or [EMPTY * len(values[0])] * len(values))

    def keep(self, letters: list[str]) -> None:
        """Keep who holds the cells."""
        self.content["board"] = letters

    def rows(self) -> list[SquareRow]:
        """Return the cells with their values."""
        lines = zip(self.letters, self._values, strict=True)
        return [
            SquareRow(
                [
                    self.square(str(Cell(row, column)), letter, str(value))
                    for column, (letter, value) in enumerate(zip(line, values, strict=True), 1)
                ],
                str(row),
            )
            for row, (line, values) in enumerate(lines, 1)
        ]

    def put(self, cell: str, tool: str) -> None:
        """Write the value into a cell, or let a side hold it."""
        if tool != _VALUE:
            return super().put(cell, tool)
        place, values = Cell.read(cell), self._values
        if place.row > len(values) or place.column > len(values[0]):
            raise ValueError(f"there is no cell {cell}")
        values[place.row - 1][place.column - 1] = self.pen
        self.content["values"] = values
        return None

    def dials(self) -> tuple[Dial, ...]:
        """Return the value that a click writes, and who moves first."""
        return (
            Dial(_VALUE, "Value to write", self.pen, -LARGEST_VALUE, LARGEST_VALUE),
            Dial("turn", "First to move", self.content.get("turn", "X"), choices=SIDES),
        )

    def set(self, name: str, value: int | str) -> None:
        """Set the value that a click writes, or who moves first."""
        if name == _VALUE:
            self.pen = int(value)
        else:
            super().set(name, value)
