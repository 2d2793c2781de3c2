"""The floor as a tool: the plain program `plain_table.py`, which answers two of the questions."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from benchmarks.games.river_toad.tools.plain_table import table
from benchmarks.tool import NO_PLAN, Ask, Outcome, Role, Solver, Status


class PlainTable(Solver):
    """A table of the most HP, in plain Python; where any plan will do, the richest one will."""

    game = "river_toad"
    name = "plain-table"
    meaning = "table of cells and HP, 35 lines of plain Python"
    role = Role.FLOOR

    def missing(self) -> str | None:
        """Say None: Python is always there."""
        return None

    def version(self) -> str:
        """Return the version of Python."""
        return f"Python {sys.version.split()[0]}"

    def answers(self, ask: Ask) -> bool:
        """Return whether HP alone decide."""
        return ask in {("survive",), ("max-hp",)}

    def answer(self, file: Path, ask: Ask) -> Outcome:
        """Fill the table, and read off the plan."""
        started, said = time.perf_counter(), json.loads(file.read_text())
        board, toad = said["board"], said["toad"]
        hp, plan = table(board["width"], board["rows"], toad["hp"], toad["start"], said["rolls"])
        seconds = time.perf_counter() - started
        if plan is None:
            return Outcome(Status.INFEASIBLE, *NO_PLAN, seconds)
        return Outcome(Status.OPTIMAL, (hp,) * (ask == ("max-hp",)), tuple(plan), seconds)
