"""Toads and Frogs: rules, model, searches and values, against a naive second statement of them."""

import json
import random
from itertools import product
from unittest.mock import Mock

import pytest

from all_solutions import are_solutions, games
from exhaustive import in_groups
from one_unit import leave_out
from toads import (
    OTHER,
    after,
    lengths_of_games,
    mirrored,
    remoteness,
    rows_of,
    winner,
)
from toadstone.combinatorial import parse
from toadstone.core.errors import DisagreementError, InputError, LimitReachedError
from toadstone.core.rules import IllegalMoveError
from toadstone.engines.adversarial import query
from toadstone.engines.adversarial.perfect_play import PerfectPlay
from toadstone.engines.adversarial.values import PositionValues
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer
from toadstone.engines.instance import make_instance
from toadstone.files.source import Source
from toadstone.games.toads_and_frogs import model
from toadstone.games.toads_and_frogs.model import ToadsAndFrogsHorizon
from toadstone.games.toads_and_frogs.rules import State, ToadsAndFrogsRules
from toadstone.games.toads_and_frogs.scenario import Cell, ToadsAndFrogsScenario
from toadstone.loading import read_scenario

SIDES = ("toads", "frogs")


def scenario(*rows, turn="toads", ask="winner"):
    return ToadsAndFrogsScenario(game="toads-and-frogs", start=rows, turn=turn, ask=(ask,))


def rules_of(*rows, turn="toads"):
    return ToadsAndFrogsRules(scenario(*rows, turn=turn))


def answer_to(ask, *rows, turn="toads"):
    return answer(make_instance(scenario(*rows, turn=turn, ask=ask)))


# --- the scenario file --------------------------------------------------------------------------


def read(**content):
    content = {"game": "toads-and-frogs", "ask": "winner"} | content
    return read_scenario(Source("file", json.dumps(content), None))


def test_a_start_is_a_row_or_a_list_of_rows_and_the_toads_begin():
    assert read(start="TT__FF").start == ("TT__FF",)
    assert read(start=["T_F", "_"]).start == ("T_F", "_")
    assert read(start="TT__FF").turn == "toads"
    assert read(start="TT__FF", turn="frogs").turn == "frogs"


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("TT__ff", r"`start`: expected `T`, `F` or `_` in every cell, found `f` in cell 5"),
        ("TT FF", r"found ` ` in cell 3"),
        ("", "expected a row of 1 to 60 cells, found none"),
        ("_" * 61, "expected a row of 1 to 60 cells, found 61"),
        (["T_F", "T-F"], r"`start\[2\]`: expected `T`, `F` or `_` in every cell, found `-`"),
        ([], "expected a list of at least 1, found an empty list"),
        (["T_F"] * 21, "expected at most 20 items"),
        (7, "expected a row or a list of rows, found `7`"),
        (["T_F", 7], r"`start\[2\]`: expected a row such as TT__FF, found `7`"),
    ],
)
def test_what_is_no_row_is_refused_with_its_place(start, message):
    with pytest.raises(InputError, match=message) as caught:
        read(start=start)
    assert caught.value.place.line == 1
    assert caught.value.place.column > 1


