"""What the planners share: prices, events, and how PDDL is written and plans are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, product
from pathlib import Path

from benchmarks.games.river_toad.crossing import COSTS, GAIN, Crossing
from benchmarks.tool import Ask

MODELS = Path(__file__).parent.parent / "models"

DISTANCES = {abs(step): cost for step, cost in COSTS.items()}
"""HP that it costs to go so many cells."""

EVENTS = {"quiet": 0, "fed": GAIN, "missed": 0}
"""HP that are gained where no fly comes down, where the toad is beside it, and where he is not."""


def prices(crossing: Crossing, ask: Ask) -> Mapping[tuple[int, str], int]:
    """Return what each distance and event costs, so that the cheapest plan answers the questions.

    The most HP means the fewest HP spent and missed: together they are the gap to `most_hp`. A move
    that matters more than HP costs more than all HP that can be spent and missed.
    """
    return {
        (distance, event): _price(crossing, ask, distance, missed=event == "missed")
        for distance, event in product(DISTANCES, EVENTS)
    }


def _price(crossing: Crossing, ask: Ask, distance: int, *, missed: bool) -> int:
    lost = DISTANCES[distance] + GAIN * missed
    moved = int(distance > 0)
    if ask == ("min-moves", "max-hp"):
        return moved * (crossing.most_hp + 1) + lost
    return {"survive": 0, "max-hp": lost, "min-moves": moved}[ask[0]]


def total_price(crossing: Crossing, ask: Ask, path: list[int]) -> int:
    """Return what a plan costs: cells after each turn, at `prices`."""
    price = prices(crossing, ask)
    return sum(
        price[abs(here - before), event(crossing, turn, here)]
        for turn, (before, here) in enumerate(pairwise((crossing.start, *path)))
    )


def event(crossing: Crossing, turn: int, cell: int) -> str:
    """Return what happens to a toad in a cell in a turn, counted from 0."""
    fly = crossing.arrivals[turn].fly
    return "quiet" if fly == 0 else "fed" if fly == cell else "missed"


def problem(objects: Mapping[str, Sequence[str]], facts: Iterable[str], goal: str) -> str:
    """Return the text of a problem file: objects by type, facts of the start, and the goal."""
    return "\n".join(
        [
            "(define (problem river) (:domain river-toad) (:objects",
            *(f"  {' '.join(names)} - {kind}" for kind, names in objects.items()),
            ") (:init (= (total-cost) 0)",
            *facts,
            f") (:goal (and {goal})) (:metric minimize (total-cost)))",
        ]
    )


def path_of(plan: str, position: int) -> list[int]:
    """Return the cell after each turn from the steps of a plan file.

    Args:
        plan: the file; a step is a line such as `(go-1-fed t7 c3 c4)`.
        position: which word of a step is the cell gone to.
    """
    steps = (line.strip("( )\n").split() for line in plan.lower().splitlines())
    return [int(s[position].removeprefix("c")) for s in steps if s and s[0].startswith("go")]
