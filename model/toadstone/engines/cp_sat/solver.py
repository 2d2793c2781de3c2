"""CP-SAT, with a stop at any time and no verdict beyond what it proved."""

from __future__ import annotations

import _thread
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model_helper import SatParameters

from toadstone.core.budget import Budget, Progress
from toadstone.core.errors import ModelInvalidError
from toadstone.core.memory import expect_room
from toadstone.core.question import Question
from toadstone.engines.cp_sat.horizon import SearchStrategy, ValueOf


class Proof(Enum):
    """What one run of the solver established."""

    OPTIMAL = "a solution, and no better one exists; without an objective, a solution"
    FEASIBLE = "a solution, perhaps not the best"
    INFEASIBLE = "no solution exists"
    UNKNOWN = "a limit was reached before anything was found"


@dataclass(frozen=True)
class Approach:
    """How to go about a run.

    Attributes:
        any_solution: whether the run ends at the first solution.
        strategy: what leads the search.
        question: the question that the run is about, for those who follow it; None if it is about
            none.
    """

    any_solution: bool = False
    strategy: SearchStrategy = SearchStrategy.LINEAR_RELAXATION
    question: Question | None = None


PLAIN = Approach()


@dataclass(frozen=True)
class Run:
    """The end of one run: what it proved, its bound, and its best solution.

    Attributes:
        proof: what it proved.
        bound: the bound of the objective.
        value_of: the values of expressions in the best solution.
        values: its value for each variable.
    """

    proof: Proof
    bound: int | None
    value_of: ValueOf | None = None
    values: Sequence[int] | None = None


@dataclass
class _Listener:
    """Collects what the solver reports from its own threads."""

    progress: Callable[[Progress], None]
    latest: Progress = field(default_factory=lambda: Progress(None, None))

    def on_bound(self, bound: float) -> None:
        self.latest = Progress(self.latest.best, round(bound))
        self.progress(self.latest)

    def on_solution(self, best: float, bound: float) -> None:
        self.latest = Progress(round(best), round(bound))
        self.progress(self.latest)


class _SolutionCallback(cp_model.CpSolverSolutionCallback):
    def __init__(self, listener: _Listener) -> None:
        super().__init__()
        self._listener = listener

    def on_solution_callback(self) -> None:
        self._listener.on_solution(self.objective_value, self.best_objective_bound)


def run(
    model: cp_model.CpModel,
    budget: Budget,
    approach: Approach = PLAIN,
) -> Run:
    """Solve the model as it stands.

    CP-SAT works in a thread of its own, so that an interrupt reaches Python at once: it stops
    the search, is noted in `budget.interrupted`, and what was found so far is returned.

    Raises:
        ModelInvalidError: CP-SAT refuses the model.
    """
    solver = _configured_solver(budget, approach)
    listener = _Listener(_progress_of(budget, approach.question))
    if model.has_objective():
        solver.best_bound_callback = listener.on_bound
    try:
        status = _solve_interruptibly(solver, model, _SolutionCallback(listener), budget)
    except MemoryError:
        budget.out_of_memory = True
        return Run(Proof.UNKNOWN, None)
    if status == cp_model.MODEL_INVALID:
        raise ModelInvalidError(f"CP-SAT refuses the model: {model.validate()}")
    proof = {
        cp_model.OPTIMAL: Proof.OPTIMAL,
        cp_model.FEASIBLE: Proof.FEASIBLE,
        cp_model.INFEASIBLE: Proof.INFEASIBLE,
    }.get(status, Proof.UNKNOWN)
    if proof is Proof.INFEASIBLE:
        return Run(proof, None)
    if proof is Proof.UNKNOWN:
        return Run(proof, _bound(solver, model, listener, found=False))
    values = solver.response_proto.solution
    if approach.any_solution and proof is Proof.FEASIBLE:
        return Run(Proof.OPTIMAL, None, solver.value, values)
    return Run(proof, _bound(solver, model, listener, found=True), solver.value, values)


