"""A move of Ugly Duck, and its text form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from toadstone.scenario import found

PASS = "pass"  # noqa: S105 - a move, not a secret
_MOVE = re.compile("([a-g])([1-7])([-x])([a-g])([1-7])")


class Cell(NamedTuple):
    """A cell; rows count from 0 at the top, columns from 0 on the left."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{'abcdefg'[self.row]}{self.column + 1}"


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
    """Return the move with this text form; raise ValueError when there is none."""
    if text == PASS:
        return Pass()
    match = _MOVE.fullmatch(text)
    if match is None:
        raise ValueError(f"expected a move such as a1-b2 or a1xb2, found {found(text)}")
    row, column, sign, to_row, to_column = match.groups()
    return Move(_cell(row, column), _cell(to_row, to_column), sign == "x")


def _cell(row: str, column: str) -> Cell:
    return Cell("abcdefg".index(row), int(column) - 1)
