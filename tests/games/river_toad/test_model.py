"""The model of River Toad: its solutions, each rule alone, and that its absence is noticed."""

from itertools import product

import pytest

from all_solutions import are_solutions, as_solution, value_in
from exhaustive import in_groups
from one_unit import answers_rightly, leave_out, possible
from random_scenarios import crossing
from toad import asking, living_games, river_toad
from toadstone.games.river_toad import model
from toadstone.games.river_toad.model import RiverToadHorizon
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.scenario import Action


def under(*units, ask=(), **scenario):
    """Return a model of these units alone."""
    return RiverToadHorizon(river_toad(**scenario), asking(*ask), units=units)


# --- the whole model ----------------------------------------------------------------------------


def as_simulated(scenario, ask):
    """Return all plans that the simulator accepts, as solutions of the model."""
    rules = RiverToadRules(scenario)
    return [
        as_solution(rules, played, rules.figures(last))
        for played in living_games(rules)
        for last in [played[-1][1] if played else rules.start()]
        if (len(played) == scenario.turns or ask == "longest")
        and rules.final_violation(last) is None
    ]


@in_groups("seed, ask", product(range(30), ["survive", "min-moves", "longest"]))
def test_each_plan_that_the_simulator_accepts_is_one_solution_and_nothing_else_is(seed, ask):
    scenario = crossing(seed, turns=(1, 3), widths=(1, 2, 3, 3))
    h = RiverToadHorizon(scenario, asking(ask))
    assert are_solutions(h, as_simulated(scenario, ask))


@in_groups("seed", range(20))
def test_each_plan_is_a_solution_with_each_starting_hp_where_that_is_asked_for(seed):
    scenario = crossing(seed, turns=(1, 3), widths=(1, 2, 3, 3))
    h = RiverToadHorizon(scenario, asking("min-start-hp"))
    expected = [
        plan
        for hp in range(1, scenario.enough_start_hp + 1)
        for plan in as_simulated(scenario.with_start_hp(hp), "survive")
    ]
    assert are_solutions(h, expected)


def test_a_cell_that_no_action_enters_is_left_in_the_first_turn_or_never():
    scenario = river_toad([0, 0], width=3, start=1, actions={"right-1": 1})
    h = RiverToadHorizon(scenario, asking("survive"))
    assert are_solutions(h, as_simulated(scenario, "survive"))


# --- what comes down ----------------------------------------------------------------------------


def test_figures_have_domains_and_moves_are_counted_where_they_matter():
    h = under(rolls=[4, 5, 0], width=2, start=2)
    assert h.domains == {"flies": (0, 2), "turns": (0, 3)}
    assert h.position[0][1].name == "position[0,1]"
    assert h.moves_after == []
    assert len(under(rolls=[0], require={"max_moves": 0}).moves_after) == 2


def test_a_toad_in_no_cell_is_read_as_in_cell_0():
    h = under(rolls=[0], width=1)
    (observed,) = h.read(value_in({h.arcs[1][0][1].index: 1})).observations
    assert observed == {"cell": 0, "hp": 0, "caught": 0, "fed": 0}


def test_the_most_hp_are_those_of_the_start_and_of_all_flies():
    more = {"rolls": [8, 9, 8, 9, 1], "width": 3, "rows": 3, "hp": 7, "flies": {"gain": 4}}
    h = under(**more)
    assert h.most_flies == 3
    assert h.most_hp == 7 + 3 * 4
    h = under(ask=["min-start-hp"], actions={"stay": 2}, **more)
    assert h.most_hp == (2 * 5 + 1) + 3 * 4


@pytest.mark.parametrize("width", [1, 3])
def test_a_roll_is_a_mask_of_snakes_or_one_of_two_flies(width):
    for roll in range(2**width + 2):
        h = under(rolls=[roll, 0], width=width)
        assert h.snake_cells[1] == []
        assert h.fly_cell[1] is None
        snakes, fly = [], None
        if roll < 2**width:
            snakes = [n for n, bit in enumerate(f"{roll:0{width}b}", 1) if bit == "1"]
        else:
            fly = 1 if roll == 2**width else width
        assert h.snake_cells[2] == snakes
        assert h.fly_cell[2] == fly


# --- a unit alone, where the whole model does not tell --------------------------------------------


def chosen(h, turn, cell, move):
    """Return the Boolean for taking a move from a cell in a turn."""
    action = Action.read(move)
    return next(c for way, c in h.arcs[turn] if way.source == cell and way.action == action)


