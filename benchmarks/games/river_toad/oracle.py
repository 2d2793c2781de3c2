"""The exact layered search that judges every answer.

A layer holds, for each cell and each number of moves made so far, the most HP that any play can
have there; nothing else of the past matters, and more HP is never worse. Layer follows layer, turn
by turn, so the last one holds the exact answer to every question. It is a few lines of numpy,
shares no code with Toadstone, and every plan that comes with an answer is played out beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.games.river_toad.crossing import COSTS, GAIN, Crossing

NOWHERE = -1_000_000_000
"""HP of a toad that cannot be there."""


@dataclass(frozen=True)
class Exact:
    """The exact answers for a file that can be won."""

    most_hp: int
    fewest_moves: int
    most_hp_with_fewest_moves: int


def exact_answers(crossing: Crossing) -> Exact | None:
    """Return the exact answers, or None where no play wins.

    Time grows with the square of the turns (turns times possible numbers of moves); 10,000 turns on
    5 cells take a few seconds.
    """
    most = np.full((crossing.width + 1, crossing.turns + 1), NOWHERE, dtype=np.int64)
    most[crossing.start, 0] = crossing.hp
    for turn in range(crossing.turns):
        most = _next_layer(crossing, most, turn)
    best = most.max(axis=0)
    won = np.flatnonzero(best > 0)
    if not len(won):
        return None
    return Exact(int(best.max()), int(won[0]), int(best[won[0]]))


def _next_layer(crossing: Crossing, most: NDArray[np.int64], turn: int) -> NDArray[np.int64]:
    """Return the layer after a turn, counted from 0: so many moves have been made at most."""
    following = np.full_like(most, NOWHERE)
    moves = slice(0, turn + 1)
    for cell in crossing.free[turn]:
        best = following[cell]
        for source, cost in crossing.targets(cell).items():
            paid = most[source, moves] - cost
            later = slice(0, turn + 1) if source == cell else slice(1, turn + 2)
            np.maximum(best[later], np.where(paid >= 0, paid, NOWHERE), out=best[later])
        if crossing.arrivals[turn].fly == cell:
            best += GAIN
        best[best <= 0] = NOWHERE
    return following


def least_start_hp(crossing: Crossing) -> int | None:
    """Return the least starting HP with which the file can be won; None where none will do.

    Backward: the HP that a toad needs in a cell before a turn is the least over his actions of what
    he has to pay now and will need after it.
    """
    need: dict[int, int] = dict.fromkeys(crossing.cells, 1)
    for arrival, free in zip(reversed(crossing.arrivals), reversed(crossing.free), strict=True):
        after = {c: max(0, need[c] - GAIN * (arrival.fly == c)) for c in free if c in need}
        need = {
            cell: max(1, min(costs))
            for cell in crossing.cells
            if (costs := [c + after[t] for t, c in crossing.targets(cell).items() if t in after])
        }
    return need.get(crossing.start)


def played_out(crossing: Crossing, steps: Sequence[int]) -> Exact | str:
    """Play a plan: return its HP and moves, or the rule that it breaks first.

    Args:
        crossing: the file.
        steps: for each turn, how many cells to the right the toad goes.
    """
    if len(steps) != crossing.turns:
        return f"a plan of {len(steps)} turns for a file of {crossing.turns}"
    cell, hp, moves = crossing.start, crossing.hp, 0
    for turn, (step, arrival) in enumerate(zip(steps, crossing.arrivals, strict=True), 1):
        cell += step
        if cell not in crossing.cells or step not in COSTS:
            return f"turn {turn}: no action leads to cell {cell}"
        if COSTS[step] > hp:
            return f"turn {turn}: the action costs {COSTS[step]} HP and the toad has {hp}"
        hp += GAIN * (arrival.fly == cell) - COSTS[step]
        moves += step != 0
        if cell in arrival.snakes or hp == 0:
            return f"turn {turn}: the toad {'is caught' if hp else 'has no HP left'}"
    return Exact(hp, moves, hp)
