"""Every rule of the model alone: what it allows, and that its absence is noticed."""

import pytest

from one_unit import answers_rightly, cell_number, leave_out, possible
from toad import asking, river_toad
from toadstone.engines.cp_sat.horizon import SearchStrategy
from toadstone.games.river_toad import model
from toadstone.games.river_toad.bounds import Bounds
from toadstone.games.river_toad.model import RiverToadHorizon
from toadstone.games.river_toad.scenario import Action


class LedBy:
    """No bounds and no order, only another strategy."""

    def __init__(self, strategy):
        self.strategy = strategy

    def constrain(self, h):
        """Add nothing."""

    def order(self, h, question):
        """Leave the order open."""


def under(*units, ask=(), strategy=SearchStrategy.LINEAR_RELAXATION, **scenario):
    """Return a model of these units alone."""
    return RiverToadHorizon(
        river_toad(**scenario), asking(*ask), units=units, guidance=LedBy(strategy)
    )


def chosen(h, turn, cell, move):
    """Return the Boolean for taking a move from a cell in a turn."""
    return next(
        arc.chosen for arc in h.arcs[turn] if arc.source == cell and arc.action == Action.read(move)
    )


def taken(h, turn, move):
    """Return how often a move is taken in a turn, from whatever cell."""
    return sum(arc.chosen for arc in h.arcs[turn] if arc.action == Action.read(move))


def only(h, turn, cell, move):
    """Say that this is what the toad does in a turn, and nothing else."""
    wanted = chosen(h, turn, cell, move)
    return [arc.chosen == (arc.chosen is wanted) for arc in h.arcs[turn]]


def in_cell(h, turn, cell):
    return [here == (c == cell) for c, here in h.at[turn].items()]


def test_start_puts_the_toad_in_his_cell_with_his_hp():
    h = under(model.start, rolls=[0], width=3, hp=7, start=1)
    assert possible(h, cell_number(h, 0)) == [1]
    assert possible(h, h.hp[0]) == [7]


def test_start_leaves_the_hp_open_where_the_question_does():
    h = under(model.start, rolls=[0], width=1, hp=7, actions={"stay": 2}, ask=["min-start-hp"])
    assert possible(h, h.hp[0]) == [1, 2, 3]


def test_movement_leads_from_cell_to_cell_inside_the_river():
    h = under(model.movement, rolls=[0], width=4, start=1)
    from_1 = [h.at[0][1] == 1, h.at[0][2] + h.at[0][3] + h.at[0][4] == 0]
    assert possible(h, cell_number(h, 1), *from_1) == [1, 2, 3]


def test_movement_takes_the_toad_nowhere_only_where_he_may_die():
    for name, cells in [("survive", [1]), ("longest", [0, 1])]:
        h = under(model.movement, rolls=[0], width=1, ask=[name])
        assert possible(h, cell_number(h, 1), h.at[0][1] == 1) == cells


def test_movement_takes_the_action_that_leads_there():
    h = under(model.movement, rolls=[0], width=4, start=1)
    from_1_to_3 = [*in_cell(h, 0, 1), *in_cell(h, 1, 3)]
    assert possible(h, taken(h, 1, "right-2"), *from_1_to_3) == [1]
    assert possible(h, taken(h, 1, "stay"), *from_1_to_3) == [0]


@pytest.mark.parametrize("strategy", [SearchStrategy.LINEAR_RELAXATION, SearchStrategy.AS_STATED])
def test_counting_counts_what_is_not_stay(strategy):
    h = under(model.counting, rolls=[0, 0], ask=["min-moves"], strategy=strategy)
    both = [*only(h, 1, 3, "left-1"), *only(h, 2, 2, "stay")]
    assert possible(h, h.moves[-1], *both) == [1]


@pytest.mark.parametrize("strategy", [SearchStrategy.LINEAR_RELAXATION, SearchStrategy.AS_STATED])
def test_cost_is_that_of_the_chosen_action(strategy):
    h = under(model.cost, rolls=[0], width=3, strategy=strategy)
    assert possible(h, h.hp[0] - h.paid[1], *only(h, 1, 1, "right-2")) == [3]
    assert possible(h, h.hp[0] - h.paid[1], *only(h, 1, 1, "stay")) == [0]


@pytest.mark.parametrize(
    ("ruling", "left"), [("forbidden", {3: [], 2: [0]}), ("clamped", {3: [0], 2: [0]})]
)
def test_overdraft_forbids_or_clamps_what_is_dearer_than_the_hp_at_hand(ruling, left):
    h = under(model.overdraft, rolls=[0], hp=2, overdraft=ruling)
    for spent, expected in left.items():
        assert possible(h, h.left[1], h.paid[1] == 2 - spent) == expected


