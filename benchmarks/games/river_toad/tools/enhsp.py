"""ENHSP, a numeric planner: HP are a number."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from itertools import permutations
from pathlib import Path
from shutil import which

from benchmarks.games.river_toad.crossing import Crossing
from benchmarks.games.river_toad.tools.pddl import (
    DISTANCES,
    MODELS,
    event,
    path_of,
    prices,
    problem,
)
from benchmarks.games.river_toad.tools.plan_values import planned
from benchmarks.games.river_toad.tools.python_package import missing_package
from benchmarks.tool import NO_PLAN, Ask, Outcome, Solver, Status

_TARGET = -1
"""The word of a step that is the cell gone to: the last."""


class Enhsp(Solver):
    """The planner of the PyPI package `up-enhsp`, called with its own PDDL files; needs Java."""

    game = "river_toad"
    name = "enhsp"
    meaning = "ENHSP, numeric PDDL"

    def missing(self) -> str | None:
        """Say whether the package or Java is not installed."""
        if which("java") is None:
            return "needs `java`: apt-get install default-jre-headless"
        return missing_package("up-enhsp")

    def version(self) -> str:
        """Return the version of the package."""
        return f"up-enhsp {version('up-enhsp')}"

    def answer(self, file: Path, ask: Ask) -> Outcome:
        """Write the problem, and run A* on it: every plan it finds is a cheapest one."""
        started = time.perf_counter()
        crossing = Crossing.read(file)
        with tempfile.TemporaryDirectory() as folder:
            task, plan = Path(folder) / "river.pddl", Path(folder) / "plan"
            task.write_text(_problem(crossing, ask))
            command = ["java", "-jar", str(_planner()), "-npm", "-sp", str(plan)]
            command += ["-o", str(MODELS / "river_toad_numeric.pddl"), "-f", str(task)]
            command += ["-s", "WAStar", "-h", "blind"]
            told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
            if "Problem unsolvable" in told.stdout:
                return Outcome(Status.INFEASIBLE, *NO_PLAN, time.perf_counter() - started)
            if told.returncode != 0 or not plan.exists():
                raise RuntimeError((told.stderr.strip() or told.stdout.strip())[-300:])
            path = path_of(plan.read_text(), _TARGET)
        return planned(crossing, ask, path, started)


def _planner() -> Path:
    package = find_spec("up_enhsp")
    if package is None or package.origin is None:
        raise RuntimeError("up-enhsp is not installed")
    return Path(package.origin).parent / "ENHSP" / "enhsp.jar"


def _problem(crossing: Crossing, ask: Ask) -> str:
    objects = {
        "turn": [f"t{turn}" for turn in range(crossing.turns)],
        "cell": [f"c{cell}" for cell in crossing.cells],
    }
    return problem(objects, _facts(crossing, ask), f"(= (turns-played) {crossing.turns})")


def _facts(crossing: Crossing, ask: Ask) -> Iterator[str]:
    yield f"(= (hp) {crossing.hp}) (= (turns-played) 0) (at c{crossing.start})"
    for (distance, happening), price in prices(crossing, ask).items():
        yield f"(= (price-{distance}-{happening}) {price})"
    for source, target in permutations(crossing.cells, 2):
        if abs(source - target) in DISTANCES:
            yield f"(apart-{abs(source - target)} c{source} c{target})"
    for turn, free in enumerate(crossing.free):
        yield f"(= (turns-before t{turn}) {turn})"
        for cell in free:
            yield f"({event(crossing, turn, cell)} t{turn} c{cell})"
