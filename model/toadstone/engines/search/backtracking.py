"""Backtracking: take the first move there is, and where nothing is left to try, take it back."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from toadstone.core.budget import Budget
from toadstone.engines.search.node import Found, Node, expand
from toadstone.engines.search.problem import SearchProblem, Step


class Fate(Enum):
    """What became of a move."""

    TAKEN = "taken"
    TAKEN_BACK = "taken back"
    KNOWN = "not taken: it leads to where play has been"
    NEVER_TRIED = "never tried: there was a plan before its turn came"


@dataclass(frozen=True)
class Attempt:
    """One thing that backtracking does, with the move number, counted from 1."""

    fate: Fate
    depth: int
    node: Node[Any, Any]


@dataclass(frozen=True)
class _Visit:
    """A node on the line in hand, and the steps from it that are still to be tried."""

    node: Node[Any, Any]
    untried: Iterator[Step[Any, Any]]


def attempts(
    problem: SearchProblem[Any, Any], budget: Budget, *, remember: bool = True
) -> Iterator[Attempt]:
    """Yield what backtracking does, one thing after the other, up to its first plan.

    Args:
        problem: what is searched; its start is no goal.
        budget: counts the states whose steps were tried.
        remember: whether a state that has been entered is known when it comes again: nothing
            came of it, or it is on the line in hand. Without this the whole tree of possibilities
            is walked, and play must not be able to go round in circles.
    """
    start = Node[Any, Any](problem.start(), problem.zero)
    entered = {problem.key(start.state)} if remember else set[Hashable]()
    expand(budget)
    path = [_Visit(start, problem.steps(start.state))]
    while path:
        visit, depth = path[-1], len(path)
        step = next(visit.untried, None)
        if step is None:
            path.pop()
            if path:
                yield Attempt(Fate.TAKEN_BACK, depth - 1, visit.node)
            continue
        node = visit.node.after(step)
        if problem.key(node.state) in entered:
            yield Attempt(Fate.KNOWN, depth, node)
            continue
        yield Attempt(Fate.TAKEN, depth, node)
        if problem.is_goal(node.state):
            break
        if remember:
            entered.add(problem.key(node.state))
        expand(budget, held=len(entered))
        path.append(_Visit(node, problem.steps(node.state)))
    for depth, visit in reversed(list(enumerate(path, 1))):
        for step in visit.untried:
            yield Attempt(Fate.NEVER_TRIED, depth, visit.node.after(step))


def backtracking(problem: SearchProblem[Any, Any], budget: Budget) -> Found[Any, Any]:
    """Find the first plan in the order of the moves, which need not be the best."""
    start = Node[Any, Any](problem.start(), problem.zero)
    if problem.is_goal(start.state):
        return Found(start, problem.any_plan)
    for attempt in attempts(problem, budget):
        if attempt.fate is Fate.TAKEN and problem.is_goal(attempt.node.state):
            return Found(attempt.node, problem.any_plan)
    return Found(None, proven=True)
