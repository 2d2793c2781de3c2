"""MiniZinc: one `.mzn` model, and whichever solvers MiniZinc has."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path
from shutil import which
from typing import Any

from benchmarks.games.river_toad.crossing import Crossing, asked
from benchmarks.tool import NO_PLAN, Ask, Outcome, Solver, Status

MODEL = Path(__file__).parent.parent / "models" / "river_toad.mzn"

_ANY = -1
"""In the model's data: no number of moves is asked for."""


class MiniZinc(Solver):
    """One solver under MiniZinc.

    A list of questions is answered as MiniZinc's users do: one call a question, and what a call
    has proven is data of the next.

    Attributes:
        solvers: what MiniZinc calls the solver; some have other names in other versions.
    """

    game = "river_toad"

    def __init__(self, name: str, title: str, *solvers: str, free_search: bool) -> None:
        self.name = name
        self.title = title
        self.meaning = f"MiniZinc with {title}"
        self.solvers = solvers
        self.free_search = free_search

    def missing(self) -> str | None:
        """Say whether MiniZinc or this solver of it is not installed."""
        if which("minizinc") is None:
            return "needs `minizinc`: apt-get install minizinc"
        if self._configuration() is None:
            return f"MiniZinc here has no {self.title}: the bundle from minizinc.org brings it"
        return None

    def _configuration(self) -> dict[str, Any] | None:
        found = (c for c in _configurations() if c["id"] in self.solvers)
        return next((c for c in found if c["version"] != "<unknown version>"), None)

    def _solver(self) -> str:
        found = self._configuration()
        return self.solvers[0] if found is None else str(found["id"])

    def version(self) -> str:
        """Return the version of the solver and of MiniZinc."""
        told = subprocess.run(["minizinc", "--version"], capture_output=True, text=True, check=True)
        minizinc = re.search(r"version ([\d.]+)", told.stdout)
        own = (self._configuration() or {}).get("version")
        return f"{own} under MiniZinc {minizinc[1] if minizinc else 'of unknown version'}"

    def answer(self, file: Path, ask: Ask) -> Outcome:
        """Solve question by question."""
        self._solver()  # before the clock starts, as for every tool
        started = time.perf_counter()
        crossing = Crossing.read(file)
        best: dict[str, Any] = {"moves": _ANY}
        for question in ask:
            found = self._call(crossing, question, best["moves"])
            if found is None:
                return Outcome(Status.INFEASIBLE, *NO_PLAN, time.perf_counter() - started)
            best = found
        values = asked(ask, hp=best["hp"], moves=best["moves"])
        steps = crossing.steps(best["at"])
        return Outcome(Status.OPTIMAL, values, steps, time.perf_counter() - started)

    def _call(self, crossing: Crossing, question: str, moves: int) -> dict[str, Any] | None:
        """Return the best plan for one question; None where there is none.

        Raises:
            RuntimeError: MiniZinc says anything else.
        """
        with tempfile.NamedTemporaryFile("w", suffix=".dzn") as data:
            data.write(_data(crossing, question, moves))
            data.flush()
            command = ["minizinc", "--solver", self._solver(), *self._options()]
            command += [str(MODEL), data.name]
            told = subprocess.run(command, capture_output=True, text=True, check=False)
        if "=====UNSATISFIABLE=====" in told.stdout:
            return None
        plans = [line for line in told.stdout.splitlines() if line.startswith("{")]
        if not plans or "==========" not in told.stdout:
            raise RuntimeError((told.stderr.strip() or told.stdout.strip())[-300:])
        said: dict[str, Any] = json.loads(plans[-1])
        return said

    def _options(self) -> list[str]:
        return ["-f"] if self.free_search else []


@cache
def _configurations() -> list[dict[str, Any]]:
    told = subprocess.run(
        ["minizinc", "--solvers-json"], capture_output=True, text=True, check=True
    )
    found: list[dict[str, Any]] = json.loads(told.stdout)
    return found


def _data(crossing: Crossing, question: str, moves: int) -> str:
    free = ",".join("{" + ",".join(map(str, cells)) + "}" for cells in crossing.free)
    flies = ",".join(str(arrival.fly) for arrival in crossing.arrivals)
    return (
        f"width = {crossing.width}; turns = {crossing.turns}; start = {crossing.start};\n"
        f"start_hp = {crossing.hp}; most_hp = {crossing.most_hp};\n"
        f'free = [{free}];\nfly = [{flies}];\nquestion = "{question}"; given_moves = {moves};\n'
    )
