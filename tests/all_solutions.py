"""Every solution of a small model, as the horizon reads it."""

from __future__ import annotations

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import LinearExpr
from ortools.sat.python.cp_model_helper import FlatIntExpr

from toadstone.core.solution import Solution


class _Readings(cp_model.CpSolverSolutionCallback):
    """Reads each solution, and stops the search when there are too many."""

    def __init__(self, h, most):
        super().__init__()
        self.h, self.most, self.found, self.error = h, most, [], None

    def on_solution_callback(self):
        try:
            self.found.append(self.h.read(self.value))
        except Exception as error:  # it is raised again outside the solver
            self.error = error
        if self.error or len(self.found) > self.most:
            self.stop_search()


def solutions(h, most):
    """Return what all solutions read as, sorted; one more than `most` at the most."""
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.linearization_level = 0
    solver.parameters.symmetry_level = 0
    readings = _Readings(h, most)
    status = solver.solve(h.model, readings)
    if readings.error:
        raise readings.error
    assert status in {cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE}
    return sorted(readings.found, key=repr)


def are_solutions(h, expected):
    """Say whether the solutions of a model are these, each of them once."""
    return solutions(h, len(expected)) == sorted(expected, key=repr)


def games(rules, plies, played=()):
    """Yield each game of two that ends within so many plies, by its outcome, as a solution."""
    state = played[-1][1] if played else rules.start()
    outcome = rules.outcome(state)
    if outcome is not None:
        yield outcome, as_solution(rules, played, {"plies": len(played)})
    elif len(played) < plies:
        for move in rules.legal_moves(state):
            yield from games(rules, plies, (*played, (move, rules.play(state, move))))


def as_solution(rules, played, figures):
    """Return a line of play, its moves with the states after them, as a solution of the model."""
    moves, states = zip(*played, strict=True) if played else ((), ())
    return Solution(rules.scenario, moves, tuple(map(rules.observe, states)), figures)


def value_in(values):
    """Return the function that evaluates an expression, where variables have these values.

    A variable that has no value here is 0; values are given by the index of the variable.
    """

    def value_of(expression):
        flat = FlatIntExpr(LinearExpr.sum([expression]))
        terms = zip(flat.vars, flat.coeffs, strict=True)
        return int(flat.offset) + sum(k * values.get(v.index, 0) for v, k in terms)

    return value_of


def domains(h):
    """Return the name and the domain of each variable."""
    return [(each.name, tuple(each.domain)) for each in h.model.proto.variables]
