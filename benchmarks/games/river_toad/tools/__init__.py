"""The tools that River Toad is tried on, in the order of the tables."""

from __future__ import annotations

from benchmarks.games.river_toad.tools.clingo import Clingo
from benchmarks.games.river_toad.tools.fast_downward import FastDownward
from benchmarks.games.river_toad.tools.floor import PlainTable
from benchmarks.games.river_toad.tools.highs import Highs
from benchmarks.games.river_toad.tools.minizinc import NPM, MiniZinc
from benchmarks.games.river_toad.tools.toadstone import Toadstone, ToadstoneMethod
from benchmarks.tool import Tool

TOOLS: tuple[Tool, ...] = (
    Toadstone(),
    PlainTable(),
    ToadstoneMethod("layered", "table of cells and HP"),
    ToadstoneMethod(
        "layered-once", "the same, derived once", "--method", "layered", "--confirm", "never"
    ),
    ToadstoneMethod("cp-sat", "the model"),
    ToadstoneMethod("no-bounds", "the model without the table's bounds", "--no-bounds"),
    MiniZinc("gecode", "Gecode", "org.gecode.gecode", free_search=False),
    MiniZinc("chuffed", "Chuffed", "org.chuffed.chuffed", free_search=True),
    MiniZinc(
        "chuffed-npm",
        "Chuffed in WebAssembly",
        "org.minizinc.chuffed",
        free_search=True,
        program=NPM,
    ),
    MiniZinc("minizinc-cp-sat", "CP-SAT", "cp-sat", "com.google.ortools.sat", free_search=True),
    Clingo(),
    Highs("highs", "HiGHS, flow as a MIP"),
    Highs("highs-pruned", "HiGHS, the arcs that the table's bounds leave", pruned=True),
    FastDownward(),
    ToadstoneMethod("a-star", "A*, plain Python"),
    ToadstoneMethod("breadth-first", "breadth-first search, plain Python"),
)
