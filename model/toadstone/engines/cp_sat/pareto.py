"""Two or three questions traded off: every plan's figures that no other plan's figures beat.

A point of the front is best for the first question among what the points before it leave open,
then for the second, then for the third. What a point leaves open is the plans that are better
than it in one of the later questions; so no point is dominated, the points come in the order of
the first question, and when nothing is left open, the front is whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toadstone.core.answer import Answer, Seconds, Status
from toadstone.core.budget import Watch
from toadstone.core.question import Question, Sense
from toadstone.core.replay import Replay, checked
from toadstone.engines.cp_sat.horizon import Horizon
from toadstone.engines.cp_sat.lexicographic import Solved, build, solve_in_order, solver_facts
from toadstone.engines.instance import Request
from toadstone.files.bug_report import reproducible


def solve_front(request: Request) -> Answer:
    """Find the whole front of two or three questions, each with a figure.

    Returns:
        The answer with its `front`. OPTIMAL: the front is whole. FEASIBLE: a limit or an
        interrupt came first; the points that are there belong to the front, others may be
        missing. INFEASIBLE: there is no plan at all.

    Raises:
        DefectError: the reference simulator does not confirm a plan, or CP-SAT refuses the
            model; the error carries a scenario file that reproduces it.
    """
    watch, facts = Watch(request.limits), solver_facts(request.limits)
    with reproducible(request.scenario, request.ask, facts, front=True):
        return _solve_front(request, watch)


def _solve_front(request: Request, watch: Watch) -> Answer:
    game, ask = request.game, request.ask
    horizon = build(request, watch)
    built = watch.elapsed()
    front: list[Replay[Any, Any]] = []
    request.reporting.stage(_so_far(0))
    first = last = _next_point(horizon, request, watch)
    while horizon is not None and last.status is Status.OPTIMAL and last.reading is not None:
        front.append(checked(game, last.reading, ask, watch))
        _leave_open(horizon, ask, last.reading.figures)
        request.reporting.stage(_so_far(len(front)))
        last = _next_point(horizon, request, watch)
    replay = front[0] if front else None
    if first.reading is not None and replay is None:
        replay = checked(game, first.reading, ask, watch)
    return Answer(
        game=game,
        scenario=request.scenario,
        ask=ask,
        status=_status(first, last),
        bounds=first.bounds,
        replay=replay,
        solver=solver_facts(watch.limits),
        seconds=Seconds(built, watch.elapsed() - built, watch.elapsed()),
        interrupted=watch.interrupted,
        out_of_memory=watch.out_of_memory,
        front=tuple(front),
    )


def _so_far(size: int) -> str:
    return f"front: {size} {'point' if size == 1 else 'points'} so far"


def _status(first: Solved, last: Solved) -> Status:
    """Return the status of the front: it is whole when the last search found nothing left."""
    if first.status is Status.OPTIMAL:
        return Status.OPTIMAL if last.status is Status.INFEASIBLE else Status.FEASIBLE
    return first.status


def _next_point(horizon: Horizon[Any] | None, request: Request, watch: Watch) -> Solved:
    """Solve in order on a copy of the model: what is held for one point is not for the next."""
    if horizon is None:
        return Solved(Status.UNKNOWN, (None,) * len(request.ask), None)
    kept = horizon.model
    horizon.model = kept.clone()
    try:
        return solve_in_order(horizon, request, watch)
    finally:
        horizon.model = kept


def _leave_open(horizon: Horizon[Any], ask: tuple[Question, ...], point: Mapping[str, int]) -> None:
    """Ask every later plan to be better than this point in a question after the first."""
    choices = []
    for question in ask[1:]:
        if question.figure is None:
            raise ValueError(f"{question} has no figure to trade off")
        figure, value = horizon.figures[question.figure], point[question.figure]
        better = figure > value if question.sense is Sense.MAXIMISE else figure < value
        choice = horizon.model.new_bool_var("")
        horizon.model.add(better).only_enforce_if(choice)
        choices.append(choice)
    horizon.model.add_bool_or(choices)
