"""MiniZinc: one `.mzn` model, and whichever solvers MiniZinc has."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from math import prod
from pathlib import Path
from shutil import which
from typing import Any

from benchmarks.games.river_toad.crossing import COSTS, FIGURES, GAIN, Crossing, asked
from benchmarks.tool import NO_PLAN, Ask, Outcome, Solver, Status

_MODEL = Path(__file__).with_name("river_toad.mzn")

MINIZINC = ("minizinc",)
NPM = (
    "node",
    "--disable-wasm-trap-handler",  # which reserves more address space than the limit leaves
    str(Path(__file__).with_name("npm_minizinc.cjs")),
)
"""MiniZinc in WebAssembly, with Chuffed."""


class MiniZinc(Solver):
    """One solver under MiniZinc.

    Attributes:
        program: the command.
        solvers: what MiniZinc calls the solver; some have other names in other versions.
    """

    game = "river_toad"

    def __init__(
        self,
        name: str,
        title: str,
        *solvers: str,
        free_search: bool,
        program: tuple[str, ...] = MINIZINC,
    ) -> None:
        self.program = program
        self.name = name
        self.title = title
        self.meaning = f"MiniZinc with {title}"
        self.solvers = solvers
        self.free_search = free_search

    def missing(self) -> str | None:
        """Say whether MiniZinc or this solver of it is not installed."""
        if self.program == NPM and not _configurations(NPM):
            return "needs the package of npm: npm install minizinc"
        if which(self.program[0]) is None:
            return "needs `minizinc`: apt-get install minizinc"
        if self._configuration() is None:
            return f"MiniZinc here has no {self.title}: the bundle from minizinc.org brings it"
        return None

    def _configuration(self) -> dict[str, Any] | None:
        found = (c for c in _configurations(self.program) if c["id"] in self.solvers)
        return next((c for c in found if c["version"] != "<unknown version>"), None)

    def _solver(self) -> str:
        found = self._configuration()
        return self.solvers[0] if found is None else str(found["id"])

    def version(self) -> str:
        """Return the version of the solver and of MiniZinc."""
        command = [*self.program, "--version"]
        told = subprocess.run(command, capture_output=True, text=True, check=True)
        minizinc = re.search(r"version ([\d.]+)", told.stdout)
        own = (self._configuration() or {}).get("version")
        return f"{own} under MiniZinc {minizinc[1] if minizinc else 'of unknown version'}"

    def answer(self, file: Path, ask: Ask) -> Outcome:
        """Write the data behind the model, and solve it to the optimum.

        Raises:
            RuntimeError: MiniZinc says neither that it is proven nor that there is no plan.
        """
        self._solver()  # before the clock starts, as for every tool
        started = time.perf_counter()
        crossing = Crossing.read(file)
        with tempfile.NamedTemporaryFile("w", suffix=".mzn") as model:
            model.write(
                "\n".join([_MODEL.read_text(), *_data(crossing, ask), _solve(crossing, ask)])
            )
            model.flush()
            options = ["--solver", self._solver(), *self._options()]
            command = [*self.program, *options, model.name]
            told = subprocess.run(command, capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - started
        if "=====UNSATISFIABLE=====" in told.stdout:
            return Outcome(Status.INFEASIBLE, *NO_PLAN, seconds)
        proven = "----------" if ask == ("survive",) else "=========="
        if proven not in told.stdout:
            raise RuntimeError((told.stderr.strip() or told.stdout.strip())[-300:])
        *_, last, _ = told.stdout.split("----------")
        said = json.loads(last[last.index("{") : last.rindex("}") + 1])
        values = asked(ask, hp=said["hp"], moves=said["moves"])
        return Outcome(Status.OPTIMAL, values, crossing.steps(said["at"]), seconds)

    def _options(self) -> list[str]:
        return ["-f"] if self.free_search else []


def _data(crossing: Crossing, ask: Ask) -> Iterator[str]:
    reach = max(COSTS)
    free = ", ".join("{" + ", ".join(map(str, cells)) + "}" for cells in crossing.free)
    yield f"width = {crossing.width}; turns = {crossing.turns}; start = {crossing.start};"
    yield f"start_hp = {crossing.hp}; most_hp = {crossing.most_hp}; gain = {GAIN};"
    prices = [COSTS[far] for far in range(-reach, reach + 1)]
    yield f"reach = {reach}; price = array1d(-{reach}..{reach}, {prices});"
    yield f"free = [{free}];"
    yield f"fly = {[arrival.fly for arrival in crossing.arrivals]};"
    yield f"moves_matter = {json.dumps('min-moves' in ask)};"


def _solve(crossing: Crossing, ask: Ask) -> str:
    """Return the objective, and a search that tries the best figures first, then the middle.

    Several questions are one weighted sum: a unit of one outweighs all that come after it.
    """
    figures = [FIGURES[question] for question in ask if question in FIGURES]
    ways = {"hp": "indomain_max", "moves": "indomain_min"}
    searches = [f"int_search([{each}], input_order, {ways[each]}, complete)" for each in figures]
    searches.append("int_search(at, input_order, indomain_median, complete)")
    spans = {"hp": crossing.most_hp + 1, "moves": crossing.turns + 1}
    signs = {"hp": 1, "moves": -1}
    terms = [
        f"({signs[each] * prod(spans[later] for later in figures[place:])}) * {each}"
        for place, each in enumerate(figures, 1)
    ]
    goal = f"maximize {' + '.join(terms)}" if terms else "satisfy"
    return f"solve :: seq_search([{', '.join(searches)}])\n  {goal};\n"


@cache
def _configurations(program: tuple[str, ...]) -> list[dict[str, Any]]:
    if which(program[0]) is None:
        return []
    command = [*program, "--solvers-json"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    if told.returncode or not told.stdout:
        return []
    found: list[dict[str, Any]] = json.loads(told.stdout)
    return found
