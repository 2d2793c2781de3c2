"""Uniform-cost search (Dijkstra): always go on from the cheapest line of play so far."""

from __future__ import annotations

from typing import Any

from toadstone.engines.search.best_first import best_first
from toadstone.engines.search.effort import Effort
from toadstone.engines.search.node import Found
from toadstone.engines.search.problem import SearchProblem


def uniform_cost(problem: SearchProblem[Any, Any], effort: Effort) -> Found[Any, Any]:
    """Find a best plan: the first goal whose turn comes is one, for nothing costs less than 0."""
    return best_first(problem, effort, lambda node: node.cost)
