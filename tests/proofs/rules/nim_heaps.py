"""Nim by plain rules, as `Nim` of proofs/coq/FourGames.v has it."""

from typing import Literal

from toadstone.own_game import Field, TwoPlayerScenario, plain_game


class NimScenario(TwoPlayerScenario):
    game: Literal["nim-heaps"]
    heaps: tuple[int, ...] = Field((1, 2), max_length=5)


class NimRules:
    """Take any number from one heap; who takes the last wins."""

    sides = ("left", "right")

    def __init__(self, scenario):
        self.heaps = scenario.heaps

    def start(self):
        return self.heaps

    def moves(self, position, side):
        return [f"{i}:{n}" for i, heap in enumerate(position) for n in range(1, heap + 1)]

    def play(self, position, move, side):
        heap, taken = map(int, move.split(":"))
        return (*position[:heap], position[heap] - taken, *position[heap + 1 :])

    def rows(self, position):
        return ["".join(map(str, position))]


GAME = plain_game("nim-heaps", __name__, NimScenario, NimRules)
