"""The model finds what looking at every plan finds: no more, no less."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exhaustive import some_of
from random_scenarios import ASKS, short_scenario
from toad import asked_values, asking, best_figures, living_lines, solve, undominated_ends
from toadstone.engines.answer import Status


def model_values(scenario, ask):
    answer = solve(scenario, ask)
    assert answer.status in {Status.OPTIMAL, Status.INFEASIBLE}
    return asked_values(answer.values, ask)


@pytest.mark.parametrize("overdraft", ["forbidden", "clamped"])
@pytest.mark.parametrize("seed", some_of(range(20), 1))
def test_agrees_with_brute_force_over_all_plans_up_to_six_turns(seed, overdraft):
    scenario = short_scenario(seed, overdraft)
    for names in ASKS:
        ask = asking(*names)
        expected = asked_values(best_figures(scenario, ask, living_lines), ask)
        assert model_values(scenario, ask) == expected, names


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["forbidden", "clamped"]), st.sampled_from(ASKS))
def test_layered_search_agrees_with_brute_force(seed, overdraft, names):
    scenario, ask = short_scenario(seed, overdraft), asking(*names)
    assert asked_values(best_figures(scenario, ask, undominated_ends), ask) == asked_values(
        best_figures(scenario, ask, living_lines), ask
    )
