"""River Toad for other solvers: one model each for MiniZinc, clingo and planners."""

from __future__ import annotations

from toadstone.games.river_toad.exporting import asp, minizinc, pddl
from toadstone.services.export.parts import Format

FORMATS = {
    "minizinc": Format(minizinc.write, minizinc.read),
    "asp": Format(asp.write, asp.read),
    "pddl": Format(pddl.write, pddl.read),
}
