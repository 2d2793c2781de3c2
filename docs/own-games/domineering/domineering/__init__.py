"""Domineering: one side's dominoes stand, the other's lie; who cannot move loses.

Berlekamp, Conway and Guy, "Winning Ways", chapter 5. A position is the set of taken cells, the bits
of an integer.
"""

from typing import Literal

from toadstone.own_game import Field, TwoPlayerScenario, plain_game

LETTERS = "abcdefghi"


class DomineeringScenario(TwoPlayerScenario):
    """A board of free and taken cells."""

    game: Literal["domineering"] = Field(description="The name of the game.")
    board: tuple[str, ...] = Field(
        ("....",) * 4, min_length=1, max_length=9, description="Rows: `.` is free, `#` is taken."
    )


class DomineeringRules:
    """Place a domino on two free cells: vertical upright, horizontal flat. Who cannot move loses.

    A move is the two cells, as a1-a2 or a1-b1.
    """

    sides = ("vertical", "horizontal")

    def __init__(self, scenario):
        self.board = scenario.board
        if len(set(map(len, self.board))) > 1 or not 1 <= len(self.board[0]) <= len(LETTERS):
            raise ValueError("expected rows of the same length, 1 to 9 cells")
        cells = [(x, y) for y, row in enumerate(self.board) for x in range(len(row))]
        self.bits = {cell: 1 << at for at, cell in enumerate(cells)}
        self.full, self.top = (1 << len(cells)) - 1, (1 << len(self.board[0])) - 1
        self.edge = sum(self.bits[0, y] for y in range(len(self.board)))
        upright = [((x, y), (x, y + 1)) for x, y in cells]
        flat = [((x, y), (x + 1, y)) for x, y in cells]
        self.places = {
            side: {
                f"{name(*a)}-{name(*b)}": self.bits[a] | self.bits[b]
                for a, b in pairs
                if b in self.bits
            }
            for side, pairs in zip(self.sides, (upright, flat))
        }

    def start(self):
        return sum(bit for (x, y), bit in self.bits.items() if self.board[y][x] == "#")

    def moves(self, position, side):
        return [move for move, cells in self.places[side].items() if not position & cells]

    def play(self, position, move, side):
        return position | self.places[side][move]

    def parts(self, position):
        """Return the regions of free cells, each alone in the top left corner of a taken board."""
        width, free = len(self.board[0]), self.full & ~position
        while free:
            region, more = 0, free & -free
            while region != more:
                region = more
                more |= (more & ~self.edge) >> 1 | (more << 1 & ~self.edge)
                more = (more | more << width | more >> width) & free
            free &= ~region
            while not region & self.top:
                region >>= width
            while not region & self.edge:
                region >>= 1
            if region & (region - 1):  # one cell alone is worth nothing
                yield self.full & ~region

    def rows(self, position):
        return [
            "".join("#" if position & self.bits[x, y] else "." for x in range(len(row)))
            for y, row in enumerate(self.board)
        ]

    def why_illegal(self, position, move, side):
        if move in self.places[side]:
            return f"{move} is taken"
        return f"{move} is no place for a {side} domino"


def name(x, y):
    return f"{LETTERS[x]}{y + 1}"


GAME = plain_game("domineering", __name__, DomineeringScenario, DomineeringRules)
