"""What a planner's plan comes to: planners report a cost, not the figures of a game."""

from __future__ import annotations

import time
from itertools import pairwise

from benchmarks.games.river_toad.crossing import Crossing, asked
from benchmarks.games.river_toad.tools.pddl import total_price
from benchmarks.tool import Ask, Outcome, Status


def planned(crossing: Crossing, ask: Ask, path: list[int], started: float) -> Outcome:
    """Return the outcome of a cheapest plan.

    Args:
        crossing: the file.
        ask: the questions.
        path: the cell after each turn.
        started: when the planner was called, by `time.perf_counter`.
    """
    moves = sum(here != before for before, here in pairwise((crossing.start, *path)))
    lost = total_price(crossing, ("max-hp",), path)
    values = asked(ask, hp=crossing.most_hp - lost, moves=moves)
    steps = crossing.steps(path)
    return Outcome(Status.OPTIMAL, values, steps, time.perf_counter() - started)
