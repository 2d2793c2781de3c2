"""River Toad's rules, one by one, each in the smallest scenario that shows it."""

import pytest

from toad import river_toad
from toadstone.core.replay import replay
from toadstone.core.rules import IllegalMoveError
from toadstone.core.solution import Conditions
from toadstone.games.river_toad.rules import RiverToadRules, State
from toadstone.games.river_toad.scenario import Action


def played(scenario, *moves):
    """Return the state after the moves."""
    rules = RiverToadRules(scenario)
    state = rules.start()
    for move in moves:
        state = rules.play(state, Action.read(move))
    return state


def outcome(scenario, *moves):
    return RiverToadRules(scenario).outcome(played(scenario, *moves))


def legal(scenario, *moves):
    rules = RiverToadRules(scenario)
    return [str(action) for action in rules.legal_moves(played(scenario, *moves))]


def test_river_and_banks_are_empty_at_the_start_and_the_toad_is_in_the_centre():
    assert str(played(river_toad([31], rows=3))) == "0 10 10 0 0 - ......./......./...T..."


@pytest.mark.parametrize(
    ("move", "cell", "hp"),
    [("left-2", 1, 7), ("left-1", 2, 9), ("stay", 3, 10), ("right-1", 4, 9), ("right-2", 5, 7)],
)
def test_an_action_moves_the_toad_and_costs_hp(move, cell, hp):
    state = played(river_toad([0]), move)
    assert (state.cell, state.hp) == (cell, hp)


@pytest.mark.parametrize(
    ("roll", "top_row"),
    [
        (0, "......."),
        (1, ".....S."),
        (16, ".S....."),
        (21, ".S.S.S."),
        (31, ".SSSSS."),
        (32, "F......"),
        (33, "......F"),
    ],
)
def test_a_roll_spawns_its_row_of_the_table(roll, top_row):
    assert str(played(river_toad([roll], rows=3), "stay")).split()[-1].split("/")[0] == top_row


def test_any_width_spawns_snakes_from_the_mask_and_flies_from_the_two_rolls_after_it():
    scenario = river_toad([0b1000001, 128, 129], rows=5, width=7)
    board = str(played(scenario, "stay", "stay", "stay")).split()[-1].split("/")
    assert board[:3] == ["........F", "F........", ".S.....S."]


def test_entities_move_down_one_row_a_turn_and_disappear_at_the_bottom():
    scenario = river_toad([16, 32, 0, 0], rows=3)
    boards = [str(played(scenario, *["stay"] * turns)).split()[-1].split("/") for turns in range(5)]
    assert [rows[:2] for rows in boards] == [
        [".......", "......."],
        [".S.....", "......."],
        ["F......", ".S....."],
        [".......", "F......"],
        [".......", "......."],
    ]


def test_a_snake_that_comes_down_into_the_toads_cell_catches_him_and_none_beside_it():
    assert outcome(river_toad([4, 0, 0]), "stay", "stay").reason == "caught by a snake"
    assert outcome(river_toad([4, 0, 0]), "stay", "left-1") is None


def test_the_roll_of_a_caught_toads_turn_still_spawns():
    caught = played(river_toad([4, 1, 0]), "stay", "stay")
    assert str(caught) == "2 10 10 0 0 caught .....S./...T..."


def test_flies_still_come_down_in_a_caught_toads_turn():
    state = played(river_toad([32, 4, 0], rows=3), "stay", "stay")
    assert str(state).split()[-1] == "...S.../F....../...T..."
    caught = RiverToadRules(river_toad([32, 4, 0, 0], rows=3))
    line = replay(caught, [Action(0)] * 4)
    assert not any(row.flies for row in line.states[3].rows)


@pytest.mark.parametrize(
    ("roll", "gain", "move", "hp", "flies"),
    [
        (32, 5, "left-2", 10 - 3 + 5, 1),
        (33, 5, "right-2", 10 - 3 + 5, 1),
        (32, 0, "left-2", 10 - 3, 1),
        (32, 5, "left-1", 10 - 1, 0),
        (33, 5, "right-1", 10 - 1, 0),
    ],
)
def test_a_fly_feeds_a_toad_in_the_cell_beside_its_bank_only(roll, gain, move, hp, flies):
    state = played(river_toad([roll, 0], flies={"gain": gain}), "stay", move)
    assert (state.hp, state.flies, state.fed) == (hp, flies, flies == 1)


def test_in_a_river_one_cell_wide_both_banks_are_beside_the_toad():
    assert played(river_toad([2, 3, 0], width=1), "stay", "stay", "stay").flies == 2


def test_a_toad_who_is_caught_with_his_last_hp_spent_was_caught():
    scenario = river_toad([2, 0], hp=1)
    state = played(scenario, "stay", "right-1")
    assert (state.hp, state.caught) == (0, True)
    assert RiverToadRules(scenario).outcome(state).reason == "caught by a snake"


def test_a_fly_in_the_same_turn_saves_a_toad_who_spent_his_last_hp():
    scenario = river_toad([32, 0, 0], hp=1, start=2)
    assert played(scenario, "stay", "left-1").hp == 5
    assert outcome(scenario, "stay", "left-1") is None


def test_a_toad_without_hp_at_the_end_of_a_turn_is_dead():
    assert outcome(river_toad([0, 0], hp=1), "left-1").reason == "out of HP"


def test_overdraft_forbidden_makes_an_action_dearer_than_the_hp_at_hand_illegal_and_no_other():
    assert legal(river_toad([0], hp=2)) == ["left-1", "stay", "right-1"]
    assert legal(river_toad([0], hp=3)) == ["left-2", "left-1", "stay", "right-1", "right-2"]


