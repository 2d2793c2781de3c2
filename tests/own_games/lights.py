"""Lights out: a press turns a light and its neighbours on or off; turn all of them off."""

from typing import Literal

from toadstone.own_game import Field, OnePlayerScenario, plain_game


class LightsScenario(OnePlayerScenario):
    """A row of lights."""

    game: Literal["lights"] = Field(description="The name of the game.")
    row: str = Field("o.o", pattern="[o.]{1,12}", description="The lights: o is on, . is off.")


class LightsRules:
    """Press a light to turn it and its neighbours on or off. Turn all lights off."""

    def __init__(self, scenario):
        self.row = scenario.row

    def start(self):
        return self.row

    def moves(self, position):
        return [str(cell) for cell in range(1, len(position) + 1)]

    def play(self, position, move):
        lights = list(position)
        for cell in range(max(int(move) - 2, 0), min(int(move) + 1, len(lights))):
            lights[cell] = "o" if lights[cell] == "." else "."
        return "".join(lights)

    def won(self, position):
        return "o" not in position

    def rows(self, position):
        return [position]


GAME = plain_game("lights", __name__, LightsScenario, LightsRules)
