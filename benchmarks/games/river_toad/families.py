"""The files of the benchmark: random, and the same for everyone, from a seed.

A *family* says what the river is like, a *tightness* how much the toad has to spare. A safe track
is carved through the snakes, so that every river can be crossed by a toad that is rich enough.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count

from benchmarks.games.river_toad.crossing import Crossing
from benchmarks.games.river_toad.oracle import least_start_hp


@dataclass(frozen=True)
class Family:
    """How rolls are drawn.

    Attributes:
        snakes: probability that a roll is snakes.
        fly: probability that a roll is a fly.
        density: probability that snakes are in a cell off the safe track.
        rows: rows of the board; the first things arrive in that turn.
    """

    name: str
    snakes: float
    fly: float
    density: float
    rows: int = 8


FAMILIES = (
    Family("sparse-rich", snakes=0.25, fly=0.15, density=0.40),
    Family("sparse-poor", snakes=0.30, fly=0.02, density=0.45),
    Family("dense-rich", snakes=0.75, fly=0.20, density=0.45),
    Family("dense-poor", snakes=0.80, fly=0.05, density=0.40),
    Family("crowded", snakes=0.55, fly=0.40, density=0.65),
    Family("calm-flies", snakes=0.10, fly=0.45, density=0.35),
)

TAIL = Family("half-dense", snakes=0.97, fly=0.03, density=0.5, rows=10)
"""With exactly the least HP, these took searches longest: some files 30 times the median."""


class Tightness(StrEnum):
    """How the starting HP compares with the least that wins."""

    AMPLE = "ample"
    """Far above: one HP more for every two turns, and ten."""
    LEAST = "least"
    """Exactly the least."""
    SHORT = "short"
    """One below: the file cannot be won."""


def river(family: Family, turns: int, seed: int, *, width: int = 5) -> Crossing:
    """Return a file of the family with exactly the least HP that wins, which is at least 2.

    Args:
        family: how rolls are drawn.
        turns: length of the file.
        seed: the same seed gives the same file, on any machine.
        width: river cells; an odd number.
    """
    for attempt in count():
        draw = random.Random(f"{family.name} {turns} {width} {seed} {attempt}")
        crossing = Crossing(width, family.rows, 1, tuple(_rolls(family, turns, width, draw)))
        least = least_start_hp(crossing)
        if least is not None and least >= 2:
            return replace(crossing, hp=least)
    raise AssertionError("unreachable: some draw always needs 2 HP")


def _rolls(family: Family, turns: int, width: int, draw: random.Random) -> Iterator[int]:
    track = (width + 1) // 2
    for _ in range(turns):
        track = min(width, max(1, track + draw.choice([0, 0, 0, 0, 1, -1])))
        kind = draw.random()
        if kind < family.snakes:
            cells = [c != track and draw.random() < family.density for c in range(1, width + 1)]
            yield sum(here << (width - c) for c, here in enumerate(cells, 1))
        elif kind < family.snakes + family.fly:
            yield 2**width + draw.randrange(2)
        else:
            yield 0


def with_tightness(crossing: Crossing, tightness: Tightness) -> Crossing:
    """Return a file that has the least HP with more or less of it."""
    extra = {
        Tightness.AMPLE: crossing.turns // 2 + 10,
        Tightness.LEAST: 0,
        Tightness.SHORT: -1,
    }
    return replace(crossing, hp=crossing.hp + extra[tightness])
