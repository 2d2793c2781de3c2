"""Kayles: two players knock down one pin, or two that stand side by side.

Winning Ways, chapter 4: whoever begins wins every row but the empty one.
"""

from typing import Literal

from toadstone.own_game import Field, TwoPlayerScenario, plain_game


class KaylesScenario(TwoPlayerScenario):
    """A row of pins."""

    game: Literal["kayles"] = Field(description="The name of the game.")
    pins: int = Field(7, ge=0, le=30, description="How many pins stand in the row.")


class KaylesRules:
    """Knock down one pin, or two that stand side by side. Who cannot move loses.

    A move is the number of a pin, counted from the left, or of two, as 3-4.
    """

    sides = ("left", "right")

    def __init__(self, scenario):
        self.pins = scenario.pins

    def start(self):
        return "!" * self.pins

    def moves(self, position, side):
        pins = [cell for cell, sign in enumerate(position, 1) if sign == "!"]
        yield from map(str, pins)
        yield from (f"{pin}-{pin + 1}" for pin in pins if pin + 1 in pins)

    def play(self, position, move, side):
        first, last = int(move.split("-")[0]), int(move.split("-")[-1])
        return position[: first - 1] + "." * (last - first + 1) + position[last:]

    def rows(self, position):
        return [position]


GAME = plain_game("kayles", __name__, KaylesScenario, KaylesRules)
