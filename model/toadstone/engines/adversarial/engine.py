"""The searches of two-player games as engines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.question import BEST_MOVES, BOOK, REMOTENESS, WINNER
from toadstone.engines.adversarial.perfect_play import (
    PerfectPlay,
    PlainAlphaBeta,
    PlainMinimax,
    SearchedGame,
)
from toadstone.engines.adversarial.query import (
    AnyRules,
    PositionQuery,
    find_remoteness,
    find_winner,
    two_player_rules,
)
from toadstone.engines.engine import OR_TOOLS, Engine, EngineResult, load_library
from toadstone.engines.instance import Instance


@dataclass(frozen=True, kw_only=True)
class PositionSearch(Engine):
    """A search of all that can come of a position.

    Attributes:
        search: begins the search, at the start of the rules.
        questions: the names of the questions that it answers.
    """

    search: Callable[[AnyRules, Budget], SearchedGame[Any, Any]]
    questions: frozenset[str]

    def supports(self, instance: Instance) -> bool:
        """Return whether the search answers the question."""
        return len(instance.ask) == 1 and instance.ask[0].name in self.questions

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Answer a question about the position."""
        budget.nodes = 0
        play = self.search(two_player_rules(instance), budget)
        query = PositionQuery(instance, play, budget)
        return replace(_QUERIES[instance.ask[0].name](query), evidence=play)


def _find_book(query: PositionQuery) -> EngineResult:
    load_library(OR_TOOLS)
    from toadstone.engines.adversarial.book import find_book

    return find_book(query, find_winner(query))


_QUERIES: Mapping[str, Callable[[PositionQuery], EngineResult]] = {
    WINNER.name: find_winner,
    BEST_MOVES.name: find_winner,
    REMOTENESS.name: find_remoteness,
    BOOK.name: _find_book,
}

_QUESTIONS = frozenset({WINNER.name, BEST_MOVES.name, REMOTENESS.name})

EXACT_SEARCH = PositionSearch(
    name="exact-search",
    meaning="all that can come of the position, with a transposition table",
    guarantee="proves who wins",
    search=PerfectPlay,
    questions=_QUESTIONS | {BOOK.name},
)
ALPHA_BETA = PositionSearch(
    name="alpha-beta",
    meaning="every line of play to its end, without those that cannot matter; no table",
    guarantee="proves who wins",
    search=PlainAlphaBeta,
    questions=_QUESTIONS,
)
MINIMAX = PositionSearch(
    name="minimax",
    meaning="every line of play to its end; no table",
    guarantee="proves who wins",
    search=PlainMinimax,
    questions=_QUESTIONS,
)

POSITION_SEARCHES = (EXACT_SEARCH, ALPHA_BETA, MINIMAX)
"""The searches of every two-player game, the one for general use first."""
