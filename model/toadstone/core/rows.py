"""Two-player games whose state is rows of letters, the side to move and the plies so far."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, Self, TypeVar

from toadstone.core.rules import Move, TwoPlayerRules


@dataclass(frozen=True)
class RowState:
    """The rows from the top, the side whose turn it is, and the plies played so far."""

    rows: tuple[str, ...]
    turn: str
    plies: int = 0

    sides: ClassVar[tuple[str, str]]
    row: ClassVar[str]
    """The form of a row, as a regular expression."""
    between: ClassVar[str]
    """The separator of two rows in the text form."""

    def __str__(self) -> str:
        return f"{self.position} {self.plies}"

    @property
    def position(self) -> str:
        """The rows and the side whose turn it is."""
        return f"{self.between.join(self.rows)} {self.turn}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the state with this text form; raise ValueError when there is none."""
        rows, turn, plies = text.split(" ")
        state = cls(tuple(re.findall(cls.row, rows)), turn, int(plies))
        if not state.rows or turn not in cls.sides or state.plies < 0 or str(state) != text:
            raise ValueError(f"not the text form of a state: {text!r}")
        return state


Rows = TypeVar("Rows", bound=RowState)


class RowRules(TwoPlayerRules[Rows, Move], Generic[Rows, Move]):
    """The rules of such a game; the plies so far decide nothing."""

    def to_move(self, state: Rows) -> str:
        """Return the side whose turn it is."""
        return state.turn

    def null_move(self, state: Rows) -> Rows:
        """Return the same rows with the other side to move."""
        first, second = self.sides
        return replace(state, turn=second if state.turn == first else first)

    def position(self, state: Rows) -> str:
        """Return the rows and the side to move."""
        return state.position

    def figures(self, state: Rows) -> Mapping[str, int]:
        """Return the number of plies."""
        return {"plies": state.plies}

    def read_state(self, text: str) -> Rows:
        """Return the state with this text form; raise ValueError when it has other rows."""
        start = self.start()
        state = type(start).read(text)
        if [*map(len, state.rows)] != [*map(len, start.rows)]:
            raise ValueError(f"not a state of this game: {text!r}")
        return state