def _progress_of(budget: Budget, question: Question | None) -> Callable[[Progress], None]:
    if question is None:
        return lambda progress: None
    return partial(budget.listener.progress, question)


def _configured_solver(budget: Budget, approach: Approach) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = budget.limits.workers
    parameters.random_seed = budget.limits.seed
    parameters.cp_model_probing_level = 0  # it costs more than it gives
    parameters.stop_after_first_solution = approach.any_solution
    _SET_UP[approach.strategy](parameters)
    parameters.catch_sigint_signal = False
    if (remaining := budget.remaining()) is not None:
        parameters.max_time_in_seconds = remaining
    if log := budget.listener.log:
        parameters.log_search_progress = True
        parameters.log_to_stdout = False
        solver.log_callback = log
    return solver


def _by_linear_relaxation(parameters: SatParameters) -> None:
    """Use all of it, from the start: added lazily it proves the same 20 to 50 times later."""
    parameters.linearization_level = 2
    parameters.add_lp_constraints_lazily = False


def _by_conflicts(parameters: SatParameters) -> None:
    """Leave the choice to the solver, without the linear relaxation."""
    parameters.linearization_level = 0


def _as_stated(parameters: SatParameters) -> None:
    """Keep to the order that the model states, on the model as it stands."""
    parameters.search_branching = cp_model.FIXED_SEARCH
    if parameters.num_workers != 1:
        parameters.subsolvers.extend(["fixed", "no_lp"])
    parameters.use_new_integer_conflict_resolution = True
    parameters.linearization_level = 0
    parameters.cp_model_presolve = False
    parameters.symmetry_level = 0
    parameters.auto_detect_greater_than_at_least_one_of = False


_SET_UP = {
    SearchStrategy.LINEAR_RELAXATION: _by_linear_relaxation,
    SearchStrategy.CONFLICTS: _by_conflicts,
    SearchStrategy.AS_STATED: _as_stated,
}


ROOM = 24 << 20
"""Bytes of address space without which the solver may wait for its own threads for ever."""
ROOM_OF_A_WORKER = 8 << 20
"""What the stack of one more thread takes."""


def _solve_interruptibly(
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
    callback: cp_model.CpSolverSolutionCallback,
    budget: Budget,
) -> cp_model.CpSolverStatus:
    # Without room the solver would not come back, instead of saying so.
    expect_room(ROOM + budget.limits.workers * ROOM_OF_A_WORKER, "the solver")
    outcome: list[cp_model.CpSolverStatus | BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            outcome.append(solver.solve(model, callback))
        except BaseException as error:  # it is raised again in the caller's thread
            outcome.append(error)
        finally:
            done.set()

    try:
        _start_and_wait(work, outcome, done, solver, budget)
    except RuntimeError as error:  # as Python says that there is no memory for a thread
        raise MemoryError(str(error)) from None
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


def _start_and_wait(
    work: Callable[[], None],
    outcome: Sequence[object],
    done: threading.Event,
    solver: cp_model.CpSolver,
    budget: Budget,
) -> None:
    """Work in a thread of its own until there is an outcome; an interrupt stops the search."""
    began = False
    while not outcome:
        try:
            if not began:
                began = True
                # `Thread.start` would wait for the thread, and an interrupt would lose it.
                _thread.start_new_thread(work, ())
            while not done.wait(0.05):
                if budget.interrupted:
                    solver.stop_search()
        except KeyboardInterrupt:  # also when the solver has just ended: its plan is kept
            if budget.interrupted:
                raise
            budget.interrupted = True


def _bound(
    solver: cp_model.CpSolver, model: cp_model.CpModel, listener: _Listener, found: bool
) -> int | None:
    if not model.has_objective():
        return None
    return round(solver.best_objective_bound) if found else listener.latest.bound
