"""The games of Ugly Duck that end with a win, of the side that the scenario wants to win."""

from __future__ import annotations

from toadstone.engines.state_space import WholeGames
from toadstone.games.ugly_duck.rules import SIDES, AnyMove, State, UglyDuckRules


class WonGames(WholeGames[State, AnyMove]):
    """The games that are won after a given number of moves.

    Args:
        rules: the rules, with the scenario that may say who wins.
        turns: the number of moves.
    """

    def __init__(self, rules: UglyDuckRules, turns: int) -> None:
        super().__init__(rules, turns)
        self._winners = [rules.scenario.wins or side for side in SIDES]

    def accepts(self, turn: int, element: State) -> bool:
        """Say whether the game is won after just so many moves, by who may win it."""
        outcome = self._rules.outcome(element)
        return turn == self.turns and outcome is not None and outcome.winner in self._winners
