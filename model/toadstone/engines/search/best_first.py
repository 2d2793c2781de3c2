"""Best-first search, and its two forms that find the best plan: uniform-cost search and A*.

Sources: Russell and Norvig, "Artificial Intelligence: A Modern Approach", 4th edition, 3.3.1; for
uniform-cost search, Dijkstra, "A note on two problems in connexion with graphs", Numerische
Mathematik 1, 1959; for A*, Hart, Nilsson and Raphael, "A formal basis for the heuristic
determination of minimum cost paths", 1968.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from heapq import heappop, heappush
from typing import Any

from toadstone.core.budget import Budget
from toadstone.engines.search.node import Found, Node, add, expand
from toadstone.engines.search.problem import Cost, SearchProblem

Evaluation = Callable[[Node[Any, Any]], Cost | None]
"""How promising a node is, the least first; None for one that leads nowhere."""


def best_first(
    problem: SearchProblem[Any, Any], budget: Budget, evaluation: Evaluation
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
        expand(budget, held=len(reached))
        for step in problem.steps(node.state):
            reach(node.after(step))
    return Found(None, proven=True)


def uniform_cost(problem: SearchProblem[Any, Any], budget: Budget) -> Found[Any, Any]:
    """Find a best plan: the first goal whose turn comes is one, as no cost is below 0."""
    return best_first(problem, budget, lambda node: node.cost)


def a_star(problem: SearchProblem[Any, Any], budget: Budget) -> Found[Any, Any]:
    """Find a best plan: the first goal whose turn comes is one, for no estimate is too high."""

    def evaluation(node: Node[Any, Any]) -> Cost | None:
        estimate = problem.estimate(node.state)
        return None if estimate is None else add(node.cost, estimate)

    return best_first(problem, budget, evaluation)
