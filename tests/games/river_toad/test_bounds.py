"""The bounds on River Toad's model: they are sound, sharp, and must not matter to an answer."""

import itertools
import random
from collections import Counter
from functools import cache

import pytest

from exhaustive import some_of
from one_unit import possible
from random_scenarios import unusual_scenario
from toad import (
    asked_values,
    asking,
    best_figures,
    living_lines,
    river_toad,
    solve,
    undominated_ends,
)
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import LimitReachedError
from toadstone.engines.cp_sat.lexicographic import horizon_of
from toadstone.engines.instance import Instance
from toadstone.games.river_toad import GAME, bounds_on_moves
from toadstone.games.river_toad.bounds import Bounds, supports
from toadstone.games.river_toad.bounds_on_hp import CLOSED, River, least_hp, most_hp
from toadstone.games.river_toad.bounds_on_moves import PricedMoves
from toadstone.games.river_toad.model import RiverToadHorizon
from toadstone.games.river_toad.rules import RiverToadRules


def bounds_alone(scenario, *names):
    """Return a model of the bounds for these questions, without a rule."""
    ask = asking(*names)
    return RiverToadHorizon(scenario, ask, units=[], guidance=Bounds(scenario, ask))


def way(scenario, *names):
    """Return the cells where the search looks first."""
    return bounds_alone(scenario, *names).guidance.way


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
    assert supports(scenario, ask) == supported
    for bounded in [True, False]:
        horizon = horizon_of(Instance(GAME, scenario, ask, bounded=bounded), UNLIMITED)
        assert isinstance(horizon.guidance, Bounds) == (bounded and supported)


def river_of(scenario, budget=UNLIMITED):
    """Return the relaxed game of a scenario's model."""
    return River.of(RiverToadHorizon(scenario, units=[], budget=budget))


ASKS = [("survive",), ("max-hp",), ("min-moves",), ("min-moves", "max-hp"), ("max-hp", "min-moves")]


@pytest.mark.parametrize("bounded", [True, False], ids=["with bounds", "without bounds"])
@pytest.mark.parametrize("seed", range(40))
def test_agrees_with_layered_search_with_bounds_and_without(seed, bounded):
    scenario, ask = unusual_scenario(seed), asking(*ASKS[seed % len(ASKS)])
    expected = asked_values(best_figures(scenario, ask, undominated_ends), ask)
    assert asked_values(solve(scenario, ask, bounded=bounded).values, ask) == expected


def plans(rules, states):
    """Yield the states of every plan that goes on from these, to its end."""
    if states[-1].turn == rules.scenario.turns:
        if rules.final_violation(states[-1]) is None:
            yield states
        return
    for action in rules.legal_moves(states[-1]):
        after = rules.play(states[-1], action)
        if not after.dead and rules.violation(action, after) is None:
            yield from plans(rules, [*states, after])


def values_in(h, states):
    """Return what a plan makes of the variables that bounds speak of, by their index."""
    values = {}
    for turn, state in enumerate(states):
        values |= {here.index: int(cell == state.cell) for cell, here in h.at[turn].items()}
        values |= {h.hp[turn].index: state.hp, h.moves[turn].index: state.moves}
    return values


def holds(constraint, values):
    def true(literal):
        return values[literal] if literal >= 0 else 1 - values[-literal - 1]

    if not all(map(true, constraint.enforcement_literal)):
        return True
    if constraint.has_exactly_one():
        return sum(map(true, constraint.exactly_one.literals)) == 1
    if constraint.has_bool_and():
        return all(map(true, constraint.bool_and.literals))
    terms = zip(constraint.linear.vars, constraint.linear.coeffs, strict=True)
    least, most = constraint.linear.domain
    return least <= sum(factor * values[variable] for variable, factor in terms) <= most


