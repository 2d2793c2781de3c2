"""The road from a scenario to its answer: model, solver, plan, simulator, answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from toadstone.answer import Answer, Seconds, SolverFacts, Status
from toadstone.errors import DisagreementError
from toadstone.game import AnyGame
from toadstone.horizon import Horizon
from toadstone.limits import Limits, Watch
from toadstone.method import CP_SAT, methods_for
from toadstone.plan import Reading
from toadstone.question import Question, Sense
from toadstone.reporting import Reporting
from toadstone.reproduction import reproducible
from toadstone.scenario import Scenario
from toadstone.simulator import checked
from toadstone.solver import SOLVER_NAME, SOLVER_VERSION, Approach, Proof, Run, run


@dataclass(frozen=True)
class Solved:
    """What the levels of a lexicographic question came to."""

    status: Status
    bounds: tuple[int | None, ...]
    reading: Reading[Any] | None


def solve(
    game: AnyGame,
    scenario: Scenario,
    ask: tuple[Question, ...],
    limits: Limits | None = None,
    reporting: Reporting | None = None,
) -> Answer:
    """Answer the questions, the most important first.

    Plans are found by the horizon model; a question about a position is answered by the first
    method that the game has for it.

    Args:
        game: the game that the scenario is of.
        scenario: the scenario.
        ask: the questions; each is answered among the best plans for those before it.
        limits: time, threads and seed; by default no limit and one thread.
        reporting: who hears of progress; by default nobody.

    Returns:
        The answer. A limit or an interrupt gives FEASIBLE or UNKNOWN, never INFEASIBLE.

    Raises:
        DefectError: the reference simulator does not confirm the plan, or CP-SAT refuses the
            model; the error carries a scenario file that reproduces it.
    """
    method, *_ = methods_for(game, ask)
    if method is not CP_SAT:
        return method.solve(game, scenario, ask, limits, reporting)
    watch = Watch(limits or Limits())
    with reproducible(scenario, ask, solver_facts(watch.limits)):
        return _solve(game, scenario, ask, watch, reporting or Reporting())


def _solve(
    game: AnyGame,
    scenario: Scenario,
    ask: tuple[Question, ...],
    watch: Watch,
    reporting: Reporting,
) -> Answer:
    horizon = build(game, scenario, ask, watch)
    built = watch.elapsed()
    solved = Solved(Status.UNKNOWN, (None,) * len(ask), None)
    if horizon is not None:
        solved = solve_in_order(horizon, ask, watch, reporting)
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


def build(
    game: AnyGame, scenario: Scenario, ask: tuple[Question, ...], watch: Watch
) -> Horizon[Any] | None:
    """Return the model, or None where time, memory or the user's patience ended first."""
    with watch.stoppable():
        return game.horizon(scenario, ask, watch.keep_going)
    return None


def solve_in_order(
    horizon: Horizon[Any], ask: tuple[Question, ...], watch: Watch, reporting: Reporting
) -> Solved:
    """Solve question by question, holding each figure at its best for the questions after it."""
    bounds: list[int | None] = [None] * len(ask)
    reading: Reading[Any] | None = None
    for level, question in enumerate(ask):
        if question.sense is Sense.SATISFY and len(ask) > 1:
            continue
        result = _run_level(horizon, question, watch, reporting)
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
