"""River Toad to be drawn: snakes and flies on the rolls to come, and the toad below them."""

from __future__ import annotations

from toadstone.games.river_toad.rules import spawn
from toadstone.games.river_toad.scenario import MOST_HP, MOST_WIDTH, snake_roll
from toadstone.view.canvas import Canvas, Content, Dial, Square, SquareRow, Tool

_MOST_TURNS = 200
"""Turns that can be drawn: each is a row."""


class RiverToadCanvas(Canvas):
    """A row for each roll, the last on top, and the toad's row at the bottom."""

    tools = (Tool("put", "Snake in the river, fly on a bank, toad in his row", "snake"),)

    @classmethod
    def empty(cls) -> Content:
        """Return a river without snakes and flies."""
        return {
            "game": "river-toad",
            "title": "My river",
            "ask": "max-hp",
            "board": {"rows": 4},
            "toad": {"hp": 10},
            "rolls": [0] * 8,
        }

    @property
    def _width(self) -> int:
        return int(self.content["board"].get("width", 5))

    def rows(self) -> list[SquareRow]:
        """Return the rolls and the toad's row."""
        width, rolls = self._width, self.content["rolls"]
        return [
            *(self._row(turn, rolls[turn - 1]) for turn in range(len(rolls), 0, -1)),
            SquareRow([self._toad_square(cell) for cell in range(width + 2)], "Mr. Toad"),
        ]

    def _row(self, turn: int, roll: int) -> SquareRow:
        arriving, squares = spawn(roll, self._width), []
        for cell in range(self._width + 2):
            symbol = "snake" if cell in arriving.snakes else "fly" if cell in arriving.flies else ""
            ground = "water" if 0 < cell <= self._width else "bank"
            squares.append(Square(f"{turn}:{cell}", symbol, class_=ground))
        return SquareRow(squares, f"roll {turn}")

    def _toad_square(self, cell: int) -> Square:
        on_bank = not 0 < cell <= self._width
        here = cell == self.content["toad"].get("start", (self._width + 1) // 2)
        return Square(
            f"toad:{cell}", "mr-toad" if here else "", class_="bank" if on_bank else "shallow"
        )

    def put(self, cell: str, tool: str) -> None:
        """Put a snake, a fly or the toad into a cell; a second click takes snake or fly away."""
        row, _, number = cell.partition(":")
        place, width = int(number), self._width
        if not 0 <= place <= width + 1:
            raise ValueError(f"there is no cell {cell}")
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
        elif name == "rows":
            content["board"]["rows"] = number
        elif name == "width":
            self._widen(number)
        elif name == "hp":
            content["toad"]["hp"] = number
        else:
            content["flies"] = {"gain": number}

    def _widen(self, width: int) -> None:
        """Keep snakes and flies where they are, as far as there is room."""
        rolls = []
        for roll in self.content["rolls"]:
            arriving = spawn(roll, self._width)
            if arriving.flies:
                rolls.append(2**width + (0 not in arriving.flies))
            else:
                rolls.append(snake_roll({c for c in arriving.snakes if c <= width}, width))
        start = min(width, self.content["toad"].get("start", (self._width + 1) // 2))
        self.content["board"]["width"], self.content["rolls"] = width, rolls
        self.content["toad"]["start"] = start
