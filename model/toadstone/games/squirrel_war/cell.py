"""The cells of the board; taking one is a move."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = re.compile(r"([A-Z])([1-9][0-9]?)")


@dataclass(frozen=True, order=True)
class Cell:
    """A cell by row and column, both counted from 1 at the top left; ordered as one reads."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{chr(ord('A') + self.column - 1)}{self.row}"

    @classmethod
    def read(cls, text: str) -> Cell:
        """Return the cell with this name, such as C2; raise ValueError when it is no name."""
        match = _NAME.fullmatch(text)
        if match is None:
            raise ValueError(f"expected a column letter and a row number, as in C2, found `{text}`")
        return cls(int(match[2]), ord(match[1]) - ord("A") + 1)
