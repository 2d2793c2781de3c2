"""The horizon with fewer variables: its own rules alone, and its bounds, which must not matter."""

import random

import pytest
from ortools.sat.python import cp_model

from toad import asked_values, asking, best_figures, living_lines, river_toad, undominated_ends
from toadstone.errors import DisagreementError
from toadstone.games.river_toad import GAME, lean_horizon
from toadstone.games.river_toad.lean_horizon import LeanHorizon, fits
from toadstone.games.river_toad.questions import MIN_MOVES
from toadstone.games.river_toad.scenario import Action
from toadstone.request import Request
from toadstone.solving import solve


def under(*units, ask=(), **scenario):
    """Return a model of these units alone, without bounds."""
    return LeanHorizon(river_toad(**scenario), ask, bounded=False, units=units)


def possible(h, expression, *given):
    """Return the values from -1 to 9 that an expression can have when what is given holds."""
    return [value for value in range(-1, 10) if _satisfiable(h, expression == value, *given)]


def _satisfiable(h, *constraints):
    model = h.model.clone()
    for constraint in constraints:
        model.add(constraint)
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False
    status = solver.solve(model)
    assert status in {cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE}
    return status != cp_model.INFEASIBLE


def taken(h, turn, move):
    return h.acts[turn][Action.read(move)]


def in_cell(h, turn, cell):
    return [here == (c == cell) for c, here in h.at[turn].items()]


def cell_number(h, turn):
    return sum(cell * here for cell, here in h.at[turn].items())


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
    truth = asked_values(best_figures(scenario, ask, living_lines), ask)
    monkeypatch.setitem(LeanHorizon.__init__.__kwdefaults__, "bounded", False)
    assert asked_values(solve(Request(GAME, scenario, ask)).values, ask) == truth

    others = tuple(each for each in lean_horizon.UNITS if each is not unit)
    monkeypatch.setattr(lean_horizon, "UNITS", others)
    try:
        crippled = asked_values(solve(Request(GAME, scenario, ask)).values, ask)
    except DisagreementError:
        return
    assert crippled != truth


def unusual_scenario(seed):
    """Return a scenario of up to 12 turns with any width, actions, and requirements."""
    rng = random.Random(seed)
    width, turns = rng.randint(1, 9), rng.randint(1, 12)
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
    monkeypatch.setitem(LeanHorizon.__init__.__kwdefaults__, "bounded", bounded)
    expected = asked_values(best_figures(scenario, ask, undominated_ends), ask)
    assert asked_values(solve(Request(GAME, scenario, ask)).values, ask) == expected
