"""CP-SAT, with a stop at any time and no verdict beyond what it proved."""

from __future__ import annotations

import _thread
from collections.abc import Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass

from ortools.sat.python import cp_model

from toadstone.core.budget import Budget, Progress
from toadstone.core.errors import ModelInvalidError
from toadstone.core.process import expect_room
from toadstone.core.question import Question
from toadstone.engines.answer import Status
from toadstone.engines.cp_sat.horizon import SearchStrategy, ValueOf


@dataclass(frozen=True)
class Run:
    """The end of one run: what it proved, its bound, and its best solution.

    Attributes:
        status: what it proved; without an objective, any solution is OPTIMAL.
        bound: the bound of the objective.
        value_of: the values of expressions in the best solution.
        values: its value for each variable.
    """

    status: Status
    bound: int | None
    value_of: ValueOf | None = None
    values: Sequence[int] | None = None


class _Follower(cp_model.CpSolverSolutionCallback):
    """Passes on what the solver reports from its own threads; keeps the latest."""

    def __init__(self, budget: Budget, question: Question | None) -> None:
        super().__init__()
        self._budget, self._question = budget, question
        self.latest = Progress(None, None)

    def on_bound(self, bound: float) -> None:
        self._follow(Progress(self.latest.best, round(bound)))

    def on_solution_callback(self) -> None:
        self._follow(Progress(round(self.objective_value), round(self.best_objective_bound)))

    def _follow(self, progress: Progress) -> None:
        self.latest = progress
        if self._question is not None:
            self._budget.listener.progress(self._question, progress)


def run(
    model: cp_model.CpModel,
    budget: Budget,
    strategy: SearchStrategy = SearchStrategy.LINEAR_RELAXATION,
    *,
    any_solution: bool = False,
    question: Question | None = None,
) -> Run:
    """Solve the model as it stands.

    CP-SAT works in a thread of its own, so that an interrupt reaches Python at once: it stops
    the search, is noted in `budget.interrupted`, and what was found so far is returned. Listeners
    follow the run if it is about a question. With `any_solution` it ends at the first solution.

    Raises:
        ModelInvalidError: CP-SAT refuses the model.
    """
    solver = _configured_solver(budget, strategy)
    solver.parameters.stop_after_first_solution = any_solution
    follower = _Follower(budget, question)
    bounded = model.has_objective()
    if bounded:
        solver.best_bound_callback = follower.on_bound
    try:
        end = _solve_interruptibly(solver, model, follower, budget)
    except MemoryError:
        budget.out_of_memory = True
        return Run(Status.UNKNOWN, None)
    if end == cp_model.MODEL_INVALID:
        raise ModelInvalidError(f"CP-SAT refuses the model: {model.validate()}")
    if end == cp_model.INFEASIBLE:
        return Run(Status.INFEASIBLE, None)
    if end not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        return Run(Status.UNKNOWN, follower.latest.bound if bounded else None)
    values = solver.response_proto.solution
    if any_solution and end == cp_model.FEASIBLE:
        return Run(Status.OPTIMAL, None, solver.value, values)
    status = Status.OPTIMAL if end == cp_model.OPTIMAL else Status.FEASIBLE
    bound = round(solver.best_objective_bound) if bounded else None
    return Run(status, bound, solver.value, values)


def _configured_solver(budget: Budget, strategy: SearchStrategy) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = budget.limits.workers
    parameters.random_seed = budget.limits.seed
    parameters.cp_model_probing_level = 0  # it costs more than it gives
    parameters.linearization_level = 0
    match strategy:
        case SearchStrategy.LINEAR_RELAXATION:
            # All of it, from the start: added lazily it proves the same 20 to 50 times later.
            parameters.linearization_level = 2
            parameters.add_lp_constraints_lazily = False
        case SearchStrategy.CONFLICTS:
            pass  # the solver chooses, without the linear relaxation
        case SearchStrategy.AS_STATED:
            # The order of the model, on the model as it stands.
            parameters.search_branching = cp_model.FIXED_SEARCH
            if parameters.num_workers != 1:
                parameters.subsolvers.extend(["fixed", "no_lp"])
            parameters.use_new_integer_conflict_resolution = True
            parameters.cp_model_presolve = False
            parameters.symmetry_level = 0
            parameters.auto_detect_greater_than_at_least_one_of = False
    parameters.catch_sigint_signal = False
    if (remaining := budget.remaining()) is not None:
        parameters.max_time_in_seconds = remaining
    if log := budget.listener.log:
        parameters.log_search_progress = True
        parameters.log_to_stdout = False
        solver.log_callback = log
    return solver


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
    outcome: Future[cp_model.CpSolverStatus] = Future()
    began = False

    def work() -> None:
        try:
            outcome.set_result(solver.solve(model, callback))
        except BaseException as error:  # it is raised again in the caller's thread
            outcome.set_exception(error)

    while not outcome.done():
        try:
            if not began:
                began = True
                # `Thread.start` would wait for the thread, and an interrupt would lose it.
                _thread.start_new_thread(work, ())
            while not wait([outcome], 0.05).done:
                if budget.interrupted:
                    solver.stop_search()
        except KeyboardInterrupt:  # also when the solver has just ended: its plan is kept
            if budget.interrupted:
                raise
            budget.interrupted = True
        except RuntimeError as error:  # as Python says that there is no memory for a thread
            raise MemoryError(str(error)) from None
    return outcome.result()
