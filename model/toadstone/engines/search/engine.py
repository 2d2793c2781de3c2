"""Searches for plans as engines: those of every textbook, and the exact layered dynamic programme.

Russell and Norvig, "Artificial Intelligence: A Modern Approach", 4th edition, chapter 3, has
breadth-first search and A*.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from operator import itemgetter, le, neg
from typing import Any, NamedTuple

from toadstone.core.budget import Budget
from toadstone.core.part import Part
from toadstone.core.solution import ScenarioLike, Solution
from toadstone.engines import CHOICES, SEARCH_PROBLEM
from toadstone.engines.answer import Status
from toadstone.engines.engine import ELSEWHERE, Engine, EngineResult
from toadstone.engines.instance import Instance
from toadstone.engines.search.plain_search import FewestMoves
from toadstone.engines.search.problem import Cost, Node, Problem, SearchResult, add, count_node


def breadth_first(problem: Problem, budget: Budget) -> SearchResult:
    """Find a plan with the fewest moves, which need not be the best in any other way."""
    if isinstance(problem, FewestMoves):
        return problem.breadth_first(budget)
    proven = problem.fewest_moves or not problem.zero
    start = Node(problem.start(), problem.zero)
    if problem.is_goal(start.state):
        return SearchResult(start, proven)
    frontier, reached = deque([start]), {problem.key(start.state)}
    while frontier:
        count_node(budget, held=len(reached))
        node = frontier.popleft()
        for step in problem.steps(node.state):
            if problem.is_goal(step.state):
                return SearchResult(node.after(step), proven)
            key = problem.key(step.state)
            if key not in reached:
                reached.add(key)
                frontier.append(node.after(step))
    return SearchResult(None)


def a_star(problem: Problem, budget: Budget) -> SearchResult:
    """Find a best plan: expand the node of least cost and estimate; of equal ones, the newest.

    Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost
    paths", 1968.
    """
    if isinstance(problem, FewestMoves):
        return problem.a_star(budget)
    frontier: list[tuple[Cost, int, Node]] = []
    reached: dict[Hashable, Cost] = {}

    def reach(node: Node) -> None:
        key, estimate = problem.key(node.state), problem.estimate(node.state)
        if estimate is not None and (key not in reached or node.cost < reached[key]):
            reached[key] = node.cost
            heappush(frontier, (add(node.cost, estimate), -len(reached), node))

    reach(Node(problem.start(), problem.zero))
    while frontier:
        *_, node = heappop(frontier)
        if problem.is_goal(node.state):
            return SearchResult(node)
        if node.cost > reached[problem.key(node.state)]:
            continue
        count_node(budget, held=len(reached))
        for step in problem.steps(node.state):
            reach(node.after(step))
    return SearchResult(None)


_LEAST_ALLOWANCE, _GROWTH = 4, 3
"""How far the bound is above the estimate at the second try, and its growth with each try."""


class _Label(NamedTuple):
    """A line of play to some place, with the numbers by which it is compared."""

    cost: Cost
    debit: tuple[int, ...]
    """The stock, each number negated: less is better, as with cost."""
    node: Node


def layered(problem: Problem, budget: Budget) -> SearchResult:
    """Find a best plan, by all states after one move, after two, and so on.

    Of the lines to the same place in the same number of moves, only the undominated ones are kept:
    no other has as much stock at no more cost (label setting: Desrochers and Soumis, "A
    generalized permanent labelling algorithm for the shortest path problem with time windows",
    1988). Lines that cost more than a bound are cut off; the bound is raised until the best plan is
    within. A line that returns to a place with nothing gained is dropped.
    """
    if (result := problem.by_table(budget)) is not None:
        return result
    estimate = problem.estimate(problem.start())
    if estimate is None:
        return SearchResult(None)
    allowance = 0
    while True:
        best, complete = _best_within(sum(estimate[:1]) + allowance, problem, budget)
        if best is not None or complete:
            return SearchResult(best)
        allowance = max(_LEAST_ALLOWANCE, _GROWTH * allowance)


def _best_within(bound: int, problem: Problem, budget: Budget) -> tuple[Node | None, bool]:
    """Return the best plan that costs no more than a bound in the first question, or None.

    Return also whether the search was complete: no line was cut off.
    """
    best: Node | None = None
    complete, layer = True, [Node(problem.start(), problem.zero)]
    seen: dict[Hashable, list[_Label]] = {}
    while layer:
        for node in layer:
            if problem.is_goal(node.state) and (best is None or node.cost < best.cost):
                best = node
        if best is not None and not problem.zero:
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
                debit = tuple(map(neg, problem.stock(step.state)))
                places[problem.place(step.state)].append(_Label(after.cost, debit, after))
        if problem.can_return:
            layer = _new_to(seen, places)
        else:
            layer = [label.node for labels in places.values() for label in _drop_dominated(labels)]
    return best, complete


def _new_to(
    seen: dict[Hashable, list[_Label]], places: Mapping[Hashable, list[_Label]]
) -> list[Node]:
    """Return the nodes that no earlier label dominates, and add them to `seen`."""
    new: list[Node] = []
    for place, labels in places.items():
        before = {id(label) for label in seen.get(place, ())}
        seen[place] = _drop_dominated([*seen.get(place, ()), *labels])
        new += [label.node for label in seen[place] if id(label) not in before]
    return new


def _drop_dominated(labels: Iterable[_Label]) -> list[_Label]:
    """Drop each label that another one dominates: no more cost, and no less of any stock."""
    kept: list[_Label] = []
    for label in sorted(labels, key=itemgetter(0, 1)):
        # With a single stock, the one kept last has the most of it.
        rivals = kept[-1:] if len(label.debit) == 1 else kept
        if not any(all(map(le, rival.debit, label.debit)) for rival in rivals):
            kept.append(label)
    return kept


@dataclass(frozen=True, kw_only=True)
class SearchEngine(Engine):
    """A search on the game's `SearchProblem`.

    Attributes:
        search: the search itself; `breadth_first` alone does not prove every plan the best.
    """

    search: Callable[[Problem, Budget], SearchResult]

    def why_not(self, instance: Instance) -> str | None:
        """Return why the search problem lacks a question, or why the search does not fit."""
        needed: list[Part[Any]] = [SEARCH_PROBLEM, *[CHOICES] * _is_open(instance)]
        if reason := next(filter(None, map(instance.why_unsupported, needed)), None):
            return reason
        if instance.is_front:
            return ELSEWHERE
        if self.search is breadth_first and not instance.conditions().must_end:
            return "needs a plan that has to win"  # after any turn: 0 are the fewest
        return None

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Answer the questions by the search."""
        budget.nodes = 0
        scenario = self._choose(instance, budget) if _is_open(instance) else instance.scenario
        chosen = instance.about(scenario)
        tabled = self._by_table(chosen, budget)
        problem, result = tabled or self._search(chosen, budget)
        if result.goal is None:
            return EngineResult(Status.INFEASIBLE)
        solution = _solution(scenario, problem, result.goal)
        if not result.proven:
            caveat = "looks for the fewest turns only"
            return EngineResult(Status.FEASIBLE, (solution,), caveat=caveat)
        return EngineResult(Status.OPTIMAL, (solution,), ties_broken=tabled is not None)

    def _by_table(self, instance: Instance, budget: Budget) -> tuple[Problem, SearchResult] | None:
        """Return a best plan by the game's table, of those the one that `Game.ties` prefers."""
        if self.search is not layered:
            return None
        ties = tuple(question for question in instance.game.ties if question not in instance.ask)
        problem = instance.get(SEARCH_PROBLEM)(instance.scenario, instance.ask + ties, budget)
        result = problem.by_table(budget)
        return None if result is None else (problem, result)

    def _choose(self, instance: Instance, budget: Budget) -> Any:
        """Return the best of the scenarios that the questions leave open and that can be won.

        If none can be won, return the last one.
        """
        choices = instance.get(CHOICES)(instance.scenario)
        if self.search is layered:
            problem = instance.get(SEARCH_PROBLEM)(instance.scenario, instance.ask, budget)
            if (first := problem.first_choice(choices, budget)) is not None:
                return choices[first]
        decision = instance.asking(instance.game.decision)

        def can_be_won(index: int) -> bool:
            return self._search(decision.about(choices[index]), budget)[1].goal is not None

        return choices[bisect_left(range(len(choices) - 1), True, key=can_be_won)]

    def _search(self, instance: Instance, budget: Budget) -> tuple[Problem, SearchResult]:
        problem = instance.get(SEARCH_PROBLEM)(instance.scenario, instance.ask, budget)
        return problem, self.search(problem, budget)


def _is_open(instance: Instance) -> bool:
    return any(question.changes_scenario for question in instance.ask)


def _solution(scenario: ScenarioLike, problem: Problem, goal: Node) -> Solution[Any]:
    """Return the line of play to a goal, with its observations and figures."""
    turns = [(before, after) for before, after in pairwise(goal.line()) if after.move is not None]
    return Solution(
        scenario,
        moves=tuple(after.move for _, after in turns),
        observations=tuple(problem.observe(one.state, other.state) for one, other in turns),
        figures=problem.figures(goal.state),
    )


A_STAR = SearchEngine(
    name="a-star",
    meaning="goes on from the cheapest line of play, by an estimate of what is still to come",
    breaks_ties=True,
    search=a_star,
)
LAYERED = SearchEngine(
    name="layered",
    meaning="exact layered dynamic programme: keeps what nothing else is as good as",
    breaks_ties=True,
    search=layered,
)
BREADTH_FIRST = SearchEngine(
    name="breadth-first",
    meaning="all lines of one move, then of two moves, and so on",
    search=breadth_first,
)

SEARCHES = (LAYERED, A_STAR, BREADTH_FIRST)
