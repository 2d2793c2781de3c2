"""Best-first search, of which uniform-cost search and A* are the two that find the best.

Source: Russell and Norvig, "Artificial Intelligence: A Modern Approach", 4th edition, 3.3.1.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from heapq import heappop, heappush
from typing import Any

from toadstone.engines.search.effort import Effort
from toadstone.engines.search.node import Found, Node
from toadstone.engines.search.problem import Cost, SearchProblem

Evaluation = Callable[[Node[Any, Any]], Cost | None]
"""How promising a node is, the least first; None for one that leads nowhere."""


def best_first(
    problem: SearchProblem[Any, Any], effort: Effort, evaluation: Evaluation
) -> Found[Any, Any]:
    """Go on from the most promising node; of equally promising ones, from the newest.

    The plan found is a best one if the evaluation is the cost so far, with or without a
    consistent estimate of what is still to come.
    """
    frontier: list[tuple[Cost, int, Node[Any, Any]]] = []
    reached: dict[Hashable, Cost] = {}

    def reach(node: Node[Any, Any]) -> None:
        key, value = problem.key(node.state), evaluation(node)
        if value is not None and (key not in reached or node.cost < reached[key]):
            reached[key] = node.cost
            heappush(frontier, (value, -len(reached), node))

    reach(Node(problem.start(), problem.zero))
    while frontier:
        *_, node = heappop(frontier)
        if problem.is_goal(node.state):
            return Found(node, proven=True)
        if node.cost > reached[problem.key(node.state)]:
            continue
        effort.expand(held=len(reached))
        for step in problem.steps(node.state):
            reach(node.after(step))
    return Found(None, proven=True)