def test_overdraft_clamped_makes_it_legal_and_leaves_no_hp_before_the_fly():
    scenario = river_toad([32, 0], hp=1, overdraft="clamped")
    assert played(scenario, "stay", "left-2").hp == 5


def test_the_toad_stays_in_the_river():
    assert legal(river_toad([0], start=1)) == ["stay", "right-1", "right-2"]
    assert legal(river_toad([0], start=4)) == ["left-2", "left-1", "stay", "right-1"]


def test_the_game_is_won_when_all_turns_are_over_though_snakes_are_still_coming():
    assert outcome(river_toad([0, 31]), "stay", "stay").winner == "toad"
    assert outcome(river_toad([31]), "stay").reason == "the toad is alive after the last turn"


def test_nothing_is_legal_after_the_end():
    assert legal(river_toad([0]), "stay") == []
    assert legal(river_toad([4, 0, 0]), "stay", "stay") == []
    assert legal(river_toad([0, 0], hp=1), "left-1") == []


def test_a_toad_lives_through_the_turns_before_the_one_in_which_he_dies():
    rules = RiverToadRules(river_toad([4, 0, 0]))
    states = replay(rules, [Action(0)] * 2).states
    assert [rules.figures(state)["turns"] for state in states] == [0, 1, 1]


def test_a_toad_who_can_pay_for_no_action_is_stuck():
    scenario = river_toad([0, 0], hp=2, actions={"stay": 1, "left-1": 2})
    line = replay(RiverToadRules(scenario), [Action(0)])
    assert line.failure.reason == "the plan ends after 1 turn and the game goes on"
    stuck = river_toad([0, 0], hp=3, actions={"stay": 2})
    line = replay(RiverToadRules(stuck), [Action(0)])
    assert line.failure.reason == "the plan ends after 1 turn and no legal move is left"


def test_an_illegal_move_says_why():
    rules = RiverToadRules(river_toad([0], hp=2))
    for move, reason in [
        ("left-2", "left-2 costs 3 HP and the toad has 2"),
        ("left-3", "there is no action left-3 in this scenario"),
    ]:
        with pytest.raises(IllegalMoveError, match=reason):
            rules.play(rules.start(), Action.read(move))


VISIT = {"visit": ({"turn": 1, "cells": (1, 5)},)}
AVOID = {"avoid": ({"turn": 1, "cells": (3,)},)}


@pytest.mark.parametrize(
    ("require", "moves", "turn", "reason"),
    [
        ({"max_moves": 1}, ["left-1", "left-1"], 2, "the scenario's limit of moves is 1"),
        ({"forbid": ("left-1",)}, ["left-1"], 1, "the scenario forbids left-1"),
        (VISIT, ["stay"], 1, "the toad is in cell 3, the scenario requires 1 or 5"),
        ({"avoid": ({"cells": (2,)},)}, ["stay", "left-1"], 2, "the scenario excludes cell 2"),
        (AVOID, ["stay", "stay"], 1, "the scenario excludes cell 3"),
        ({"min_final_hp": 10}, ["left-1"] * 2, 2, "8 HP at the end, the scenario requires 10"),
        ({"min_flies": 1}, ["stay", "stay"], 2, "0 flies eaten, the scenario requires 1"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else None,
)
def test_a_plan_that_breaks_a_requirement_fails_where_it_does(require, moves, turn, reason):
    rules = RiverToadRules(river_toad([0, 0], require=require))
    failure = replay(rules, map(Action.read, moves)).failure
    assert (failure.turn, failure.reason) == (turn, reason)


def test_every_requirement_can_be_met_by_a_plan_that_does_not_break_it():
    require = {
        "max_moves": 1,
        "forbid": ("left-1",),
        "visit": ({"turn": 1, "cells": (1, 5)},),
        "avoid": ({"cells": (2,)}, {"turn": 2, "cells": (3,)}),
        "min_final_hp": 12,
        "min_flies": 1,
    }
    rules = RiverToadRules(river_toad([32, 0], require=require))
    assert replay(rules, map(Action.read, ["left-2", "stay"])).failure is None


@pytest.mark.parametrize("moves", [[], [Action(0)]])
def test_a_line_that_leaves_a_requirement_unmet_fails_in_its_last_turn_or_the_first(moves):
    rules = RiverToadRules(river_toad([0], require={"min_flies": 1}))
    failure = replay(rules, moves, Conditions(must_end=False)).failure
    assert (failure.turn, failure.reason) == (1, "0 flies eaten, the scenario requires 1")


def test_a_replay_in_one_line_is_its_figures_or_where_it_fails():
    rules = RiverToadRules(river_toad([0, 0], hp=3))
    figures = "hp 2, moves 1, flies 0, turns 2, start_hp 3"
    assert repr(replay(rules, [Action(1), Action(0)])) == f"<Replay: {figures}>"
    lost = replay(RiverToadRules(river_toad([4, 0])), [Action(0)] * 2)
    assert repr(lost) == "<Replay: invalid at turn 2 (stay): caught by a snake>"


def test_a_plan_that_goes_on_after_the_end_fails():
    failure = replay(RiverToadRules(river_toad([0])), [Action(0), Action(0)]).failure
    assert failure.turn == 2
    assert "after the end of the game: the toad is alive" in failure.reason


@pytest.mark.parametrize("text", ["", "left", "left-0", "left-01", "Left-1", "up-1", "stay-1"])
def test_what_is_no_action_is_refused(text):
    with pytest.raises(ValueError, match="expected `stay`, `left-N` or `right-N`"):
        Action.read(text)


@pytest.mark.parametrize(
    "text", ["", "0 1 1 0 0 - ...", "0 1 1 0 0 - .../.T./...", "0 1 1 0 0 x .../.T."]
)
def test_what_is_no_state_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - any message will do
        State.read(text)