@pytest.mark.parametrize("counted", [1, bounds_on_moves.COUNTED])
@pytest.mark.parametrize("seed", range(30))
def test_every_plan_keeps_within_all_bounds(seed, counted, monkeypatch):
    monkeypatch.setattr(bounds_on_moves, "COUNTED", counted)
    rules = RiverToadRules(unusual_scenario(seed, longest=5))
    h = bounds_alone(rules.scenario, "min-moves")
    stated = h.model.proto.constraints
    assert len(stated) > 3 * len(h.turns)
    for states in plans(rules, [rules.start()]):
        values = values_in(h, states)
        assert all(holds(bound, values) for bound in stated)


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


@pytest.mark.parametrize("counted", [1, 4, bounds_on_moves.COUNTED])
@pytest.mark.parametrize("seed", some_of(range(20), 7))
def test_bounds_take_no_plan_away_where_hp_are_scarce(seed, counted, monkeypatch):
    monkeypatch.setattr(bounds_on_moves, "COUNTED", counted)
    scenario, best = scarce_crossing(seed)
    found = solve(scenario, FEW_MOVES).values
    assert asked_values(found, FEW_MOVES) == asked_values(best, FEW_MOVES)


def test_bounds_are_exact_where_64_bits_are_too_few():
    scenario = river_toad(
        [4, 32, 27, 33, 14],
        hp=10**9,
        flies={"gain": 10**6},
        actions={"stay": 10**6, "left-1": 7, "right-1": 0},
    )
    ask = asking("min-moves", "max-hp")
    expected = asked_values(best_figures(scenario, ask, undominated_ends), ask)
    assert asked_values(solve(scenario, ask).values, ask) == expected


@pytest.mark.parametrize(("required", "can_move"), [(3, [0, 1]), (4, [0])])
def test_bounds_know_the_hp_that_are_required_at_the_end(required, can_move):
    scenario = river_toad([0], hp=4, require={"min_final_hp": required})
    h = bounds_alone(scenario, "min-moves")
    assert possible(h, h.at[1][scenario.start_cell + 1]) == can_move


def test_the_search_looks_first_at_what_the_moves_that_are_allowed_lead_to():
    scenario = river_toad(
        [0, 33, 0], hp=3, actions={"stay": 0, "right-1": 1}, require={"max_moves": 0}
    )
    assert way(scenario, "max-hp") == [3, 3, 3, 3]


def test_the_search_looks_first_where_the_bounds_leave_most_room():
    scenario = river_toad([0, 33, 0], hp=3, actions={"stay": 0, "right-1": 1})
    assert way(scenario, "max-hp") == [3, 4, 5, 5]


def rich(seed):
    """Return an unusual scenario whose toad never runs out of HP, and may move at will."""
    scenario = unusual_scenario(seed, longest=6).with_start_hp(100)
    require = scenario.require.model_copy(update={"max_moves": None})
    return scenario.model_copy(update={"require": require})


@pytest.mark.parametrize("seed", range(40))
def test_the_most_hp_are_exact_where_no_action_is_too_dear(seed):
    scenario = rich(seed)
    found = {}
    for state in living_lines(RiverToadRules(scenario)):
        place = state.turn, state.cell
        found[place] = max(state.hp, found.get(place, 0))
    river = river_of(scenario)
    for turn, cells in enumerate(most_hp(river).tolist()):
        for cell, bound in enumerate(cells, 1):
            assert max(bound, 0) == found.get((turn, cell), 0), (turn, cell)


def boards(rules):
    """Return the board after each turn, as it is whatever the toad does."""
    states = [rules.start()]
    for _ in range(rules.scenario.turns):
        state = rules.flies_move_down(rules.snakes_move_down(states[-1]))
        states.append(rules.entities_spawn(state))
    return states


def goes_on_to_the_end(rules, state):
    return any(
        end.turn == rules.scenario.turns and rules.final_violation(end) is None
        for end in living_lines(rules, state)
    )


