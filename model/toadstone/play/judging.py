"""The judge of a game: the cost of each move.

A reviewer finds the best result possible at each position, and compares. A move never improves the
best result for the side that makes it, so the results of two positions may give those between them,
and few positions have to be solved.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from math import log2
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, RequestError
from toadstone.core.line import Line, side_to_move, sides_of
from toadstone.core.question import Question, Sense
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.adversarial.query import two_player_rules
from toadstone.engines.instance import Instance
from toadstone.play import CONTINUED, MARGIN, Adviser, AnyLine, Outlook, Verdict
from toadstone.play.adviser import (
    TwoPlayerAdviser,
    adviser_for,
    outlook_at_end,
    outlook_for,
    problem_begun_at,
)
from toadstone.play.review import Judgement, Review, ReviewedMove

Rank = tuple[int, ...]
"""The quality of a result; a larger rank is better."""


def review(
    instance: Instance,
    moves: Sequence[Any],
    budget: Budget,
    sides: Collection[str] = (),
    adviser: Adviser | None = None,
) -> Review:
    """Return the cost of each move of a game.

    Args:
        instance: the scenario and its questions, as `instance_once_begun` returns it.
        moves: the moves, from the start; the game need not be over.
        budget: the time for all of it; after an interrupt the other moves are undecided.
        sides: the sides whose moves are judged; by default, all.
        adviser: gives advice on this instance; the review uses its earlier results.

    Raises:
        RequestError: there is no such side, or a move is not legal.
        DisagreementError: two answers about the game cannot both be true.
    """
    all_sides = sides_of(instance.rules)
    if strange := [side for side in sides if side not in all_sides]:
        raise RequestError(f"there is no side `{strange[0]}`: expected {' or '.join(all_sides)}")
    kind = _TwoPlayerReviewer if isinstance(instance.rules, TwoPlayerRules) else _OnePlayerReviewer
    judged = tuple(side for side in all_sides if side in (sides or all_sides))
    lines: list[AnyLine] = [Line.begin(instance.rules)]
    for turn, move in enumerate(moves, 1):
        if reason := lines[-1].why_refused(move):
            raise RequestError(f"turn {turn}: {move}: {reason}")
        lines.append(lines[-1].after(move))
    reviewer = kind(instance, lines, adviser or adviser_for(instance), budget, judged)
    with budget.stoppable():
        reviewer.solve()
    return Review(
        scenario=instance.scenario,
        ask=instance.ask,
        sides=judged,
        moves=tuple(reviewer.review_move(turn) for turn in range(1, len(lines))),
        start=reviewer.outlook(0, lines[0].to_move),
        end=reviewer.outlook(len(moves), side_to_move(instance.rules, lines[-1].state)),
        interrupted=budget.interrupted,
    )


class _Reviewer(ABC):
    """Finds the best result possible at each position of a game.

    `lines` is the game after each of its moves; `ranks` is the best possible rank of each position,
    None while unknown; `better` has better moves than the one that was played, by turn.
    """

    def __init__(
        self,
        instance: Instance,
        lines: list[AnyLine],
        adviser: Adviser,
        budget: Budget,
        judged: Collection[str],
    ) -> None:
        self.instance, self.lines, self.moves = instance, lines, lines[-1].moves
        self.adviser, self.budget, self.judged = adviser, budget, judged
        self.ranks: list[Rank | None] = [None] * len(lines)
        self.better: dict[int, tuple[Any, ...]] = {}

    @abstractmethod
    def solve(self) -> None:
        """Rank positions as long as there is time."""

    @abstractmethod
    def judge(self, reviewed: ReviewedMove, before: Rank, after: Rank) -> ReviewedMove:
        """Return a move with its cost; the ranks are those for its side."""

    @abstractmethod
    def outlook_of(self, position: int, side: str, rank: Rank) -> Outlook:
        """Return the outlook of a side at a position of this rank."""

    def rank_for(self, side: str, position: int) -> Rank | None:
        """Return the rank of a position to a side; None while it is not known."""
        return self.ranks[position]

    def outlook(self, position: int, side: str) -> Outlook:
        """Return the outlook of a side at a position."""
        if (rank := self.rank_for(side, position)) is None:
            return Outlook(side, Verdict.UNDECIDED, proven=False)
        return self.outlook_of(position, side, rank)

    def review_move(self, turn: int) -> ReviewedMove:
        """Return the move of a turn with its cost."""
        side = self.lines[turn - 1].to_move
        here, then = (self.outlook(each, side) for each in (turn - 1, turn))
        reviewed = ReviewedMove(turn, side, self.moves[turn - 1], Judgement.UNDECIDED, here, then)
        if side not in self.judged:
            return replace(reviewed, grade=Judgement.UNJUDGED)
        before, after = (self.rank_for(side, each) for each in (turn - 1, turn))
        if before is None or after is None:
            return reviewed
        judged = self.judge(reviewed, before, after)
        return replace(judged, better=self.better.get(turn, ())) if judged.is_mistake else judged

    def share(self) -> Budget:
        """Return the budget for one more position: a larger share where fewer are open."""
        open_ = self.ranks.count(None)
        self.budget.tell(f"{open_} of {len(self.ranks)} positions still open")
        return self.budget.part(1 / (1 + log2(open_ + 1)))


_LOST: Rank = (0,)


class _OnePlayerReviewer(_Reviewer):
    """Reviews the game of a single player.

    A result that is lost has rank 0; any other has 1, and then the figures of the questions, those
    to be made small with their sign changed. The rank never rises from one position to the next,
    so between two of the same rank every one has it.
    """

    def __init__(self, instance: Instance, lines: list[AnyLine], *more: Any) -> None:
        super().__init__(instance, lines, *more)
        start, parts = lines[0].state, instance.game.parts
        measured = CONTINUED in parts or problem_begun_at(instance, start, self.budget)
        self.questions = [each for each in instance.ask if each.figure and measured]

    def solve(self) -> None:
        """Solve the start and the end, and then in between where a mistake may have been made."""
        last, tried = len(self.moves), set[int]()
        if self.lines[last].ending is not None:
            self.ranks[last] = self._rank(outlook_at_end(self.instance, self.lines[last]))
        while (position := self._next(tried)) is not None:
            tried.add(position)
            outlook = self.adviser.outlook(self.lines[position], self.share())
            if outlook.verdict is not Verdict.UNDECIDED and outlook.proven:
                self._settle_all(position, self._rank(outlook), outlook.line)

    def _next(self, tried: Collection[int]) -> int | None:
        """Return which position to solve next: the middle of the longest run of open ones."""
        open_ = [each is None and k not in tried for k, each in enumerate(self.ranks)]
        for end in (0, len(self.moves)):
            if open_[end]:
                return end
        runs = "".join("x" if each else " " for each in open_)
        longest = max(runs.split(), key=len, default="")
        return runs.index(longest) + len(longest) // 2 if longest else None

    def _settle_all(self, position: int, rank: Rank, plan: tuple[Any, ...]) -> None:
        """Note the rank of a position, and of those after it along its best plan."""
        for at in range(position, len(self.ranks)):
            played = at - position
            if rank != _LOST and self.moves[position:at] != plan[:played]:
                break
            self.ranks[at] = rank
            if plan[played:]:
                self.better[at + 1] = plan[played : played + 1]
        ranked = [(k, each) for k, each in enumerate(self.ranks) if each is not None]
        for (one, before), (other, after) in pairwise(ranked):
            if before < after:
                raise DisagreementError(f"two answers differ about the game after {one} moves")
            if before == after:
                self.ranks[one:other] = [before] * (other - one)

    def _rank(self, outlook: Outlook) -> Rank:
        if outlook.verdict is Verdict.LOST and not outlook.figures:
            return _LOST
        return (1, *(_sign(each) * outlook.figures[each.name] for each in self.questions))

    def judge(self, reviewed: ReviewedMove, before: Rank, after: Rank) -> ReviewedMove:
        if before == after:
            return replace(reviewed, grade=Judgement.BEST, cost=0)
        if after == _LOST:
            return replace(reviewed, grade=Judgement.BLUNDER)
        pairs = zip(self.questions, before[1:], after[1:], strict=True)
        question, cost = next((q, b - a) for q, b, a in pairs if b != a)
        return replace(reviewed, grade=Judgement.MISTAKE, cost=cost, unit=question.figure)

    def outlook_of(self, position: int, side: str, rank: Rank) -> Outlook:
        line = self.lines[position]
        if line.ending is not None:
            return outlook_at_end(self.instance, line)
        values = zip(self.questions, rank[1:], strict=False)
        figures = {each.name: _sign(each) * value for each, value in values}
        return Outlook(side, Verdict.LOST if rank == _LOST else Verdict.WON, figures=figures)


def _sign(question: Question) -> int:
    return -1 if question.sense is Sense.MINIMISE else 1


class _TwoPlayerReviewer(_Reviewer):
    """Reviews a two-player game by perfect play; the rank is the payoff to the first side."""

    def __init__(
        self, instance: Instance, lines: list[AnyLine], adviser: Adviser, *more: Any
    ) -> None:
        super().__init__(instance, lines, adviser, *more)
        self.rules = two_player_rules(instance)
        self.hurries = isinstance(adviser, TwoPlayerAdviser) and adviser.hurries
        self.plies: dict[int, int] = {}

    def solve(self) -> None:
        """Solve the positions from the last to the first: later results help earlier ones."""
        for position in reversed(range(len(self.lines))):
            self._solve(position)
        for turn, line in enumerate(self.lines[:-1], 1):
            if self.review_move(turn).is_mistake:
                advice = self.adviser.advise(line, self.share())
                if advice.verdict is not Verdict.UNDECIDED and advice.proven:
                    self.better[turn] = advice.moves

    def _solve(self, position: int) -> None:
        line = self.lines[position]
        most = (self.rules.highest_payoff,)
        reached = position < len(self.moves) and self.rank_for(line.to_move, position + 1)
        if reached == most and not self.hurries:
            self.ranks[position] = self.ranks[position + 1]  # nothing is better
            return
        outlook = self.adviser.outlook(line, self.share(), plies=self.hurries)
        if outlook.plies is not None:
            self.plies[position] = outlook.plies
        if outlook.verdict is not Verdict.UNDECIDED:
            first, second = self.rules.sides
            won = {first: 1, second: -1}.get(outlook.winner or "", 0)
            payoff = outlook.figures.get(MARGIN, won)
            if reached and reached > (payoff if line.to_move == first else -payoff,):
                raise DisagreementError(f"two answers differ about the game after {position} moves")
            self.ranks[position] = (payoff,)

    def rank_for(self, side: str, position: int) -> Rank | None:
        rank = self.ranks[position]
        return rank if rank is None or side == self.rules.sides[0] else (-rank[0],)

    def judge(self, reviewed: ReviewedMove, before: Rank, after: Rank) -> ReviewedMove:
        turn = reviewed.turn
        if before == after and not self.hurries:
            return replace(reviewed, grade=Judgement.BEST, cost=0)
        if before == after:  # it can cost plies only
            if not {turn - 1, turn} <= self.plies.keys():
                return reviewed
            longer = self.plies[turn] + 1 - self.plies[turn - 1]
            delay = -longer if before < (0,) else longer
            grade = Judgement.MISTAKE if delay else Judgement.BEST
            return replace(reviewed, grade=grade, cost=delay, unit="plies" if delay else None)
        turned = after <= (0,) < before or after < (0,) <= before
        judged = replace(reviewed, grade=Judgement.BLUNDER if turned else Judgement.MISTAKE)
        if self.rules.highest_payoff == 1:
            return judged
        return replace(judged, cost=before[0] - after[0], unit=MARGIN)

    def outlook_of(self, position: int, side: str, rank: Rank) -> Outlook:
        return outlook_for(self.rules, side, rank[0], self.plies.get(position))
