"""A unit of a River Toad model: what it allows alone, and whether its absence is found out."""

from __future__ import annotations

from ortools.sat.python import cp_model

from toad import asked_values, best_figures, living_lines, solve
from toadstone.core.errors import DisagreementError


def possible(h, expression, *given):
    """Return the values from -1 to 9 that an expression can have when what is given holds."""
    return [value for value in range(-1, 10) if satisfiable(h, expression == value, *given)]


def satisfiable(h, *constraints):
    """Say whether the model has a solution in which these hold as well."""
    model = h.model.clone()
    for constraint in constraints:
        model.add(constraint)
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    assert status in {cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE}
    return status != cp_model.INFEASIBLE


def answers_rightly(scenario, ask, *, bounded=True):
    """Say whether the model gives the figures that looking at every line of play gives.

    What the simulator does not confirm is no right answer either.
    """
    try:
        values = solve(scenario, ask, bounded=bounded).values
    except DisagreementError:
        return False
    truth = best_figures(scenario, ask, living_lines)
    return asked_values(values, ask) == asked_values(truth, ask)


def leave_out(unit, module, monkeypatch):
    """Take one of its units out of a module's model."""
    others = tuple(each for each in module.UNITS if each is not unit)
    assert len(others) == len(module.UNITS) - 1
    monkeypatch.setattr(module, "UNITS", others)
