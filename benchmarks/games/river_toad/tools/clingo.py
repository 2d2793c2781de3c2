"""Clingo: an answer-set program, with `#minimize` and `#maximize`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.games.river_toad.crossing import Crossing
from benchmarks.games.river_toad.tools.python_package import missing_package
from benchmarks.tool import NO_PLAN, Ask, Outcome, Solver, Status

if TYPE_CHECKING:
    from clingo import Symbol

PROGRAM = Path(__file__).parent.parent / "models" / "river_toad.lp"


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
        """Ground the program with the file's facts, and solve it to the optimum."""
        import clingo

        started = time.perf_counter()
        crossing = Crossing.read(file)
        options = ["--configuration=crafty", "--opt-strategy=usc", "--const"]
        control = clingo.Control([*options, f"turns={crossing.turns}"])
        control.load(str(PROGRAM))
        control.add("base", [], "\n".join(_facts(crossing, ask)))
        control.ground([("base", [])])
        path, costs = None, list[int]()
        with control.solve(yield_=True) as models:
            for model in models:
                path, costs = _path(model.symbols(shown=True)), list(model.cost)
        seconds = time.perf_counter() - started
        if path is None:
            return Outcome(Status.INFEASIBLE, *NO_PLAN, seconds)
        measured = [question for question in ask if question != "survive"]
        values = tuple(_value(crossing, q, c) for q, c in zip(measured, costs, strict=True))
        return Outcome(Status.OPTIMAL, values, crossing.steps(path), seconds)


def _facts(crossing: Crossing, ask: Ask) -> Iterator[str]:
    yield f"start({crossing.start}). start_hp({crossing.hp})."
    for priority, question in enumerate(reversed(ask), 1):
        yield f"ask({question.replace('-', '_')}, {priority})."
    for turn, (arrival, free) in enumerate(zip(crossing.arrivals, crossing.free, strict=True), 1):
        yield " ".join(f"free({turn}, {cell})." for cell in free)
        if arrival.fly:
            yield f"fly({turn}, {arrival.fly})."


def _path(atoms: Sequence[Symbol]) -> list[int]:
    """Return the cell after each turn from the atoms `at(Turn, Cell)`."""
    cells = {atom.arguments[0].number: atom.arguments[1].number for atom in atoms}
    return [cells[turn] for turn in sorted(cells) if turn > 0]


def _value(crossing: Crossing, question: str, cost: int) -> int:
    """Return the figure of a question; clingo minimises, HP are what the start has and less."""
    return crossing.hp - cost if question == "max-hp" else cost
