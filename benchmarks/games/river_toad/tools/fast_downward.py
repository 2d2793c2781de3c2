"""Fast Downward, a classical planner: HP are counted by objects."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from benchmarks.games.river_toad.tools.exported import Exported
from benchmarks.games.river_toad.tools.plan_values import planned
from benchmarks.games.river_toad.tools.python_package import missing_package
from benchmarks.tool import NO_PLAN, Ask, Outcome, Solver, Status
from toadstone.services.export.export import write_files

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
        """Write the exported task, and run A* on it: every plan it finds is a cheapest one."""
        exported = Exported.of(file, ask, "pddl")
        started = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            domain, task = write_files(exported.files(), folder)
            plan = Path(folder) / "plan"
            command = [sys.executable, str(_planner()), "--plan-file", str(plan), domain, task]
            command += ["--search", "astar(blind())"]
            told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
            if told.returncode in _PROVEN_UNSOLVABLE:
                return Outcome(Status.INFEASIBLE, *NO_PLAN, time.perf_counter() - started)
            if told.returncode != 0:
                raise RuntimeError((told.stderr.strip() or told.stdout.strip())[-300:])
            return planned(exported, ask, plan.read_text(), started)


def _planner() -> Path:
    package = find_spec("up_fast_downward")
    if package is None or package.origin is None:
        raise RuntimeError("up-fast-downward is not installed")
    return Path(package.origin).parent / "downward" / "fast-downward.py"