@pytest.mark.parametrize("seed", range(40))
def test_the_least_hp_are_exact_where_moves_do_not_count(seed):
    scenario = unusual_scenario(seed, longest=4)
    require = scenario.require.model_copy(update={"max_moves": None})
    scenario = scenario.model_copy(update={"require": require})
    rules = RiverToadRules(scenario)
    enough = scenario.enough_start_hp
    river = river_of(scenario)
    for board, cells in zip(boards(rules), least_hp(river).tolist(), strict=True):
        for cell, bound in enumerate(cells, 1):
            toad = board._replace(cell=cell, caught=False, fed=False)
            wins = [
                hp for hp in range(1, enough + 1) if goes_on_to_the_end(rules, toad._replace(hp=hp))
            ]
            assert wins == list(range(bound, enough + 1)), (board.turn, cell)


def written_out(constraint):
    """Return the literals under which a bound holds, its terms, the least value and the most."""
    terms = zip(constraint.linear.vars, constraint.linear.coeffs, strict=True)
    return list(constraint.enforcement_literal), list(terms), *constraint.linear.domain


def slack(bound, values):
    """Return by how much a plan could be worse; None where the bound does not speak of it."""
    literals, terms, least, most = bound
    for literal in literals:
        if not values[literal]:
            return None
    value = sum([factor * values[variable] for variable, factor in terms])
    return min(value - least, most - value)


@cache
def touched(seed):
    """Return how many bounds speak of plans, and how many touch one, by how many variables."""
    rules = RiverToadRules(rich(seed))
    h = bounds_alone(rules.scenario, "min-moves")
    stated = [written_out(c) for c in h.model.proto.constraints if c.has_linear()]
    found = [values_in(h, states) for states in plans(rules, [rules.start()])]
    spoken, touching = Counter(), Counter()
    for bound in stated:
        gaps = [gap for values in found if (gap := slack(bound, values)) is not None]
        if gaps:
            spoken[len(bound[1])] += 1
            touching[len(bound[1])] += min(gaps) == 0
    return spoken, touching


def touched_in_all(variables):
    spoken, touching = zip(*map(touched, range(60)), strict=True)
    return sum(each[variables] for each in spoken), sum(each[variables] for each in touching)


def test_a_bound_on_moves_made_stronger_by_one_takes_a_plan_away():
    spoken, touching = touched_in_all(variables=2)
    assert touching == spoken > 700


def test_a_bound_on_hp_made_stronger_by_one_takes_a_plan_away():
    spoken, touching = touched_in_all(variables=1)
    assert touching >= spoken - 1 > 1800  # one is about a way that leads nowhere


@pytest.mark.parametrize("required", [None, 1, 4])
def test_the_hp_that_no_plan_can_use_up_are_just_enough_where_every_action_is_the_dearest(required):
    scenario = river_toad([0] * 3, actions={"stay": 2}, require={"min_final_hp": required})
    wins = [
        bool(best_figures(scenario.with_start_hp(hp), asking("survive"), living_lines))
        for hp in range(1, scenario.enough_start_hp + 1)
    ]
    assert wins == [False] * (len(wins) - 1) + [True]


def test_cells_to_avoid_always_are_closed_in_a_turn_with_more_of_them_too():
    avoid = ({"turn": 1, "cells": (2,)}, {"cells": (4,)})
    scenario = river_toad([0], require={"avoid": avoid})
    assert [hp >= 1 for hp in most_hp(river_of(scenario))[1]] == [True, False, True, False, True]


def test_time_that_is_up_ends_the_work_on_every_bound():
    over = Budget()
    river = river_of(river_toad([0, 0]), over)
    most, need = most_hp(river), least_hp(river)
    over.interrupted = True
    works = [most_hp, least_hp, lambda river: PricedMoves(river, most, need)]
    for work in works:
        with pytest.raises(LimitReachedError):
            work(river)


def test_a_fly_does_not_pay_for_the_step_to_it():
    scenario = river_toad([5, 0], width=2, start=1, actions={"right-1": 3})
    assert least_hp(river_of(scenario)).tolist()[1] == [3, CLOSED]
