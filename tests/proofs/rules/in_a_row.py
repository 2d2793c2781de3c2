"""Tic-tac-toe on any board by plain rules, as `InARow` of proofs/coq/FourGames.v has it."""

from typing import Literal

from toadstone.own_game import Field, TwoPlayerScenario, plain_game


class InARowScenario(TwoPlayerScenario):
    game: Literal["in-a-row"]
    rows: int = Field(3)
    columns: int = Field(3)
    long: int = Field(3)


class InARowRules:
    """Mark a free square; who has so many in a row, a column or a diagonal has won."""

    sides = ("x", "o")

    def __init__(self, scenario):
        self.height, self.width, self.long = scenario.rows, scenario.columns, scenario.long
        steps = (0, 1), (1, 0), (1, 1), (1, -1)
        self.lines = [
            [(r + n * down) * self.width + c + n * right for n in range(self.long)]
            for r in range(self.height)
            for c in range(self.width)
            for down, right in steps
            if 0 <= r + (self.long - 1) * down < self.height
            and 0 <= c + (self.long - 1) * right < self.width
        ]

    def start(self):
        return "." * (self.height * self.width)

    def winner(self, position, side):
        for mark in self.sides:
            if any(all(position[at] == mark for at in line) for line in self.lines):
                return mark
        return None if "." in position else "draw"

    def moves(self, position, side):
        return [str(at) for at, mark in enumerate(position) if mark == "."]

    def play(self, position, move, side):
        return position[: int(move)] + side + position[int(move) + 1 :]

    def rows(self, position):
        return [position]


GAME = plain_game("in-a-row", __name__, InARowScenario, InARowRules)
