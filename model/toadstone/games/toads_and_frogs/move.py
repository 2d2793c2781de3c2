"""A move of Toads and Frogs, and its text form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from toadstone.files.messages import found

_NUMBER = "([1-9][0-9]?)"
_CELL = f"(?:{_NUMBER}:)?{_NUMBER}"
_MOVE = re.compile(f"{_CELL}-{_NUMBER}")


class Cell(NamedTuple):
    """A cell; rows and cells count from 1, and `row` is None where there is only one."""

    row: int | None
    number: int

    def __str__(self) -> str:
        return str(self.number) if self.row is None else f"{self.row}:{self.number}"

    @classmethod
    def read(cls, text: str) -> Cell:
        """Return the cell with this name; raise ValueError when it is none."""
        match = re.fullmatch(_CELL, text)
        if match is None:
            raise ValueError(f"expected a cell such as 2, or 1:2 in a sum, found {found(text)}")
        row, number = match.groups()
        return cls(None if row is None else int(row), int(number))


@dataclass(frozen=True, order=True)
class Move:
    """From which cell to which; cells and rows count from 1, cells on the left, rows at the top.

    `row` is None where there is only one.
    """

    row: int | None
    source: int
    target: int

    def __str__(self) -> str:
        cells = f"{self.source}-{self.target}"
        return cells if self.row is None else f"{self.row}:{cells}"

    @classmethod
    def read(cls, text: str) -> Move:
        """Return the move with this text form; raise ValueError when there is none."""
        match = _MOVE.fullmatch(text)
        if match is None:
            raise ValueError(f"expected FROM-TO, or ROW:FROM-TO in a sum, found {found(text)}")
        row, source, target = match.groups()
        return cls(None if row is None else int(row), int(source), int(target))
