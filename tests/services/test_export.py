"""A model that is exported reaches, in CP-SAT alone, the best that Toadstone finds."""

import pytest
from ortools.sat.python import cp_model

import toadstone
from command_line import run
from toadstone_cli.streams import ExitStatus

LAST_STEP = {"game": "ugly-duck", "board": "...\nS.s\n...", "ask": "shortest"}
"""Green, to move, comes home at once."""

CASES = [
    ("jump-of-two", "max-hp", "hp"),
    ("jump-of-two", "min-moves", "moves"),
    ("jump-of-two", "min-start-hp", "start_hp"),
    ("starvation", "max-hp", None),
    ("first-across", "min-moves", "moves"),
    ("gap-at-the-end", "min-moves", None),
    ("over-before-it-begins", "longest", "plies"),
    (LAST_STEP, "shortest", "plies"),
]
"""An example or a scenario, a question, and its figure; None where nothing can be done."""


def solved(text):
    """Solve an exported model as docs/export.md does; return its best, or None."""
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    assert model.proto.parse_text_format(text)
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    assert status == cp_model.OPTIMAL
    return round(solver.objective_value)


@pytest.mark.parametrize(("example", "ask", "figure"), CASES)
def test_cp_sat_alone_finds_the_same_best(example, ask, figure):
    best = toadstone.solve(example, ask=ask).values
    found = solved(toadstone.export(example, ask=ask))
    assert found == (None if figure is None else best[figure])


def test_the_command_prints_what_python_returns():
    assert run("export", "jump-of-two").stdout == toadstone.export("jump-of-two")


def test_at_the_end_of_time_nothing_is_written():
    long = ["--hp", 9, "--rows", 2, "--time-limit", "0.01"]
    result = run("export", "-", *long, input="0 " * 3000)
    assert (result.exit_code, result.stdout) == (ExitStatus.UNDECIDED, "")
    assert "nothing was written: the time limit was reached" in result.stderr
