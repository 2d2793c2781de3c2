"""River Toad for other solvers: one model each for MiniZinc, clingo and planners."""

from __future__ import annotations

from toadstone.games.river_toad.exporting.asp import AspFormat
from toadstone.games.river_toad.exporting.minizinc import MiniZincFormat
from toadstone.games.river_toad.exporting.pddl import NumericPddlFormat, PddlFormat
from toadstone.services.export.format import Format

FORMATS: tuple[Format, ...] = (
    MiniZincFormat("minizinc"),
    AspFormat("asp"),
    PddlFormat("pddl"),
    NumericPddlFormat("pddl-numeric"),
)
