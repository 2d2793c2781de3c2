"""How far a line of play is from the best that is known.

A plan is compared with the best by its figures, a line of a two-player game move by move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, LimitReachedError
from toadstone.core.question import REMOTENESS, Question, Sense
from toadstone.core.replay import Failure, Replay
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.adversarial.perfect_play import ExactSearch, SolvedGame
from toadstone.engines.answer import Answer, Status
from toadstone.engines.instance import Instance
from toadstone.files.plan_words import UnclearError
from toadstone.play import Verdict
from toadstone.play.adviser import PerfectPlayAdviser, instance_once_begun
from toadstone.play.judging import review
from toadstone.play.review import Review
from toadstone.play.words import figure_in_words
from toadstone.view.pages.review import better_in_words, cost_in_words

_WORTH = {Verdict.WON: 1, Verdict.DRAWN: 0, Verdict.LOST: -1}
"""The worth of a verdict if nothing else is counted: a move from a win to a loss costs 2."""


@dataclass(frozen=True)
class Distance:
    """How far a valid line of play is from the best that is known.

    Attributes:
        gap: in units of the first figure that differs, or of payoff; 0 if it is as good.
            Negative where the line is better than a best that is not proven.
        words: the figures that differ, such as `9 moves, where 7 is best`; empty if none does.
        fault: in a two-player game, the first move that gives something away.
    """

    gap: int
    words: str = ""
    fault: Failure | None = None


ENDS = "and first move and end are as good as can be; `toadstone review` looks at those between"
"""The words about a line of which no other move was compared."""


def distance_between(
    ask: Sequence[Question],
    best: Mapping[str, int],
    figures: Mapping[str, int],
    *,
    proven: bool = True,
) -> Distance:
    """Return how far figures are from others, in the first question in which they differ."""
    for question in ask:
        if question.figure and best[question.figure] != figures[question.figure]:
            there, here = best[question.figure], figures[question.figure]
            gap = there - here if question.sense is Sense.MAXIMISE else here - there
            is_best = "is best" if proven else "is the best known"
            words = f"{figure_in_words(question.figure, here)}, where {there} {is_best}"
            return Distance(gap, words)
    return Distance(0)


def distance(best: Answer, line: Replay[Any, Any], budget: Budget) -> Distance | None:
    """Return how far a valid line is from the best; None if no best is known.

    A line of a two-player game may end early: each of its moves is compared with the best one.

    Raises:
        DisagreementError: the line is better than what is proven best.
        LimitReachedError: time is up.
    """
    if best.status is Status.INFEASIBLE:
        raise DisagreementError(
            "the simulator accepts a plan where it is proven that there is none"
        )
    if best.replay is None:
        return None
    if best.position is not None:
        return _loss_of_moves(best, line, budget)
    result = distance_between(best.ask, best.replay.figures, line.figures, proven=best.is_proven)
    if best.is_proven and result.gap < 0:
        raise DisagreementError(f"a plan is better than what is proven best: {result.words}")
    return result


def _loss_of_moves(best: Answer, line: Replay[Any, Any], budget: Budget) -> Distance:
    """Return the loss of the moves of a line, each for the side that makes it.

    If the answer has no search that knows every position, only the first move and the end of the
    game are compared.
    """
    instance, play = best.instance, best.evidence
    rules = instance.rules
    if not isinstance(rules, TwoPlayerRules):
        return Distance(0)
    if not isinstance(play, SolvedGame):
        return _at_the_ends(best, rules, line)
    adviser = PerfectPlayAdviser(instance, lambda rules: play)
    adviser.hurries = instance.ask[0] == REMOTENESS and isinstance(play, ExactSearch)
    reviewed = review(instance, line.moves, budget, adviser=adviser)
    if reviewed.interrupted:
        raise KeyboardInterrupt
    if reviewed.undecided:
        raise LimitReachedError
    lost = sum(
        _WORTH[move.before.verdict] - _WORTH[move.after.verdict] if move.cost is None else move.cost
        for move in reviewed.moves
    )
    return Distance(lost, "", _first_fault(reviewed))


def first_mistake(instance: Instance, moves: Sequence[Any], budget: Budget) -> Failure | None:
    """Return the first mistake in legal moves; None if there is none, or time is up before.

    Raises:
        KeyboardInterrupt: the user stopped it.
    """
    reviewed = review(instance_once_begun(instance), moves, budget)
    if reviewed.interrupted:
        raise KeyboardInterrupt
    first = None if reviewed.undecided else _first_fault(reviewed)
    if first is None or reviewed.ask == instance.ask:
        return first
    return replace(first, reason=f"{first.reason}; measured in {', '.join(map(str, reviewed.ask))}")


def _first_fault(reviewed: Review) -> Failure | None:
    first = reviewed.first_mistake
    if first is None:
        return None
    words = f"it costs {cost_in_words(first)}; better: {better_in_words(first)}"
    return Failure(first.turn, words, str(first.move))


def _at_the_ends(best: Answer, rules: TwoPlayerRules[Any, Any], line: Replay[Any, Any]) -> Distance:
    """Compare the first move with the best ones, and the end of the game with its result.

    Raises:
        UnclearError: the game goes on after several moves, so that only the first can be compared.
    """
    moves = best.position and best.position.best_moves
    outcome = rules.outcome(line.states[-1])
    ended = best.replay and rules.outcome(best.replay.states[-1])
    gap = 0
    if outcome and ended:
        start = rules.start()
        best_payoff, payoff = (rules.payoff_to_mover(start, each) for each in (ended, outcome))
        gap = max(0, best_payoff - payoff)
    if moves and line.moves and str(line.moves[0]) not in moves:
        words = f"not among the best moves: {', '.join(moves)}"
        return Distance(max(gap, 1), "", Failure(1, words, str(line.moves[0])))
    if outcome is None and len(line.moves) > 1:
        raise UnclearError(
            "expected the first move alone, or the whole game: no move between counts"
        )
    if gap:
        words = f"the game ends {gap} worse for {rules.to_move(rules.start())} than it could"
        return Distance(gap, "", Failure(len(line.moves), words))
    words = ENDS if instance_once_begun(best.instance).ask == best.ask else ENDS.partition(";")[0]
    return Distance(0, words if len(line.moves) > 1 else "")
