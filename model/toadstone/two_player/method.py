"""The method that answers questions about positions of games for two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toadstone.method import Method

if TYPE_CHECKING:
    from toadstone.answer import Answer
    from toadstone.game import AnyGame
    from toadstone.question import Question
    from toadstone.scenario import Scenario
    from toadstone.solver import Limits
    from toadstone.solving import Reporting


class ExactSearch(Method):
    """The search of all that can come of a position."""

    def solve(
        self,
        game: AnyGame,
        scenario: Scenario,
        ask: tuple[Question, ...],
        limits: Limits | None = None,
        reporting: Reporting | None = None,
    ) -> Answer:
        """Answer a question about the position."""
        from toadstone.two_player.answering import answer_position
        from toadstone.two_player.game import TwoPlayerGame

        if not isinstance(game, TwoPlayerGame):
            raise TypeError(f"{game.name} is not a game for two")
        return answer_position(game, scenario, ask, limits, reporting)


EXACT_SEARCH = ExactSearch(
    name="exact-search",
    meaning="all that can come of the position, with a transposition table",
    guarantee="proves who wins",
)
