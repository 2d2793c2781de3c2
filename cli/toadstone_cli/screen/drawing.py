"""How a grid is drawn with characters, and which cell is where in the drawing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from toadstone.play.play_board import Grid, Line, Tile


class Mark(Enum):
    """What is marked about a cell; each has signs around it that need no colour."""

    CURSOR = "[]", "bold reverse"
    CHOSEN = "<>", "bold reverse"
    HINT = "{}", "bold magenta"
    CHANGED = "**", "bold red"
    TARGET = "()", "bold cyan"
    MOVED = "  ", "underline"

    @property
    def around(self) -> str:
        """The signs on the left and on the right."""
        return self.value[0]

    @property
    def style(self) -> str:
        """The colour."""
        return self.value[1]


@dataclass(frozen=True)
class Spot:
    """Where a cell is drawn: its line, its first column and the one behind its last."""

    cell: Any
    line: int
    start: int
    end: int


@dataclass(frozen=True)
class Drawing:
    """A drawn grid: its lines, and where its cells are, line by line from the left."""

    text: Text
    spots: tuple[Spot, ...]

    @property
    def width(self) -> int:
        """The columns that it takes."""
        return max((line.cell_len for line in self.text.split()), default=0)

    @property
    def height(self) -> int:
        """The lines that it takes."""
        return len(self.text.plain.split("\n"))

    def cell_at(self, column: int, line: int) -> Any:
        """Return the cell that is drawn in a place; None where there is none."""
        for spot in self.spots:
            if spot.line == line and spot.start <= column < spot.end:
                return spot.cell
        return None

    def beside(self, cell: Any, across: int, down: int) -> Any:
        """Return the next cell in a direction, or the same one where there is none.

        Args:
            cell: where to start; the first cell where it is none of those drawn.
            across: 1 for the right, -1 for the left, or 0.
            down: 1 for down, -1 for up, or 0.
        """
        here = next((spot for spot in self.spots if spot.cell == cell), None)
        if here is None:
            return self.spots[0].cell if self.spots else None
        ahead = [
            (abs(spot.line - here.line) + abs(spot.start - here.start), spot.cell)
            for spot in self.spots
            if (spot.line == here.line if across else spot.start == here.start)
            and (spot.start - here.start) * across + (spot.line - here.line) * down > 0
        ]
        return min(ahead, key=lambda each: each[0])[1] if ahead else cell


_NUMBER = re.compile(r"\d+")
_BOX = "┌┬┐├┼┤└┴┘─│"
_ASCII_BOX = "+++++++++-|"


class Artist:
    """Draws one grid.

    Args:
        grid: what to draw.
        marks: the cells that are marked.
        framed: whether to draw a frame around each cell.
        ascii_only: whether to draw it with ASCII characters.
    """

    def __init__(
        self, grid: Grid, marks: Mapping[Any, Mark], *, framed: bool, ascii_only: bool
    ) -> None:
        self._grid, self._marks, self._framed = grid, marks, framed
        self._box = _ASCII_BOX if ascii_only else _BOX
        contents = [_content(tile) for line in grid.lines for tile in line.tiles]
        self._inner = max(map(cell_len, [*contents, *grid.columns]), default=0)
        self._cells = max((len(line.tiles) for line in grid.lines), default=0)
        names = max((cell_len(line.name) for line in grid.lines), default=0)
        self._left = names + 1 if names else 0
        self._lines: list[Text] = []
        self._spots: list[Spot] = []

    def draw(self) -> Drawing:
        """Return the drawing."""
        if self._grid.columns:
            self._lines.append(self._columns())
        for number, line in enumerate(self._grid.lines):
            if self._framed:
                self._lines.append(self._rule("├┼┤" if number else "┌┬┐"))
            self._line(line)
        if self._framed and self._grid.lines:
            self._lines.append(self._rule("└┴┘"))
        for drawn in self._lines:
            drawn.rstrip()
        return Drawing(Text("\n").join(self._lines), tuple(self._spots))

    def _columns(self) -> Text:
        gap = " " if self._framed else ""
        names = gap.join(name.center(self._inner + 2) for name in self._grid.columns)
        return Text(" " * self._left + gap + names, "dim")

    def _rule(self, corners: str) -> Text:
        left, middle, right = (self._box[_BOX.index(sign)] for sign in corners)
        across = self._box[9] * (self._inner + 2)
        return Text(" " * self._left + left + middle.join([across] * self._cells) + right, "dim")

    def _line(self, line: Line) -> None:
        bar = self._box[10] if self._framed else ""
        text = Text.assemble((line.name.ljust(self._left), "dim"))
        for tile in line.tiles:
            text.append(bar, "dim")
            if tile.cell is not None:
                start = text.cell_len
                self._spots.append(
                    Spot(tile.cell, len(self._lines), start, start + self._inner + 2)
                )
            text.append_text(self._tile(tile))
        text.append(bar, "dim")
        if line.note:
            text.append(f"  {line.note}", "dim")
        self._lines.append(text)

    def _tile(self, tile: Tile) -> Text:
        mark = None if tile.cell is None else self._marks.get(tile.cell)
        around = mark.around if mark else "  "
        style = " ".join(filter(None, (tile.style, mark.style if mark else "")))
        content = _content(tile)
        space = self._inner - cell_len(content)
        padded = " " * (space // 2) + content + " " * (space - space // 2)
        return Text(f"{around[0]}{padded}{around[1]}", style)


def _content(tile: Tile) -> str:
    return f"{tile.sign} {tile.note}" if tile.note else tile.sign


def draw(
    grid: Grid,
    marks: Mapping[Any, Mark],
    room: tuple[int, int],
    *,
    ascii_only: bool = False,
) -> Drawing:
    """Draw a grid, with a frame around each cell where there is room for it.

    Args:
        grid: what to draw.
        marks: the cells that are marked.
        room: the columns and lines that can be seen at once.
        ascii_only: whether to draw with ASCII characters.
    """
    drawings = [
        Artist(grid, marks, framed=framed, ascii_only=ascii_only).draw()
        for framed in ([True, False] if grid.framed else [False])
    ]
    width, height = room
    fitting = (each for each in drawings if each.width <= width and each.height <= height)
    chosen = next(fitting, drawings[-1])
    if chosen.width <= width:
        return chosen
    short = _with_notes_that_fit(grid, chosen, width)
    without = Artist(short, marks, framed=False, ascii_only=ascii_only).draw()
    return without if without.width <= width else chosen


def _with_notes_that_fit(grid: Grid, drawing: Drawing, width: int) -> Grid:
    """Return a grid without the notes that do not end within some columns, without frames."""
    ends = [line.cell_len for line in drawing.text.split(allow_blank=True)][-len(grid.lines) :]
    lines = zip(grid.lines, ends, strict=True)
    return replace(
        grid, lines=tuple(replace(line, note="") if end > width else line for line, end in lines)
    )


def without_cut_numbers(text: Text, start: int, width: int) -> Text:
    """Return a text with blanks for each number of which only a part can be seen.

    Args:
        text: what is drawn.
        start: the first column that can be seen.
        width: the columns that can be seen.
    """
    lines = []
    for line in text.split(allow_blank=True):
        plain = line.plain
        for edge in (start, start + width):
            for number in _NUMBER.finditer(plain):
                first, end = cell_len(plain[: number.start()]), cell_len(plain[: number.end()])
                if first < edge < end:
                    plain = plain[: number.start()] + " " * len(number[0]) + plain[number.end() :]
        shown = line.copy()
        shown.plain = plain
        lines.append(shown)
    return Text("\n").join(lines)
