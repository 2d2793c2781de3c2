"""What is clicked in a browser: a board to play on, and the canvas of a scenario to be drawn.

Over every cell lies a clear rectangle with its name in `data-cell`. A canvas holds what a scenario
file would hold. It need not be a scenario yet.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from toadstone.view.board import AnyBoard, AnyMoment
from toadstone.view.looks import definitions
from toadstone.view.style import stylesheet
from toadstone.view.svg import CELL, Markup, Point, element, join, label, rect, use


def _to_click(
    drawn: Markup,
    cells: Iterable[tuple[str, str, Point]],
    side: float,
    place: tuple[float, float, float, float],
    words: str,
    *,
    tabindex: int,
) -> str:
    """Return a drawing as SVG; on top its cells, each with its name, its content and its middle.

    `place` is the corner and the size of the drawing; the key Tab stops at cells of `tabindex` 0.
    """
    clear = [
        element(
            "rect",
            x=x - side / 2,
            y=y - side / 2,
            width=side,
            height=side,
            class_="hit",
            data_cell=name,
            role="button",
            tabindex=tabindex,
            aria_label=content,
        )
        for name, content, (x, y) in cells
    ]
    symbols = definitions(drawn)
    return element(
        "svg",
        element("style", Markup(stylesheet("auto", f"{drawn}{symbols}{join(clear)}"))),
        element("defs", symbols),
        element("g", drawn, aria_hidden="true"),
        *clear,
        xmlns="http://www.w3.org/2000/svg",
        class_="ts board",
        role="group",
        aria_label=words,
        viewBox=" ".join(f"{each:g}" for each in place),
        width=place[2],
        height=place[3],
    )


def board_svg(
    board: AnyBoard,
    moment: AnyMoment,
    *,
    captured: Collection[str] = (),
    look: Collection[str] = (),
    coming: int = 0,
) -> str:
    """Return a position as SVG; each cell that can be clicked has its name in `data-cell`.

    Marked are cells that may be captured, and where a hint says to look; above the board stand so
    many of the events to come.
    """
    events, room = board.draw_coming(moment.state, coming)
    parts = [events, board.background(), board.foreground(moment)]
    parts += [board.mark(name, "danger") for name in captured]
    parts += [board.mark(name, "bestcell dashed") for name in look]
    contents = board.contents(moment.state)
    cells = [
        (name, f"{name}, {contents[name]}" if name in contents else name, middle)
        for name, middle in board.places.items()
    ]
    place = (0, -room, board.width, board.height - board.turn_height + room)
    return _to_click(join(parts), cells, board.side, place, board.alt(moment), tabindex=-1)


# Scenarios that people draw


Content = dict[str, Any]
_MARGIN = 4
_NAMES = 52
"""How much room the names of rows take."""


@dataclass(frozen=True)
class Square:
    """A cell to be clicked: its name, its symbol, a number or a letter, the style of its ground."""

    name: str
    symbol: str = ""
    words: str = ""
    class_: str = "cell"


Row = tuple[str, list[Square]]
"""A row of squares, after what stands before it."""


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
    """A scenario of one game that is being drawn; `content` is what its file holds."""

    blank: ClassVar[Content]
    """The content of a scenario to begin with, with nothing in its cells."""
    tools: ClassVar[tuple[Tool, ...]]

    def __init__(self, content: Content) -> None:
        self.content = content

    @abstractmethod
    def rows(self) -> Sequence[Row]:
        """Return the squares, the top row first."""

    def dials(self) -> Sequence[Dial]:
        """Return the numbers, and the words to choose from."""
        return ()

    @abstractmethod
    def put(self, cell: str, tool: str) -> None:
        """Put what a tool stands for into a cell; raise ValueError where that cannot be."""

    def place_of(self, cell: str, tool: str) -> tuple[int, int]:
        """Return row and column of a cell; raise ValueError where there is no such cell or tool."""
        if tool not in {each.name for each in self.tools}:
            raise ValueError(f"there is no tool {tool}")
        for row, (_, squares) in enumerate(self.rows()):
            for column, square in enumerate(squares):
                if square.name == cell:
                    return row, column
        raise ValueError(f"there is no cell {cell}")

    def set(self, name: str, value: int | str) -> None:
        """Set a number, which is one of its range, or a word."""
        self.content[name] = value

    def svg(self) -> str:
        """Return the squares as SVG; each has its name in `data-cell`."""
        rows = self.rows()
        left = _NAMES if any(name for name, _ in rows) else _MARGIN
        width = left + _MARGIN + CELL * max(len(squares) for _, squares in rows)
        height = 2 * _MARGIN + CELL * len(rows)
        half, drawn, cells = CELL / 2, list[Markup](), list[tuple[str, str, Point]]()
        for index, (name, squares) in enumerate(rows):
            y = _MARGIN + CELL * (index + 0.5)
            drawn.append(label(2, y + 4, name, "f"))
            for place, square in enumerate(squares):
                x = left + CELL * (place + 0.5)
                ground = (x - half + 1, y - half + 1, CELL - 2, CELL - 2)
                drawn.append(rect(*ground, square.class_, 4))
                if square.symbol:
                    drawn.append(use(square.symbol, x, y))
                    drawn.append(label(x - half + 5, y - half + 13, square.words, "fb"))
                else:
                    drawn.append(label(x, y + 5, square.words, "fb", anchor="middle"))
                words = ", ".join(filter(None, (square.name, square.symbol, square.words)))
                cells.append((square.name, words.replace("-", " "), (x, y)))
        return _to_click(join(drawn), cells, CELL, (0, 0, width, height), "Drawing", tabindex=0)


class LetterCanvas(Canvas):
    """A canvas whose cells hold letters; a second click with the same tool empties a cell."""

    key: ClassVar[str]
    """What the file calls the letters: text with a line for each row, or a list of rows."""
    nothing: ClassVar[str]
    sides: ClassVar[tuple[str, ...]] = ()
    """The sides, the one that usually moves first before the other; none for a single player."""

    @property
    def letters(self) -> list[str]:
        """The letters, row by row; all rows are as long as the longest."""
        kept = self.content[self.key]
        rows = kept.splitlines() if isinstance(kept, str) else kept
        longest = max(map(len, rows))
        return [row.ljust(longest, self.nothing) for row in rows]

    def keep(self, letters: list[str]) -> None:
        """Take over changed letters; text stays text."""
        is_text = isinstance(self.content.get(self.key), str)
        self.content[self.key] = "\n".join(letters) if is_text else letters

    def dials(self) -> Sequence[Dial]:
        """Return who moves first."""
        if not self.sides:
            return ()
        turn = self.content.get("turn", self.sides[0])
        return (Dial("turn", "First to move", turn, choices=self.sides),)

    def put(self, cell: str, tool: str) -> None:
        """Put a letter into a cell."""
        row, column = self.place_of(cell, tool)
        letters = [list(each) for each in self.letters]
        there = letters[row][column]
        letters[row][column] = self.nothing if there == tool else tool
        self.keep(["".join(each) for each in letters])

    def square(self, name: str, letter: str, words: str = "") -> Square:
        """Return a square with the symbol of the tool that puts a letter."""
        symbols = {tool.name: tool.symbol for tool in self.tools}
        return Square(name, symbols.get(letter, ""), words)
