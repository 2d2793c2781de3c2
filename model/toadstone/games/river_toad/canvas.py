"""River Toad to be drawn: snakes and flies on the rolls to come, and the toad below them."""

from __future__ import annotations

from typing import ClassVar

from toadstone.games.river_toad.board import row_of
from toadstone.games.river_toad.rules import spawn
from toadstone.games.river_toad.scenario import MOST_HP, MOST_WIDTH, snake_roll
from toadstone.view.canvas import Canvas, Dial, Row, Square, Tool

_MOST_TURNS = 200
"""Turns that can be drawn: each is a row."""


class RiverToadCanvas(Canvas):
    """A row for each roll, the last on top, and the toad's row at the bottom."""

    blank: ClassVar = {
        "game": "river-toad",
        "title": "My river",
        "ask": "max-hp",
        "board": {"rows": 4},
        "toad": {"hp": 10},
        "rolls": [0] * 8,
    }
    tools = (Tool("put", "Snake in the river, fly on a bank, toad in his row", "snake"),)

    @property
    def _width(self) -> int:
        return int(self.content["board"].get("width", 5))

    @property
    def _start(self) -> int:
        return int(self.content["toad"].get("start", (self._width + 1) // 2))

    def rows(self) -> list[Row]:
        """Return the rolls and the toad's row."""
        cells, rows = range(self._width + 2), []
        for turn, roll in enumerate(self.content["rolls"], 1):
            symbols = [square.symbol for square in row_of(roll, self._width)]
            squares = [self._square(turn, cell, symbols[cell], "water") for cell in cells]
            rows.append((f"roll {turn}", squares))
        toad = {self._start: "mr-toad"}
        squares = [self._square("toad", cell, toad.get(cell, ""), "shallow") for cell in cells]
        return [*reversed(rows), ("Mr. Toad", squares)]

    def _square(self, row: int | str, cell: int, symbol: str, river: str) -> Square:
        ground = river if 0 < cell <= self._width else "bank"
        return Square(f"{row}:{cell}", symbol, class_=ground)

    def put(self, cell: str, tool: str) -> None:
        """Put a snake, a fly or the toad into a cell; a second click takes snake or fly away."""
        _, place = self.place_of(cell, tool)
        row, width = cell.partition(":")[0], self._width
        if row == "toad":
            if 0 < place <= width:
                self.content["toad"]["start"] = place
            return
        rolls = list(self.content["rolls"])
        arriving = spawn(rolls[int(row) - 1], width)
        if 0 < place <= width:
            roll = snake_roll(arriving.snakes ^ {place}, width)
        else:
            roll = 0 if place in arriving.flies else 2**width + (place > 0)
        rolls[int(row) - 1] = roll
        self.content["rolls"] = rolls

    def dials(self) -> tuple[Dial, ...]:
        """Return turns, rows, cells in a row, HP and what a fly is worth."""
        content = self.content
        gain = content.get("flies", {}).get("gain", 5)
        return (
            Dial("turns", "Rolls", len(content["rolls"]), 1, _MOST_TURNS),
            Dial("rows", "Rows", content["board"]["rows"], 2, 1000),
            Dial("width", "River cells", self._width, 1, min(MOST_WIDTH, 15)),
            Dial("hp", "HP", content["toad"]["hp"], 1, MOST_HP),
            Dial("gain", "HP of a fly", gain, 0, 100),
        )

    def set(self, name: str, value: int | str) -> None:
        """Set a number."""
        content, number = self.content, int(value)
        if name == "turns":
            content["rolls"] = [*content["rolls"][:number], *[0] * (number - len(content["rolls"]))]
            return
        if name == "width":
            rolls = []  # snakes and flies stay where they are, as far as there is room
            for arriving in (spawn(roll, self._width) for roll in content["rolls"]):
                snakes = {cell for cell in arriving.snakes if cell <= number}
                fly = 2**number + (0 not in arriving.flies)
                rolls.append(fly if arriving.flies else snake_roll(snakes, number))
            content["toad"]["start"] = min(number, self._start)
            content["rolls"] = rolls
        part = {"rows": "board", "width": "board", "hp": "toad", "gain": "flies"}[name]
        content.setdefault(part, {})[name] = number
