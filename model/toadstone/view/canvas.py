"""Scenarios that people draw: cells to click, tools that put something there, and numbers.

A canvas holds what a scenario file would hold. It need not be a scenario yet.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from toadstone.core.part import Part
from toadstone.view.style import stylesheet
from toadstone.view.svg import CELL, Markup, element, hit, join, label, rect, use, used
from toadstone.view.symbols import definitions

Content = dict[str, Any]
_MARGIN = 4
_NAMES = 52
"""How much room the names of rows take."""


@dataclass(frozen=True)
class Square:
    """A cell to be clicked: its name, what is in it, and its ground.

    Attributes:
        name: the name, which `Canvas.put` takes.
        symbol: the symbol in it; none for an empty cell.
        words: a number or a letter in it.
        class_: the style of its ground.
    """

    name: str
    symbol: str = ""
    words: str = ""
    class_: str = "cell"


@dataclass(frozen=True)
class SquareRow:
    """A row of squares, with what stands before it."""

    squares: Sequence[Square]
    name: str = ""


@dataclass(frozen=True)
class Tool:
    """What a click puts into a cell."""

    name: str
    words: str
    symbol: str = ""


@dataclass(frozen=True)
class Dial:
    """A number of the scenario, or one of a few words."""

    name: str
    words: str
    value: int | str
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()


class Canvas(ABC):
    """A scenario of one game that is being drawn.

    Args:
        content: what its file holds.
    """

    tools: ClassVar[tuple[Tool, ...]]

    def __init__(self, content: Content) -> None:
        self.content = content

    @classmethod
    @abstractmethod
    def empty(cls) -> Content:
        """Return the content of a scenario to begin with, with nothing in its cells."""

    @abstractmethod
    def rows(self) -> Sequence[SquareRow]:
        """Return the squares, the top row first."""

    @abstractmethod
    def dials(self) -> Sequence[Dial]:
        """Return the numbers."""

    @abstractmethod
    def put(self, cell: str, tool: str) -> None:
        """Put what a tool stands for into a cell; raise ValueError where that cannot be."""

    @abstractmethod
    def set(self, name: str, value: int | str) -> None:
        """Set a number, which is one of its range."""

    def svg(self) -> str:
        """Return the squares as SVG; each has its name in `data-cell`."""
        rows = self.rows()
        left = _NAMES if any(row.name for row in rows) else _MARGIN
        width = left + _MARGIN + CELL * max(len(row.squares) for row in rows)
        height = 2 * _MARGIN + CELL * len(rows)
        drawn, hits = list[Markup](), list[Markup]()
        for index, row in enumerate(rows):
            y = _MARGIN + CELL * index
            drawn.append(label(2, y + CELL / 2 + 4, row.name, "f"))
            for place, square in enumerate(row.squares):
                x = left + CELL * place
                drawn.append(_square(square, x, y))
                hits.append(_hit(square, x, y))
        both = join(drawn)
        symbols = definitions(used(both))
        return element(
            "svg",
            element("style", Markup(stylesheet("auto", f"{both}{symbols}"))),
            element("defs", symbols),
            element("g", both, aria_hidden="true"),
            *hits,
            xmlns="http://www.w3.org/2000/svg",
            class_="ts board",
            role="group",
            aria_label="Drawing",
            viewBox=f"0 0 {width:g} {height:g}",
            width=width,
            height=height,
        )


def _square(square: Square, x: float, y: float) -> Markup:
    middle = x + CELL / 2, y + CELL / 2
    symbol = use(square.symbol, *middle) if square.symbol else Markup("")
    if square.symbol:
        words = label(x + 5, y + 13, square.words, "fb")
    else:
        words = label(middle[0], middle[1] + 5, square.words, "fb", anchor="middle")
    return join([rect(x + 1, y + 1, CELL - 2, CELL - 2, square.class_, 4), symbol, words])


def _hit(square: Square, x: float, y: float) -> Markup:
    what = ", ".join(part for part in (square.name, square.symbol, square.words) if part)
    return hit(square.name, what.replace("-", " "), x, y, CELL, tabindex=0)


class LetterCanvas(Canvas):
    """A canvas whose cells hold letters; a second click with the same tool empties a cell."""

    nothing: ClassVar[str]
    symbols: ClassVar[Mapping[str, str]]

    @property
    @abstractmethod
    def letters(self) -> list[str]:
        """The letters, row by row."""

    @abstractmethod
    def keep(self, letters: list[str]) -> None:
        """Take over changed letters."""

    def put(self, cell: str, tool: str) -> None:
        """Put a letter into a cell."""
        names = {
            square.name: (r, c)
            for r, row in enumerate(self.rows())
            for c, square in enumerate(row.squares)
        }
        if cell not in names or tool not in {each.name for each in self.tools}:
            raise ValueError(f"there is no cell {cell} or no tool {tool}")
        row, column = names[cell]
        letters = [list(each) for each in self.letters]
        there = letters[row][column]
        letters[row][column] = self.nothing if there == tool else tool
        self.keep(["".join(each) for each in letters])

    def resize(self, rows: int, columns: int) -> None:
        """Cut the letters to a size, or fill them up with nothing."""
        kept = [row[:columns].ljust(columns, self.nothing) for row in self.letters[:rows]]
        self.keep(kept + [self.nothing * columns] * (rows - len(kept)))

    def square(self, name: str, letter: str, words: str = "") -> Square:
        """Return a square with a letter's symbol."""
        return Square(name, self.symbols.get(letter, ""), words)


CANVAS = Part[Callable[[Content], Canvas]]("canvas", "scenarios of {game} cannot be drawn")
"""Makes the canvas of a scenario file's content; its `empty` returns one to begin with."""
