"""The shortest game of Ugly Duck as a shortest-path problem, for the searches: a ply costs one."""

from __future__ import annotations

from toadstone.engines.search.problem import Cost, RulesProblem
from toadstone.games.ugly_duck.rules import AnyMove, State, UglyDuckRules
from toadstone.games.ugly_duck.won_games import WonGames


class UglyDuckSearch(RulesProblem[State, AnyMove]):
    """The boards that moves of both sides lead to, up to a win that the scenario wants."""

    fewest_moves = True
    zero = (0,)

    def __init__(self, rules: UglyDuckRules) -> None:
        super().__init__(rules)
        self._rules = rules

    def cost(self, before: State, move: AnyMove, after: State) -> Cost:
        """Return one ply."""
        return (1,)

    def place(self, state: State) -> str:
        """Return the board and the side to move: they decide what can follow."""
        return state.position

    def is_goal(self, state: State) -> bool:
        """Say whether the game is won, by who may win it."""
        return WonGames(self._rules, state.plies).accepts(state.plies, state)
