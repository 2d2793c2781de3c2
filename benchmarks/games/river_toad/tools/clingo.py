"""Clingo: an answer-set program, with `#minimize` and `#maximize`."""

from __future__ import annotations

import time
from importlib.metadata import version
from pathlib import Path

from benchmarks.games.river_toad.tools.exported import Exported, steps_of
from benchmarks.games.river_toad.tools.python_package import missing_package
from benchmarks.tool import NO_PLAN, Ask, Outcome, Solver, Status


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
        """Ground the exported program, and solve it to the optimum."""
        import clingo

        task = Exported.of(file, ask, "asp")
        started = time.perf_counter()
        control = clingo.Control(["--configuration=crafty", "--opt-strategy=usc"])
        control.add("base", [], *task.files().values())
        control.ground([("base", [])])
        atoms, costs = None, list[int]()
        with control.solve(yield_=True) as models:
            for model in models:
                atoms, costs = model.symbols(shown=True), list(model.cost)
        seconds = time.perf_counter() - started
        if atoms is None:
            return Outcome(Status.INFEASIBLE, *NO_PLAN, seconds)
        measured = [question for question in ask if question != "survive"]
        values = tuple(_value(q, c) for q, c in zip(measured, costs, strict=True))
        claim = task.claim("Answer: 1\n" + " ".join(map(str, atoms)))
        return Outcome(Status.OPTIMAL, values, steps_of(claim), seconds)


def _value(question: str, cost: int) -> int:
    """Return the figure of a question; clingo minimises, so what is maximised comes negative."""
    return -cost if question == "max-hp" else cost
