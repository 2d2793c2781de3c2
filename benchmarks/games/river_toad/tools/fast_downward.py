"""Fast Downward, a classical planner: HP are objects, and what the questions ask is a cost.

A turn is a step and its payment. `go` takes one step in a turn in which something happens in the
cell gone to. That changes HP, and `settle` moves HP along before the next step: one action for both
would be grounded once for each turn, step and HP.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from itertools import accumulate, product
from pathlib import Path

from benchmarks.games.river_toad.crossing import COSTS, FIGURES, GAIN, Crossing, asked
from benchmarks.games.river_toad.tools.python_package import missing_package
from benchmarks.tool import NO_PLAN, Ask, Outcome, Solver, Status

_DOMAIN = Path(__file__).with_name("river_toad.pddl")
_PROVEN_UNSOLVABLE = {10, 11}
"""Exit statuses: the translator or an exhausted search has shown that there is no plan."""

_STEP = re.compile(r"^\(go go(-?\d+) ", re.MULTILINE)
QUIET, FED, MISSED = EVENTS = ("quiet", "fed", "missed")
"""Nothing comes down beside the river, a fly is eaten, a fly is not eaten."""
PAYMENTS = list(dict.fromkeys(product(COSTS.values(), (0, GAIN))))
"""The different costs and gains that a turn can have."""


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
        """Write the task, and run A* on it: every plan it finds is a cheapest one."""
        started = time.perf_counter()
        crossing = Crossing.read(file)
        with tempfile.TemporaryDirectory() as folder:
            task, plan = Path(folder) / "problem.pddl", Path(folder) / "plan"
            task.write_text("\n".join(_problem(crossing, ask)))
            command = [sys.executable, str(_planner()), "--plan-file", str(plan)]
            command += [str(_DOMAIN), str(task), "--search", "astar(blind())"]
            told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
            if told.returncode in _PROVEN_UNSOLVABLE:
                return Outcome(Status.INFEASIBLE, *NO_PLAN, time.perf_counter() - started)
            if told.returncode != 0:
                raise RuntimeError((told.stderr.strip() or told.stdout.strip())[-300:])
            steps = tuple(map(int, _STEP.findall(plan.read_text())))
        moves = sum(step != 0 for step in steps)
        values = asked(ask, hp=_hp_after(crossing, steps), moves=moves)
        return Outcome(Status.OPTIMAL, values, steps, time.perf_counter() - started)


def _planner() -> Path:
    package = find_spec("up_fast_downward")
    if package is None or package.origin is None:
        raise RuntimeError("up-fast-downward is not installed")
    return Path(package.origin).parent / "downward" / "fast-downward.py"


def _hp_after(crossing: Crossing, steps: tuple[int, ...]) -> int:
    """Return the HP that a plan leaves, if it breaks no rule: planners report a cost alone."""
    cells = [*accumulate(steps, initial=crossing.start)][1:]
    eaten = sum(a.fly == cell for a, cell in zip(crossing.arrivals, cells, strict=True))
    return crossing.hp + GAIN * eaten - sum(COSTS[step] for step in steps)


def _prices(crossing: Crossing, ask: Ask) -> dict[str, int]:
    """Return the cost of a move, and of an HP spent or missed.

    Planners minimise. So a plan pays for what it leaves of the most that a figure can be. Of a list
    of questions, a unit of the first outweighs all that the second can differ by.
    """
    figures = [FIGURES[question] for question in ask if question in FIGURES]
    spans = {"hp": crossing.most_hp + 1, "moves": crossing.turns + 1}
    prices, price = {"hp": 0, "moves": 0}, 1
    for figure in reversed(figures):
        prices[figure] = price
        price *= spans[figure]
    return prices


def _problem(crossing: Crossing, ask: Ask) -> Iterator[str]:
    """Yield objects by type, facts of the start, and the goal."""
    yield "(define (problem river) (:domain river-toad) (:objects"
    yield f"  {' '.join(f't{turn}' for turn in range(crossing.turns + 1))} - turn"
    yield f"  {' '.join(f'c{cell}' for cell in crossing.cells)} - cell"
    yield f"  {' '.join(f'go{shift}' for shift in COSTS)} - move"
    yield f"  {' '.join(EVENTS)} - event"
    yield f"  {' '.join(_payment(*each) for each in PAYMENTS)} - payment"
    yield f"  {' '.join(f'h{hp}' for hp in range(1, crossing.most_hp + 1))} - level"
    yield f") (:init (= (total-cost) 0) (ready) (hp h{crossing.hp})"
    yield from _place_facts(crossing)
    yield from _payment_facts(crossing, _prices(crossing, ask))
    yield f") (:goal (and (now t{crossing.turns}) (ready))) (:metric minimize (total-cost)))\n"


def _place_facts(crossing: Crossing) -> Iterator[str]:
    yield f"(now t0) (at c{crossing.start})"
    for cell, shift in product(crossing.cells, COSTS):
        if cell + shift in crossing.cells:
            yield f"(leads go{shift} c{cell} c{cell + shift})"
    for turn, (free, arrival) in enumerate(zip(crossing.free, crossing.arrivals, strict=True)):
        yield f"(next t{turn} t{turn + 1})"
        for cell in free:
            event = QUIET if not arrival.fly else FED if arrival.fly == cell else MISSED
            yield f"(happens t{turn + 1} c{cell} {event})"


def _payment(cost: int, gain: int) -> str:
    return f"pay-{cost}-get-{gain}"


def _payment_facts(crossing: Crossing, prices: dict[str, int]) -> Iterator[str]:
    for (shift, cost), event in product(COSTS.items(), EVENTS):
        lost = cost + (GAIN if event == MISSED else 0)
        total = prices["hp"] * lost + prices["moves"] * (shift != 0)
        yield f"(= (price go{shift} {event}) {total})"
        yield f"(pays go{shift} {event} {_payment(cost, GAIN if event == FED else 0)})"
    for cost, gain in PAYMENTS:
        for hp in range(max(cost, 1), crossing.most_hp + 1):
            if 1 <= hp - cost + gain <= crossing.most_hp:
                yield f"(shift {_payment(cost, gain)} h{hp} h{hp - cost + gain})"
