"""Who wins at Ugly Duck, and the moves that keep it so: by proof-number search where it compiles.

Without compiled code the exact search of all games answers, which small boards do not mind.
"""

from __future__ import annotations

from collections.abc import Callable

from toadstone import __version__
from toadstone.answer import SolverFacts
from toadstone.games.ugly_duck.compiling import CAN_COMPILE, HOW_TO_COMPILE
from toadstone.games.ugly_duck.rules import AnyMove, State, UglyDuckRules
from toadstone.two_player.answering import (
    Inquiry,
    Judgement,
    confirmed_line,
    outcome_class,
    winners_when_first,
)
from toadstone.two_player.method import EXACT_SEARCH
from toadstone.two_player.perfect_play import PerfectPlay, SolvedGame

NAME = "proof-number-search"


def judge_winner(inquiry: Inquiry) -> Judgement:
    """Find who wins, and one best move: on large boards every other is a proof of its own."""
    return _judged(inquiry, lambda play, state: (_first(play.best_line(state)),))


def judge_best_moves(inquiry: Inquiry) -> Judgement:
    """Find who wins, and every first move that keeps it so."""
    return _judged(inquiry, lambda play, state: play.best_moves(state))


BestMoves = Callable[[SolvedGame[State, AnyMove], State], tuple[AnyMove | None, ...]]


def _judged(inquiry: Inquiry, best: BestMoves) -> Judgement:
    rules, start = inquiry.rules, inquiry.rules.start()
    play = _solved(inquiry)
    payoff = play.payoff(start)
    line = confirmed_line(rules, play.best_line(start), payoff)
    winners = winners_when_first(play)
    values = {
        "winner": winners[start.turn],
        "winner_when_first": winners,
        "outcome": outcome_class(rules, winners),
        "best_moves": [str(move) for move in best(play, start) if move is not None],
    }
    nodes = getattr(play, "nodes", None)
    return Judgement(values, line, SolverFacts(_name(), __version__, {}, nodes))


def _name() -> str:
    return NAME if CAN_COMPILE else EXACT_SEARCH.name


def _first(line: object) -> AnyMove | None:
    return next(line, None)  # type: ignore[call-overload, no-any-return]


def _solved(inquiry: Inquiry) -> SolvedGame[State, AnyMove]:
    rules = inquiry.rules
    if not isinstance(rules, UglyDuckRules):
        raise TypeError("this is the search of Ugly Duck")
    if not CAN_COMPILE:
        inquiry.reporting.tell(HOW_TO_COMPILE)
        return inquiry.play

    def hear(words: str) -> None:
        inquiry.watch.keep_going()
        inquiry.reporting.tell(words)

    return solved(rules, hear)


def solved(
    rules: UglyDuckRules, hear: Callable[[str], None] = lambda words: None
) -> SolvedGame[State, AnyMove]:
    """Return who wins from any position: by proof-number search, or uncompiled by exact search."""
    if not CAN_COMPILE:
        return PerfectPlay(rules)
    from toadstone.games.ugly_duck.solved import SolvedUglyDuck

    return SolvedUglyDuck(rules, hear)
