"""The frog puzzle to be drawn: the row of frogs, and the row that they want to be."""

from __future__ import annotations

from typing import ClassVar

from toadstone.games.frog_puzzle.scenario import ANY, GAP, LEFT, RIGHT
from toadstone.view.canvas import Content, LetterCanvas, SquareRow, Tool


class FrogPuzzleCanvas(LetterCanvas):
    """The start above the goal."""

    nothing = GAP
    symbols: ClassVar = {LEFT: "frog-right", RIGHT: "frog-left"}
    tools = (
        Tool(LEFT, "Hops right", "frog-right"),
        Tool(RIGHT, "Hops left", "frog-left"),
        Tool(GAP, "Gap"),
        Tool(ANY, "Whatever (goal)"),
    )

    @classmethod
    def empty(cls) -> Content:
        """Return a row of gaps."""
        return {"game": "frog-puzzle", "title": "My frogs", "start": GAP * 7}

    @property
    def letters(self) -> list[str]:
        """The start, and the goal."""
        start = self.content["start"]
        return [start, self.content.get("goal") or start[::-1]]

    def keep(self, letters: list[str]) -> None:
        """Keep both rows; the goal is left out where it is the mirrored start."""
        old, (start, goal) = self.letters, letters
        mirrored = "goal" not in self.content and goal == old[1]
        self.content["start"] = start.replace(ANY, GAP)
        self.content.pop("goal", None)
        if not mirrored and goal != start[::-1]:
            self.content["goal"] = goal

    def rows(self) -> list[SquareRow]:
        """Return both rows."""
        named = zip(("start", "goal"), self.letters, strict=True)
        return [
            SquareRow(
                [
                    self.square(f"{name}:{cell}", letter, letter if letter == ANY else "")
                    for cell, letter in enumerate(letters, 1)
                ],
                name,
            )
            for name, letters in named
        ]
