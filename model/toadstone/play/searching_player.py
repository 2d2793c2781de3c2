"""Players that look some plies ahead, for any game for two that states an evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toadstone.core.budget import Watch
from toadstone.core.errors import LimitReachedError
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.adversarial.alpha_beta import AlphaBeta
from toadstone.engines.adversarial.minimax import Minimax
from toadstone.play.players import PlayerKind

if TYPE_CHECKING:
    from toadstone.core.reporting import Reporting
    from toadstone.core.session import Session
    from toadstone.engines.adversarial.minimax import Evaluation, Visit
    from toadstone.play.players import Seat

DEEPEST = 99
"""Plies that a player may look ahead."""

BETWEEN_LOOKS = 1024
"""Visits to nodes between two looks at the clock."""


class SearchingPlayer:
    """Plays the first of the moves that a search to a depth finds best.

    Args:
        seat: what the player is given to play with; its game states an evaluation.
        kind: the search.
        depth: plies to look ahead, at least 1.
    """

    def __init__(self, seat: Seat, kind: type[Minimax[Any, Any]], depth: int) -> None:
        self._limits, self._kind, self._depth = seat.limits, kind, depth
        self._evaluate = _evaluation(seat)

    def choose(self, session: Session[Any, Any], reporting: Reporting) -> Any | None:
        """Return the move; raise LimitReachedError when the time for it ran out."""
        watch, visits = Watch(self._limits), 0

        def count(visit: Visit[Any]) -> None:
            nonlocal visits
            visits += 1
            if visits % BETWEEN_LOOKS == 0:
                watch.keep_going()
                reporting.tell(f"{visits:,} nodes visited")

        if not isinstance(session.rules, TwoPlayerRules):
            raise TypeError("this player plays games for two")
        search = self._kind(session.rules, self._evaluate, self._depth, count)
        try:
            return search.choose(session.state).line[0]
        except MemoryError:
            raise LimitReachedError from None


def _evaluation(seat: Seat) -> Evaluation[Any]:
    from toadstone.engines.adversarial.game import TwoPlayerGame

    evaluate = None
    if isinstance(seat.game, TwoPlayerGame):
        evaluate = seat.game.evaluation(seat.scenario)
    if evaluate is None:
        raise ValueError(f"{seat.game.name} states no evaluation of its positions")
    return evaluate


def _depth(seat: Seat) -> int:
    """Return the number after the colon."""
    digits = seat.argument or ""
    if not (digits.isascii() and digits.isdecimal() and 1 <= int(digits[:9]) <= DEEPEST):
        raise ValueError(f"expected a depth from 1 to {DEEPEST} plies")
    return int(digits)


GREEDY = PlayerKind(
    "greedy", "the move that looks best at once", lambda seat: SearchingPlayer(seat, Minimax, 1)
)
MINIMAX = PlayerKind(
    "minimax",
    "the best of every line of play for some plies",
    lambda seat: SearchingPlayer(seat, Minimax, _depth(seat)),
    "DEPTH",
)
ALPHA_BETA = PlayerKind(
    "alpha-beta",
    "the same moves as minimax, found sooner",
    lambda seat: SearchingPlayer(seat, AlphaBeta, _depth(seat)),
    "DEPTH",
)

SEARCHING_PLAYERS = (GREEDY, MINIMAX, ALPHA_BETA)
"""Who can play every game that states an evaluation."""
