"""The searches as engines: what each of them guarantees, and how a plan is read off."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.core.question import Question
from toadstone.core.solution import ScenarioLike, Solution
from toadstone.engines.answer import Status
from toadstone.engines.engine import Engine, EngineResult
from toadstone.engines.instance import Instance
from toadstone.engines.parts import CHOICES, SEARCH_PROBLEM
from toadstone.engines.search.backtracking import backtracking
from toadstone.engines.search.best_first import a_star, uniform_cost
from toadstone.engines.search.breadth_first import breadth_first
from toadstone.engines.search.greedy import greedy
from toadstone.engines.search.layered import layered
from toadstone.engines.search.node import Found, Node
from toadstone.engines.search.problem import SearchProblem

SearchFunction = Callable[[SearchProblem[Any, Any], Budget], Found[Any, Any]]


@dataclass(frozen=True, kw_only=True)
class Search(Engine):
    """A search on the game's `SearchProblem`.

    Attributes:
        search: the search itself.
        caveat: what it does that leaves an answer unproven; None where it proves all.
        decides: whether it ends without a plan only where there is none.
        fewest_turns: whether it looks for the fewest turns, so that a plan has to win.
    """

    search: SearchFunction
    caveat: str | None = None
    decides: bool = True
    fewest_turns: bool = False

    def supports(self, instance: Instance) -> bool:
        """Return whether the game states a search problem, and the search fits the questions.

        Where a plan may stop after any turn, the fewest turns are none at all. Where the scenario
        is open, the game has to state the choices, and a search that does not decide cannot tell
        which of them can be won.
        """
        if instance.front or not instance.about_plans or SEARCH_PROBLEM not in instance.game.parts:
            return False
        if instance.unsupported(SEARCH_PROBLEM) is not None:
            return False
        if self.fewest_turns and not instance.conditions.must_end:
            return False
        if not any(question.changes_scenario for question in instance.ask):
            return True
        return self.decides and CHOICES in instance.game.parts

    def why_not(self, instance: Instance) -> str | None:
        """Return in a few words why the search does not support these questions."""
        if (reason := instance.unsupported(SEARCH_PROBLEM)) is not None:
            return reason
        if self.fewest_turns and not instance.conditions.must_end:
            return "needs a plan that has to win"
        if any(question.changes_scenario for question in instance.ask) and not self.decides:
            return "cannot prove that a start is lost"
        return super().why_not(instance)

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Answer the questions by the search."""
        budget.nodes = 0
        scenario = self._chosen(instance, budget)
        problem, found = self._search(instance.about(scenario), budget)
        caveat = None if found.proven else self.caveat
        if found.goal is None:
            status = Status.INFEASIBLE if found.proven else Status.UNKNOWN
            return EngineResult(status, caveat=caveat)
        solution = _solution(scenario, problem, found.goal)
        if not found.proven:
            return EngineResult(Status.FEASIBLE, (solution,), caveat=caveat)
        return EngineResult(Status.OPTIMAL, (solution,), _best(instance.ask, solution))

    def _chosen(self, instance: Instance, budget: Budget) -> Any:
        """Return the best of the scenarios that the questions leave open and that can be won.

        Where none can be won, it is the last one.
        """
        if not any(question.changes_scenario for question in instance.ask):
            return instance.scenario
        choices = instance.game.get(CHOICES)(instance.scenario)
        if not self.decides:
            raise RequestError(f"{self.name} cannot tell which scenarios can be won")
        decision = instance.asking(instance.game.decision)

        def can_be_won(index: int) -> bool:
            return self._search(decision.about(choices[index]), budget)[1].goal is not None

        return choices[bisect_left(range(len(choices) - 1), True, key=can_be_won)]

    def _search(
        self, instance: Instance, budget: Budget
    ) -> tuple[SearchProblem[Any, Any], Found[Any, Any]]:
        problem = instance.get(SEARCH_PROBLEM)(instance.scenario, instance.ask, budget)
        return problem, self.search(problem, budget)


def _best(ask: tuple[Question, ...], solution: Solution[Any]) -> tuple[int | None, ...]:
    figures = solution.figures or {}
    return tuple(figures[question.figure] if question.figure else None for question in ask)


def _solution(
    scenario: ScenarioLike, problem: SearchProblem[Any, Any], goal: Node[Any, Any]
) -> Solution[Any]:
    """Return the line of play to a goal, with all that the problem says of it."""
    turns = [(before, after) for before, after in pairwise(goal.line()) if after.move is not None]
    return Solution(
        scenario,
        moves=tuple(after.move for _, after in turns),
        observations=tuple(problem.observe(one.state, other.state) for one, other in turns),
        figures=problem.figures(goal.state),
    )


UNIFORM_COST = Search(
    name="uniform-cost",
    meaning="goes on from the cheapest line of play so far",
    guarantee="proves the best",
    search=uniform_cost,
)
A_STAR = Search(
    name="a-star",
    meaning="uniform-cost search, guided by an estimate of what is still to come",
    guarantee="proves the best",
    search=a_star,
)
LAYERED = Search(
    name="layered",
    meaning="exact layered dynamic programme: keeps what nothing else is as good as",
    guarantee="proves the best",
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
BACKTRACKING = Search(
    name="backtracking",
    meaning="takes the first move there is, and takes it back where it leads nowhere",
    guarantee="proves that there is a plan or none; the plan may not be the best",
    search=backtracking,
    caveat="stops at the first plan",
)
GREEDY = Search(
    name="greedy",
    meaning="takes the move that promises most, and takes none back",
    guarantee="a plan that may not be the best, or nothing",
    search=greedy,
    caveat="takes no move back",
    decides=False,
)

SEARCHES = (LAYERED, A_STAR, UNIFORM_COST, BREADTH_FIRST, BACKTRACKING, GREEDY)
