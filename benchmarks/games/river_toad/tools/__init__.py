"""The tools that River Toad is tried on, in the order of the tables."""

from __future__ import annotations

from benchmarks.games.river_toad.tools.clingo import Clingo
from benchmarks.games.river_toad.tools.fast_downward import FastDownward
from benchmarks.games.river_toad.tools.highs import Highs
from benchmarks.games.river_toad.tools.minizinc import MiniZinc
from benchmarks.games.river_toad.tools.toadstone import Toadstone, ToadstoneMethod
from benchmarks.tool import Role, Tool

TOOLS: tuple[Tool, ...] = (
    Toadstone(),
    ToadstoneMethod("layered", "exact layered dynamic programme", Role.FLOOR),
    MiniZinc("gecode", "Gecode", "org.gecode.gecode", free_search=False),
    MiniZinc("chuffed", "Chuffed", "org.chuffed.chuffed", free_search=True),
    MiniZinc("minizinc-cp-sat", "CP-SAT", "cp-sat", "com.google.ortools.sat", free_search=True),
    Clingo(),
    Highs(),
    FastDownward(),
    ToadstoneMethod("uniform-cost", "uniform-cost search"),
    ToadstoneMethod("a-star", "A*"),
    ToadstoneMethod("breadth-first", "breadth-first search"),
    ToadstoneMethod("backtracking", "depth-first backtracking"),
    ToadstoneMethod("greedy", "greedy search"),
)
