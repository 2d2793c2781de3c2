"""The methods that choose a move, for `--method` and `toadstone compare`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toadstone.method import Method

if TYPE_CHECKING:
    from toadstone.answer import Answer
    from toadstone.game import AnyGame
    from toadstone.limits import Limits
    from toadstone.question import Question
    from toadstone.reporting import Reporting
    from toadstone.scenario import Scenario


class Choosing(Method):
    """A method that a scenario can name, whatever it names."""

    def solve(
        self,
        game: AnyGame,
        scenario: Scenario,
        ask: tuple[Question, ...],
        limits: Limits | None = None,
        reporting: Reporting | None = None,
    ) -> Answer:
        """Choose a move by this method, to the depth that the scenario states."""
        from toadstone.two_player.method import EXACT_SEARCH

        stated = scenario.model_copy(update={"method": self.name})
        return replace(EXACT_SEARCH, name=self.name).solve(game, stated, ask, limits, reporting)


GREEDY = Choosing("greedy", "the move that gains most at once", "proves nothing")
MINIMAX = Choosing("minimax", "every line of play to a depth", "proves the best to that depth")
ALPHA_BETA = Choosing(
    "alpha-beta",
    "lines of play to a depth, without those that cannot matter",
    "proves the best to that depth",
)
EXACT = Choosing("exact", "an endgame table of all that can come", "proves the best")

METHODS = (GREEDY, MINIMAX, ALPHA_BETA, EXACT)
