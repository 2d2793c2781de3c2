"""The horizon with fewer variables: its own rules alone, and its bounds, which must not matter."""

import itertools
import random

import pytest

from one_unit import answers_rightly, cell_number, leave_out, possible
from toad import asked_values, asking, best_figures, river_toad, undominated_ends
from toadstone.engines.cp_sat.lexicographic import solve
from toadstone.engines.instance import Request
from toadstone.games.river_toad import GAME, lean_horizon, relaxation
from toadstone.games.river_toad.lean_horizon import LeanHorizon, fits
from toadstone.games.river_toad.questions import MIN_MOVES, SURVIVE
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.scenario import Action


def under(*units, ask=(), **scenario):
    """Return a model of these units alone, without bounds."""
    return LeanHorizon(river_toad(**scenario), ask, bounded=False, units=units)


def taken(h, turn, move):
    return h.acts[turn][Action.read(move)]


def in_cell(h, turn, cell):
    return [here == (c == cell) for c, here in h.at[turn].items()]


def test_movement_leads_from_cell_to_cell_inside_the_river():
    h = under(lean_horizon.movement, rolls=[0], width=4, start=1)
    assert possible(h, cell_number(h, 1), *in_cell(h, 0, 1)) == [1, 2, 3]


def test_movement_takes_the_action_that_leads_there():
    h = under(lean_horizon.movement, rolls=[0], width=4, start=1)
    there = [*in_cell(h, 0, 1), *in_cell(h, 1, 3)]
    assert possible(h, taken(h, 1, "right-2"), *there) == [1]
    assert possible(h, taken(h, 1, "stay"), *there) == [0]


def test_payment_takes_the_cost_from_the_hp_at_hand_and_no_more_than_that():
    h = under(lean_horizon.payment, rolls=[0], hp=4)
    jump = taken(h, 1, "left-2") == 1
    assert [possible(h, h.left[1], h.hp[0] == hp, jump) for hp in (2, 3, 4)] == [[], [0], [1]]


def test_counting_counts_what_is_not_stay():
    h = under(lean_horizon.counting, ask=(MIN_MOVES,), rolls=[0, 0])
    both = [taken(h, 1, "left-1") == 1, taken(h, 2, "stay") == 1]
    assert possible(h, h.moves(), *both) == [1]


def test_forbid_leaves_out_the_actions():
    h = under(lean_horizon.forbid, rolls=[0], require={"forbid": ("left-1",)})
    assert possible(h, taken(h, 1, "left-1")) == [0]
    assert possible(h, taken(h, 1, "stay")) == [0, 1]


@pytest.mark.parametrize(
    ("names", "more"),
    [
        (("max-flies",), {}),
        (("longest",), {}),
        (("min-start-hp", "max-hp"), {}),
        (("max-hp",), {"overdraft": "clamped"}),
        (("max-hp",), {"require": {"min_flies": 1}}),
    ],
)
def test_it_is_not_used_for_what_it_does_not_state(names, more):
    scenario, ask = river_toad([0], **more), asking(*names)
    assert not fits(scenario, ask)
    assert not isinstance(GAME.horizon(scenario, ask, lambda: None), LeanHorizon)
    with pytest.raises(ValueError, match="does not state"):
        LeanHorizon(scenario, ask)


@pytest.mark.parametrize(
    ("turns", "name", "more", "lean"),
    [
        (lean_horizon.SHORT, "max-hp", {}, False),
        (lean_horizon.SHORT + 1, "max-hp", {}, True),
        (1, "min-moves", {}, True),
        (1, "survive", {"require": {"max_moves": 1}}, True),
    ],
)
def test_it_is_used_where_moves_count_or_turns_are_many(turns, name, more, lean):
    horizon = GAME.horizon(river_toad([0] * turns, **more), asking(name), lambda: None)
    assert isinstance(horizon, LeanHorizon) == lean


