"""The tree of possibilities: what backtracking tries, takes back, and never comes to try.

Backtracking takes the first legal move, goes on from there, and takes the move back when nothing
came of it; it stops at its first solution. Source: the article "Frogs Game", which draws this tree.

In a two-player game the side to move tries one move after the other, up to the first that is
sure to win. A move is then taken when it wins whatever the other side replies, and taken back when
it does not; the solution is a first move that wins.

What is below a position depends on the position alone. So below what is drawn, a position that
comes again is not walked again: its moves are counted as they were. In a game whose moves can lead
back, a move to a position that was reached before is taken back at once.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.line import ending, side_to_move
from toadstone.core.rules import Move, Outcome, Rules, State, TwoPlayerRules
from toadstone.engines.answer import Status

BETWEEN_LOOKS = 64
"""Moves between two looks at the clock."""

MOST_REMEMBERED = 500_000
"""Positions whose trees are remembered as numbers."""

WIN, DRAW, LOSS = 1, 0, -1
"""What a position or a move is value to a side; a single player knows no draw."""


class Fate(StrEnum):
    """What became of a move."""

    TAKEN = "taken"
    """It leads to the solution; in a two-player game, it wins for its player."""
    TAKEN_BACK = "taken-back"
    """Nothing came of it."""
    NEVER_TRIED = "never-tried"
    """A move before it was good enough, or the search was stopped."""
    OPEN = "open"
    """It was being tried when the search was stopped."""


@dataclass
class Branch(Generic[State, Move]):
    """One move in the tree.

    Attributes:
        move: the move.
        state: what it leads to.
        fate: what became of it.
        note: how the game ends with it, empty where it goes on or was never tried.
        hidden: how many moves are below it that are not kept, because they are too deep.
        below: those that are kept.
    """

    move: Move
    state: State
    fate: Fate
    note: str = ""
    hidden: int = 0
    below: list[Branch[State, Move]] = field(default_factory=list)


@dataclass(frozen=True)
class Tree(Generic[State, Move]):
    """What backtracking did.

    Attributes:
        start: where it began.
        branches: the first moves.
        status: FEASIBLE with a solution, INFEASIBLE where there is none, UNKNOWN when stopped.
        solution: the moves of the first solution; for two sides, the first move that wins.
        counts: how many moves there are of each fate, kept or not.
    """

    start: State
    branches: list[Branch[State, Move]]
    status: Status
    solution: tuple[Move, ...] | None
    counts: Mapping[Fate, int]


def tree_of_possibilities(
    rules: Rules[State, Move], budget: Budget = UNLIMITED, *, depth: int = sys.maxsize
) -> Tree[State, Move]:
    """Walk the tree depth-first, up to the first solution; keep it so many moves deep.

    A limit or an interrupt leaves the tree UNKNOWN, and the moves of the line in hand open.
    """
    walk = _Walk(rules, budget, depth)
    with budget.stoppable():
        walk.go()
    while walk.line:
        walk.pop()
    won = walk.value == WIN
    decided = Status.FEASIBLE if won else Status.INFEASIBLE
    return Tree(
        rules.start(),
        walk.first,
        Status.UNKNOWN if walk.value is None else decided,
        walk.solution if won else None,
        {fate: walk.counts[fate] for fate in Fate},
    )


@dataclass
class _Visit(Generic[State, Move]):
    """A position on the line in hand.

    `branch` is the move that led here, `untried` the moves still to be tried, the next one last,
    `value` the best that has come of any, `counts_before` how many moves there were of each fate
    when it was reached.
    """

    state: State
    side: str
    branch: Branch[State, Move] | None
    untried: list[Move]
    counts_before: Counter[Fate]
    value: int = LOSS


class _Walk(Generic[State, Move]):
    def __init__(self, rules: Rules[State, Move], budget: Budget, deepest: int) -> None:
        self.rules, self.budget, self.deepest = rules, budget, deepest
        self.line: list[_Visit[State, Move]] = []
        self.first: list[Branch[State, Move]] = []
        self.counts: Counter[Fate] = Counter()
        self.entered = set[Any]()
        self.walked: dict[State, tuple[int, Counter[Fate]]] = {}
        """What is below a position: its value to the side to move, and the moves of each fate."""
        self.value: int | None = None
        self.solution: tuple[Move, ...] = ()
        """The moves of the line in hand that win, from where it was left."""

    def go(self) -> None:
        """Try move after move; every move that is taken back uncovers the next."""
        start = self.rules.start()
        if (end := ending(self.rules, None, start)) is not None:
            self.value = _value_to(self.rules, side_to_move(self.rules, start), end)
            return
        self._enter(start, None)
        tried = 0
        while self.line:
            visit = self.line[-1]
            if visit.value == WIN or not visit.untried:
                self._leave()
                continue
            if tried % BETWEEN_LOOKS == 0:
                self.budget.tell(f"{tried:,} moves tried")
            tried += 1
            self._try(visit, visit.untried.pop())

    def _enter(self, state: State, branch: Branch[State, Move] | None) -> None:
        if self.rules.can_return:
            self.entered.add(self.rules.position(state))
        untried = list(reversed(self.rules.legal_moves(state)))
        side = side_to_move(self.rules, state)
        self.line.append(_Visit(state, side, branch, untried, self.counts.copy()))

    def _try(self, visit: _Visit[State, Move], move: Move) -> None:
        after = self.rules.play(visit.state, move)
        end = ending(self.rules, move, after)
        branch = Branch(move, after, Fate.OPEN, end.reason if end else "")
        self.counts[Fate.OPEN] += 1
        if len(self.line) <= self.deepest:
            self._below(visit).append(branch)
        if end is not None:
            self._settle(visit, branch, _value_to(self.rules, visit.side, end))
        elif self.rules.can_return and self.rules.position(after) in self.entered:
            self._settle(visit, branch, LOSS)
        elif len(self.line) >= self.deepest and after in self.walked:
            value, counts = self.walked[after]
            self.counts.update(counts)
            branch.hidden = counts.total()
            same = side_to_move(self.rules, after) == visit.side
            self._settle(visit, branch, value if same else -value)
        else:
            self._enter(after, branch)

    def _settle(self, visit: _Visit[State, Move], branch: Branch[State, Move], value: int) -> None:
        self.counts[Fate.OPEN] -= 1
        branch.fate = Fate.TAKEN if value == WIN else Fate.TAKEN_BACK
        self.counts[branch.fate] += 1
        visit.value = max(visit.value, value)
        if value == WIN:
            alone = not isinstance(self.rules, TwoPlayerRules)
            self.solution = (branch.move, *(self.solution if alone else ()))

    def _leave(self) -> None:
        visit, below = self.pop()
        if visit.branch is None:
            self.value = visit.value
            return
        if len(self.walked) < MOST_REMEMBERED:
            self.walked[visit.state] = visit.value, below
        before = self.line[-1]
        self._settle(before, visit.branch, visit.value * (1 if visit.side == before.side else -1))

    def pop(self) -> tuple[_Visit[State, Move], Counter[Fate]]:
        """Leave the end of the line; return it, and how many moves of each fate are below it."""
        visit = self.line.pop()
        self.counts[Fate.NEVER_TRIED] += len(visit.untried)
        if len(self.line) < self.deepest:
            played = ((move, self.rules.play(visit.state, move)) for move in visit.untried[::-1])
            self._below(visit).extend(Branch(*each, Fate.NEVER_TRIED) for each in played)
        below = self.counts - visit.counts_before
        if visit.branch is not None and len(self.line) >= self.deepest:
            visit.branch.hidden = below.total()
        return visit, below

    def _below(self, visit: _Visit[State, Move]) -> list[Branch[State, Move]]:
        return visit.branch.below if visit.branch else self.first


def _value_to(rules: Rules[Any, Any], side: str, end: Outcome) -> int:
    if not isinstance(rules, TwoPlayerRules):
        return LOSS if end.is_loss else WIN
    payoff = rules.payoff(end) * (1 if side == rules.sides[0] else -1)
    return (payoff > 0) - (payoff < 0)
