"""The road from a position of a game for two to its answer: search, line of play, simulator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from toadstone import __version__
from toadstone.core.answer import Answer, Seconds, SolverFacts, Status
from toadstone.core.budget import Watch
from toadstone.core.errors import DisagreementError
from toadstone.core.replay import Replay, replay
from toadstone.core.reporting import Reporting
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.adversarial.perfect_play import (
    ExactSearch,
    SearchedGame,
    SolvedGame,
    payoff_to_mover,
)
from toadstone.engines.adversarial.questions import REMOTENESS, WINNER
from toadstone.engines.instance import Request
from toadstone.files.bug_report import reproducible

AnyRules = TwoPlayerRules[Any, Any]

DRAW = "draw"


@dataclass
class Inquiry:
    """What a question about a position is answered with: the request, the search, the clock.

    `method` is the name of the search.
    """

    request: Request
    play: SearchedGame[Any, Any]
    method: str
    watch: Watch

    @property
    def reporting(self) -> Reporting:
        """Who hears of progress."""
        return self.request.reporting

    @property
    def rules(self) -> AnyRules:
        """The rules of the game, with the position in question at the start."""
        return self.play.rules

    @property
    def facts(self) -> SolverFacts:
        """What is said of the search in the place of a solver; no nodes where it was not used."""
        return SolverFacts(self.method, __version__, {}, self.play.nodes or None)


@dataclass(frozen=True)
class Judgement:
    """What a question about a position came to.

    `values` has the keys of the contract, `details` further keys of the JSON; `line` is one line
    of best play, and `bound` what the figure in question cannot be better than.
    """

    values: Mapping[str, Any]
    line: Replay[Any, Any]
    solver: SolverFacts
    status: Status = Status.OPTIMAL
    details: Mapping[str, Any] = field(default_factory=dict)
    bound: int | None = None


Judge = Callable[[Inquiry], Judgement]
"""What answers one question about a position; it may raise LimitReachedError."""


def answer_position(inquiry: Inquiry, judge: Judge) -> Answer:
    """Answer a question about a position; a limit or an interrupt gives UNKNOWN.

    Raises:
        DisagreementError: the line of play does not end as the search says; the error carries a
            scenario file that reproduces it.
    """
    request, watch = inquiry.request, inquiry.watch
    with reproducible(request.scenario, request.ask, inquiry.facts):
        judgement = _judged(inquiry, judge)
    elapsed = watch.elapsed()
    answer = Answer(
        game=request.game,
        scenario=request.scenario,
        ask=request.ask,
        status=Status.UNKNOWN,
        bounds=(None,),
        replay=None,
        solver=inquiry.facts,
        seconds=Seconds(0.0, elapsed, elapsed),
        interrupted=watch.interrupted,
        out_of_memory=watch.out_of_memory,
    )
    if judgement is None:
        return answer
    return replace(
        answer,
        status=judgement.status,
        bounds=(judgement.bound,),
        replay=judgement.line,
        solver=judgement.solver,
        judgement=judgement.values,
        details=judgement.details,
        evidence=inquiry.play,
    )


def _judged(inquiry: Inquiry, judge: Judge) -> Judgement | None:
    """Return the judgement, or None where time, memory or the user's patience ended first."""
    with inquiry.watch.stoppable():
        return judge(inquiry)
    return None


def judge_winner(inquiry: Inquiry) -> Judgement:
    """Find who wins, whoever moves first, and every best move.

    Who wins is found first, so that it is told where there is no time for the other moves.
    """
    play, rules = inquiry.play, inquiry.rules
    start = rules.start()
    payoff = play.payoff(start)
    line = confirmed_line(rules, play.best_line(start), payoff)
    values = {
        "winner": winner_of(rules, rules.to_move(start), payoff),
        "best_moves": [str(move) for move in line.moves[:1]],
    }
    with inquiry.watch.stoppable():
        values = outlook(play)
        return Judgement(values, line, inquiry.facts)
    return Judgement(values, line, inquiry.facts, Status.FEASIBLE)


def judge_remoteness(inquiry: Inquiry) -> Judgement:
    """Find who wins and in how many plies, and every move that is best in both.

    Who wins is found first, so that it is told where there is no time for the plies.
    """
    play = inquiry.play
    if not isinstance(play, ExactSearch):
        raise TypeError(f"{inquiry.method} does not count plies")
    winner = judge_winner(inquiry)
    with inquiry.watch.stoppable():
        return _with_plies(winner, inquiry, play)
    return replace(winner, status=Status.FEASIBLE, solver=inquiry.facts)


def _with_plies(winner: Judgement, inquiry: Inquiry, play: ExactSearch[Any, Any]) -> Judgement:
    start = inquiry.rules.start()
    payoff, plies = play.remoteness(start)
    if play.payoff(start) != payoff:
        raise DisagreementError("alpha-beta search and the search for the plies differ in who wins")
    line = confirmed_line(inquiry.rules, play.timely_line(start), payoff)
    if len(line.moves) != plies:
        raise DisagreementError(f"remoteness {plies}, but a best line has {len(line.moves)} plies")
    best_moves = [str(move) for move in play.timely_moves(start)]
    values = {**winner.values, "remoteness": plies, "best_moves": best_moves}
    return Judgement(values, line, inquiry.facts)


JUDGES: Mapping[str, Judge] = {
    WINNER.name: judge_winner,
    REMOTENESS.name: judge_remoteness,
}
"""What answers the questions of every game for two by a search alone; for books see `book.py`."""


def outlook(play: SolvedGame[Any, Any]) -> dict[str, Any]:
    """Return who wins from the start, who would if either side moved first, and the best moves.

    `outcome` is the name of the side that wins whoever moves first, or `first` or `second`; with
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
        for state in (start, rules.turned(start))
    }
    return {side: winners[side] for side in rules.sides}


def outcome_class(rules: AnyRules, winners: Mapping[str, str]) -> str | None:
    """Return who wins in a word: a side, `first`, `second`, `draw`, or None for a mixture."""
    first, second = (winners[side] for side in rules.sides)
    if DRAW in {first, second}:
        return DRAW if first == second else None
    if first == second:
        return first
    return "first" if first == rules.sides[0] else "second"


def confirmed_line(rules: AnyRules, moves: Iterable[Any], payoff: int) -> Replay[Any, Any]:
    """Replay a line of best play on the rules; it has to end as the payoff says.

    Args:
        rules: the rules of the game.
        moves: the line of play, from the start to the end of the game.
        payoff: what the side that moves first is to get.

    Raises:
        DisagreementError: a move is not legal, or somebody else wins.
    """
    line = replay(rules, moves)
    outcome = rules.outcome(line.states[-1])
    if line.failure or outcome is None:
        reason = line.failure.reason if line.failure else "the game goes on"
        raise DisagreementError(f"the search has a line of play, the simulator says: {reason}")
    reached = payoff_to_mover(rules, rules.start(), outcome)
    if reached != payoff:
        raise DisagreementError(f"the search says payoff {payoff}, its line ends with {reached}")
    return line
