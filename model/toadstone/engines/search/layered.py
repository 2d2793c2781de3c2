"""The exact layered dynamic programme: all states after one move, after two, and so on.

Of the lines that lead to the same place in the same number of moves, only the undominated ones are
kept: no other has as much stock at no more cost (label setting: Desrochers and Soumis, "A
generalized permanent labelling algorithm for the shortest path problem with time windows", 1988).
Lines that cost more than a bound are cut off; the bound is raised until the best plan is within.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from operator import itemgetter, le, neg
from typing import NamedTuple

from toadstone.core.budget import Budget
from toadstone.engines.search.problem import Cost, Node, Problem, SearchResult, count_node

_LEAST_ALLOWANCE, _GROWTH = 4, 3
"""How far the bound is above the estimate after the first try, and how it grows from try to try."""


class _Label(NamedTuple):
    """A line of play to some place, with the numbers by which it is compared."""

    cost: Cost
    debit: tuple[int, ...]
    """The stock, each number negated: less is better, as with cost."""
    node: Node


def layered(problem: Problem, budget: Budget) -> SearchResult:
    """Find a best plan; a line that returns to a place with nothing gained is left."""
    estimate = problem.estimate(problem.start())
    if estimate is None:
        return SearchResult(None, proven=True)
    allowance = 0
    while True:
        best, complete = _best_within(sum(estimate[:1]) + allowance, problem, budget)
        if best is not None or complete:
            return SearchResult(best, proven=True)
        allowance = max(_LEAST_ALLOWANCE, _GROWTH * allowance)


def _best_within(bound: int, problem: Problem, budget: Budget) -> tuple[Node | None, bool]:
    """Return the best plan that costs no more than a bound in the first question, or None.

    Also return whether no line was cut off.
    """
    best: Node | None = None
    complete, layer = True, [Node.first(problem)]
    seen: dict[Hashable, list[_Label]] = {}
    while layer:
        for node in layer:
            if problem.is_goal(node.state) and (best is None or node.cost < best.cost):
                best = node
        if best is not None and problem.any_plan:
            break
        places: dict[Hashable, list[_Label]] = defaultdict(list)
        for node in layer:
            count_node(budget, held=max(len(layer), len(seen)))
            for step in problem.steps(node.state):
                estimate = problem.estimate(step.state)
                if estimate is None:
                    continue
                after = node.after(step)
                if problem.zero and after.cost[0] + estimate[0] > bound:
                    complete = False
                    continue
                places[problem.place(step.state)].append(_label(problem, after))
        if problem.can_return:
            layer = _new_to(seen, places)
        else:
            layer = [label.node for labels in places.values() for label in _undominated(labels)]
    return best, complete


def _new_to(
    seen: dict[Hashable, list[_Label]], places: Mapping[Hashable, list[_Label]]
) -> list[Node]:
    """Return the nodes that no earlier one is as good as, and let them count as seen."""
    new: list[Node] = []
    for place, labels in places.items():
        before = {id(label) for label in seen.get(place, ())}
        seen[place] = _undominated([*seen.get(place, ()), *labels])
        new += [label.node for label in seen[place] if id(label) not in before]
    return new


def _label(problem: Problem, node: Node) -> _Label:
    debit = tuple(map(neg, problem.stock(node.state)))
    return _Label(node.cost, debit, node)


def _undominated(labels: Iterable[_Label]) -> list[_Label]:
    """Leave out each label beside which another costs no more and has no less of any stock."""
    kept: list[_Label] = []
    for label in sorted(labels, key=itemgetter(0, 1)):
        # With a single stock, the one kept last has the most of it.
        rivals = kept[-1:] if len(label.debit) == 1 else kept
        if not any(all(map(le, rival.debit, label.debit)) for rival in rivals):
            kept.append(label)
    return kept
