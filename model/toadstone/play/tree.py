"""The tree of possibilities: what backtracking tries, takes back, and never comes to try.

Backtracking takes the first legal move, goes on from there, and takes the move back when nothing
came of it; it stops at its first solution. Source: the article "Frogs Game", which draws this tree.

In a two-player game the side to move tries one move after the other, up to the first that is
sure to win. A move is then taken when it wins whatever the other side replies, and taken back when
it does not; the solution is a first move that wins.

What is below a position depends on the position alone. So where nothing more of the tree is kept,
a position that comes again is not walked again: its moves are counted as they were. In a game whose
moves can lead back, a move to a position that was reached before is taken back at once.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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


@dataclass(frozen=True)
class Branch(Generic[State, Move]):
    """One move in the tree.

    Attributes:
        depth: how many moves deep, from 1.
        move: the move.
        state: what it leads to.
        fate: what became of it.
        note: how the game ends with it, empty where it goes on or was never tried.
        hidden: the moves below it that the tree does not keep, because they are too deep.
    """

    depth: int
    move: Move
    state: State
    fate: Fate
    note: str = ""
    hidden: int = 0


@dataclass(frozen=True)
class Tree(Generic[State, Move]):
    """What backtracking did.

    Attributes:
        start: where it began.
        branches: the moves, each followed by those below it.
        status: FEASIBLE with a solution, INFEASIBLE where there is none, UNKNOWN when stopped.
        solution: the moves of the first solution; for two sides, the first move that wins.
        counts: how many moves there are of each fate, kept or not.
        left_out: the moves that the tree does not keep, because there are too many.
    """

    start: State
    branches: tuple[Branch[State, Move], ...]
    status: Status
    solution: tuple[Move, ...] | None
    counts: Mapping[Fate, int]
    left_out: int


def tree_of_possibilities(
    rules: Rules[State, Move],
    budget: Budget = UNLIMITED,
    *,
    depth: int = sys.maxsize,
    moves: int = sys.maxsize,
) -> Tree[State, Move]:
    """Walk the tree depth-first, up to the first solution.

    Memory holds what is kept of the tree, one line of play, and numbers for `MOST_REMEMBERED`
    positions.

    Args:
        rules: the rules of the game.
        budget: when to stop; a limit or an interrupt leaves the tree UNKNOWN.
        depth: how many moves deep the tree is kept.
        moves: how many of its moves are kept.
    """
    walk = _Walk(rules, budget, depth, moves)
    with budget.stoppable():
        walk.go()
    return walk.result()


@dataclass
class _Visit(Generic[State, Move]):
    """A position on the line in hand.

    `branch` is where the move that led here is kept, `untried` the moves still to be tried, the
    next one last, `latest` the one last tried, `value` the best that has come of any,
    `counts_before` how many moves there were of each fate when it was reached.
    """

    state: State
    side: str
    branch: int | None
    untried: list[Move]
    latest: Move | None = None
    value: int = LOSS
    counts_before: Mapping[Fate, int] = field(default_factory=dict)


class _Walk(Generic[State, Move]):
    def __init__(self, rules: Rules[State, Move], budget: Budget, deepest: int, most: int) -> None:
        self.rules, self.budget = rules, budget
        self.deepest, self.most = deepest, most
        self.line: list[_Visit[State, Move]] = []
        self.branches: list[Branch[State, Move]] = []
        self.counts: Counter[Fate] = Counter()
        self.left_out = 0
        self.entered = set[Any]()
        self.walked: dict[State, tuple[int, Mapping[Fate, int]]] = {}
        """What is below a position: its value to the side to move, and the moves of each fate."""
        self.value: int | None = None
        self.solution: tuple[Move, ...] = ()
        """The moves of the line in hand that win, from where it was left."""

    def go(self) -> None:
        """Try move after move; every move that is taken back uncovers the next."""
        start = self.rules.start()
        end = ending(self.rules, None, start)
        if end is not None:
            self.value = _value_to(self.rules, side_to_move(self.rules, start), end)
            return
        self.line.append(self._visit(start, None))
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

    def _visit(self, state: State, branch: int | None) -> _Visit[State, Move]:
        if self.rules.can_return:
            self.entered.add(self.rules.position(state))
        untried = list(reversed(self.rules.legal_moves(state)))
        side = side_to_move(self.rules, state)
        return _Visit(state, side, branch, untried, counts_before=dict(self.counts))

    def _try(self, visit: _Visit[State, Move], move: Move) -> None:
        visit.latest = move
        after = self.rules.play(visit.state, move)
        end = ending(self.rules, move, after)
        branch = self._keep(visit, move, after, Fate.OPEN, end.reason if end else "")
        if end is not None:
            self._settle(visit, branch, _value_to(self.rules, visit.side, end))
        elif self.rules.can_return and self.rules.position(after) in self.entered:
            self._settle(visit, branch, LOSS)
        elif after in self.walked and not self._keeps(len(self.line) + 1):
            value, counts = self.walked[after]
            self.counts.update(counts)
            self._leave_out(len(self.line) + 1, sum(counts.values()), branch)
            side = side_to_move(self.rules, after)
            self._settle(visit, branch, value if side == visit.side else -value)
        else:
            self.line.append(self._visit(after, branch))

    def _settle(self, visit: _Visit[State, Move], branch: int | None, value: int) -> None:
        fate = Fate.TAKEN if value == WIN else Fate.TAKEN_BACK
        self.counts[Fate.OPEN] -= 1
        self.counts[fate] += 1
        if branch is not None:
            self.branches[branch] = replace(self.branches[branch], fate=fate)
        visit.value = max(visit.value, value)

    def _leave(self) -> None:
        self._keep_untried(self.line[-1])
        visit = self.line.pop()
        if visit.value == WIN and visit.latest is not None:
            alone = not isinstance(self.rules, TwoPlayerRules)
            self.solution = (visit.latest, *(self.solution if alone else ()))
        if not self.line:
            self.value = visit.value
            return
        if len(self.walked) < MOST_REMEMBERED:
            earlier = visit.counts_before
            added = {fate: self.counts[fate] - earlier.get(fate, 0) for fate in Fate}
            self.walked[visit.state] = visit.value, added
        before = self.line[-1]
        value = visit.value if visit.side == before.side else -visit.value
        self._settle(before, visit.branch, value)

    def _keep_untried(self, visit: _Visit[State, Move]) -> None:
        for move in reversed(visit.untried):
            self._keep(visit, move, None, Fate.NEVER_TRIED, "")

    def _keep(
        self, visit: _Visit[State, Move], move: Move, after: State | None, fate: Fate, note: str
    ) -> int | None:
        """Count a move from the end of the line; return where it is kept, if it is."""
        self.counts[fate] += 1
        depth = len(self.line)
        if not self._keeps(depth):
            self._leave_out(depth, 1, visit.branch)
            return None
        state = self.rules.play(visit.state, move) if after is None else after
        self.branches.append(Branch(depth, move, state, fate, note))
        return len(self.branches) - 1

    def _keeps(self, depth: int) -> bool:
        """Return whether the tree keeps another move of some depth."""
        return depth <= self.deepest and len(self.branches) < self.most

    def _leave_out(self, depth: int, moves: int, branch: int | None) -> None:
        """Count moves that the tree does not keep, the first so deep and below a branch."""
        if depth > self.deepest:
            above = branch if depth == self.deepest + 1 else self.line[self.deepest].branch
            if above is not None:
                hidden = self.branches[above].hidden + moves
                self.branches[above] = replace(self.branches[above], hidden=hidden)
                return
        self.left_out += moves

    def result(self) -> Tree[State, Move]:
        """Return the tree; of a line that was left in hand, the moves stay open."""
        while self.line:
            self._keep_untried(self.line[-1])
            self.line.pop()
        status = Status.FEASIBLE if self.value == WIN else Status.INFEASIBLE
        return Tree(
            self.rules.start(),
            tuple(self.branches),
            Status.UNKNOWN if self.value is None else status,
            self.solution if self.value == WIN else None,
            {fate: self.counts[fate] for fate in Fate},
            self.left_out,
        )


def _value_to(rules: Rules[Any, Any], side: str, end: Outcome) -> int:
    if not isinstance(rules, TwoPlayerRules):
        return LOSS if end.is_loss else WIN
    payoff = rules.payoff(end) * (1 if side == rules.sides[0] else -1)
    return (payoff > 0) - (payoff < 0)
