"""Breakthrough: men go one square forward and capture diagonally; the last row wins.

Dan Troyka, 2000. A position is two sets of squares in one integer: the bits of the first side's men
are the lower ones. Square 0 is the top left one, and squares count along the rows.
"""

from typing import Literal

from toadstone.core.question import Support
from toadstone.engines import ENGINES
from toadstone.own_game import Field, TwoPlayerScenario, plain_game

LETTERS = "abcdefgh"


class BreakthroughScenario(TwoPlayerScenario):
    """A board with two rows of men on either side."""

    game: Literal["breakthrough"] = Field(description="The name of the game.")
    rows: int = Field(5, ge=4, le=8, description="How many rows.")
    columns: int = Field(5, ge=2, le=7, description="How many columns.")


class BreakthroughRules:
    """Go one square forward: straight to a free square, diagonally to a free one or a capture.

    Black begins at the top and goes down, white goes up. Who reaches the last row has won, and who
    captures every man. A move is its two squares, as a2-a3.
    """

    sides = ("black", "white")

    def __init__(self, scenario):
        self.height, self.width = height, width = scenario.rows, scenario.columns
        self.cells = cells = height * width
        row = (1 << width) - 1
        self.men, self.top, self.bottom = (1 << cells) - 1, row, row << (cells - width)
        self.steps = {}  # the squares of each move, as bits
        self.ways = {
            side: [(1 << at, self.ways_from(at, forward)) for at in range(cells)]
            for side, forward in (("black", 1), ("white", -1))
        }

    def ways_from(self, at, forward):
        """Return where a man may go: the bit, whether it is straight on, and the move."""
        row, column = divmod(at, self.width)
        ways = []
        for to in range(max(0, column - 1), min(self.width, column + 2)):
            if 0 <= row + forward < self.height:
                end = at + forward * self.width + to - column
                move = f"{self.name(at)}-{self.name(end)}"
                self.steps[move] = 1 << at, 1 << end
                ways.append((1 << end, to == column, move))
        return ways

    def start(self):
        black = (1 << 2 * self.width) - 1
        return black | black << (self.cells - 2 * self.width) << self.cells

    def winner(self, position, side):
        black, white = position & self.men, position >> self.cells
        if black & self.bottom or not white:
            return "black"
        return "white" if white & self.top or not black else None

    def moves(self, position, side):
        own, enemy = position & self.men, position >> self.cells
        if side == "white":
            own, enemy = enemy, own
        taken = own, own | enemy
        return [
            move
            for man, ways in self.ways[side]
            if own & man
            for to, straight, move in ways
            if not to & taken[straight]
        ]

    def play(self, position, move, side):
        start, end = self.steps[move]
        own, enemy = (self.cells, 0) if side == "white" else (0, self.cells)
        return position & ~(end << enemy) ^ (start | end) << own

    def name(self, square):
        row, column = divmod(square, self.width)
        return f"{LETTERS[column]}{row + 1}"

    def rows(self, position):
        letters = {0: ".", 1: "x", 2: "o"}
        marks = [
            letters[(position >> at & 1) + 2 * (position >> self.cells >> at & 1)]
            for at in range(self.cells)
        ]
        return ["".join(marks[at : at + self.width]) for at in range(0, self.cells, self.width)]

    def why_illegal(self, position, move, side):
        return f"{side} has no man that can go so"


STATED = Support({"winner": "position"}, {"rows", "columns"})
GAME = plain_game(
    "breakthrough",
    __name__,
    BreakthroughScenario,
    BreakthroughRules,
    parts={ENGINES: "search:ENGINES"},
    support={ENGINES: STATED},
)
