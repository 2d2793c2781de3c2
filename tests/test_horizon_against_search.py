"""The model finds what looking at every plan finds: no more, no less."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exhaustive import some_of, tried
from toad import (
    asked_values,
    asking,
    best_figures,
    living_lines,
    river_toad,
    solve,
    undominated_ends,
)
from toadstone.core.answer import Status

ASKS = [
    ("survive",),
    ("max-hp",),
    ("min-moves",),
    ("max-flies",),
    ("longest",),
    ("min-start-hp",),
    ("min-moves", "max-hp"),
    ("max-hp", "min-moves"),
    ("longest", "max-flies", "min-moves"),
    ("min-start-hp", "max-hp"),
    ("survive", "longest", "max-hp"),
]


def model_values(scenario, ask):
    answer = solve(scenario, ask)
    assert answer.status in {Status.OPTIMAL, Status.INFEASIBLE}
    return asked_values(answer.values, ask)


def random_requirements(rng, turns):
    """Return no requirement in half of the cases, else one or two."""
    choices = {
        "max_moves": rng.randint(0, turns),
        "min_final_hp": rng.randint(0, 8),
        "min_flies": rng.randint(0, 2),
        "forbid": tuple(rng.sample(["stay", "left-1", "left-2", "right-1", "right-2"], 2)),
        "visit": ({"turn": rng.randint(1, turns), "cells": (rng.randint(1, 3), 4)},),
        "avoid": ({"cells": (rng.randint(1, 5),)}, {"turn": turns, "cells": (3,)}),
    }
    kept = rng.sample(sorted(choices), rng.choice([0, 0, 1, 2]))
    return {name: choices[name] for name in kept}


def short_scenario(seed, overdraft):
    """Return a dense scenario of up to 6 turns, with HP so low that it matters."""
    rng = random.Random(seed)
    turns = rng.randint(1, 6)
    rolls = [rng.choice([rng.randint(1, 30), rng.randint(1, 30), 32, 33]) for _ in range(turns)]
    return river_toad(
        rolls,
        rows=rng.choice([2, 2, 2, 3]),
        hp=rng.randint(1, 4),
        start=rng.randint(1, 5),
        flies={"gain": rng.choice([5, 2])},
        overdraft=overdraft,
        require=random_requirements(rng, turns),
    )


@pytest.mark.parametrize("overdraft", ["forbidden", "clamped"])
@pytest.mark.parametrize("seed", some_of(range(20), 6))
def test_agrees_with_brute_force_over_all_plans_up_to_six_turns(seed, overdraft):
    scenario = short_scenario(seed, overdraft)
    for names in ASKS:
        ask = asking(*names)
        expected = asked_values(best_figures(scenario, ask, living_lines), ask)
        assert model_values(scenario, ask) == expected, names


def test_the_short_scenarios_are_both_winnable_and_unwinnable():
    for overdraft in ["forbidden", "clamped"]:
        winnable = [
            best_figures(short_scenario(seed, overdraft), asking("survive"), living_lines)
            is not None
            for seed in range(20)
        ]
        assert 4 <= sum(winnable) <= 16


@st.composite
def long_scenarios(draw):
    turns = draw(st.integers(7, 60))
    width = draw(st.sampled_from([5, 5, 3, 4, 7]))
    quiet, fly = st.just(0), st.sampled_from([2**width, 2**width + 1])
    snakes = st.integers(1, 2**width - 2)
    rolls = draw(st.lists(st.one_of(quiet, fly, snakes), min_size=turns, max_size=turns))
    return river_toad(
        rolls,
        rows=draw(st.integers(2, 5)),
        width=width,
        start=draw(st.integers(1, width)),
        hp=draw(st.integers(1, 12)),
        overdraft=draw(st.sampled_from(["forbidden", "clamped"])),
        require=draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "max_moves": st.integers(0, turns),
                    "min_flies": st.integers(0, 3),
                    "min_final_hp": st.integers(0, 9),
                },
            )
        ),
    )


@tried(long_scenarios(), st.sampled_from(ASKS), few=8, many=40)
def test_agrees_with_layered_search_up_to_sixty_turns(scenario, names):
    ask = asking(*names)
    expected = asked_values(best_figures(scenario, ask, undominated_ends), ask)
    assert model_values(scenario, ask) == expected


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["forbidden", "clamped"]), st.sampled_from(ASKS))
def test_layered_search_agrees_with_brute_force(seed, overdraft, names):
    scenario, ask = short_scenario(seed, overdraft), asking(*names)
    assert asked_values(best_figures(scenario, ask, undominated_ends), ask) == asked_values(
        best_figures(scenario, ask, living_lines), ask
    )