def test_snakes_catch_the_toad_in_the_cells_of_the_mask_when_they_arrive():
    h = under(model.snakes, rolls=[0b101, 0, 0], rows=3, width=3)
    in_cell = {cell: [h.at[3][c] == (c == cell) for c in h.cells] for cell in h.cells}
    assert [possible(h, h.caught[3], *in_cell[cell]) for cell in h.cells] == [[1], [0], [1]]
    assert possible(h, h.caught[2]) == [0]


@pytest.mark.parametrize(("roll", "fed"), [(8, [1, 0, 0]), (9, [0, 0, 1]), (7, [0, 0, 0])])
def test_flies_feed_the_toad_beside_their_bank(roll, fed):
    h = under(model.flies, rolls=[roll, 0], width=3, hp=1)
    for cell in h.cells:
        here = [h.at[2][c] == (c == cell) for c in h.cells]
        assert possible(h, h.fed[2], *here) == [fed[cell - 1]]
        assert possible(h, h.hp[2] - h.left[2], *here) == [5 * fed[cell - 1]]


def test_survival_needs_hp_and_no_snake():
    h = under(model.survival, rolls=[0], width=1, hp=2, flies={"gain": 0})
    assert possible(h, h.hp[1]) == [1, 2]
    assert possible(h, h.caught[1]) == [0]


def test_max_moves_counts_what_is_not_stay():
    h = under(model.max_moves, rolls=[0, 0], width=2, start=1, require={"max_moves": 1})
    assert possible(h, h.moves[-1]) == [0, 1]


def test_min_final_hp_bounds_the_last_hp():
    h = under(model.min_final_hp, rolls=[0], hp=3, flies={"gain": 0}, require={"min_final_hp": 2})
    assert possible(h, h.hp[1]) == [2, 3]


def test_min_flies_bounds_the_flies_eaten():
    h = under(model.min_flies, rolls=[0, 0], require={"min_flies": 1})
    assert possible(h, sum(h.fed[1:])) == [1, 2]


def test_forbid_leaves_out_the_actions():
    h = under(model.forbid, rolls=[0], width=2, start=1, require={"forbid": ("left-1", "stay")})
    assert [possible(h, taken(h, 1, name)) for name in ("left-1", "stay")] == [[0], [0]]
    assert possible(h, taken(h, 1, "right-1")) == [0, 1]


def test_visit_leaves_the_cells_of_that_turn():
    require = {"visit": ({"turn": 2, "cells": (1, 3)},)}
    h = under(model.visit, rolls=[0, 0], width=3, require=require)
    assert [possible(h, h.at[2][cell]) for cell in h.cells] == [[0, 1], [0], [0, 1]]
    assert possible(h, h.at[1][2]) == [0, 1]


def test_avoid_takes_the_cells_away_in_one_turn_or_in_all():
    require = {"avoid": ({"cells": (1, 1)}, {"turn": 2, "cells": (3,)})}
    h = under(model.avoid, rolls=[0, 0], width=3, require=require)
    assert [possible(h, h.at[1][cell]) for cell in h.cells] == [[0], [0, 1], [0, 1]]
    assert [possible(h, h.at[2][cell]) for cell in h.cells] == [[0], [0, 1], [0]]
    assert possible(h, h.at[0][1]) == [0, 1]


NOTICED_BY = {
    "start": ("max-hp", {"rolls": [33, 0], "hp": 4}),
    "movement": ("survive", {"rolls": [31, 0]}),
    "counting": ("min-moves", {"rolls": [4, 0]}),
    "cost": ("max-hp", {"rolls": [4, 0], "hp": 4}),
    "overdraft": ("max-hp", {"rolls": [4, 0], "hp": 4}),
    "snakes": ("min-moves", {"rolls": [4, 0]}),
    "flies": ("max-flies", {"rolls": [0, 0]}),
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


@pytest.mark.parametrize("bounded", [True, False], ids=["clauses lead", "linear lead"])
@pytest.mark.parametrize("unit", model.UNITS, ids=lambda unit: unit.__name__)
def test_a_model_without_one_of_its_units_is_found_out(unit, bounded, monkeypatch):
    name, parameters = NOTICED_BY[unit.__name__]
    scenario, ask = river_toad(**parameters), asking(name)
    monkeypatch.setattr(Bounds, "constrain", lambda self, h: None)
    assert answers_rightly(scenario, ask, bounded=bounded)
    leave_out(unit, model, monkeypatch)
    assert not answers_rightly(scenario, ask, bounded=bounded)
