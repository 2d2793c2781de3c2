"""Questions about a position, answered by searches of all positions that can follow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.line import Line
from toadstone.core.question import BEST_MOVES, REMOTENESS, WINNER
from toadstone.core.rules import DRAW, TwoPlayerRules
from toadstone.core.solution import Solution
from toadstone.engines.adversarial.perfect_play import (
    ExactSearch,
    PerfectPlay,
    SearchedGame,
    SolvedGame,
)
from toadstone.engines.adversarial.plain_play import PlainPlay, RepeatedPlay
from toadstone.engines.answer import PositionResult, Status
from toadstone.engines.engine import Engine, EngineResult
from toadstone.engines.instance import Instance
from toadstone.engines.plain_rules import PlainTwoPlayerSimulator

AnyRules = TwoPlayerRules[Any, Any]


def two_player_rules(instance: Instance) -> AnyRules:
    """Return the rules of the game; raise TypeError if it is no two-player game."""
    if not isinstance(instance.rules, TwoPlayerRules):
        raise TypeError(f"{instance.game.name} is no two-player game")
    return instance.rules


def perfect_play(rules: AnyRules, budget: Budget = UNLIMITED) -> ExactSearch[Any, Any]:
    """Begin the exact search that fits the rules."""
    if isinstance(rules, PlainTwoPlayerSimulator):
        return (RepeatedPlay if rules.can_return else PlainPlay)(rules, budget)
    return PerfectPlay(rules, budget)


@dataclass(frozen=True, kw_only=True)
class PositionSearch(Engine):
    """A search of all positions that can follow, as an engine.

    Attributes:
        search: begins the search, at the start of the rules.
    """

    search: Callable[[AnyRules, Budget], SearchedGame[Any, Any]]

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Answer a question about the position; the winner is found first."""
        budget.nodes = 0
        play = self.search(two_player_rules(instance), budget)
        result = find_winner(instance, play, budget)
        if instance.ask[0].name == REMOTENESS.name:
            result = find_remoteness(result, instance, play, budget)
        by = getattr(play, "by", "")
        facts = replace(self.facts(budget), settings={"by": by} if by else {})
        return replace(result, evidence=play, facts=facts)


def find_winner(instance: Instance, play: SearchedGame[Any, Any], budget: Budget) -> EngineResult:
    """Find the winner for either first player, and every best move.

    The winner is found first, so that it is known even without time for the other moves.
    """
    rules, start = play.rules, play.rules.start()
    payoff = play.payoff(start)
    moves = tuple(play.best_line(start))
    line = Solution(instance.scenario, moves, payoff=payoff)
    # A draw without end has no line to show.
    endless = rules.can_return and Line.begin(rules, moves).ending is None
    lines = () if endless else (line,)
    with budget.stoppable():
        return EngineResult(Status.OPTIMAL, lines, position=position_result(play))
    winner = winner_of(rules, rules.to_move(start), payoff)
    position = PositionResult(winner=winner, best_moves=tuple(map(str, moves[:1])))
    return EngineResult(Status.FEASIBLE, lines, position=position)


def find_remoteness(
    winner: EngineResult, instance: Instance, play: SearchedGame[Any, Any], budget: Budget
) -> EngineResult:
    """Find the remoteness, and every move that is best in payoff and plies.

    Without time for the plies, return the winner, as FEASIBLE.
    """
    if not isinstance(play, ExactSearch):
        raise TypeError("this search does not count plies")
    start = play.rules.start()
    with budget.stoppable():
        payoff, plies = play.remoteness(start)
        if play.payoff(start) != payoff:
            raise DisagreementError(
                "alpha-beta search and the search for the plies differ in who wins"
            )
        moves = tuple(play.timely_line(start))
        if len(moves) != plies:
            raise DisagreementError(f"remoteness {plies}, but a best line has {len(moves)} plies")
        best_moves = tuple(map(str, play.timely_moves(start)))
        position = winner.position or PositionResult()
        position = replace(position, remoteness=plies, best_moves=best_moves)
        line = Solution(instance.scenario, moves, payoff=payoff)
        return EngineResult(Status.OPTIMAL, (line,), position=position)
    return replace(winner, status=Status.FEASIBLE)


def position_result(play: SolvedGame[Any, Any]) -> PositionResult:
    """Return the winner from the start, the winner for either first player, and the best moves."""
    rules, start = play.rules, play.rules.start()
    winners = winners_when_first(play)
    return PositionResult(
        winner=winners[rules.to_move(start)],
        winner_when_first=winners,
        outcome=outcome_class(rules, winners),
        best_moves=tuple(map(str, play.best_moves(start))),
    )


def winner_of(rules: AnyRules, mover: str, payoff: int) -> str:
    """Return the side that a payoff to the side to move means, or `draw`."""
    if payoff == 0:
        return DRAW
    return next(side for side in rules.sides if (side == mover) == (payoff > 0))


def winners_when_first(play: SolvedGame[Any, Any]) -> dict[str, str]:
    """Return, for each side, who wins from the start when that side moves first."""
    rules, start = play.rules, play.rules.start()
    winners = {
        rules.to_move(state): winner_of(rules, rules.to_move(state), play.payoff(state))
        for state in (start, rules.null_move(start))
    }
    return {side: winners[side] for side in rules.sides}


def outcome_class(rules: AnyRules, winners: Mapping[str, str]) -> str | None:
    """Return who wins in a word: a side, `first`, `second`, `draw`, or None for a mixture."""
    first, second = (winners[side] for side in rules.sides)
    if first == second:
        return first
    if DRAW in {first, second}:
        return None
    return "first" if first == rules.sides[0] else "second"


EXACT_SEARCH = PositionSearch(
    name="exact-search",
    meaning="all that can come of the position, with a transposition table",
    search=perfect_play,
    questions=frozenset({WINNER.name, BEST_MOVES.name, REMOTENESS.name}),
)
"""The search of every two-player game."""