# --- the rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "move", "reason"),
    [
        ("TT_", "1-3", "the toad in cell 1 is blocked"),
        ("TFF_T_", "1-4", "the toad in cell 1 is blocked"),
        ("_T_", "2-1", "the toad in cell 2 can only go to cell 3"),
        ("T_F", "3-2", "toads are to move, and none of them is in cell 3"),
        ("T_F", "2-3", "toads are to move, and none of them is in cell 2"),
        ("T_F", "1-4", "there is no cell 4: the row has 3"),
        ("T_F", "1:1-2", "expected a move FROM-TO, as there is one row"),
        ("TF", "1-2", "the game is over"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(row, move, reason):
    rules = rules_of(row)
    assert rules.why_illegal(rules.start(), rules.read_move(move)) == reason
    with pytest.raises(IllegalMoveError, match=reason):
        rules.play(rules.start(), rules.read_move(move))


def test_a_refusal_names_the_row_in_a_sum_and_none_elsewhere():
    rules = rules_of("T_F", "TT_FF")
    start = rules.start()
    refused = rules.why_illegal(start, rules.read_move("1:1-4"))
    assert refused == "there is no cell 4: the row has 3"
    form = "expected a cell ROW:NUMBER, as it is a sum"
    assert rules.why_no_animal(start, Cell(None, 1)) == form
    alone = rules_of("T_F")
    form = "expected a cell NUMBER, as there is one row"
    assert alone.why_no_animal(alone.start(), Cell(1, 1)) == form


@pytest.mark.parametrize("text", ["", "1", "1-", "0-1", "01-2", "1-2-3", "a:1-2", "1:1:2", "1 -2"])
def test_what_is_no_move_is_not_read(text):
    with pytest.raises(ValueError, match="expected FROM-TO"):
        rules_of("T_F").read_move(text)


@pytest.mark.parametrize(
    "text",
    [" toads", "T_F+TxF toads", "T_F ducks", "T_F+[1/2] toads", "T__F toads", "T_F+T_F toads"],
)
def test_what_is_no_state_is_refused(text):
    with pytest.raises(ValueError, match="not "):
        rules_of("T_F").read_state(f"{text} 0")


@pytest.mark.parametrize("plies", ["-1", "00"])
def test_what_is_no_number_of_plies_is_refused(plies):
    with pytest.raises(ValueError, match="not the text form"):
        rules_of("T_F").read_state(f"T_F toads {plies}")


def test_a_toad_goes_right_one_cell_or_over_one_frog_and_a_frog_left():
    rules = rules_of("TF__")
    assert [str(move) for move in rules.legal_moves(rules.start())] == ["1-3"]
    assert str(rules.play(rules.start(), rules.read_move("1-3"))) == "_FT_ frogs 1"
    frogs = State(("__TF",), "frogs")
    assert [str(move) for move in rules.legal_moves(frogs)] == ["4-2"]
    assert str(rules.play(frogs, rules.read_move("4-2"))) == "_FT_ toads 1"


def test_who_cannot_move_on_his_turn_loses():
    for turn in SIDES:
        outcome = rules_of("TTFF", turn=turn).outcome(State(("TTFF",), turn))
        assert (outcome.winner, outcome.reason) == (OTHER[turn], f"{turn} cannot move")
    rules = rules_of("_T")
    assert rules.outcome(State(("_T",), "toads")).winner == "frogs"
    assert rules.outcome(State(("T_",), "toads")) is None


def test_the_rules_agree_with_the_naive_ones_on_every_row_of_up_to_six_cells():
    rules = rules_of("_")
    for row in rows_of(1, 2, 3, 4, 5, 6):
        for side in SIDES:
            state = State((row,), side)
            reached = [rules.play(state, move).rows[0] for move in rules.legal_moves(state)]
            assert sorted(reached) == sorted(after(row, side))


def test_no_game_is_longer_than_the_pairs_that_can_still_pass_each_other():
    for row in rows_of(1, 2, 3, 4, 5, 6):
        most = scenario(row).most_plies
        assert all(max(lengths_of_games(row, side)) <= most for side in SIDES)
    assert scenario("TT__FF").most_plies == 4 + 4 + 4


# --- perfect play -------------------------------------------------------------------------------


@pytest.mark.parametrize("longest", [7, pytest.param(8, marks=pytest.mark.exhaustive)])
def test_outcome_and_remoteness_are_the_naive_ones_for_every_row(longest):
    play = PerfectPlay(rules_of("_"))
    for row in rows_of(*range(1, longest + 1)):
        for side in SIDES:
            state = State((row,), side)
            plies = remoteness(row, side)
            payoff = 1 if plies % 2 else -1
            assert play.remoteness(state) == (payoff, plies)
            assert play.payoff(state) == payoff


def test_the_answer_states_who_wins_for_both_first_players_and_every_best_move():
    rng = random.Random(5)
    for row in [*rows_of(1, 2, 3), *rng.sample(rows_of(6, 7), 60)]:
        for side in SIDES:
            values = answer_to("winner", row, turn=side).values
            assert values["winner"] == winner(row, side)
            assert values["winner_when_first"] == {each: winner(row, each) for each in SIDES}
            rules = rules_of(row, turn=side)
            moves = rules.legal_moves(rules.start())
            won = {
                str(move)
                for move in moves
                if winner(rules.play(rules.start(), move).rows[0], OTHER[side]) == side
            }
            assert set(values["best_moves"]) == (won or set(map(str, moves)))


def test_where_time_ends_after_the_winner_is_known_one_best_move_is_told(monkeypatch):
    monkeypatch.setattr(query, "position_result", Mock(side_effect=LimitReachedError))
    said = answer_to("winner", "T_F_")
    assert said.status is Status.FEASIBLE
    assert said.values == {"winner": winner("T_F_", "toads"), "best_moves": ["1-2"]}


# --- values -------------------------------------------------------------------------------------

KNOWN = {
    "T_F": "*",
    "T_TF": "1/2",
    "TT_F": "{1/2|0}",
    "T_TFF": "^",
    "TTTF": "0",
    "T__": "2",
    "__F": "-2",
    "T_TT__": "7",
}


def test_values_are_those_of_the_literature():
    """Berlekamp, Conway and Guy, "Winning Ways", chapter 1, and plain counting."""
    for row, value in KNOWN.items():
        assert answer_to("value", row).values["value"] == value
        mirror = State((mirrored(row),), "frogs")
        assert PositionValues(rules_of("_")).value(mirror) == -parse(value)


def test_the_value_of_a_sum_is_the_sum_of_the_values_and_tells_who_wins_it():
    rng = random.Random(3)
    small = rows_of(3, 4)
    for _ in range(40):
        rows = tuple(rng.sample(small, 2))
        turn = rng.choice(SIDES)
        values = PositionValues(rules_of("_"))
        one, other, both = (values.value(State(each, turn)) for each in (rows[:1], rows[1:], rows))
        assert both == one + other
        by_value, by_search = (answer_to(ask, *rows, turn=turn) for ask in ("value", "winner"))
        for fact in ("winner", "winner_when_first", "outcome", "best_moves"):
            assert by_value.values[fact] == by_search.values[fact]


# --- the model ----------------------------------------------------------------------------------


def test_the_model_finds_the_shortest_and_the_longest_game_as_breadth_first_search_does():
    rng = random.Random(7)
    for row in [*rng.sample(rows_of(4, 5), 12), *rng.sample(rows_of(6, 7), 12)]:
        side = rng.choice(SIDES)
        lengths = lengths_of_games(row, side)
        for ask, best in [("shortest", min(lengths)), ("longest", max(lengths))]:
            said = answer_to(ask, row, turn=side)
            assert (said.status, said.values["plies"]) == (Status.OPTIMAL, best), (row, side, ask)


SUMS = [("T_F", "T_F"), ("T__", "_F"), ("T_F", "TF"), ("_TF", "__F", "T_")]


@in_groups("rows, side", product([*((row,) for row in rows_of(1, 2, 3, 4)), *SUMS], SIDES))
def test_each_whole_game_is_one_solution_of_the_model_and_nothing_else_is(rows, side):
    asked = scenario(*rows, turn=side)
    expected = [game for _, game in games(ToadsAndFrogsRules(asked), asked.most_plies)]
    assert are_solutions(ToadsAndFrogsHorizon(asked), expected)


NOTICED_BY = {
    "start": ("longest", "_TF_"),
    "one_hop_a_ply": ("longest", "T_F"),
    "legal": ("shortest", "TT_F"),
    "effect": ("longest", "T_F"),
    "over_for_good": ("longest", "_TF"),
    "stuck_at_the_end": ("shortest", "T_F"),
}


@pytest.mark.parametrize("unit", model.UNITS, ids=lambda unit: unit.__name__)
def test_a_model_without_one_of_its_units_is_found_out(unit, monkeypatch):
    ask, row = NOTICED_BY[unit.__name__]
    truth = answer_to(ask, row).values["plies"]
    leave_out(unit, model, monkeypatch)
    try:
        assert answer_to(ask, row).values["plies"] != truth
    except DisagreementError:
        return


def test_questions_about_one_figure_are_not_traded_off():
    with pytest.raises(InputError, match="no two figures to trade off"):
        read(start="T_F", ask={"pareto": ["shortest", "longest"]})
