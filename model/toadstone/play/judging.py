"""The judge of a game: what each move cost.

A reviewer finds the best result possible at each position, and compares. What is known of a
position is a range of ranks, of which the larger are better. A move can only make the best result
worse for who makes it, so what is known of one position narrows the ranges of others, and few
positions have to be solved.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import inf, log2
from typing import Any, NamedTuple

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, RequestError
from toadstone.core.line import Line, side_to_move, sides_of
from toadstone.core.question import Question, Sense
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.adversarial.query import two_player_rules
from toadstone.engines.instance import Instance
from toadstone.play.adviser import (
    PLIES_SECONDS,
    TwoPlayerAdviser,
    adviser_for,
    outlook_at_end,
    outlook_for,
    problem_by_the_rules,
)
from toadstone.play.parts import CONTINUED, MARGIN, Adviser, AnyLine, Outlook, Verdict
from toadstone.play.review import Judgement, Review, ReviewedMove

Rank = tuple[float, ...]
"""How good a result is; of two ranks the larger is better."""


class Range(NamedTuple):
    """Between which ranks the best result of a position is known to lie."""

    low: Rank
    high: Rank

    @property
    def is_known(self) -> bool:
        """Whether there is only one rank left."""
        return self.low == self.high


def review(
    instance: Instance,
    moves: Sequence[Any],
    budget: Budget,
    sides: Collection[str] = (),
    adviser: Adviser | None = None,
) -> Review:
    """Return what each move of a game cost.

    Args:
        instance: what was played, and for which questions, as `to_go_on_with` returns it.
        moves: the moves, from the start; the game need not be over.
        budget: the time for all of it; an interrupt leaves undecided what is not known yet.
        sides: the sides whose moves are judged; by default, all.
        adviser: gives advice on this instance; what it has found out serves the review.

    Raises:
        RequestError: there is no such side, or a move is not legal.
        DisagreementError: two answers about the game cannot both be true.
    """
    known = sides_of(instance.rules)
    if strange := [side for side in sides if side not in known]:
        raise RequestError(f"there is no side `{strange[0]}`: expected {' or '.join(known)}")
    kind = _TwoPlayerReviewer if isinstance(instance.rules, TwoPlayerRules) else _OnePlayerReviewer
    judged = tuple(side for side in known if side in (sides or known))
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
    """Finds out what each position of a game promises.

    `lines` is the game after each of its moves, `ranges` what is known of each position, `better`
    has better moves than the one that was played, by turn.
    """

    whole: Range
    """The range in which every result lies."""

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
        self.ranges = [self.whole] * len(lines)
        self.better: dict[int, tuple[Any, ...]] = {}

    @abstractmethod
    def solve(self) -> None:
        """Find out what there is time for."""

    @abstractmethod
    def judge(self, made: ReviewedMove) -> ReviewedMove:
        """Return a move, which was undecided, with what it cost, as far as it is known."""

    @abstractmethod
    def outlook(self, position: int, side: str) -> Outlook:
        """Return what is known of a position, for a side."""

    def review_move(self, turn: int) -> ReviewedMove:
        """Return the move of a turn with what it cost."""
        side = self.lines[turn - 1].to_move
        before, after = (self.outlook(each, side) for each in (turn - 1, turn))
        made = ReviewedMove(turn, side, self.moves[turn - 1], Judgement.UNDECIDED, before, after)
        if side not in self.judged:
            return replace(made, grade=Judgement.UNJUDGED)
        judged = self.judge(made)
        return replace(judged, better=self.better.get(turn, ())) if judged.is_mistake else judged

    def share(self) -> Budget:
        """Return the budget for one more position: a larger share where fewer are open."""
        open_ = sum(not each.is_known for each in self.ranges)
        self.budget.tell(f"{open_} of {len(self.ranges)} positions still open")
        return self.budget.part(1 / (1 + log2(open_ + 1)))

    def narrow(self, position: int, low: Rank | None = None, high: Rank | None = None) -> None:
        """Take in that the best result of a position is at least, or at most, of some rank."""
        known = self.ranges[position]
        low = known.low if low is None else max(known.low, low)
        high = known.high if high is None else min(known.high, high)
        if low > high:
            raise DisagreementError(f"two answers differ about the game after {position} moves")
        self.ranges[position] = Range(low, high)


_LOST: Rank = (0,)


class _OnePlayerReviewer(_Reviewer):
    """Reviews the game of a single player.

    A result that is lost has rank 0; any other has 1, and then the figures of the questions, those
    to be made small with their sign changed. The rank never rises from one position to the next.
    """

    def __init__(
        self, instance: Instance, lines: list[AnyLine], adviser: Adviser, budget: Budget, *more: Any
    ) -> None:
        measured = CONTINUED in instance.game.parts or problem_by_the_rules(instance, budget)
        self.questions = [each for each in instance.ask if each.figure and measured]
        self.whole = Range(_LOST, (1, *[inf] * len(self.questions)))
        self.plans: dict[int, tuple[Rank, tuple[Any, ...]]] = {}
        super().__init__(instance, lines, adviser, budget, *more)

    def solve(self) -> None:
        """Solve the start and the end, and then in between where a mistake may have been made."""
        last, tried = len(self.moves), set[int]()
        if self.lines[last].ending is not None:
            end = outlook_at_end(self.instance, self.lines[last])
            rank = self._rank(end.verdict, end.figures)
            self._narrow_all(last, rank, rank)
        while (position := self._next(tried)) is not None:
            tried.add(position)
            self._solve(position)

    def _next(self, tried: Collection[int]) -> int | None:
        """Return which position to solve next: the middle of the longest run of open ones."""
        open_ = [not each.is_known and k not in tried for k, each in enumerate(self.ranges)]
        for end in (0, len(self.moves)):
            if open_[end]:
                return end
        runs = "".join("x" if each else " " for each in open_)
        longest = max(runs.split(), key=len, default="")
        return runs.index(longest) + len(longest) // 2 if longest else None

    def _solve(self, position: int) -> None:
        said = self.adviser.outlook(self.lines[position], self.share())
        if said.verdict is Verdict.UNDECIDED:
            return
        rank = self._rank(said.verdict, said.figures)
        high = [*rank]
        if rank != _LOST:
            self._follow(position, rank, said.line)
            if not said.proven:
                high = [*self.whole.high]
                for number, question in enumerate(self.questions[:1], 1):
                    if question.name in said.bounds:
                        high[number] = _sign(question) * said.bounds[question.name]
        self._narrow_all(position, rank, tuple(high))

    def _follow(self, position: int, rank: Rank, plan: tuple[Any, ...]) -> None:
        """Note a plan for a position and for those after it to which the game kept to it."""
        for done in range(min(len(self.moves) - position, len(plan)) + 1):
            at = position + done
            if self.moves[position:at] != plan[:done]:
                return
            if at not in self.plans or rank > self.plans[at][0]:
                self.plans[at] = rank, plan[done:]
            self.narrow(at, low=rank)

    def _narrow_all(self, position: int, low: Rank, high: Rank) -> None:
        """Take in a range: no position before it is worse, none after it is better."""
        for before in range(position + 1):
            self.narrow(before, low=low)
        for after in range(position, len(self.ranges)):
            self.narrow(after, high=high)
        for before, (rank, plan) in self.plans.items():
            if rank == self.ranges[before].low and plan:
                self.better[before + 1] = plan[:1]

    def _rank(self, verdict: Verdict, figures: Mapping[str, int]) -> Rank:
        if verdict is Verdict.LOST and not figures:
            return _LOST
        return (1, *(_sign(each) * figures[each.name] for each in self.questions))

    def judge(self, made: ReviewedMove) -> ReviewedMove:
        before, after = self.ranges[made.turn - 1], self.ranges[made.turn]
        if before.high <= after.low:
            return replace(made, grade=Judgement.BEST, cost=0)
        if before.low <= after.high:
            return made
        if after.high == _LOST:
            return replace(made, grade=Judgement.BLUNDER)
        exact = before.is_known and after.is_known
        pairs = zip(self.questions, before.low[1:], after.high[1:], strict=True)
        question, cost = next((q, int(b - a)) for q, b, a in pairs if b != a)
        return replace(made, grade=Judgement.MISTAKE, cost=cost, unit=question.figure, exact=exact)

    def outlook(self, position: int, side: str) -> Outlook:
        line, (low, high) = self.lines[position], self.ranges[position]
        if line.ending is not None:
            return outlook_at_end(self.instance, line)
        figures = self._figures(low)
        if low == high:
            return Outlook(side, Verdict.LOST if low == _LOST else Verdict.WON, figures=figures)
        verdict = Verdict.UNDECIDED if low == _LOST else Verdict.WON
        bounds = self._figures(high)
        return Outlook(side, verdict, figures=figures, bounds=bounds, proven=False)

    def _figures(self, rank: Rank) -> dict[str, int]:
        values = zip(self.questions, rank[1:], strict=False)
        return {each.name: _sign(each) * int(value) for each, value in values if value != inf}


def _sign(question: Question) -> int:
    return -1 if question.sense is Sense.MINIMISE else 1


class _TwoPlayerReviewer(_Reviewer):
    """Reviews a two-player game by perfect play; the rank is the payoff to the first side."""

    def __init__(
        self, instance: Instance, lines: list[AnyLine], adviser: Adviser, *more: Any
    ) -> None:
        self.rules = two_player_rules(instance)
        self.hurries = isinstance(adviser, TwoPlayerAdviser) and adviser.hurries
        self.plies: dict[int, int] = {}
        most = self.rules.highest_payoff
        self.whole = Range((-most,), (most,))
        super().__init__(instance, lines, adviser, *more)

    def solve(self) -> None:
        """Solve the positions from the last to the first: what is known helps before it."""
        for position in reversed(range(len(self.lines))):
            self._solve(position)
        # count the plies to the end, from the last position to the first one too hard
        budget = self.budget if self.hurries else self.budget.within(PLIES_SECONDS)
        for position in reversed(range(len(self.lines))):
            if not self.ranges[position].is_known:
                break
            plies = self.adviser.outlook(self.lines[position], budget.part(0.5)).plies
            if plies is None:
                break
            self.plies[position] = plies
        for turn, line in enumerate(self.lines[:-1], 1):
            if self.review_move(turn).is_mistake:
                said = self.adviser.advise(line, self.share())
                if said.verdict is not Verdict.UNDECIDED and said.proven:
                    self.better[turn] = said.moves

    def _solve(self, position: int) -> None:
        line = self.lines[position]
        if position < len(self.moves):
            low, high = self.ranges[position + 1]
            if line.to_move == self.rules.sides[0]:
                self.narrow(position, low=low)
            else:
                self.narrow(position, high=high)
        if self.ranges[position].is_known and line.ending is None:
            return
        said = self.adviser.outlook(line, self.share(), plies=False)
        if said.verdict is not Verdict.UNDECIDED:
            first, second = self.rules.sides
            won = {first: 1, second: -1}.get(said.winner or "", 0)
            rank = (said.figures.get(MARGIN, won),)
            self.narrow(position, rank, rank)

    def _seen_by(self, side: str, position: int) -> Range:
        low, high = self.ranges[position]
        return Range(low, high) if side == self.rules.sides[0] else Range((-high[0],), (-low[0],))

    def judge(self, made: ReviewedMove) -> ReviewedMove:
        turn = made.turn
        before, after = (self._seen_by(made.side, each) for each in (turn - 1, turn))
        if before.high <= after.low:  # it can cost plies only
            delay = None
            if turn - 1 in self.plies and turn in self.plies:
                longer = self.plies[turn] + 1 - self.plies[turn - 1]
                delay = -longer if before.low < (0,) else longer
            if not self.hurries or delay == 0:
                return replace(made, grade=Judgement.BEST, cost=0, delay=delay)
            if delay is None:
                return made
            return replace(made, grade=Judgement.MISTAKE, cost=delay, unit="plies", delay=delay)
        if before.low <= after.high:
            return made
        turned = after.high <= (0,) < before.low or after.high < (0,) <= before.low
        judged = replace(made, grade=Judgement.BLUNDER if turned else Judgement.MISTAKE)
        if self.rules.highest_payoff == 1:
            return judged
        cost, exact = int(before.low[0] - after.high[0]), before.is_known and after.is_known
        return replace(judged, cost=cost, unit=MARGIN, exact=exact)

    def outlook(self, position: int, side: str) -> Outlook:
        low, high = self._seen_by(side, position)
        if low == high:
            return outlook_for(self.rules, side, int(low[0]), self.plies.get(position))
        return Outlook(side, Verdict.UNDECIDED, proven=False)
