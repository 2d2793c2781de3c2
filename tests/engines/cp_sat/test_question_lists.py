"""Questions answered one after the other on one model, on a model of two numbers."""

import pytest
from ortools.sat.python.cp_model import CpModel

from toad import asking, river_toad
from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.question import Question, Sense
from toadstone.core.solution import Solution
from toadstone.engines.answer import Status
from toadstone.engines.cp_sat import solver
from toadstone.engines.cp_sat.engine import CP_SAT, find_best, solve_in_order
from toadstone.engines.cp_sat.horizon import Horizon
from toadstone.engines.cp_sat.solver import run
from toadstone.engines.instance import Instance
from toadstone.games.river_toad import GAME

ANY = Question("any", Sense.SATISFY, None, "any two numbers")
MOST_A, MOST_B = (Question(f"most-{x}", Sense.MAXIMISE, x, f"a large {x}") for x in "ab")
LEAST_B = Question("least-b", Sense.MINIMISE, "b", "a small b")


class Numbers(Horizon):
    """Two numbers from 0 to 6 whose sum is from `least` to 10."""

    guide = "a"

    def __init__(self, least=3):
        self.model = CpModel()
        a, b = self.numbers = [self.model.new_int_var(0, 6, name) for name in "ab"]
        self.model.add_linear_constraint(a + b, least, 10)
        self.figures = {"a": a, "b": b, "twice a, less b": 2 * a - b + 1}

    def read(self, value_of):
        found = {name: value_of(figure) for name, figure in self.figures.items()}
        return Solution(None, (), (), found)


class Runs(Budget):
    """A budget that is over after so many questions."""

    def __init__(self, most):
        super().__init__()
        self.left = most

    def over(self):
        return self.left == 0


@pytest.fixture
def counted(monkeypatch):
    """Have each run of the solver count as a question of its budget."""

    def counting(model, budget, *options, **told):
        budget.left -= 1
        return run(model, Budget(), *options, **told)

    monkeypatch.setattr(solver, "run", counting)


def figures(solved):
    [solution] = solved.solutions
    return solution.figures["a"], solution.figures["b"]


@pytest.mark.parametrize(
    ("ask", "found", "bounds"),
    [
        ((MOST_A, MOST_B), (6, 4), (6, 4)),
        ((MOST_B, MOST_A), (4, 6), (6, 4)),
        ((MOST_A, LEAST_B), (6, 0), (6, 0)),
        ((LEAST_B, MOST_A), (6, 0), (0, 6)),
        ((ANY, MOST_A, MOST_B), (6, 4), (None, 6, 4)),
        ((MOST_A, ANY, MOST_B), (6, 4), (6, None, 4)),
    ],
    ids=lambda value: ",".join(map(str, value)),
)
def test_each_question_is_answered_among_the_best_for_those_before(ask, found, bounds):
    solved = solve_in_order(Numbers(), ask, Budget())
    assert (solved.status, figures(solved), solved.bounds) == (Status.OPTIMAL, found, bounds)


def test_numbers_that_cannot_be_are_infeasible():
    solved = solve_in_order(Numbers(least=13), (MOST_A, MOST_B), Budget())
    assert (solved.status, solved.solutions) == (Status.INFEASIBLE, ())
    assert solved.bounds == (None, None)


def test_what_was_answered_before_the_limit_is_kept(counted):
    solved = solve_in_order(Numbers(), (MOST_A, MOST_B), Runs(most=1))
    assert (solved.status, solved.bounds) == (Status.FEASIBLE, (6, None))
    assert figures(solved)[0] == 6


def test_a_limit_before_the_first_answer_is_unknown(counted):
    solved = solve_in_order(Numbers(), (MOST_A, MOST_B), Runs(most=0))
    assert (solved.status, solved.solutions) == (Status.UNKNOWN, ())
    assert solved.bounds == (None, None)


def test_a_solver_that_excludes_what_it_found_is_a_disagreement():
    class Forgetful(Numbers):
        def set_objective(self, question):
            super().set_objective(question)
            self.model.add(self.figures["b"] == (1 if question is MOST_A else 2))

    with pytest.raises(DisagreementError) as error:
        solve_in_order(Forgetful(), (MOST_A, MOST_B), Budget())
    assert str(error.value) == "most-b: the solver excludes the plan it found before"


class Growing(Numbers):
    """Numbers that have a solution after some more turns, or never."""

    def __init__(self, *rest, stopped_by=None):
        least, *self.rest = rest
        super().__init__(least)
        self.stopped_by = stopped_by

    def longer(self):
        if self.stopped_by:
            self.stopped_by.interrupted = True
            self.stopped_by.check()
        return Growing(*self.rest) if self.rest else None


@pytest.mark.parametrize(
    ("least", "status"),
    [
        ((3, 13), Status.OPTIMAL),
        ((13, 14, 3), Status.OPTIMAL),
        ((13, 14, 15), Status.INFEASIBLE),
    ],
)
def test_more_turns_are_tried_until_there_is_a_solution_or_no_more_of_them(least, status):
    solved = find_best(Growing(*least), (MOST_A,), Budget())
    assert solved.status is status
    assert bool(solved.solutions) is (status is Status.OPTIMAL)


def test_a_limit_before_more_turns_are_tried_is_unknown_and_not_infeasible():
    budget = Budget()
    solved = find_best(Growing(13, 3, stopped_by=budget), (MOST_A,), budget)
    assert (solved.status, solved.solutions) == (Status.UNKNOWN, ())


@pytest.mark.parametrize(
    ("least", "preferred", "broken"),
    [
        (3, {}, False),
        (3, {"a": 6, "b": 0}, True),
        (3, {"a": 6, "b": 0, "twice a, less b": 13}, True),
        (3, {"a": 6, "b": 1}, False),
        (13, {"a": 6}, False),
    ],
)
def test_ties_are_broken_by_the_plan_that_is_preferred(least, preferred, broken):
    horizon = Numbers(least)
    horizon.preferred = preferred
    assert find_best(horizon, (MOST_A, LEAST_B), Budget()).ties_broken is broken


def test_the_time_to_build_the_model_does_not_count_what_was_before():
    class Late(Budget):
        def elapsed(self):
            return 1000 + super().elapsed()

    found = CP_SAT.solve(Instance(GAME, river_toad([4, 0]), asking("max-hp")), Late())
    assert 0 <= found.build < 1000


def test_a_figure_with_a_domain_has_its_bounds():
    horizon = Numbers()
    horizon.domains = {"twice a, less b": (0, 9)}
    horizon.model.maximize(horizon.bounded_figure("twice a, less b"))
    most = run(horizon.model, Budget())
    assert most.bound == most.value_of(horizon.figures["twice a, less b"]) == 9
    assert horizon.bounded_figure("a") is horizon.figures["a"]
