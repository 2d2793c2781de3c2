"""Toadstone itself: by default, and its methods by their names."""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from benchmarks.games.river_toad.crossing import asked
from benchmarks.tool import NO_PLAN, Ask, Outcome, Role, Status, Tool


class Toadstone(Tool):
    """`toadstone solve` as a user runs it, one thread."""

    name = "toadstone"
    meaning = "Toadstone: the model, or the table where that takes long"
    role = Role.SUBJECT
    accepted = frozenset({0, 10, 20})

    def missing(self) -> str | None:
        """Toadstone is always there."""
        return None

    def version(self) -> str:
        """Return the version of Toadstone and of the solver in it."""
        return f"{version('toadstone')} with OR-tools {version('ortools')}"

    def command(self, file: Path, ask: Ask) -> list[str]:
        """Return the command line of the installed program."""
        program = [sys.executable, "-m", "toadstone_cli", "solve"]
        return [*program, str(file), "--ask", ",".join(ask), "--json"]

    def read(self, output: str) -> Outcome:
        """Read the JSON object of `solve`."""
        said = json.loads(output)
        seconds, status, plan = said["seconds"]["total"], Status(said["status"]), said["plan"]
        if plan is None:
            return Outcome(status, *NO_PLAN, seconds)
        values = said["values"]
        figures = asked(tuple(said["ask"]), hp=values["hp"], moves=values["moves"])
        return Outcome(status, figures, tuple(map(_step, plan)), seconds)


def _step(move: str) -> int:
    """Return how many cells to the right a move goes."""
    side, _, cells = move.partition("-")
    return {"stay": 0, "left": -1, "right": 1}[side] * int(cells or 0)


class ToadstoneMethod(Toadstone):
    """`toadstone solve --method`, or with another option."""

    role = Role.PEER

    def __init__(self, name: str, meaning: str, *options: str) -> None:
        self.name = name
        self.meaning = f"Toadstone, {meaning}"
        self.options = options or ("--method", name)

    def missing(self) -> str | None:
        """Say so where this Toadstone has no searches."""
        here = find_spec("toadstone.engines.search") is not None
        return None if here else "this version of Toadstone has no `--method`"

    def version(self) -> str:
        """Return the version of Toadstone and of Python."""
        return f"{version('toadstone')} on Python {sys.version.split()[0]}"

    def command(self, file: Path, ask: Ask) -> list[str]:
        """Return the command line with the options."""
        return [*super().command(file, ask), *self.options]
