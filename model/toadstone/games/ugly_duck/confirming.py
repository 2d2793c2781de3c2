"""Second derivations of Ugly Duck, from the rules as the stand-alone checker states them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from toadstone.core.answer import Answer
from toadstone.core.budget import Budget
from toadstone.core.question import Sense
from toadstone.engines.adversarial.restated import (
    RestatedGames,
    RestatedPlay,
    RestatedRules,
    confirm_length,
    confirm_position,
)
from toadstone.engines.confirming import work_of
from toadstone.engines.enumeration import count_plans
from toadstone.engines.instance import Instance
from toadstone.games.ugly_duck.certificate import content_of
from toadstone.games.ugly_duck.scenario import UglyDuckScenario
from toadstone_checker.ugly_duck import HOLDER, RIVAL, Board, Game

Position = tuple[int, int, int]
"""A board as the checker writes it, its mirror image, and the side to move: green is the holder."""


class CheckedDucks(RestatedRules[Position]):
    """The checker's rules; a board and its mirror image are one position."""

    sides: ClassVar[tuple[str, str]] = ("green", "blue")

    def __init__(self, content: Mapping[str, Any], budget: Budget) -> None:
        self._game = Game(dict(content), self.sides[HOLDER], work_of(budget))
        self.turn = self.sides[self._game.mover]

    def start(self, first: str) -> Position:
        """Return the start with this side to move."""
        return _upright(self._game.start, self.sides.index(first))

    def after(self, position: Position) -> list[Position]:
        """Return the position after each move or pass; none where the game is over."""
        number, image, mover = position
        if self._won(number, 1 - mover):
            return []
        return [_upright(each, 1 - mover) for each in self._game.choices((number, image), mover)]

    def _won(self, number: int, side: int) -> bool:
        """Return whether a side has brought a swan home or captured all: it moved last."""
        game = self._game
        if side == RIVAL:
            return game.rival_has_won(number)
        return bool(number & game.home << game.cells) or not number >> 2 * game.cells

    def payoff(self, position: Position) -> int:
        """Return -1 if the other side has won, or none can move and that loses; else 0."""
        number, _, mover = position
        return 0 if self._game.passes and not self._won(number, 1 - mover) else -1

    def mover(self, position: Position) -> str:
        """Return the side to move."""
        return self.sides[position[2]]

    def seen(self, state: Any) -> Position:
        """Return the position of a state of the simulator."""
        lines = list(state.rows)
        board = self._game.number(lines), self._game.number([line[::-1] for line in lines])
        return _upright(board, self.sides.index(state.turn))


def _upright(board: Board, mover: int) -> Position:
    return (*board, mover) if board[0] <= board[1] else (board[1], board[0], mover)


class UglyDuckConfirmer:
    """Derives results again by searches over the checker's rules."""

    name = "checker"

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._content = content_of(_scenario(instance))
        self._winners = [_scenario(instance).wins or side for side in CheckedDucks.sides]

    def confirm(self, answer: Answer, budget: Budget) -> None:
        """Derive a proven answer again; see `Confirmer`."""
        rules = CheckedDucks(self._content, budget)
        if answer.ask[0].sense is not Sense.POSITION:
            confirm_length(answer, rules, self._winners, budget)
        else:
            confirm_position(self._instance, answer, RestatedPlay(rules, budget))

    def count(self, figures: Mapping[str, int], budget: Budget) -> int:
        """Return the number of games of so many plies that the scenario's side wins."""
        rules = CheckedDucks(self._content, budget)
        return count_plans(RestatedGames(rules, self._winners, figures["plies"]), budget)


def _scenario(instance: Instance) -> UglyDuckScenario:
    if not isinstance(instance.scenario, UglyDuckScenario):
        raise TypeError("this is about Ugly Duck")
    return instance.scenario
