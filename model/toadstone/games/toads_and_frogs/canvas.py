"""Toads and Frogs to be drawn: toads, frogs and gaps in one row or several."""

from __future__ import annotations

from typing import ClassVar

from toadstone.games.toads_and_frogs.scenario import FROG, GAP, TOAD
from toadstone.view.canvas import Content, Dial, LetterCanvas, SquareRow, Tool


class ToadsAndFrogsCanvas(LetterCanvas):
    """The rows, all as long as the longest."""

    nothing = GAP
    symbols: ClassVar = {TOAD: "toad", FROG: "frog-left"}
    tools = (
        Tool(TOAD, "Toad", "toad"),
        Tool(FROG, "Frog", "frog-left"),
        Tool(GAP, "Gap"),
    )

    @classmethod
    def empty(cls) -> Content:
        """Return a row of gaps."""
        return {"game": "toads-and-frogs", "title": "My row", "start": [GAP * 8]}

    @property
    def letters(self) -> list[str]:
        """The rows."""
        start = self.content["start"]
        rows = [start] if isinstance(start, str) else list(start)
        longest = max(map(len, rows))
        return [row.ljust(longest, GAP) for row in rows]

    def keep(self, letters: list[str]) -> None:
        """Keep the rows."""
        self.content["start"] = letters

    def rows(self) -> list[SquareRow]:
        """Return the rows."""
        return [
            SquareRow([self.square(f"{n}:{cell}", letter) for cell, letter in enumerate(row, 1)])
            for n, row in enumerate(self.letters, 1)
        ]

    def dials(self) -> tuple[Dial, ...]:
        """Return who moves first."""
        turn = self.content.get("turn", "toads")
        return (Dial("turn", "First to move", turn, choices=("toads", "frogs")),)
