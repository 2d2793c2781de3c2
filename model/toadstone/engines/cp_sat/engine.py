"""CP-SAT as an engine: one model of the whole horizon answers any list of questions, and fronts.

In a list, each question is answered among the best plans for those before: a question's figure is
held at its best before the next question is asked.

A front is every plan's figures that no other plan's figures beat. A point of it is best for the
first question among what the points before it leave open, then for the second, then for the third.
What a point leaves open is the plans that are better than it in one of the later questions; so no
point is dominated, the points come in the order of the first question, and when nothing is left
open, the front is whole.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.question import Question, Sense
from toadstone.core.solution import Solution
from toadstone.engines import HORIZON
from toadstone.engines.answer import SolverFacts, Status
from toadstone.engines.engine import OR_TOOLS, Engine, EngineResult
from toadstone.engines.instance import Instance

if TYPE_CHECKING:
    from toadstone.engines.cp_sat.horizon import Horizon
    from toadstone.engines.cp_sat.solver import Run


class CpSat(Engine):
    """The model of the whole horizon, solved by CP-SAT."""

    def why_not(self, instance: Instance) -> str | None:
        """Return what the model does not state; without the library, it cannot say that."""
        return instance.why_unsupported(HORIZON) if self.is_installed else None

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Answer the questions one by one, or find the front of them.

        Raises:
            LimitReachedError: a limit came while the model was built.
            DisagreementError: the solver contradicts itself.
            ModelInvalidError: CP-SAT refuses the model.
        """
        began, make = budget.elapsed(), instance.get(HORIZON)
        horizon = make(instance.scenario, instance.ask, bounded=instance.bounded, budget=budget)
        build = budget.elapsed() - began
        find = find_front if instance.is_front else find_best
        facts = replace(self.facts(budget), found_by=horizon.found_by)
        return replace(find(horizon, instance.ask, budget), build=build, facts=facts)

    def facts(self, budget: Budget) -> SolverFacts:
        """Return which version of CP-SAT works, and how it is set up."""
        from ortools import __version__  # type: ignore[attr-defined]

        limits = budget.limits
        settings = {"workers": limits.workers, "seed": limits.seed}
        return SolverFacts(self.name, __version__, settings)


CP_SAT = CpSat(
    name="cp-sat",
    meaning="one constraint model of the whole horizon",
    breaks_ties=True,
    library=OR_TOOLS,
)


def find_best(horizon: Horizon[Any], ask: tuple[Question, ...], budget: Budget) -> EngineResult:
    """Solve the horizon, and longer ones as long as there is no solution: see `Horizon.longer`."""
    while True:
        solved = solve_in_order(horizon, ask, budget)
        if solved.status is not Status.INFEASIBLE:
            figures = solved.solutions[0].figures or {} if solved.solutions else {}
            preferred = horizon.preferred.items()
            return replace(solved, ties_broken=bool(preferred) and preferred <= figures.items())
        longer: Horizon[Any] | None = horizon
        with budget.stoppable():
            longer = horizon.longer()
        if longer is None:
            return solved
        if longer is horizon:
            return replace(solved, status=Status.UNKNOWN)
        horizon = longer


def solve_in_order(
    horizon: Horizon[Any], ask: tuple[Question, ...], budget: Budget
) -> EngineResult:
    """Solve question by question, holding each figure at its best for the questions after it."""
    from toadstone.engines.cp_sat.solver import Run, run

    bounds: list[int | None] = [None] * len(ask)
    before: Run | None = None
    status = Status.OPTIMAL
    for level, question in enumerate(ask):
        anything = question.sense is Sense.SATISFY
        if anything and len(ask) > 1:
            continue
        found = Run(Status.UNKNOWN, None)
        with budget.stoppable():
            budget.check()
            if before is not None and before.values is not None:
                horizon.hint_all(dict(enumerate(before.values)))
            horizon.set_objective(question)
            strategy = horizon.strategy
            found = run(horizon.model, budget, strategy, any_solution=anything, question=question)
        bounds[level] = found.bound if question.figure else None
        if found.status is Status.INFEASIBLE:
            if before is not None:
                raise DisagreementError(f"{question}: the solver excludes the plan it found before")
            return EngineResult(Status.INFEASIBLE, bounds=tuple(bounds))
        if found.value_of is not None:
            before = found
        if found.status is not Status.OPTIMAL:
            status = Status.UNKNOWN if before is None else Status.FEASIBLE
            break
        if question.figure is not None and found.value_of is not None:
            best = found.value_of(horizon.figures[question.figure])
            horizon.hold(question.figure, best)
    plans = () if before is None or before.value_of is None else (horizon.read(before.value_of),)
    return EngineResult(status, plans, tuple(bounds))


def find_front(horizon: Horizon[Any], ask: tuple[Question, ...], budget: Budget) -> EngineResult:
    """Find the whole front of two or three questions, each with a figure.

    Returns:
        The points of the front, or a plan that is not proven to be one. OPTIMAL: the front is
        whole. FEASIBLE: a limit or an interrupt came first; the points that are there belong to
        the front, others may be missing. INFEASIBLE: there is no plan at all.
    """
    points: list[Solution[Any]] = []
    first = last = _next_point(horizon, ask, budget)
    while last.status is Status.OPTIMAL:
        points += last.solutions
        horizon.leave_open(ask, points[-1].figures or {})
        budget.listener.tell(f"points of the front so far: {len(points)}")
        last = _next_point(horizon, ask, budget)
    status = first.status
    if points and last.status is not Status.INFEASIBLE:
        status = Status.FEASIBLE
    solutions = tuple(points) or first.solutions
    return EngineResult(status, solutions, first.bounds, points=len(points))


def _next_point(horizon: Horizon[Any], ask: tuple[Question, ...], budget: Budget) -> EngineResult:
    """Solve in order on a copy of the model: what is held for one point is not for the next."""
    kept = horizon.model
    horizon.model = kept.clone()
    try:
        return solve_in_order(horizon, ask, budget)
    finally:
        horizon.model = kept
