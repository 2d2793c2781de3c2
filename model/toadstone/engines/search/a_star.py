"""A*: always go on from where the cost so far and the estimate of the rest are least together."""

from __future__ import annotations

from typing import Any

from toadstone.engines.search.best_first import best_first
from toadstone.engines.search.effort import Effort
from toadstone.engines.search.node import Found, Node, add
from toadstone.engines.search.problem import Cost, SearchProblem


def a_star(problem: SearchProblem[Any, Any], effort: Effort) -> Found[Any, Any]:
    """Find a best plan: the first goal whose turn comes is one, for no estimate is too high."""

    def evaluation(node: Node[Any, Any]) -> Cost | None:
        estimate = problem.estimate(node.state)
        return None if estimate is None else add(node.cost, estimate)

    return best_first(problem, effort, evaluation)
