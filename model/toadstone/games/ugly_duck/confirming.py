"""Second derivations of Ugly Duck, from the rules as the stand-alone checker states them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from toadstone.core.budget import Budget
from toadstone.core.errors import LimitReachedError
from toadstone.core.question import BOOK, Sense
from toadstone.engines.adversarial.restated import (
    PositionConfirmation,
    RestatedGames,
    RestatedPlay,
    RestatedRules,
    confirm_length,
)
from toadstone.engines.answer import Answer
from toadstone.engines.confirming import checker_must_accept, work_of
from toadstone.engines.state_space import count_plans
from toadstone.games.ugly_duck.rules import UglyDuckRules
from toadstone.games.ugly_duck.scenario import UglyDuckScenario, content_of
from toadstone_checker.ugly_duck import HOLDER, RIVAL, Board, Game, check

SECONDS_OF_PLAIN_SEARCH = 0.1
"""Then proofs by strategies are tried: a plain search of a larger board takes for ever."""

Position = tuple[int, int, int]
"""A board as the checker writes it, its mirror image, and the side to move: green is the holder."""


class CheckedDucks(RestatedRules[Position]):
    """The checker's rules.

    Args:
        content: the scenario as certificates have it.
        budget: when to stop.
        merged: whether a board and its mirror image are one position.
    """

    sides: ClassVar[tuple[str, str]] = ("green", "blue")

    def __init__(self, content: Mapping[str, Any], budget: Budget, *, merged: bool = True) -> None:
        self._merged = merged
        self._game = Game(dict(content), self.sides[HOLDER], work_of(budget))
        self.turn = self.sides[self._game.mover]

    def start(self, first: str) -> Position:
        """Return the start with this side to move."""
        return self._position(self._game.start, self.sides.index(first))

    def after(self, position: Position) -> list[Position]:
        """Return the position after each move or pass; none where the game is over."""
        number, image, mover = position
        if self._won(number, 1 - mover):
            return []
        return [
            self._position(each, 1 - mover) for each in self._game.choices((number, image), mover)
        ]

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
        return self._position(board, self.sides.index(state.turn))

    def _position(self, board: Board, mover: int) -> Position:
        number, image = board
        turned = self._merged and image < number
        return (image, number, mover) if turned else (number, image, mover)


class DucksConfirmation(PositionConfirmation[Position]):
    """Derives what an answer says again: by a plain search, or by proofs that the checker accepts.

    The first search finds the strategies of these proofs; the checker follows each to all its ends.

    Args:
        scenario: the scenario.
        simulator: the simulator, which names moves.
        answer: the answer, with the search that found it if that was the compiled one.
        budget: when to stop.
    """

    def __init__(
        self,
        scenario: UglyDuckScenario,
        simulator: UglyDuckRules,
        answer: Answer,
        budget: Budget,
    ) -> None:
        rules = CheckedDucks(content_of(scenario), budget, merged=BOOK not in answer.ask)
        super().__init__(simulator, RestatedPlay(rules, budget))
        self._plain = RestatedPlay(rules, budget.within(SECONDS_OF_PLAIN_SEARCH))
        self._scenario = scenario
        self._search = answer.evidence
        self._budget = budget
        self._in_vain = False

    def payoff(self, state: Any) -> int:
        """Return the payoff of perfect play to the side to move in a state of the simulator."""
        if not self._in_vain:
            try:
                return self._plain.payoff(self.rules.seen(state))
            except LimitReachedError:
                self._in_vain = True
        self._budget.check()
        if not self.rules.after(self.rules.seen(state)):
            return self.rules.payoff(self.rules.seen(state))
        from toadstone.games.ugly_duck.certificate import UglyDuckCertifier

        certifier = UglyDuckCertifier(self._scenario)
        winner, certificate = certifier.of_state(state, self._search, self._budget)
        with checker_must_accept():
            check(certificate, self._budget.tell)
        return 0 if winner == "draw" else 1 if winner == state.turn else -1


class UglyDuckConfirmer:
    """Derives results again by searches over the checker's rules."""

    name = "checker"

    def __init__(self, scenario: UglyDuckScenario, rules: UglyDuckRules) -> None:
        self._rules = rules
        self._scenario = scenario
        self._winners = [scenario.wins or side for side in CheckedDucks.sides]

    def confirm(self, answer: Answer, budget: Budget) -> str:
        """Derive a proven answer again; see `Confirmer`."""
        if answer.ask[0].sense is not Sense.POSITION:
            rules = CheckedDucks(content_of(self._scenario), budget)
            confirm_length(answer, rules, self._winners, budget)
        else:
            DucksConfirmation(self._scenario, self._rules, answer, budget).confirm(answer)
        return self.name

    def count(self, figures: Mapping[str, int], budget: Budget) -> int:
        """Return the number of games of so many plies that the scenario's side wins."""
        rules = CheckedDucks(content_of(self._scenario), budget)
        return count_plans(RestatedGames(rules, self._winners, figures["plies"]), budget)
