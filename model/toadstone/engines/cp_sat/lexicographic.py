"""The road from a scenario to its answer: model, solver, plan, simulator, answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from toadstone.core.answer import Answer, Seconds, SolverFacts, Status
from toadstone.core.budget import Limits, Watch
from toadstone.core.errors import DisagreementError
from toadstone.core.question import Question, Sense
from toadstone.core.replay import checked
from toadstone.core.reporting import Reporting
from toadstone.core.solution import Reading
from toadstone.engines.cp_sat.horizon import Horizon
from toadstone.engines.cp_sat.solver import SOLVER_NAME, SOLVER_VERSION, Approach, Proof, Run, run
from toadstone.engines.instance import Request
from toadstone.files.bug_report import reproducible


@dataclass(frozen=True)
class Solved:
    """What the levels of a lexicographic question came to."""

    status: Status
    bounds: tuple[int | None, ...]
    reading: Reading[Any] | None


def solve(request: Request) -> Answer:
    """Answer questions about plans by the model of the whole horizon.

    Returns:
        The answer. A limit or an interrupt gives FEASIBLE or UNKNOWN, never INFEASIBLE.

    Raises:
        DefectError: the reference simulator does not confirm the plan, or CP-SAT refuses the
            model; the error carries a scenario file that reproduces it.
    """
    with reproducible(request.scenario, request.ask, solver_facts(request.limits)):
        return _solve(request, Watch(request.limits))


def _solve(request: Request, watch: Watch) -> Answer:
    game, scenario, ask = request.game, request.scenario, request.ask
    horizon = build(request, watch)
    built = watch.elapsed()
    solved = Solved(Status.UNKNOWN, (None,) * len(ask), None)
    if horizon is not None:
        solved = solve_ever_longer(horizon, request, watch)
    searched = watch.elapsed()
    line = None
    if solved.reading is not None:
        scenario = solved.reading.scenario
        line = checked(game, solved.reading, ask, watch)
    return Answer(
        game=game,
        scenario=scenario,
        ask=ask,
        status=solved.status,
        bounds=solved.bounds,
        replay=line,
        solver=solver_facts(watch.limits),
        seconds=Seconds(built, searched - built, watch.elapsed()),
        interrupted=watch.interrupted,
        out_of_memory=watch.out_of_memory,
    )


def solver_facts(limits: Limits) -> SolverFacts:
    """Return which solver answers, and how it is set up."""
    return SolverFacts(
        SOLVER_NAME, SOLVER_VERSION, {"workers": limits.workers, "seed": limits.seed}
    )


def build(request: Request, watch: Watch) -> Horizon[Any] | None:
    """Return the model, or None where time, memory or the user's patience ended first."""
    with watch.stoppable():
        return request.game.horizon(
            request.scenario, request.ask, watch.keep_going, bounded=request.bounded
        )
    return None


def solve_ever_longer(horizon: Horizon[Any], request: Request, watch: Watch) -> Solved:
    """Solve the horizon, and longer ones as long as there is no solution: see `Horizon.longer`."""
    while True:
        solved = solve_in_order(horizon, request, watch)
        if solved.status is not Status.INFEASIBLE:
            return solved
        longer: Horizon[Any] | None = horizon
        with watch.stoppable():
            longer = horizon.longer()
        if longer is None:
            return solved
        if longer is horizon:
            return Solved(Status.UNKNOWN, solved.bounds, None)
        horizon = longer


def solve_in_order(horizon: Horizon[Any], request: Request, watch: Watch) -> Solved:
    """Solve question by question, holding each figure at its best for the questions after it."""
    ask = request.ask
    bounds: list[int | None] = [None] * len(ask)
    reading: Reading[Any] | None = None
    for level, question in enumerate(ask):
        if question.sense is Sense.SATISFY and len(ask) > 1:
            continue
        result = _run_level(horizon, question, watch, request.reporting)
        bounds[level] = result.bound if question.figure else None
        if result.value_of is not None:
            reading = horizon.read(result.value_of)
        if result.proof is Proof.INFEASIBLE:
            if reading is not None:
                raise DisagreementError(f"{question}: the solver excludes the plan it found before")
            return Solved(Status.INFEASIBLE, tuple(bounds), None)
        if result.proof is not Proof.OPTIMAL:
            status = Status.UNKNOWN if reading is None else Status.FEASIBLE
            return Solved(status, tuple(bounds), reading)
        if question.figure is not None and reading is not None:
            horizon.model.add(horizon.figures[question.figure] == reading.figures[question.figure])
            _hint(horizon, result)
    return Solved(Status.OPTIMAL, tuple(bounds), reading)


def _run_level(
    horizon: Horizon[Any], question: Question, watch: Watch, reporting: Reporting
) -> Run:
    if watch.over():
        return Run(Proof.UNKNOWN, None, None)
    horizon.aim(question)
    return run(
        horizon.model,
        watch,
        reporting.listeners(question),
        Approach(question.sense is Sense.SATISFY, horizon.lead),
    )


def _hint(horizon: Horizon[Any], result: Run) -> None:
    """Give the next level the plan in hand to start from."""
    if result.value_of is None:
        return
    model = horizon.model
    model.clear_hints()  # type: ignore[no-untyped-call]
    for index in range(len(model.proto.variables)):
        variable = model.get_int_var_from_proto_index(index)
        model.add_hint(variable, result.value_of(variable))
