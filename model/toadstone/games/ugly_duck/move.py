"""A move of Ugly Duck, and its text form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from toadstone.files.messages import found

PASS = "pass"  # noqa: S105 - a move, not a secret
_CELL = "([a-z][1-9][0-9]?)"
_MOVE = re.compile(f"{_CELL}([-x]){_CELL}", re.IGNORECASE | re.ASCII)


class Cell(NamedTuple):
    """A cell; rows count from 0 at the top, columns from 0 on the left."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.row)}{self.column + 1}"

    @classmethod
    def read(cls, text: str) -> Cell:
        """Return the cell with this name, such as a1 or A1; raise ValueError when it is none."""
        if re.fullmatch(_CELL, text, re.IGNORECASE | re.ASCII) is None:
            raise ValueError(f"expected a cell such as a1, found {found(text)}")
        return cls(ord(text[0].lower()) - ord("a"), int(text[1:]) - 1)


@dataclass(frozen=True, order=True)
class Move:
    """From which cell to which, and whether a piece is captured there."""

    source: Cell
    target: Cell
    captures: bool = False

    def __str__(self) -> str:
        return f"{self.source}{'x' if self.captures else '-'}{self.target}"


@dataclass(frozen=True, order=True)
class Pass:
    """The only move of a side that has no other, where the scenario lets it pass."""

    def __str__(self) -> str:
        return PASS


def read_move(text: str) -> Move | Pass:
    """Return the move with this text form, in small letters or capitals.

    Raises:
        ValueError: there is none.
    """
    if text.lower() == PASS:
        return Pass()
    match = _MOVE.fullmatch(text)
    if match is None:
        raise ValueError(f"expected a move such as a1-b2 or a1xb2, found {found(text)}")
    source, sign, target = match.groups()
    return Move(Cell.read(source), Cell.read(target), sign in "xX")
