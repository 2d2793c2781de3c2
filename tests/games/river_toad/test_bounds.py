"""The bounds on River Toad's model hold for every plan, and do not matter to an answer."""

import itertools
import random
from functools import cache
from itertools import product

import pytest

from exhaustive import in_groups, some_of
from random_scenarios import unusual_scenario
from toad import (
    asked_values,
    asking,
    best_figures,
    living_lines,
    river_toad,
    solve,
    solve_front,
    undominated_ends,
)
from toadstone.core.budget import UNLIMITED
from toadstone.engines import HORIZON
from toadstone.games.river_toad import GAME, bounds
from toadstone.games.river_toad.bounds import BoundedHorizon
from toadstone.games.river_toad.rules import RiverToadRules


@pytest.mark.parametrize(
    ("names", "more", "supported"),
    [
        (("survive",), {}, True),
        (("min-moves", "max-hp"), {"require": {"max_moves": 1, "min_final_hp": 2}}, True),
        (("max-flies",), {}, False),
        (("longest",), {}, False),
        (("min-start-hp", "max-hp"), {}, False),
        (("max-hp",), {"overdraft": "clamped"}, False),
        (("max-hp",), {"require": {"min_flies": 1}}, False),
    ],
)
def test_bounds_are_stated_only_where_they_hold_and_only_if_wanted(names, more, supported):
    scenario, ask = river_toad([0], **more), asking(*names)
    for bounded in [True, False]:
        horizon = GAME.get(HORIZON)(scenario, ask, bounded=bounded, budget=UNLIMITED)
        assert isinstance(horizon, BoundedHorizon) == (bounded and supported)


ASKS = [("survive",), ("max-hp",), ("min-moves",), ("min-moves", "max-hp"), ("max-hp", "min-moves")]


@in_groups("seed, bounded", product(range(25), [True, False]), few=25)
def test_agrees_with_layered_search_with_bounds_and_without(seed, bounded):
    scenario, ask = unusual_scenario(seed), asking(*ASKS[seed % len(ASKS)])
    expected = asked_values(best_figures(scenario, ask, undominated_ends), ask)
    assert asked_values(solve(scenario, ask, bounded=bounded).values, ask) == expected


@pytest.mark.parametrize("room", [1, bounds.ROOM])
@pytest.mark.parametrize("names", [("min-moves", "max-hp"), ("max-hp", "min-moves")])
@pytest.mark.parametrize("seed", some_of(range(40), 3))
def test_each_point_of_a_front_is_hinted(seed, names, room, monkeypatch):
    monkeypatch.setattr(bounds, "ROOM", room)
    scenario, ask = unusual_scenario(seed), asking(*names)
    rules, answer = RiverToadRules(scenario), solve_front(scenario, ask)
    ends = {
        (state.moves, state.hp)
        for state in undominated_ends(rules)
        if state.turn == scenario.turns and rules.final_violation(state) is None
    }
    expected = {e for e in ends if not any(o[0] <= e[0] and o[1] >= e[1] and o != e for o in ends)}
    assert {(each.figures["moves"], each.figures["hp"]) for each in answer.front} == expected


FEW_MOVES = asking("min-moves", "max-hp")


@cache
def scarce_crossing(seed, turns=25):
    """Return a crossing with the least HP that win, or one or two more, and its best figures."""
    rng = random.Random(seed)
    rolls = [rng.choice([rng.randrange(32) & rng.randrange(32), 32, 33]) for _ in range(turns)]
    least = next(
        hp
        for hp in itertools.count(1)
        if best_figures(river_toad(rolls, hp=hp), asking("survive"), undominated_ends)
    )
    scenario = river_toad(rolls, hp=least + seed % 3)
    return scenario, best_figures(scenario, FEW_MOVES, undominated_ends)


@pytest.mark.parametrize("room", [1, bounds.ROOM])
@pytest.mark.parametrize("seed", some_of(range(20), 2))
def test_bounds_take_no_plan_away_where_hp_are_scarce(seed, room, monkeypatch):
    monkeypatch.setattr(bounds, "ROOM", room)
    scenario, best = scarce_crossing(seed)
    found = solve(scenario, FEW_MOVES).values
    assert asked_values(found, FEW_MOVES) == asked_values(best, FEW_MOVES)


def test_bounds_are_exact_where_hp_and_costs_are_large():
    scenario = river_toad(
        [4, 32, 27, 33, 14],
        hp=10**9,
        flies={"gain": 10**6},
        actions={"stay": 10**6, "left-1": 7, "right-1": 0},
    )
    ask = asking("min-moves", "max-hp")
    expected = asked_values(best_figures(scenario, ask, undominated_ends), ask)
    assert asked_values(solve(scenario, ask).values, ask) == expected


@pytest.mark.parametrize("required", [None, 1, 4])
def test_the_hp_that_no_plan_can_use_up_are_just_enough_where_every_action_is_the_dearest(required):
    scenario = river_toad([0] * 3, actions={"stay": 2}, require={"min_final_hp": required})
    wins = [
        bool(best_figures(scenario.with_start_hp(hp), asking("survive"), living_lines))
        for hp in range(1, scenario.enough_start_hp + 1)
    ]
    assert wins == [False] * (len(wins) - 1) + [True]
