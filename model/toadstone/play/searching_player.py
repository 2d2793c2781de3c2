"""Players that look some plies ahead, in any two-player game that states an evaluation."""

from __future__ import annotations

from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import LimitReachedError
from toadstone.core.session import Session
from toadstone.engines.adversarial.alpha_beta import AlphaBeta
from toadstone.engines.adversarial.minimax import Minimax, Visit
from toadstone.engines.adversarial.query import two_player_rules
from toadstone.engines.parts import EVALUATION
from toadstone.play.player import PlayerKind, PlayerSetup

DEEPEST = 99
"""Plies that a player may look ahead."""

BETWEEN_LOOKS = 1024
"""Visits to nodes between two looks at the clock."""


class SearchingPlayer:
    """Plays the first of the moves that a search to a depth finds best.

    Args:
        setup: what the player is given to play with; its game states an evaluation.
        kind: the search.
        depth: plies to look ahead, at least 1.
    """

    def __init__(self, setup: PlayerSetup, kind: type[Minimax[Any, Any]], depth: int) -> None:
        self._kind, self._depth = kind, depth
        self._rules = two_player_rules(setup.instance)
        self._evaluate = setup.instance.game.get(EVALUATION)(setup.instance.scenario)

    def choose(self, session: Session[Any, Any], budget: Budget) -> Any | None:
        """Return the move; raise LimitReachedError when the time for it ran out."""
        visits = 0

        def count(visit: Visit[Any]) -> None:
            nonlocal visits
            visits += 1
            if visits % BETWEEN_LOOKS == 0:
                budget.tell(f"{visits:,} nodes visited")

        search = self._kind(self._rules, self._evaluate, self._depth, count)
        try:
            return search.choose(session.state).line[0]
        except MemoryError:
            raise LimitReachedError from None


def _depth(setup: PlayerSetup) -> int:
    """Return the number after the colon."""
    digits = setup.argument or ""
    if not (digits.isascii() and digits.isdecimal() and 1 <= int(digits[:9]) <= DEEPEST):
        raise ValueError(f"expected a depth from 1 to {DEEPEST} plies")
    return int(digits)


GREEDY = PlayerKind(
    "greedy", "the move that looks best at once", lambda setup: SearchingPlayer(setup, Minimax, 1)
)
MINIMAX = PlayerKind(
    "minimax",
    "the best of every line of play for some plies",
    lambda setup: SearchingPlayer(setup, Minimax, _depth(setup)),
    "DEPTH",
)
ALPHA_BETA = PlayerKind(
    "alpha-beta",
    "the same moves as minimax, found sooner",
    lambda setup: SearchingPlayer(setup, AlphaBeta, _depth(setup)),
    "DEPTH",
)

SEARCHING_PLAYERS = (GREEDY, MINIMAX, ALPHA_BETA)
"""The players of every game that states an evaluation."""
