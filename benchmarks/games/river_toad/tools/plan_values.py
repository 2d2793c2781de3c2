"""What a planner's plan comes to: planners report a cost, not the figures of a game."""

from __future__ import annotations

import time
from itertools import accumulate

from benchmarks.games.river_toad.crossing import COSTS, GAIN, Crossing, asked
from benchmarks.games.river_toad.tools.exported import Exported, steps_of
from benchmarks.tool import Ask, Outcome, Status


def planned(task: Exported, ask: Ask, plan: str, started: float) -> Outcome:
    """Return the outcome of a cheapest plan.

    Args:
        task: what was planned.
        ask: the questions.
        plan: the text of the plan file.
        started: when the planner was called, by `time.perf_counter`.
    """
    steps = steps_of(task.claim(plan))
    moves = sum(step != 0 for step in steps)
    values = asked(ask, hp=_hp_after(task.crossing, steps), moves=moves)
    return Outcome(Status.OPTIMAL, values, steps, time.perf_counter() - started)


def _hp_after(crossing: Crossing, steps: tuple[int, ...]) -> int:
    """Return the HP that a plan leaves, if it breaks no rule."""
    cells = [*accumulate(steps, initial=crossing.start)][1:]
    eaten = sum(a.fly == cell for a, cell in zip(crossing.arrivals, cells, strict=True))
    return crossing.hp + GAIN * eaten - sum(COSTS[step] for step in steps)
