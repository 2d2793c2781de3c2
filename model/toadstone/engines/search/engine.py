"""The searches as engines: what each of them guarantees, and how a plan is read off."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.part import Part
from toadstone.core.solution import ScenarioLike, Solution
from toadstone.engines.answer import SparedModel, Status
from toadstone.engines.engine import ELSEWHERE, Engine, EngineResult
from toadstone.engines.instance import Instance
from toadstone.engines.parts import CHOICES, SEARCH_PROBLEM
from toadstone.engines.search.graph_search import (
    a_star,
    breadth_first,
    greedy,
    layered,
)
from toadstone.engines.search.problem import Node, Problem, SearchResult


@dataclass(frozen=True, kw_only=True)
class Search(Engine):
    """A search on the game's `SearchProblem`.

    Attributes:
        search: the search itself.
        caveat: why an answer may be unproven; None where the search proves all.
        decides: whether it ends without a plan only where there is none.
        fewest_turns: whether it looks for the fewest turns, so that a plan has to win.
        spared: the model in whose place the search answers.
    """

    search: Callable[[Problem, Budget], SearchResult]
    caveat: str | None = None
    decides: bool = True
    fewest_turns: bool = False
    spared: SparedModel | None = None

    def why_not(self, instance: Instance) -> str | None:
        """Return what the search problem does not state, or how the search does not fit."""
        needed: list[Part[Any]] = [SEARCH_PROBLEM, *[CHOICES] * _is_open(instance)]
        if reason := next(filter(None, map(instance.why_unsupported, needed)), None):
            return reason
        if instance.front:
            return ELSEWHERE
        if self.fewest_turns and not instance.conditions().must_end:
            return "needs a plan that has to win"  # after any turn: the fewest are none at all
        if _is_open(instance) and not self.decides:
            return "cannot prove that a start is lost"
        return None

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Answer the questions by the search."""
        budget.nodes = 0
        scenario = self._chosen(instance, budget) if _is_open(instance) else instance.scenario
        asked = instance.about(scenario)
        tabled = self._by_table(asked, budget)
        problem, result = tabled or self._search(asked, budget)
        caveat = None if result.proven else self.caveat
        if result.goal is None:
            status = Status.INFEASIBLE if result.proven else Status.UNKNOWN
            return EngineResult(status, caveat=caveat, spared=self.spared)
        solution = _solution(scenario, problem, result.goal)
        if not result.proven:
            return EngineResult(Status.FEASIBLE, (solution,), caveat=caveat)
        figures = solution.figures or {}
        best = tuple(figures[each.figure] if each.figure else None for each in instance.ask)
        broken = tabled is not None
        return EngineResult(
            Status.OPTIMAL, (solution,), best, spared=self.spared, ties_broken=broken
        )

    def _by_table(self, instance: Instance, budget: Budget) -> tuple[Problem, SearchResult] | None:
        """Return a best plan by the game's table, of those the one that `Game.ties` prefers."""
        if self.search is not layered:
            return None
        ties = tuple(question for question in instance.game.ties if question not in instance.ask)
        problem = instance.get(SEARCH_PROBLEM)(instance.scenario, instance.ask + ties, budget)
        result = problem.by_table(budget)
        return None if result is None else (problem, result)

    def _chosen(self, instance: Instance, budget: Budget) -> Any:
        """Return the best of the scenarios that the questions leave open and that can be won.

        Where none can be won, it is the last one.
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
    """Return the line of play to a goal, with all that the problem says of it."""
    turns = [(before, after) for before, after in pairwise(goal.line()) if after.move is not None]
    return Solution(
        scenario,
        moves=tuple(after.move for _, after in turns),
        observations=tuple(problem.observe(one.state, other.state) for one, other in turns),
        figures=problem.figures(goal.state),
    )


A_STAR = Search(
    name="a-star",
    meaning="goes on from the cheapest line of play, by an estimate of what is still to come",
    guarantee="proves the best",
    breaks_ties=True,
    search=a_star,
)
LAYERED = Search(
    name="layered",
    meaning="exact layered dynamic programme: keeps what nothing else is as good as",
    guarantee="proves the best",
    breaks_ties=True,
    search=layered,
)
BREADTH_FIRST = Search(
    name="breadth-first",
    meaning="all lines of one move, then of two moves, and so on",
    guarantee="proves the fewest turns, and that there is no plan",
    search=breadth_first,
    fewest_turns=True,
    caveat="looks for the fewest turns only",
)
GREEDY = Search(
    name="greedy",
    meaning="takes the move that promises most, and takes none back",
    guarantee="a plan that may not be the best, or nothing",
    search=greedy,
    caveat="takes no move back",
    decides=False,
)

SEARCHES = (LAYERED, A_STAR, BREADTH_FIRST, GREEDY)
