"""Questions answered one after the other on one model, each among the best plans for those before.

A question's figure is held at its best before the next question is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.question import Question, Sense
from toadstone.core.solution import Solution
from toadstone.engines.answer import Status
from toadstone.engines.cp_sat.horizon import Horizon
from toadstone.engines.cp_sat.solver import Approach, Proof, Run, run
from toadstone.engines.engine import EngineResult
from toadstone.engines.instance import Instance
from toadstone.engines.parts import HORIZON


@dataclass(frozen=True)
class Solved:
    """How the questions were answered: how sure, the bounds, and the best plan, if there is one."""

    status: Status
    bounds: tuple[int | None, ...]
    solution: Solution[Any] | None = None

    def result(self) -> EngineResult:
        """Return the claim of the engine."""
        solutions = () if self.solution is None else (self.solution,)
        return EngineResult(self.status, solutions, self.bounds)


def horizon_of(instance: Instance, budget: Budget) -> Horizon[Any]:
    """Return the model of an instance; raise LimitReachedError when time is up."""
    make = instance.get(HORIZON)
    return make(instance.scenario, instance.ask, bounded=instance.bounded, budget=budget)


def find_best(instance: Instance, budget: Budget) -> EngineResult:
    """Answer the questions by the model of the whole horizon.

    A limit or an interrupt gives FEASIBLE or UNKNOWN, never INFEASIBLE.

    Raises:
        LimitReachedError: a limit came while the model was built.
        DisagreementError: the solver contradicts itself.
        ModelInvalidError: CP-SAT refuses the model.
    """
    began = budget.elapsed()
    horizon = horizon_of(instance, budget)
    build = budget.elapsed() - began
    solved = solve_ever_longer(horizon, instance.ask, budget)
    figures = {} if solved.solution is None else solved.solution.figures or {}
    ties_broken = bool(horizon.preferred) and horizon.preferred.items() <= figures.items()
    return replace(solved.result(), build=build, ties_broken=ties_broken)


def solve_ever_longer(horizon: Horizon[Any], ask: tuple[Question, ...], budget: Budget) -> Solved:
    """Solve the horizon, and longer ones as long as there is no solution: see `Horizon.longer`."""
    while True:
        solved = solve_in_order(horizon, ask, budget)
        if solved.status is not Status.INFEASIBLE:
            return solved
        longer: Horizon[Any] | None = horizon
        with budget.stoppable():
            longer = horizon.longer()
        if longer is None:
            return solved
        if longer is horizon:
            return Solved(Status.UNKNOWN, solved.bounds)
        horizon = longer


def solve_in_order(horizon: Horizon[Any], ask: tuple[Question, ...], budget: Budget) -> Solved:
    """Solve question by question, holding each figure at its best for the questions after it."""
    bounds: list[int | None] = [None] * len(ask)
    before: Run | None = None
    status = Status.OPTIMAL
    for level, question in enumerate(ask):
        if question.sense is Sense.SATISFY and len(ask) > 1:
            continue
        if before is not None and before.values is not None:
            horizon.hint_all(dict(enumerate(before.values)))
        found = _run_level(horizon, question, budget)
        bounds[level] = found.bound if question.figure else None
        if found.proof is Proof.INFEASIBLE:
            if before is not None:
                raise DisagreementError(f"{question}: the solver excludes the plan it found before")
            return Solved(Status.INFEASIBLE, tuple(bounds))
        if found.value_of is not None:
            before = found
        if found.proof is not Proof.OPTIMAL:
            status = Status.UNKNOWN if before is None else Status.FEASIBLE
            break
        if question.figure is not None and found.value_of is not None:
            best = found.value_of(horizon.figures[question.figure])
            horizon.hold(question.figure, best)
    plan = None if before is None or before.value_of is None else horizon.read(before.value_of)
    return Solved(status, tuple(bounds), plan)


def _run_level(horizon: Horizon[Any], question: Question, budget: Budget) -> Run:
    if budget.over():
        return Run(Proof.UNKNOWN, None)
    horizon.set_objective(question)
    approach = Approach(question.sense is Sense.SATISFY, horizon.strategy, question)
    return run(horizon.model, budget, approach)
