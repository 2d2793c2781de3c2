"""Connect Four on a board of any size: Allis, "A Knowledge-based Approach of Connect-Four", 1988.

The stones of each side are the bits of an integer. A column has a bit more than its cells, so that
no line runs on into the next one.
"""

from typing import Literal

from toadstone.own_game import Field, TwoPlayerScenario, plain_game


class ConnectFourScenario(TwoPlayerScenario):
    """A board, and the columns that were played before the start."""

    game: Literal["connect-four"] = Field(description="The name of the game.")
    columns: int = Field(7, ge=1, le=9, description="The columns of the board.")
    rows: int = Field(6, ge=1, le=9, description="The rows of the board.")
    line: int = Field(4, ge=2, le=9, description="How many stones in a line win.")
    played: str = Field("", pattern="^[1-9]*$", description="The columns played before the start.")


class ConnectFourRules:
    """Drop a stone into a column. Four of your stones in a line win; a full board is a draw.

    A move is the number of a column, counted from the left.
    """

    def __init__(self, scenario):
        height = scenario.rows + 1
        columns = range(1, scenario.columns + 1)
        middle_first = sorted(columns, key=lambda column: abs(2 * column - 1 - scenario.columns))
        self.height, self.count = scenario.rows, scenario.columns
        self.bottom = {str(column): 1 << height * (column - 1) for column in columns}
        self.column = {name: bit * ((1 << height) - 1) for name, bit in self.bottom.items()}
        self.tops = [(str(c), self.bottom[str(c)] << scenario.rows - 1) for c in middle_first]
        self.full = sum(bit * ((1 << scenario.rows) - 1) for bit in self.bottom.values())
        self.folds = [
            [way * step for step in fold(scenario.line)]
            for way in (1, height - 1, height, height + 1)
        ]
        shifts = range(0, height * scenario.columns, height)
        self.mirror = list(zip(shifts, reversed(shifts)))
        self.cells = (1 << height) - 1
        self.played = scenario.played
        self.sides = ("yellow", "red") if len(self.played) % 2 else ("red", "yellow")

    def start(self):
        position, side = (0, 0), "red"
        for move in self.played:
            if move not in self.moves(position, side) or self.winner(position, side):
                raise ValueError(f"column {move} cannot be played in {self.played}")
            position = self.play(position, move, side)
            side = "yellow" if side == "red" else "red"
        return position

    def moves(self, position, side):
        taken = position[0] | position[1]
        return [move for move, top in self.tops if not taken & top]

    def play(self, position, move, side):
        red, yellow = position
        stone = ((red | yellow) + self.bottom[move]) & self.column[move]  # the carry goes there
        return (red | stone, yellow) if side == "red" else (red, yellow | stone)

    def winner(self, position, side):
        last = position[side == "red"]
        for shifts in self.folds:
            line = last
            for shift in shifts:
                line &= line >> shift
            if line:
                return "yellow" if side == "red" else "red"
        return "draw" if position[0] | position[1] == self.full else None

    def key(self, position, side):
        """Return one integer for a board and its mirror image, as the side to move sees them."""
        number, image = position[0] + position[1] + position[side != "red"], 0
        for shift, other in self.mirror:
            image |= (number >> shift & self.cells) << other
        return min(number, image)

    def rows(self, position):
        red, yellow = position
        return [
            "".join(
                "R" if red & bit << row else "Y" if yellow & bit << row else "."
                for bit in self.bottom.values()
            )
            for row in reversed(range(self.height))
        ]

    def why_illegal(self, position, move, side):
        if move in self.bottom:
            return f"column {move} is full"
        return f"there is no column {move}: the board has {self.count}"


def fold(length):
    """Return the shifts that leave a bit of every run of so many bits: 1 and 2 for four."""
    shifts, have = [], 1
    while have < length:
        shifts.append(min(have, length - have))
        have += shifts[-1]
    return shifts


GAME = plain_game("connect-four", __name__, ConnectFourScenario, ConnectFourRules)
