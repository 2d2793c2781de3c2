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

from benchmarks.games.river_toad.crossing import asked
from benchmarks.games.river_toad.tools.exported import Exported, steps_of
from benchmarks.tool import NO_PLAN, Ask, Outcome, Solver, Status


class MiniZinc(Solver):
    """One solver under MiniZinc.

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
        """Solve the exported model to the optimum.

        Raises:
            RuntimeError: MiniZinc says neither that it is proven nor that there is no plan.
        """
        self._solver()  # before the clock starts, as for every tool
        task = Exported.of(file, ask, "minizinc")
        started = time.perf_counter()
        with tempfile.NamedTemporaryFile("w", suffix=".mzn") as model:
            model.writelines(task.files().values())
            model.flush()
            command = ["minizinc", "--solver", self._solver(), *self._options(), model.name]
            told = subprocess.run(command, capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - started
        if "=====UNSATISFIABLE=====" in told.stdout:
            return Outcome(Status.INFEASIBLE, *NO_PLAN, seconds)
        proven = "----------" if ask == ("survive",) else "=========="
        if proven not in told.stdout:
            raise RuntimeError((told.stderr.strip() or told.stdout.strip())[-300:])
        claim = task.claim(told.stdout)
        values = asked(ask, hp=claim.figures["hp"], moves=claim.figures["moves"])
        return Outcome(Status.OPTIMAL, values, steps_of(claim), seconds)

    def _options(self) -> list[str]:
        return ["-f"] if self.free_search else []


@cache
def _configurations() -> list[dict[str, Any]]:
    told = subprocess.run(
        ["minizinc", "--solvers-json"], capture_output=True, text=True, check=True
    )
    found: list[dict[str, Any]] = json.loads(told.stdout)
    return found
