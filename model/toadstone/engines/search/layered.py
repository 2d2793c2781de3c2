"""The exact layered dynamic programme: all that can be after one move, after two, and so on.

Of the lines that lead to the same place in the same number of moves, only those are kept that no
other is at least as good as, in stock and in cost (label setting: Desrochers and Soumis, "A
generalized permanent labelling algorithm for the shortest path problem with time windows", 1988).
Lines that cost more than a bound are cut off; the bound is raised until the best plan is within.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from operator import itemgetter, le, neg
from typing import Any, NamedTuple

from toadstone.core.budget import Budget
from toadstone.engines.search.node import Found, Node, expand
from toadstone.engines.search.problem import Cost, SearchProblem

_LEAST_ALLOWANCE, _GROWTH = 4, 3
"""How far the bound is above the estimate after the first try, and how it grows from try to try."""


class _Label(NamedTuple):
    """A line of play to some place, with what it can be compared by."""

    cost: Cost
    debit: tuple[int, ...]
    """The stock, each number negated: less is better, as with cost."""
    node: Node[Any, Any]


def layered(problem: SearchProblem[Any, Any], budget: Budget) -> Found[Any, Any]:
    """Find a best plan, where no line of play can go on for ever."""
    estimate = problem.estimate(problem.start())
    if estimate is None:
        return Found(None, proven=True)
    allowance = 0
    while True:
        search = _Within(problem, budget, sum(estimate[:1]) + allowance)
        best = search.best()
        if best is not None or not search.cut:
            return Found(best, proven=True)
        allowance = max(_LEAST_ALLOWANCE, _GROWTH * allowance)


class _Within:
    """The search among the lines that cost, in the first question, no more than a bound."""

    def __init__(self, problem: SearchProblem[Any, Any], budget: Budget, bound: int) -> None:
        self.problem = problem
        self.budget = budget
        self.bound = bound
        self.cut = False

    def best(self) -> Node[Any, Any] | None:
        """Return the best plan within the bound, or None; `cut` says whether any line was cut."""
        best: Node[Any, Any] | None = None
        layer = [Node[Any, Any](self.problem.start(), self.problem.zero)]
        while layer:
            for node in layer:
                if self.problem.is_goal(node.state) and (best is None or node.cost < best.cost):
                    best = node
            if best is not None and self.problem.any_plan:
                break
            places: dict[Hashable, list[_Label]] = defaultdict(list)
            for node in self._followers(layer):
                debit = tuple(map(neg, self.problem.stock(node.state)))
                places[self.problem.place(node.state)].append(_Label(node.cost, debit, node))
            layer = [label.node for labels in places.values() for label in undominated(labels)]
        return best

    def _followers(self, layer: list[Node[Any, Any]]) -> Iterator[Node[Any, Any]]:
        """Yield what one step leads to, but for what leads nowhere or costs too much."""
        for node in layer:
            expand(self.budget, held=len(layer))
            for step in self.problem.steps(node.state):
                estimate = self.problem.estimate(step.state)
                if estimate is None:
                    continue
                after = node.after(step)
                if self.problem.zero and after.cost[0] + estimate[0] > self.bound:
                    self.cut = True
                else:
                    yield after


def undominated(labels: Iterable[_Label]) -> list[_Label]:
    """Leave out each label beside which another costs no more and has no less of any stock."""
    kept: list[_Label] = []
    for label in sorted(labels, key=itemgetter(0, 1)):
        # With a single stock, the one kept last has the most of it.
        rivals = kept[-1:] if len(label.debit) == 1 else kept
        for rival in rivals:
            if _no_more(rival.debit, label.debit):
                break
        else:
            kept.append(label)
    return kept


def _no_more(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(map(le, one, other))
