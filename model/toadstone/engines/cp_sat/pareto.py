"""Two or three questions traded off: every plan's figures that no other plan's figures beat.

A point of the front is best for the first question among what the points before it leave open,
then for the second, then for the third. What a point leaves open is the plans that are better
than it in one of the later questions; so no point is dominated, the points come in the order of
the first question, and when nothing is left open, the front is whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.question import Question, Sense
from toadstone.core.solution import Solution
from toadstone.engines.answer import Status
from toadstone.engines.cp_sat.horizon import Horizon
from toadstone.engines.cp_sat.lexicographic import Solved, horizon_of, solve_in_order
from toadstone.engines.engine import EngineResult
from toadstone.engines.instance import Instance


def find_front(instance: Instance, budget: Budget) -> EngineResult:
    """Find the whole front of two or three questions, each with a figure.

    Returns:
        The points of the front, or a plan that is not proven to be one. OPTIMAL: the front is
        whole. FEASIBLE: a limit or an interrupt came first; the points that are there belong to
        the front, others may be missing. INFEASIBLE: there is no plan at all.

    Raises:
        LimitReachedError: a limit came while the model was built.
        ModelInvalidError: CP-SAT refuses the model.
    """
    began = budget.elapsed()
    horizon = horizon_of(instance, budget)
    build = budget.elapsed() - began
    points: list[Solution[Any]] = []
    budget.listener.stage(_so_far(0))
    first = last = _next_point(horizon, instance.ask, budget)
    while last.status is Status.OPTIMAL and last.solution is not None:
        points.append(last.solution)
        _leave_open(horizon, instance.ask, last.solution.figures or {})
        budget.listener.stage(_so_far(len(points)))
        last = _next_point(horizon, instance.ask, budget)
    unproven = [first.solution] if first.solution is not None and not points else []
    return EngineResult(
        status=_status(first, last),
        solutions=(*points, *unproven),
        bounds=first.bounds,
        front=len(points),
        build=build,
    )


def _so_far(size: int) -> str:
    return f"{size} {'point' if size == 1 else 'points'} of the front"


def _status(first: Solved, last: Solved) -> Status:
    """Return the status of the front: it is whole when the last search found nothing left."""
    if first.status is Status.OPTIMAL:
        return Status.OPTIMAL if last.status is Status.INFEASIBLE else Status.FEASIBLE
    return first.status


def _next_point(horizon: Horizon[Any], ask: tuple[Question, ...], budget: Budget) -> Solved:
    """Solve in order on a copy of the model: what is held for one point is not for the next."""
    kept = horizon.model
    horizon.model = kept.clone()
    try:
        return solve_in_order(horizon, ask, budget)
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
