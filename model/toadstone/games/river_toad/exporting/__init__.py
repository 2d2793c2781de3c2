"""River Toad for other solvers: one model each for MiniZinc, clingo and planners."""

from __future__ import annotations

from toadstone.exporting.format import Format
from toadstone.games.river_toad.exporting.asp import AspFormat
from toadstone.games.river_toad.exporting.minizinc import MiniZincFormat
from toadstone.games.river_toad.exporting.pddl import PddlFormat
from toadstone.games.river_toad.exporting.pddl_numeric import NumericPddlFormat

FORMATS: tuple[Format, ...] = (
    MiniZincFormat("minizinc", "a model for MiniZinc and its solvers"),
    AspFormat("asp", "an answer-set program for clingo"),
    PddlFormat("pddl", "a classical planning task with action costs, for Fast Downward"),
    NumericPddlFormat("pddl-numeric", "a planning task with numbers, for ENHSP"),
)
