"""The tree of possibilities: the moves that backtracking tries, takes back, or never tries.

Backtracking takes the first legal move, goes on from there, and takes the move back when it leads
to no solution; it stops at its first solution. Source: the article "Frogs Game", which draws it.

In a two-player game the side to move tries one move after the other, up to the first that is
sure to win. A move is taken when it wins against every reply, and else taken back; the solution is
a first move that wins.

The tree below a position depends on the position alone, so below the drawn part a position that
comes again is not walked again. In a game whose moves can lead back, a move to a position that was
reached before is taken back at once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from typing import Any, Generic

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.line import ending, side_to_move
from toadstone.core.rules import Move, Outcome, Rules, State, TwoPlayerRules
from toadstone.engines.answer import Status

BETWEEN_LOOKS = 64
"""Moves between two looks at the clock."""

MOST_REMEMBERED = 500_000
"""Positions whose value is remembered."""

WIN, DRAW, LOSS = 1, 0, -1
"""The value of a position or a move to a side; a single player knows no draw."""


class Fate(StrEnum):
    """The fate of a move."""

    TAKEN = "taken"
    """It leads to the solution; in a two-player game, it wins for its player."""
    TAKEN_BACK = "taken-back"
    """It leads to no solution."""
    NEVER_TRIED = "never-tried"
    """A move before it was good enough, or the search was stopped."""
    OPEN = "open"
    """It was being tried when the search was stopped."""


@dataclass
class Branch(Generic[State, Move]):
    """One move in the tree; the whole tree is that of no move, which leads to the start.

    Attributes:
        move: the move.
        state: the state after it.
        fate: its fate.
        note: how the game ends with it; empty if it goes on or was never tried.
        below: the moves below it, as deep as they are kept.
    """

    move: Move | None
    state: State
    fate: Fate = Fate.NEVER_TRIED
    note: str = ""
    below: list[Branch[State, Move]] = field(default_factory=list)


@dataclass(frozen=True)
class Tree(Generic[State, Move]):
    """The walk of backtracking.

    Attributes:
        root: the start, and the moves below it.
        status: FEASIBLE with a solution, INFEASIBLE where there is none, UNKNOWN when stopped.
        solution: the moves of the first solution; for two sides, the first move that wins.
    """

    root: Branch[State, Move]
    status: Status
    solution: tuple[Move, ...] | None


def tree_of_possibilities(
    rules: Rules[State, Move], budget: Budget = UNLIMITED, *, depth: int = sys.maxsize
) -> Tree[State, Move]:
    """Walk the tree depth-first, up to the first solution; keep it so many moves deep.

    A limit or an interrupt leaves the tree UNKNOWN, and the moves of the current line open.
    """
    walk = _Walk(rules, depth)
    with budget.stoppable():
        walk.go(budget)
    for visit in walk.line[depth:]:
        visit.branch.below = []
    decided = {Fate.TAKEN: Status.FEASIBLE, Fate.TAKEN_BACK: Status.INFEASIBLE}
    status = decided.get(walk.root.fate, Status.UNKNOWN)
    return Tree(walk.root, status, walk.solution if status is Status.FEASIBLE else None)


@dataclass
class _Visit(Generic[State, Move]):
    """A position on the current line: whose turn it is, and the best value of a move so far."""

    branch: Branch[State, Move]
    side: str
    untried: Iterator[Branch[State, Move]]
    value: int = LOSS


class _Walk(Generic[State, Move]):
    def __init__(self, rules: Rules[State, Move], deepest: int) -> None:
        self.rules, self.deepest = rules, deepest
        self.root: Branch[State, Move] = Branch(None, rules.start())
        self.line: list[_Visit[State, Move]] = []
        self.entered = set[Any]()
        self.values: dict[State, int] = {}
        """The value of a position to the side to move."""
        self.solution: tuple[Move, ...] = ()

    def go(self, budget: Budget) -> None:
        """Try move after move; after a move is taken back comes the next one."""
        self.reach(self.root)
        for tried in count():
            if not self.line:
                return
            if tried % BETWEEN_LOOKS == 0:
                budget.tell(f"{tried:,} moves tried and taken back")
            visit = self.line[-1]
            following = None if visit.value == WIN else next(visit.untried, None)
            if following is None:
                self.line.pop()
                if len(self.line) >= self.deepest:
                    visit.branch.below = []
                if len(self.values) < MOST_REMEMBERED:
                    self.values[visit.branch.state] = visit.value
                self._settle(visit.branch, visit.side, visit.value)
            else:
                self.reach(following)

    def reach(self, branch: Branch[State, Move]) -> None:
        """Settle the move that is tried next, or go on from where it leads."""
        rules, state = self.rules, branch.state
        branch.fate, side = Fate.OPEN, side_to_move(rules, state)
        if end := ending(rules, branch.move, state):
            branch.note = end.reason
            self._settle(branch, side, _value_to(rules, side, end))
        elif rules.can_return and rules.position(state) in self.entered:
            branch.note = "reached before"
            self._settle(branch, self.line[-1].side, LOSS)
        elif len(self.line) >= self.deepest and state in self.values:
            self._settle(branch, side, self.values[state])
        else:
            if rules.can_return:
                self.entered.add(rules.position(state))
            moves = rules.legal_moves(state)
            branch.below = [Branch(move, rules.play(state, move)) for move in moves]
            self.line.append(_Visit(branch, side, iter(branch.below)))

    def _settle(self, branch: Branch[State, Move], side: str, value: int) -> None:
        """Note the value of a move to a side."""
        if self.line and self.line[-1].side != side:
            value = -value
        branch.fate = Fate.TAKEN if value == WIN else Fate.TAKEN_BACK
        if self.line:
            self.line[-1].value = max(self.line[-1].value, value)
        if value == WIN and branch.move is not None:
            alone = not isinstance(self.rules, TwoPlayerRules)
            self.solution = (branch.move, *(self.solution if alone else ()))


def _value_to(rules: Rules[Any, Any], side: str, end: Outcome) -> int:
    if not isinstance(rules, TwoPlayerRules):
        return LOSS if end.is_loss else WIN
    payoff = rules.payoff(end) * (1 if side == rules.sides[0] else -1)
    return (payoff > 0) - (payoff < 0)