NOTICED_BY = {
    "start": ("max-hp", {"rolls": [0], "hp": 4}),
    "movement": ("survive", {"rolls": [31, 0]}),
    "payment": ("max-hp", {"rolls": [4, 0], "hp": 4}),
    "counting": ("min-moves", {"rolls": [4, 0]}),
    "snakes": ("min-moves", {"rolls": [4, 0]}),
    "flies": ("max-hp", {"rolls": [0, 0], "hp": 4}),
    "survival": ("survive", {"rolls": [31, 0]}),
    "max_moves": ("survive", {"rolls": [4, 0], "require": {"max_moves": 0}}),
    "min_final_hp": ("survive", {"rolls": [4, 0], "hp": 4, "require": {"min_final_hp": 4}}),
    "forbid": ("max-hp", {"rolls": [4, 0], "require": {"forbid": ("left-1", "right-1")}}),
    "visit": ("min-moves", {"rolls": [0], "require": {"visit": ({"turn": 1, "cells": (1,)},)}}),
    "avoid": ("min-moves", {"rolls": [0], "require": {"avoid": ({"cells": (3,)},)}}),
}


def test_every_unit_has_a_scenario_that_would_notice_its_absence():
    assert list(NOTICED_BY) == [unit.__name__ for unit in lean_horizon.UNITS]


@pytest.mark.parametrize("unit", lean_horizon.UNITS, ids=lambda unit: unit.__name__)
def test_a_model_without_one_of_its_units_is_found_out(unit, monkeypatch):
    name, parameters = NOTICED_BY[unit.__name__]
    scenario, ask = river_toad(**parameters), asking(name)
    monkeypatch.setattr(lean_horizon, "SHORT", 0)
    assert answers_rightly(scenario, ask, bounded=False)
    leave_out(unit, lean_horizon, monkeypatch)
    assert not answers_rightly(scenario, ask, bounded=False)


def unusual_scenario(seed, longest=12):
    """Return a scenario of some turns with any width, actions, and requirements."""
    rng = random.Random(seed)
    width, turns = rng.randint(1, 9), rng.randint(1, longest)
    names = ["stay", *(f"{side}-{n}" for side in ("left", "right") for n in (1, 2, 3))]
    actions = {name: rng.choice([0, 0, 1, 2, 3]) for name in rng.sample(names, rng.randint(2, 7))}
    snakes = [rng.randrange(2**width) & rng.randrange(2**width) for _ in range(turns)]
    rolls = [rng.choice([0, roll, roll, 2**width, 2**width + 1]) for roll in snakes]
    requirements = {
        "max_moves": rng.randint(0, turns),
        "min_final_hp": rng.randint(0, 8),
        "forbid": (rng.choice(list(actions)),),
        "visit": ({"turn": rng.randint(1, turns), "cells": (rng.randint(1, width), 1)},),
        "avoid": ({"turn": rng.randint(1, turns), "cells": (rng.randint(1, width),)},),
    }
    kept = rng.sample(sorted(requirements), rng.choice([0, 0, 1, 2]))
    return river_toad(
        rolls,
        rows=rng.randint(2, 4),
        width=width,
        start=rng.randint(1, width),
        hp=rng.randint(1, 8),
        flies={"gain": rng.choice([5, 2, 0, 7])},
        actions=actions,
        require={name: requirements[name] for name in kept},
    )


ASKS = [("survive",), ("max-hp",), ("min-moves",), ("min-moves", "max-hp"), ("max-hp", "min-moves")]


@pytest.mark.parametrize("bounded", [True, False], ids=["with bounds", "without bounds"])
@pytest.mark.parametrize("seed", range(40))
def test_agrees_with_layered_search_with_bounds_and_without(seed, bounded, monkeypatch):
    scenario, ask = unusual_scenario(seed), asking(*ASKS[seed % len(ASKS)])
    monkeypatch.setattr(lean_horizon, "SHORT", 0)
    request = Request(GAME, scenario, ask, bounded=bounded)
    expected = asked_values(best_figures(scenario, ask, undominated_ends), ask)
    assert asked_values(solve(request).values, ask) == expected


def plans(rules, states):
    """Yield the states of every plan that goes on from these, to its end."""
    if states[-1].turn == rules.scenario.turns:
        if rules.final_breach(states[-1]) is None:
            yield states
        return
    for action in rules.legal_moves(states[-1]):
        after = rules.play(states[-1], action)
        if not after.dead and rules.breach(action, after) is None:
            yield from plans(rules, [*states, after])


