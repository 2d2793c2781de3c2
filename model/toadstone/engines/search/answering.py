"""The road from a scenario to its answer by way of a search: search, plan, simulator, answer."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from toadstone import __version__
from toadstone.core.answer import Answer, Seconds, SolverFacts, Status
from toadstone.core.budget import Watch
from toadstone.core.errors import RequestError
from toadstone.core.question import Question
from toadstone.core.replay import checked
from toadstone.core.solution import Reading
from toadstone.engines.instance import Request
from toadstone.engines.search.effort import Effort
from toadstone.engines.search.methods import Search
from toadstone.engines.search.node import Found, Node
from toadstone.engines.search.problem import SearchProblem
from toadstone.files.bug_report import reproducible
from toadstone.files.scenario import Scenario


@dataclass(frozen=True)
class _Ended:
    """How a search ended: the scenario it was about, the problem, and what it found."""

    scenario: Scenario
    problem: SearchProblem[Any, Any]
    found: Found[Any, Any]

    @property
    def status(self) -> Status:
        if self.found.goal is None:
            return Status.INFEASIBLE if self.found.proven else Status.UNKNOWN
        return Status.OPTIMAL if self.found.proven else Status.FEASIBLE


class Answering:
    """One search at work on one question.

    Args:
        method: the search.
        request: what is asked; who listens hears now and then of the nodes expanded.
    """

    def __init__(self, method: Search, request: Request) -> None:
        self.method = method
        self.request = request
        self.watch = Watch(request.limits)
        self.effort = Effort(
            self.watch.keep_going,
            lambda nodes: request.reporting.tell(f"{method.name}: {nodes} nodes"),
        )

    def answer(self) -> Answer:
        """Answer the questions.

        Returns:
            The answer. OPTIMAL and INFEASIBLE are what the search proves; a plan without a proof
            is FEASIBLE, and where a limit or an interrupt came first, it is UNKNOWN.

        Raises:
            DefectError: the reference simulator does not confirm the plan.
            RequestError: the method cannot answer these questions.
        """
        with reproducible(self.request.scenario, self.request.ask, self._facts()):
            return self._answer()

    def _facts(self) -> SolverFacts:
        return SolverFacts(self.method.name, __version__, {}, self.effort.expanded)

    def _answer(self) -> Answer:
        ask = self.request.ask
        ended: _Ended | None = None
        with self.watch.stoppable():
            ended = self._search(self._chosen(), ask)
        searched = self.watch.elapsed()
        status = Status.UNKNOWN if ended is None else ended.status
        answer = Answer(
            game=self.request.game,
            scenario=self.request.scenario,
            ask=ask,
            status=status,
            bounds=(None,) * len(ask),
            replay=None,
            solver=self._facts(),
            seconds=Seconds(0.0, searched, searched),
            interrupted=self.watch.interrupted,
            out_of_memory=self.watch.out_of_memory,
            caveat=self.method.caveat if ended and not ended.found.proven else None,
        )
        return answer if ended is None else self._with_plan(answer, ended)

    def _with_plan(self, answer: Answer, ended: _Ended) -> Answer:
        """Return the answer with the plan that was found, once the simulator has replayed it."""
        goal = ended.found.goal
        if goal is None:
            return answer
        reading = _reading(ended.scenario, ended.problem, goal)
        ask, figures = self.request.ask, reading.figures
        line = checked(self.request.game, reading, ask, self.watch, self.method.name)
        best = [figures[question.figure] if question.figure else None for question in ask]
        return replace(
            answer,
            scenario=ended.scenario,
            replay=line,
            bounds=tuple(best) if ended.found.proven else answer.bounds,
            seconds=replace(answer.seconds, total=self.watch.elapsed()),
        )

    def _chosen(self) -> Scenario:
        """Return the best of the scenarios that the questions leave open and that can be won.

        Where none can be, it is the last one.
        """
        game = self.request.game
        choices: Sequence[Scenario] = game.choices(self.request.scenario, self.request.ask)
        if len(choices) > 1 and not self.method.decides:
            raise RequestError(f"{self.method.name} cannot tell which scenarios can be won")
        decision = (game.decision(),)

        def can_be_won(index: int) -> bool:
            return self._search(choices[index], decision).found.goal is not None

        return choices[bisect_left(range(len(choices) - 1), True, key=can_be_won)]

    def _search(self, scenario: Scenario, ask: tuple[Question, ...]) -> _Ended:
        problem = self.request.game.search_problem(scenario, ask, self.watch.keep_going)
        return _Ended(scenario, problem, self.method.search(problem, self.effort))


def _reading(
    scenario: Scenario, problem: SearchProblem[Any, Any], goal: Node[Any, Any]
) -> Reading[Any]:
    """Return the line of play to a goal, with all that the problem says of it."""
    turns = [(before, after) for before, after in pairwise(goal.line()) if after.move is not None]
    return Reading(
        scenario,
        moves=tuple(after.move for _, after in turns),
        observations=tuple(problem.observe(one.state, other.state) for one, other in turns),
        figures=problem.figures(goal.state),
    )
