"""Greedy: one line of play, each move the one that promises most, none ever taken back."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from toadstone.core.budget import Budget
from toadstone.engines.search.node import Found, Node, add, expand
from toadstone.engines.search.problem import Cost, SearchProblem


def greedy(problem: SearchProblem[Any, Any], budget: Budget) -> Found[Any, Any]:
    """Find a plan quickly, or none; neither proves anything, unless any plan will do.

    The line ends without a plan when it comes to a dead end, or back to where it has been.
    """
    node = Node[Any, Any](problem.start(), problem.zero)
    passed: set[Hashable] = set()
    while not problem.is_goal(node.state):
        expand(budget, held=len(passed))
        passed.add(problem.key(node.state))
        ways: list[tuple[Cost, Node[Any, Any]]] = []
        for step in problem.steps(node.state):
            estimate = problem.estimate(step.state)
            if estimate is not None and problem.key(step.state) not in passed:
                ways.append((add(step.cost, estimate), node.after(step)))
        if not ways:
            return Found(None, proven=False)
        _, node = min(ways, key=lambda way: way[0])
    return Found(node, problem.any_plan)
