"""The frog puzzle's rules and its scenario file, each in the smallest row that shows it."""

import pytest

from frogs import after_one_move, frog_puzzle, rows_in_layers
from random_scenarios import every_row
from toadstone.core.errors import InputError
from toadstone.core.replay import replay
from toadstone.core.rules import IllegalMoveError
from toadstone.files.source import read_source
from toadstone.games.frog_puzzle.rules import FrogPuzzleRules, State
from toadstone.games.frog_puzzle.scenario import Move
from toadstone.loading import read_scenario


def rules(start, goal=None):
    return FrogPuzzleRules(frog_puzzle(start, goal))


def after(start, move, goal=None):
    """Return the row after a move."""
    play = rules(start, goal)
    return play.play(play.start(), Move.read(move)).row


def refusal(start, move, goal=None):
    """Return why a move is not legal."""
    play = rules(start, goal)
    with pytest.raises(IllegalMoveError) as caught:
        play.play(play.start(), Move.read(move))
    return str(caught.value)


@pytest.mark.parametrize(
    ("start", "move", "row"),
    [
        ("L__", "1-2", "_L_"),
        ("__R", "3-2", "_R_"),
        ("LR_", "1-3", "_RL"),
        ("_LR", "3-1", "RL_"),
    ],
)
def test_a_frog_goes_one_cell_or_two_over_one_of_the_other_kind(start, move, row):
    assert after(start, move, goal="LLL") == row


@pytest.mark.parametrize(
    ("start", "move", "reason"),
    [
        ("L__", "2-3", "there is no frog in cell 2"),
        ("_L_", "2-1", "the L in cell 2 hops right only"),
        ("_R_", "2-3", "the R in cell 2 hops left only"),
        ("_L_", "2-2", "the L in cell 2 hops right only"),
        ("L_____", "1-4", "a frog goes one cell or two, not 3"),
        ("LR_", "1-2", "there is a frog in cell 2"),
        ("LL_", "1-3", "an L jumps over an R, not over an L"),
        ("L__", "1-3", "an L jumps over an R, not over a gap"),
        ("_RR", "3-1", "an R jumps over an L, not over an R"),
        ("__L", "3-4", "there is no cell 4: the row has 3"),
        ("R__", "9-8", "there is no cell 9: the row has 3"),
    ],
)
def test_what_a_frog_may_not_do_is_said_with_the_reason(start, move, reason):
    assert refusal(start, move, goal="L" * len(start)) == reason


def test_the_game_is_over_when_the_goal_is_reached():
    play = rules("L_", "_L")
    end = play.play(play.start(), Move(1, 2))
    assert play.outcome(play.start()) is None
    assert play.outcome(end).winner == "frogs"
    assert play.legal_moves(end) == ()
    assert refusal("L__", "1-2", goal="???") == "the game is over"


def test_a_question_mark_matches_any_cell():
    for row in every_row(2):
        matched = rules(row, "R?").outcome(State(row)) is not None
        assert matched == (row[0] == "R")


def test_without_a_goal_the_start_mirrored_is_wanted():
    assert frog_puzzle("LL_R").goal_row == "R_LL"


@pytest.mark.parametrize("cells", range(1, 7))
def test_the_legal_moves_lead_where_the_four_ways_to_hop_lead(cells):
    for row in every_row(cells):
        play = rules(row, "?" * (cells - 1) + ("L" if row[-1] != "L" else "R"))
        rows = [play.play(play.start(), move).row for move in play.legal_moves(play.start())]
        assert len(rows) == len(set(rows))
        assert set(rows) == after_one_move(row)


def test_a_plan_that_stops_short_or_gets_stuck_does_not_reach_the_goal():
    play = rules("LL_RR")
    line = replay(play, [Move(2, 3)])
    assert line.failure.reason == "the plan ends after 1 turn and the game goes on"
    assert line.failure.turn == 2
    stuck = replay(play, [Move(2, 3), Move(1, 2)])
    assert stuck.failure.reason == "the plan ends after 2 turns and no legal move is left"


def test_a_plan_does_not_go_on_after_the_goal():
    line = replay(rules("L__", "?L?"), [Move(1, 2), Move(2, 3)])
    assert line.failure.turn == 2
    assert "after the end of the game" in line.failure.reason


def test_states_and_moves_read_back_to_equal_values():
    play = rules("LL_RR")
    for moves, rows in enumerate(rows_in_layers("LL_RR")):
        for state in (State(row, moves) for row in rows):
            assert play.read_state(str(state)) == state
    for move in [Move(3, 4), Move(60, 58)]:
        assert play.read_move(str(move)) == move


@pytest.mark.parametrize("text", ["", "3", "-3", "3--4", "03-4", "a-b", "3-4-5"])
def test_what_is_no_move_is_refused(text):
    with pytest.raises(ValueError, match="expected FROM-TO"):
        Move.read(text)


@pytest.mark.parametrize("text", ["", "LL_RR", "0", "x LL_RR", "0 LL?RR", "00 L_R"])
def test_what_is_no_state_is_refused(text):
    with pytest.raises(ValueError, match="not the text form"):
        rules("L_R").read_state(text)


def error_of(tmp_path, *lines):
    """Return line, column and message of what is wrong with a file."""
    path = tmp_path / "scenario.yaml"
    path.write_text("game: frog-puzzle\nask: min-moves\n" + "\n".join(lines) + "\n")
    with pytest.raises(InputError) as caught:
        read_scenario(read_source(str(path)))
    return caught.value.place.line, caught.value.place.column, caught.value.message


@pytest.mark.parametrize(
    ("lines", "place", "message"),
    [
        (["start: LLxRR"], (3, 8), "expected `L`, `R` or `_` in every cell, found `x` in cell 3"),
        (["start: L?R"], (3, 8), "expected `L`, `R` or `_` in every cell, found `?` in cell 2"),
        (["start: L_R", "goal: R.L"], (4, 7), "`_` or `?` in every cell, found `.` in cell 2"),
        (["start: L_R", "goal: R_LL"], (4, 7), "expected 3 cells, as many as the start, found 4"),
        (["start: L_R", "goal: ''"], (4, 7), "expected 3 cells, as many as the start, found 0"),
        (["start: ''"], (3, 8), "expected 1 to 60 cells, found 0"),
        (["start: " + "L" * 61], (3, 8), "expected 1 to 60 cells, found 61"),
        (["start: 12"], (3, 8), "expected text"),
        (["start: [L, _, R]"], (3, 8), "expected text, found a list"),
        (["goal: L"], (1, 1), "`start` is missing"),
        (["start: L_R", "row: L_R"], (4, 1), "`row` is not known here"),
        (["start: L_R", "goal: ?"], (4, 7), "this is not YAML"),
    ],
)
def test_a_file_of_another_shape_is_refused_with_its_place(tmp_path, lines, place, message):
    line, column, said = error_of(tmp_path, *lines)
    assert (line, column) == place
    assert message in said


def test_a_goal_of_the_right_shape_is_a_question_however_impossible():
    assert frog_puzzle("LLL_RRR", "LLLLLLL").goal_row == "LLLLLLL"
    assert len(frog_puzzle("L" * 60).goal_row) == 60