def taken(h, turn, move):
    """Return how often a move is taken in a turn, from whatever cell."""
    return sum(chosen for way, chosen in h.arcs[turn] if way.action == Action.read(move))


def only(h, turn, cell, move):
    """Say that this is what the toad does in a turn, and nothing else."""
    wanted = chosen(h, turn, cell, move)
    return [chosen == (chosen is wanted) for _, chosen in h.arcs[turn]]


def test_forbid_leaves_out_the_actions():
    h = under(model.forbid, rolls=[0], width=2, start=1, require={"forbid": ("left-1", "stay")})
    assert [possible(h, taken(h, 1, name)) for name in ("left-1", "stay")] == [[0], [0]]
    assert possible(h, taken(h, 1, "right-1")) == [0, 1]


def test_flies_that_must_be_eaten_may_be_eaten_in_any_turn():
    flies = (model.flies, model.min_flies)
    h = under(*flies, rolls=[2, 2, 0], width=1, require={"min_flies": 1})
    assert possible(h, h.fed[2], h.fed[3] == 0) == [1]
    assert possible(h, h.fed[3], h.fed[2] == 0) == [1]


def test_the_least_hp_at_the_end_are_needed_in_no_other_turn():
    h = under(model.min_final_hp, rolls=[0, 0, 0], hp=3, require={"min_final_hp": 2})
    assert possible(h, h.hp[3]) == [2, 3]
    assert [possible(h, h.hp[turn]) for turn in (0, 1, 2)] == [[0, 1, 2, 3]] * 3


def test_the_most_moves_are_those_of_the_whole_plan():
    h = under(model.max_moves, rolls=[0, 0, 0], require={"max_moves": 2})
    assert possible(h, h.moves_total) == [0, 1, 2]


def test_a_starting_hp_that_is_asked_for_is_at_least_1():
    h = under(model.start, ask=["min-start-hp"], rolls=[0], actions={"stay": 2})
    assert possible(h, h.hp[0]) == [1, 2, 3]
    assert possible(h, h.hp[1]) == [0, 1, 2, 3]


@pytest.mark.parametrize(("ruling", "left"), [("forbidden", []), ("clamped", [0])])
def test_who_pays_more_than_he_has_is_left_with_nothing_if_that_is_allowed(ruling, left):
    h = under(model.cost, model.overdraft, rolls=[0], width=3, hp=2, overdraft=ruling)
    dearest, free = only(h, 1, 1, "right-2"), only(h, 1, 1, "stay")
    assert possible(h, h.hp_after_action[1], h.hp[0] == 1, *dearest) == left
    assert possible(h, h.hp_after_action[1], h.hp[0] == 2, *free) == [2]


NOTICED_BY = {
    "start": ("max-hp", {"rolls": [33, 0], "hp": 4}),
    "movement": ("survive", {"rolls": [31, 0]}),
    "counting": ("min-moves", {"rolls": [4, 0]}),
    "cost": ("max-hp", {"rolls": [4, 0], "hp": 4}),
    "overdraft": ("max-hp", {"rolls": [4, 0], "hp": 4}),
    "snakes": ("min-moves", {"rolls": [4, 0]}),
    "flies": ("max-flies", {"rolls": [32, 0]}),
    "survival": ("survive", {"rolls": [31, 0]}),
    "max_moves": ("survive", {"rolls": [4, 0], "require": {"max_moves": 0}}),
    "min_final_hp": ("survive", {"rolls": [4, 0], "hp": 4, "require": {"min_final_hp": 4}}),
    "min_flies": ("survive", {"rolls": [0, 0], "require": {"min_flies": 1}}),
    "forbid": ("max-hp", {"rolls": [4, 0], "require": {"forbid": ("left-1", "right-1")}}),
    "visit": ("min-moves", {"rolls": [0], "require": {"visit": ({"turn": 1, "cells": (1,)},)}}),
    "avoid": ("min-moves", {"rolls": [0], "require": {"avoid": ({"cells": (3,)},)}}),
}


def test_every_unit_of_the_model_has_a_scenario_that_would_notice_its_absence():
    assert list(NOTICED_BY) == [unit.__name__ for unit in model.UNITS]


@pytest.mark.parametrize("unit", model.UNITS, ids=lambda unit: unit.__name__)
def test_a_model_without_one_of_its_units_is_found_out(unit, monkeypatch):
    name, parameters = NOTICED_BY[unit.__name__]
    scenario, ask = river_toad(**parameters), asking(name)
    assert answers_rightly(scenario, ask, bounded=False)
    leave_out(unit, model, monkeypatch)
    assert not answers_rightly(scenario, ask, bounded=False)
