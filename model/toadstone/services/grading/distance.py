"""How far a line of play is from the best that is known.

A plan is held against the best by its figures, a line of a two-player game move by move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.question import REMOTENESS, Question, Sense
from toadstone.core.replay import Failure, Replay
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.adversarial.perfect_play import ExactSearch, SearchedGame, SolvedGame
from toadstone.engines.answer import Answer, Status

_RESULTS = {1: "a win", 0: "a draw", -1: "a loss"}


@dataclass(frozen=True)
class Distance:
    """How far a valid line of play is from the best that is known.

    Attributes:
        gap: in units of the first figure that differs, or of payoff; 0 for what is as good.
            Negative where the line is better than a best that is not proven.
        words: the figures that differ, such as `moves 9, where 7 is best`; empty where none does.
        fault: in a two-player game, the first move that gives something away.
    """

    gap: int
    words: str = ""
    fault: Failure | None = None


NONE = Distance(0)


def between(
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
            return Distance(gap, f"{question.figure} {here}, where {there} {is_best}")
    return NONE


def distance(best: Answer, line: Replay[Any, Any], budget: Budget) -> Distance | None:
    """Return how far a valid line is from the best; None where no best is known.

    A line of a two-player game may end early: each of its moves is held against the best one.

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
        return loss_of_moves(best, line, budget)
    if best.front is not None:
        found = _of_front(best.ask, best.front, line.figures, proven=best.is_proven)
    else:
        found = between(best.ask, best.replay.figures, line.figures, proven=best.is_proven)
    if best.is_proven and found.gap < 0:
        raise DisagreementError(f"a plan is better than what is proven best: {found.words}")
    return found


def _of_front(
    ask: Sequence[Question],
    front: Sequence[Replay[Any, Any]],
    figures: Mapping[str, int],
    *,
    proven: bool,
) -> Distance:
    """Return how far figures are from the nearest point of a front that is better in all of them.

    The gap is the sum over the questions. Beyond a front that is not known in whole there may be
    figures that no known point is better than.
    """
    nearest: tuple[int, str] | None = None
    for point in front:
        parts = [between([question], point.figures, figures, proven=proven) for question in ask]
        if all(part.gap >= 0 for part in parts):
            total = sum(part.gap for part in parts)
            words = ", ".join(part.words for part in parts if part.words)
            nearest = min(nearest or (total, words), (total, words))
    if nearest is None:
        return Distance(-1 if proven else 0, "a compromise that the front lacks")
    return Distance(*nearest)


def loss_of_moves(best: Answer, line: Replay[Any, Any], budget: Budget) -> Distance:
    """Return what the moves of a line give away, each to the side that makes it.

    Where the answer has no search that knows every position, only the first move and the end of
    the game are held against it.

    Raises:
        LimitReachedError: time is up.
    """
    asked, play = best.instance, best.evidence
    rules = asked.rules
    if not isinstance(rules, TwoPlayerRules):
        return NONE
    if not isinstance(play, SolvedGame):
        return _at_the_ends(best, rules, line)
    if isinstance(play, SearchedGame):
        play.budget = budget
    judge = _Judge(play, timely=asked.ask[0] == REMOTENESS)
    total, first = 0, None
    states = pairwise(line.states)
    for turn, (move, (before, after)) in enumerate(zip(line.moves, states, strict=True), 1):
        loss, words = judge.loss(before, after)
        total += loss
        if loss and first is None:
            first = Failure(turn, f"{words}; best: {judge.best(before)}", str(move))
    return Distance(total, "", first)


@dataclass(frozen=True)
class _Judge:
    """Says what a move gives away.

    Attributes:
        play: knows the payoff of every position.
        timely: whether the number of plies counts, too.
    """

    play: SolvedGame[Any, Any]
    timely: bool

    def loss(self, before: Any, after: Any) -> tuple[int, str]:
        """Return what a move gives away, in units of payoff or in plies, and that in words."""
        could, does = self.play.payoff(before), -self.play.payoff(after)
        if could != does:
            return could - does, self._in_words(before, could, does)
        if self.timely and isinstance(self.play, ExactSearch):
            return self._plies_lost(before, after, self.play)
        return 0, ""

    def best(self, state: Any) -> str:
        """Return the best moves of a position."""
        if self.timely and isinstance(self.play, ExactSearch):
            moves = self.play.timely_moves(state)
        else:
            moves = self.play.best_moves(state)
        return ", ".join(map(str, moves))

    def _in_words(self, before: Any, could: int, does: int) -> str:
        side = self.play.rules.to_move(before)
        if self.play.rules.highest_payoff == 1:
            return f"turns {_RESULTS[could]} for {side} into {_RESULTS[does]}"
        lost = could - does
        return f"gives away {lost} {'point' if lost == 1 else 'points'} of {side}"

    def _plies_lost(self, before: Any, after: Any, play: ExactSearch[Any, Any]) -> tuple[int, str]:
        best, reached = play.remoteness(before).plies, play.remoteness(after).plies + 1
        if best == reached:
            return 0, ""
        return abs(reached - best), f"the game takes {reached} plies instead of {best}"


def _at_the_ends(best: Answer, rules: TwoPlayerRules[Any, Any], line: Replay[Any, Any]) -> Distance:
    """Hold the first move against the best ones, and the end of the game against its result."""
    moves = (best.position or {}).get("best_moves")
    outcome = rules.outcome(line.states[-1])
    ended = best.replay and rules.outcome(best.replay.states[-1])
    gap = 0
    if outcome and ended:
        start = rules.start()
        could, does = (rules.payoff_to_mover(start, each) for each in (ended, outcome))
        gap = max(0, could - does)
    if moves and line.moves and str(line.moves[0]) not in moves:
        words = f"not among the best moves: {', '.join(moves)}"
        return Distance(max(gap, 1), "", Failure(1, words, str(line.moves[0])))
    if gap:
        words = f"the game ends {gap} worse for {rules.to_move(rules.start())} than it could"
        return Distance(gap, "", Failure(len(line.moves), words))
    return NONE
