"""Ugly Duck to be drawn: ducks and swans on the board."""

from __future__ import annotations

from typing import ClassVar

from toadstone.games.ugly_duck.scenario import (
    BLUE_DUCK,
    BLUE_SWAN,
    EMPTY,
    GREEN_DUCK,
    GREEN_SWAN,
    Cell,
)
from toadstone.view.canvas import Content, Dial, LetterCanvas, SquareRow, Tool


class UglyDuckCanvas(LetterCanvas):
    """The board."""

    nothing = EMPTY
    symbols: ClassVar = {
        GREEN_DUCK: "green-duck",
        GREEN_SWAN: "green-swan",
        BLUE_DUCK: "blue-duck",
        BLUE_SWAN: "blue-swan",
    }
    tools = (
        Tool(GREEN_DUCK, "Green duck", "green-duck"),
        Tool(BLUE_DUCK, "Blue duck", "blue-duck"),
        Tool(GREEN_SWAN, "Green swan", "green-swan"),
        Tool(BLUE_SWAN, "Blue swan", "blue-swan"),
        Tool(EMPTY, "Nothing"),
    )

    @classmethod
    def empty(cls) -> Content:
        """Return an empty board."""
        return {"game": "ugly-duck", "title": "My ducks", "board": "\n".join(["....."] * 5)}

    @property
    def letters(self) -> list[str]:
        """The rows of the board."""
        return list(self.content["board"].splitlines())

    def keep(self, letters: list[str]) -> None:
        """Keep the rows."""
        self.content["board"] = "\n".join(letters)

    def rows(self) -> list[SquareRow]:
        """Return the rows with their letters."""
        return [
            SquareRow(
                [self.square(str(Cell(row, column)), each) for column, each in enumerate(letters)],
                "abcdefg"[row],
            )
            for row, letters in enumerate(self.letters)
        ]

    def dials(self) -> tuple[Dial, ...]:
        """Return who moves first."""
        turn = self.content.get("turn", "green")
        return (Dial("turn", "First to move", turn, choices=("green", "blue")),)
