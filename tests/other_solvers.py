"""Other solvers, each in a process of its own, as a user runs them; None where one is missing."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import pytest

_HIGHS = """
import sys, highspy
solver = highspy.Highs()
solver.setOptionValue("output_flag", False)
solver.setOptionValue("mip_rel_gap", 0.0)
solver.setOptionValue("mip_abs_gap", 0.0)
solver.readModel(sys.argv[1])
solver.run()
solver.writeSolution(sys.argv[2], 0)
"""

_CP_SAT = """
import sys
from ortools.sat.python import cp_model
model, solver = cp_model.CpModel(), cp_model.CpSolver()
assert model.proto.parse_text_format(open(sys.argv[1]).read())
solver.parameters.num_workers = 1
solver.solve(model)
open(sys.argv[2], "w").write(str(solver.response_proto))
"""


def needs(*packages: str, command: str | None = None) -> None:
    """Skip the test where a package or a command is not installed."""
    for package in packages:
        if find_spec(package) is None:
            pytest.skip(f"needs {package}")
    if command is not None and which(command) is None:
        pytest.skip(f"needs {command}")


def run(*command: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False
    )


def run_highs(model: Path, solution: Path) -> None:
    """HiGHS solves a model to the optimum, without any gap, and writes its solution file."""
    needs("highspy")
    done = run(sys.executable, "-c", _HIGHS, model, solution)
    assert solution.exists(), done.stderr


def run_cbc(model: Path, solution: Path) -> None:
    """CBC solves a model to the optimum, and writes its solution file."""
    needs(command="cbc")
    done = run("cbc", model, "ratioGap", "0", "solve", "solution", solution)
    assert solution.exists(), done.stdout


def run_cp_sat(model: Path, solution: Path) -> None:
    """CP-SAT solves a model, and its response is written as text."""
    done = run(sys.executable, "-c", _CP_SAT, model, solution)
    assert solution.exists(), done.stderr


def run_minizinc(model: Path, solution: Path) -> None:
    """Gecode under MiniZinc solves a model; what it prints is kept."""
    needs(command="minizinc")
    done = run("minizinc", "--solver", "gecode", model)
    assert "-----" in done.stdout or "=====" in done.stdout, done.stderr
    solution.write_text(done.stdout)


def run_clingo(program: Path, solution: Path) -> None:
    """Clingo solves a program, by cores as docs/export.md advises; what it prints is kept."""
    needs("clingo")
    options = ["--configuration=crafty", "--opt-strategy=usc"]
    done = run(sys.executable, "-m", "clingo", program, *options)
    assert "SATISFIABLE" in done.stdout or "OPTIMUM" in done.stdout, done.stderr
    assert "info:" not in done.stderr, done.stderr
    solution.write_text(done.stdout)


def run_fast_downward(folder: Path, plan: Path) -> None:
    """Fast Downward finds a cheapest plan, or proves that there is none."""
    needs("up_fast_downward")
    package = find_spec("up_fast_downward")
    assert package is not None
    assert package.origin is not None
    planner = Path(package.origin).parent / "downward" / "fast-downward.py"
    task = [folder / "domain.pddl", folder / "problem.pddl"]
    files = ["--sas-file", folder / "output.sas", "--plan-file", plan]
    done = run(sys.executable, planner, *files, *task, "--search", "astar(blind())")
    assert done.returncode in {0, 10, 11, 12}, done.stdout + done.stderr
    if done.returncode:
        plan.write_text("; no solution\n")
