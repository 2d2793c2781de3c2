"""Questions about a position, answered by a search of all that can come of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.rules import TwoPlayerRules
from toadstone.core.solution import Solution
from toadstone.engines.adversarial.perfect_play import ExactSearch, SearchedGame, SolvedGame
from toadstone.engines.answer import Status
from toadstone.engines.engine import EngineResult
from toadstone.engines.instance import Instance

AnyRules = TwoPlayerRules[Any, Any]

DRAW = "draw"


def two_player_rules(instance: Instance) -> AnyRules:
    """Return the rules of the game; raise TypeError where it is no two-player game."""
    if not isinstance(instance.rules, TwoPlayerRules):
        raise TypeError(f"{instance.game.name} is no two-player game")
    return instance.rules


@dataclass(frozen=True)
class PositionQuery:
    """A question about a position, with the search that is to answer it."""

    instance: Instance
    play: SearchedGame[Any, Any]
    budget: Budget

    @property
    def rules(self) -> AnyRules:
        """The rules of the game, with the position in question at the start."""
        return self.play.rules

    def solution(self, moves: Iterable[Any]) -> Solution[Any]:
        """Return a line of play that ends as the search says that perfect play ends."""
        payoff = self.play.payoff(self.rules.start())
        return Solution(self.instance.scenario, tuple(moves), payoff=payoff)


def find_winner(query: PositionQuery) -> EngineResult:
    """Find the winner for either first player, and every best move.

    Who wins is found first, so that it is known where there is no time for the other moves.
    """
    play, rules = query.play, query.rules
    start = rules.start()
    line = query.solution(play.best_line(start))
    with query.budget.stoppable():
        return EngineResult(Status.OPTIMAL, (line,), position=outlook(play))
    position = {
        "winner": winner_of(rules, rules.to_move(start), play.payoff(start)),
        "best_moves": [str(move) for move in line.moves[:1]],
    }
    return EngineResult(Status.FEASIBLE, (line,), position=position)


def find_remoteness(query: PositionQuery) -> EngineResult:
    """Find who wins and in how many plies, and every move that is best in both.

    Who wins is found first, so that it is known where there is no time for the plies.
    """
    play = query.play
    if not isinstance(play, ExactSearch):
        raise TypeError("this search does not count plies")
    winner = find_winner(query)
    with query.budget.stoppable():
        return _with_plies(winner, query, play)
    return replace(winner, status=Status.FEASIBLE)


def _with_plies(
    winner: EngineResult, query: PositionQuery, play: ExactSearch[Any, Any]
) -> EngineResult:
    start = query.rules.start()
    payoff, plies = play.remoteness(start)
    if play.payoff(start) != payoff:
        raise DisagreementError("alpha-beta search and the search for the plies differ in who wins")
    line = query.solution(play.timely_line(start))
    if len(line.moves) != plies:
        raise DisagreementError(f"remoteness {plies}, but a best line has {len(line.moves)} plies")
    best_moves = [str(move) for move in play.timely_moves(start)]
    position = {**(winner.position or {}), "remoteness": plies, "best_moves": best_moves}
    return EngineResult(Status.OPTIMAL, (line,), position=position)


def outlook(play: SolvedGame[Any, Any]) -> dict[str, Any]:
    """Return who wins from the start, who would if either side moved first, and the best moves.

    `outcome` is the name of the side that wins with either to begin, or `first` or `second`; with
    draws there is no name for it, and it is null.
    """
    rules, start = play.rules, play.rules.start()
    winners = winners_when_first(play)
    return {
        "winner": winners[rules.to_move(start)],
        "winner_when_first": winners,
        "outcome": outcome_class(rules, winners),
        "best_moves": [str(move) for move in play.best_moves(start)],
    }


class Sided(Protocol):
    """Any statement of the rules of a two-player game: it names the sides."""

    sides: ClassVar[tuple[str, str]]


def winner_of(rules: Sided, mover: str, payoff: int) -> str:
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


def outcome_class(rules: Sided, winners: Mapping[str, str]) -> str | None:
    """Return who wins in a word: a side, `first`, `second`, `draw`, or None for a mixture."""
    first, second = (winners[side] for side in rules.sides)
    if DRAW in {first, second}:
        return DRAW if first == second else None
    if first == second:
        return first
    return "first" if first == rules.sides[0] else "second"
