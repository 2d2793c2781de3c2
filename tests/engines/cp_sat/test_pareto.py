"""Fronts: every best compromise, and nothing that another plan beats."""

import pytest
from hypothesis import strategies as st

from exhaustive import tried
from random_scenarios import long_scenarios, short_scenario
from tests.engines.test_solving import long_scenario
from toad import asking, costs, living_lines, river_toad, solve_front, undominated_ends
from toadstone.core.budget import Budget, Limits, Listener
from toadstone.core.errors import DisagreementError
from toadstone.engines.answer import Status
from toadstone.files.source import Source
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.scenario import must_win
from toadstone.loading import read_scenario

PAIRS = [
    ("min-moves", "max-hp"),
    ("max-hp", "min-moves"),
    ("max-flies", "min-moves"),
    ("longest", "max-hp"),
]
TRIPLES = [("max-hp", "min-moves", "max-flies"), ("min-moves", "max-hp", "longest")]
ASKS = st.sampled_from(PAIRS + TRIPLES)

SCENARIO = """\
game: river-toad
board: {rows: 4}
toad: {hp: 9}
rolls: [32, 32, 16, 7, 11, 33, 6, 32, 4, 15, 15, 1, 33, 3]
ask: {pareto: [min-moves, max-hp]}
"""


def front_by_search(scenario, ask, ends):
    """Return the front, by looking at every end of a line of play."""
    rules = RiverToadRules(scenario)
    points = {
        costs(rules.figures(state), ask)
        for state in ends(rules)
        if (state.turn == scenario.turns or not must_win(ask))
        and rules.final_violation(state) is None
    }

    def beaten(point):
        return any(
            other != point and all(a <= b for a, b in zip(other, point, strict=True))
            for other in points
        )

    return sorted(point for point in points if not beaten(point))


def front_of(answer):
    return [costs(line.figures, answer.ask) for line in answer.front]


@tried(st.integers(0, 10_000), st.sampled_from(["forbidden", "clamped"]), ASKS, few=15, many=60)
def test_agrees_with_brute_force_over_all_plans(seed, overdraft, names):
    scenario, ask = short_scenario(seed, overdraft), asking(*names)
    answer = solve_front(scenario, ask)
    expected = front_by_search(scenario, ask, living_lines)
    assert front_of(answer) == expected
    assert answer.status is (Status.OPTIMAL if expected else Status.INFEASIBLE)
    assert (answer.plan is None) == (not expected)


@tried(
    long_scenarios().filter(lambda scenario: scenario.turns <= 25),
    st.sampled_from([*PAIRS[:3], TRIPLES[0]]),
    few=2,
    many=12,
)
def test_agrees_with_layered_search_on_longer_files(scenario, names):
    ask = asking(*names)
    assert front_of(solve_front(scenario, ask)) == front_by_search(scenario, ask, undominated_ends)


def test_a_front_that_is_stopped_has_only_points_of_the_front_and_is_not_whole():
    scenario, ask = long_scenario(40), asking("min-moves", "max-hp")
    whole = solve_front(scenario, ask)
    assert (whole.status, len(whole.front) > 3) == (Status.OPTIMAL, True)
    budget = Budget(listener=Listener(tell=lambda words: words[-1] == "2" and budget.stop()))
    part = solve_front(scenario, ask, budget)
    assert (part.status, front_of(part)) == (Status.FEASIBLE, front_of(whole)[:2])
    nothing = solve_front(scenario, ask, Budget(Limits(seconds=1e-6)))
    assert (nothing.status, nothing.front, nothing.plan) == (Status.UNKNOWN, (), None)


def test_a_point_that_the_simulator_refuses_is_a_defect(monkeypatch):
    monkeypatch.setattr(RiverToadRules, "final_violation", lambda self, state: "no")
    scenario = read_scenario(Source("a.yaml", SCENARIO, None))
    with pytest.raises(DisagreementError):
        solve_front(scenario, scenario.asked())


def test_a_front_of_one_point_and_a_front_of_no_moves():
    answer = solve_front(river_toad([0, 0]), asking("longest", "min-moves"))
    assert front_of(answer) == [(-2, 0)]
