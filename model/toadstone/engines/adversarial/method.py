"""The methods that answer questions about positions of games for two."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from toadstone.engines.adversarial.perfect_play import PerfectPlay, SearchedGame
from toadstone.engines.adversarial.plain_search import PlainAlphaBeta, PlainMinimax
from toadstone.engines.adversarial.proof_number import ProofNumberSearch
from toadstone.engines.adversarial.questions import REMOTENESS, WINNER
from toadstone.engines.engine import Method

if TYPE_CHECKING:
    from collections.abc import Callable

    from toadstone.core.answer import Answer
    from toadstone.core.rules import TwoPlayerRules
    from toadstone.engines.instance import Request


@dataclass(frozen=True)
class PositionSearch(Method):
    """A search of all that can come of a position.

    Attributes:
        search: the search, for the rules of a game.
    """

    search: type[SearchedGame[Any, Any]] = field(kw_only=True, default=PerfectPlay)

    def solve(self, request: Request) -> Answer:
        """Answer a question about the position."""
        from toadstone.core.budget import Watch
        from toadstone.engines.adversarial.answering import Inquiry, answer_position
        from toadstone.engines.adversarial.game import TwoPlayerGame

        game, ask, watch = request.game, request.ask, Watch(request.limits)
        if not isinstance(game, TwoPlayerGame):
            raise TypeError(f"{game.name} is not a game for two")

        def hear(words: str) -> None:
            watch.keep_going()
            request.reporting.tell(f"{ask[0]}: {words}")

        play = self.begin(game.rules(game.as_planned(request.scenario, ask, {})), hear)
        return answer_position(Inquiry(request, play, self.name, watch), game.judge(ask[0]))

    def begin(
        self, rules: TwoPlayerRules[Any, Any], hear: Callable[[str], None]
    ) -> SearchedGame[Any, Any]:
        """Return the search, at its start.

        Args:
            rules: the rules, with the position in question at the start.
            hear: is told now and then how the search goes; it may raise to stop.
        """
        return self.search(rules, lambda nodes: hear(f"{nodes:,} positions searched"))


EXACT_SEARCH = PositionSearch(
    name="exact-search",
    meaning="all that can come of the position, with a transposition table",
    guarantee="proves who wins",
    search=PerfectPlay,
)
ALPHA_BETA = PositionSearch(
    name="alpha-beta",
    meaning="every line of play to its end, without those that cannot matter; no table",
    guarantee="proves who wins",
    search=PlainAlphaBeta,
)
MINIMAX = PositionSearch(
    name="minimax",
    meaning="every line of play to its end; no table",
    guarantee="proves who wins",
    search=PlainMinimax,
)
PROOF_NUMBER = PositionSearch(
    name="proof-number",
    meaning="goes on where the least is left to prove",
    guarantee="proves who wins, not in how many plies",
    search=ProofNumberSearch,
)

METHODS = {
    WINNER: (EXACT_SEARCH, ALPHA_BETA, MINIMAX, PROOF_NUMBER),
    REMOTENESS: (EXACT_SEARCH, ALPHA_BETA, MINIMAX),
}
"""What answers the questions that every game for two has; others are for the exact search."""
