"""Breadth-first search: all lines of one move, then all of two moves, and so on."""

from __future__ import annotations

from collections import deque
from typing import Any

from toadstone.core.budget import Budget
from toadstone.engines.search.node import Found, Node, expand
from toadstone.engines.search.problem import SearchProblem


def breadth_first(problem: SearchProblem[Any, Any], budget: Budget) -> Found[Any, Any]:
    """Find a plan with the fewest moves, which need not be the best in any other way."""
    proven = problem.any_plan or problem.fewest_moves
    start = Node[Any, Any](problem.start(), problem.zero)
    if problem.is_goal(start.state):
        return Found(start, proven)
    frontier = deque([start])
    reached = {problem.key(start.state)}
    while frontier:
        expand(budget, held=len(reached))
        node = frontier.popleft()
        for step in problem.steps(node.state):
            if problem.is_goal(step.state):
                return Found(node.after(step), proven)
            key = problem.key(step.state)
            if key not in reached:
                reached.add(key)
                frontier.append(node.after(step))
    return Found(None, proven=True)
