"""ENHSP, a numeric planner: HP are a number."""

from __future__ import annotations

import subprocess
import tempfile
import time
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from shutil import which

from benchmarks.games.river_toad.tools.exported import Exported
from benchmarks.games.river_toad.tools.plan_values import planned
from benchmarks.games.river_toad.tools.python_package import missing_package
from benchmarks.tool import NO_PLAN, Ask, Outcome, Solver, Status
from toadstone.services.export.export import write_files


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
        """Write the exported task, and run A* on it: every plan it finds is a cheapest one."""
        exported = Exported.of(file, ask, "pddl-numeric")
        started = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            domain, task = write_files(exported.files(), folder)
            plan = Path(folder) / "plan"
            command = ["java", "-jar", str(_planner()), "-npm", "-sp", str(plan)]
            command += ["-o", domain, "-f", task, "-s", "WAStar", "-h", "blind"]
            told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
            if "Problem unsolvable" in told.stdout:
                return Outcome(Status.INFEASIBLE, *NO_PLAN, time.perf_counter() - started)
            if told.returncode != 0 or not plan.exists():
                raise RuntimeError((told.stderr.strip() or told.stdout.strip())[-300:])
            return planned(exported, ask, plan.read_text(), started)


def _planner() -> Path:
    package = find_spec("up_enhsp")
    if package is None or package.origin is None:
        raise RuntimeError("up-enhsp is not installed")
    return Path(package.origin).parent / "ENHSP" / "enhsp.jar"
