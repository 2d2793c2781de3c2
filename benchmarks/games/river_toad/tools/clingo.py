"""Clingo: an answer-set program, with `#minimize` and `#maximize`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from benchmarks.games.river_toad.crossing import COSTS, GAIN, Crossing
from benchmarks.games.river_toad.tools.python_package import missing_package
from benchmarks.tool import NO_PLAN, Ask, Outcome, Solver, Status

_PROGRAM = Path(__file__).with_name("river_toad.lp")


class Clingo(Solver):
    """The PyPI package `clingo`; a list of questions is a list of priorities, in one call."""

    game = "river_toad"
    name = "clingo"
    meaning = "clingo, answer sets"

    def missing(self) -> str | None:
        """Say whether the package is not installed."""
        return missing_package("clingo")

    def version(self) -> str:
        """Return the version of the package."""
        return version("clingo")

    def answer(self, file: Path, ask: Ask) -> Outcome:
        """Write the facts, ground the program, and solve it to the optimum."""
        import clingo

        started = time.perf_counter()
        crossing = Crossing.read(file)
        measured = [question for question in ask if question != "survive"]
        control = clingo.Control(["--configuration=crafty", "--opt-strategy=usc"])
        control.add("base", [], _PROGRAM.read_text())
        control.add("base", [], "\n".join(_facts(crossing, measured)))
        control.ground([("base", [])])
        atoms, costs = None, list[int]()
        with control.solve(yield_=True) as models:
            for model in models:
                atoms, costs = model.symbols(shown=True), list(model.cost)
        seconds = time.perf_counter() - started
        if atoms is None:
            return Outcome(Status.INFEASIBLE, *NO_PLAN, seconds)
        values = tuple(_value(q, c) for q, c in zip(measured, costs, strict=True))
        cells = {turn.number: cell.number for turn, cell in (a.arguments for a in atoms)}
        path = [cells[turn] for turn in range(1, crossing.turns + 1)]
        return Outcome(Status.OPTIMAL, values, crossing.steps(path), seconds)


def _facts(crossing: Crossing, measured: list[str]) -> Iterator[str]:
    yield f"turns({crossing.turns}). start({crossing.start}). gain({GAIN})."
    yield f"start_hp({crossing.hp})."
    yield " ".join(f"costs({shift},{price})." for shift, price in COSTS.items())
    for priority, question in enumerate(reversed(measured), 1):
        yield f"ask({question.replace('-', '_')},{priority})."
    for turn, (free, arrival) in enumerate(
        zip(crossing.free, crossing.arrivals, strict=True), start=1
    ):
        yield " ".join(f"free({turn},{cell})." for cell in free)
        if arrival.fly:
            yield f"fly({turn},{arrival.fly})."


def _value(question: str, cost: int) -> int:
    """Return the figure of a question; clingo minimises, so what is maximised comes negative."""
    return -cost if question == "max-hp" else cost