def values_in(h, states):
    """Return what a plan makes of the variables that bounds speak of, by their index."""
    values = {}
    for turn, state in enumerate(states):
        values |= {here.index: int(cell == state.cell) for cell, here in h.at[turn].items()}
        values |= {h.hp[turn].index: state.hp, h.moves_so_far[turn].index: state.moves}
    return values


def holds(constraint, values):
    def true(literal):
        return values[literal] if literal >= 0 else 1 - values[-literal - 1]

    if not all(map(true, constraint.enforcement_literal)):
        return True
    if constraint.has_bool_and():
        return all(map(true, constraint.bool_and.literals))
    terms = zip(constraint.linear.vars, constraint.linear.coeffs, strict=True)
    least, most = constraint.linear.domain
    return least <= sum(factor * values[variable] for variable, factor in terms) <= most


@pytest.mark.parametrize("counted", [1, relaxation.COUNTED])
@pytest.mark.parametrize("seed", range(30))
def test_every_plan_keeps_within_all_bounds(seed, counted, monkeypatch):
    monkeypatch.setattr(relaxation, "COUNTED", counted)
    rules = RiverToadRules(unusual_scenario(seed, longest=5))
    h = LeanHorizon(rules.scenario, (MIN_MOVES,), units=[])
    bounds = h.model.proto.constraints
    assert len(bounds) > len(h.turns)
    for states in plans(rules, [rules.start()]):
        values = values_in(h, states)
        assert all(holds(bound, values) for bound in bounds)


def scarce_crossing(seed, turns=40):
    """Return a crossing between snakes and flies with the least HP that win, or one or two more."""
    rng = random.Random(seed)
    rolls = [rng.choice([rng.randrange(32) & rng.randrange(32), 32, 33]) for _ in range(turns)]
    least = next(
        hp
        for hp in itertools.count(1)
        if best_figures(river_toad(rolls, hp=hp), (SURVIVE,), undominated_ends)
    )
    return river_toad(rolls, hp=least + seed % 3)


@pytest.mark.parametrize("counted", [1, 4, relaxation.COUNTED])
@pytest.mark.parametrize("seed", range(20))
def test_bounds_take_no_plan_away_where_hp_are_scarce(seed, counted, monkeypatch):
    monkeypatch.setattr(relaxation, "COUNTED", counted)
    scenario, ask = scarce_crossing(seed), asking("min-moves", "max-hp")
    expected = asked_values(best_figures(scenario, ask, undominated_ends), ask)
    assert asked_values(solve(Request(GAME, scenario, ask)).values, ask) == expected


def test_bounds_are_exact_where_64_bits_are_too_few():
    scenario = river_toad(
        [4, 32, 27, 33, 14],
        hp=10**9,
        flies={"gain": 10**6},
        actions={"stay": 10**6, "left-1": 7, "right-1": 0},
    )
    ask = asking("min-moves", "max-hp")
    expected = asked_values(best_figures(scenario, ask, undominated_ends), ask)
    assert asked_values(solve(Request(GAME, scenario, ask)).values, ask) == expected


@pytest.mark.parametrize(("required", "can_move"), [(3, [0, 1]), (4, [0])])
def test_bounds_know_the_hp_that_are_required_at_the_end(required, can_move):
    scenario = river_toad([0], hp=4, require={"min_final_hp": required})
    h = LeanHorizon(scenario, (MIN_MOVES,), units=[])
    assert possible(h, h.at[1][scenario.start_cell + 1]) == can_move


def test_the_search_looks_first_at_what_the_moves_that_are_allowed_lead_to():
    scenario = river_toad(
        [0, 33, 0], hp=3, actions={"stay": 0, "right-1": 1}, require={"max_moves": 0}
    )
    assert LeanHorizon(scenario, asking("max-hp")).way == [3, 3, 3, 3]


def test_the_search_looks_first_where_the_bounds_leave_most_room():
    scenario = river_toad([0, 33, 0], hp=3, actions={"stay": 0, "right-1": 1})
    assert LeanHorizon(scenario, asking("max-hp")).way == [3, 4, 5, 5]
