"""Fast Downward, a classical planner: HP are counted by objects."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from itertools import chain, product
from pathlib import Path

from benchmarks.games.river_toad.crossing import GAIN, Crossing
from benchmarks.games.river_toad.tools.pddl import (
    DISTANCES,
    EVENTS,
    MODELS,
    event,
    path_of,
    prices,
    problem,
)
from benchmarks.games.river_toad.tools.plan_values import planned
from benchmarks.games.river_toad.tools.python_package import missing_package
from benchmarks.tool import NO_PLAN, Ask, Outcome, Solver, Status

_TARGET = 4
"""The word of a step `go t u a b ..` that is the cell gone to."""

_PROVEN_UNSOLVABLE = {10, 11}
"""Exit statuses: the translator or an exhausted search has shown that there is no plan."""


class FastDownward(Solver):
    """The planner of the PyPI package `up-fast-downward`, called with its own PDDL files."""

    game = "river_toad"
    name = "fast-downward"
    meaning = "Fast Downward, PDDL"

    def missing(self) -> str | None:
        """Say whether the package is not installed."""
        return missing_package("up-fast-downward")

    def version(self) -> str:
        """Return the version of the package."""
        return f"up-fast-downward {version('up-fast-downward')}"

    def answer(self, file: Path, ask: Ask) -> Outcome:
        """Write the problem, and run A* on it: every plan it finds is a cheapest one."""
        started = time.perf_counter()
        crossing = Crossing.read(file)
        with tempfile.TemporaryDirectory() as folder:
            task, plan = Path(folder) / "river.pddl", Path(folder) / "plan"
            task.write_text(_problem(crossing, ask))
            command = [sys.executable, str(_planner()), "--plan-file", str(plan)]
            command += [str(MODELS / "river_toad_classical.pddl"), str(task)]
            command += ["--search", "astar(blind())"]
            told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
            if told.returncode in _PROVEN_UNSOLVABLE:
                return Outcome(Status.INFEASIBLE, *NO_PLAN, time.perf_counter() - started)
            if told.returncode != 0:
                raise RuntimeError((told.stderr.strip() or told.stdout.strip())[-300:])
            path = path_of(plan.read_text(), _TARGET)
        return planned(crossing, ask, path, started)


def _planner() -> Path:
    package = find_spec("up_fast_downward")
    if package is None or package.origin is None:
        raise RuntimeError("up-fast-downward is not installed")
    return Path(package.origin).parent / "downward" / "fast-downward.py"


def _problem(crossing: Crossing, ask: Ask) -> str:
    levels = range(1, crossing.most_hp + 1)
    changes = sorted({gain - cost for cost, gain in product(DISTANCES.values(), EVENTS.values())})
    objects = {
        "turn": [f"t{turn}" for turn in range(crossing.turns + 1)],
        "cell": [f"c{cell}" for cell in crossing.cells],
        "distance": [f"d{distance}" for distance in DISTANCES],
        "event": list(EVENTS),
        "amount": [_amount(change) for change in changes],
        "level": [f"h{level}" for level in levels],
    }
    facts = chain(_places(crossing), _payments(crossing, ask))
    return problem(objects, facts, f"(now t{crossing.turns}) (ready)")


def _places(crossing: Crossing) -> Iterator[str]:
    yield f"(now t0) (at c{crossing.start})"
    for source, target in product(crossing.cells, crossing.cells):
        if abs(source - target) in DISTANCES:
            yield f"(apart c{source} c{target} d{abs(source - target)})"
    for turn, free in enumerate(crossing.free):
        yield f"(next t{turn} t{turn + 1})"
        for cell in free:
            yield f"(happens t{turn + 1} c{cell} {event(crossing, turn, cell)})"


def _payments(crossing: Crossing, ask: Ask) -> Iterator[str]:
    yield f"(ready) (hp h{crossing.hp})"
    for (distance, happening), price in prices(crossing, ask).items():
        yield f"(= (price d{distance} {happening}) {price})"
        change = EVENTS[happening] - DISTANCES[distance]
        yield f"(changes d{distance} {happening} {_amount(change)})"
    for cost, gain in set(product(DISTANCES.values(), {0, GAIN})):
        for level in range(max(cost, 1), crossing.most_hp + 1):
            if 1 <= level - cost + gain <= crossing.most_hp:
                amount = _amount(gain - cost)
                yield f"(shift {amount} h{level} h{level - cost + gain})"


def _amount(change: int) -> str:
    return f"up{change}" if change >= 0 else f"down{-change}"
