"""Ugly Duck: the rules, against a naive second statement."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ducks
from random_scenarios import boards
from toadstone.core.replay import replay
from toadstone.core.rules import IllegalMoveError
from toadstone.engines.answering import answer, engine_for
from toadstone.engines.instance import make_instance
from toadstone.games.ugly_duck.rules import UglyDuckRules
from toadstone.games.ugly_duck.scenario import UglyDuckScenario


def scenario(board, turn="green", ask="winner", **more):
    content = {"game": "ugly-duck", "board": board.replace("/", "\n"), "turn": turn, "ask": (ask,)}
    return UglyDuckScenario(**content, **more)


def answer_of(given, method=None, budget=None):
    instance = make_instance(given)
    return answer(instance, budget, engine_for(instance, method))


def seen_by(text, side):
    board = tuple(text.split("/"))
    return board if side == "green" else ducks.turned(board)


@given(boards(), st.sampled_from(["green", "blue"]))
@settings(deadline=None, max_examples=80)
def test_the_moves_are_those_of_the_naive_statement(text, side):
    rules = UglyDuckRules(scenario(text, side, no_moves="pass"))
    start = rules.start()
    boards_after = sorted(rules.play(start, m).rows for m in rules.legal_moves(start))
    naive = [seen_by("/".join(b), side) for b in ducks.after(seen_by(text, side))]
    stuck = not naive and ducks.after(ducks.turned(seen_by(text, side)))
    assert boards_after == sorted([start.rows] if stuck else naive)


def test_a_duck_on_its_last_row_is_a_swan_and_the_swan_at_home_wins():
    rules = UglyDuckRules(scenario("..d/D../.../..D"))
    texts = ["a3-b3", "d3-c2", "b3xc2", "b1-a1", "c2-d2", "a1-b1", "d2-c2", "b1-c1", "c2-b2"]
    line = replay(rules, [rules.read_move(text) for text in [*texts, "c1-d1"]])
    assert line.failure is None
    assert line.states[4].rows[0] == "S.."
    assert line.states[5].rows[3] == ".s."
    assert rules.outcome(line.states[-1]).winner == "blue"


@pytest.mark.parametrize(
    ("board", "move", "reason"),
    [
        (".../d../..D", "b1-a1", "the duck in b1 cannot go to a1: ducks go forward only"),
        (".../s../..D", "b1-c1", "the swan in b1 cannot go to c1: swans go back only"),
        ("d../.d./..D", "a1-b2", "b2 holds a piece of green itself"),
        ("dd./D../...", "a1-b1", "b1 is taken, and captures are diagonal only"),
        ("dd./D../...", "a1-a2", "the duck in a1 goes one row forward, straight or diagonally"),
        ("dd./D../...", "b1-c1", "green is to move, and the duck in b1 is blue"),
        ("dd./D../...", "c1-b1", "there is no piece in c1"),
        ("dd./D../...", "a1-b3", "the duck in a1 goes one row forward, straight or diagonally"),
        ("dd./D../...", "a2-b1", "this move captures: write a2xb1"),
        ("dd./D../...", "a2xb2", "there is nothing to capture in b2: write a2-b2"),
        ("dd./D../...", "a1-d1", "there is no cell d1: the board has 3 rows and 3 columns"),
        ("dd./D../...", "a1-a4", "there is no cell a4: the board has 3 rows and 3 columns"),
        ("dd./D../...", "pass", "green can move, and so cannot pass"),
        (".../s../..D", "b3-a3", "there is no piece in b3"),
    ],
)
def test_every_refusal_says_why(board, move, reason):
    rules = UglyDuckRules(scenario(board))
    with pytest.raises(IllegalMoveError, match=reason):
        rules.play(rules.start(), rules.read_move(move))


@pytest.mark.parametrize(
    "text",
    [" green", "d../... green", "d../../D.. green", "d../x../D.. green", "d../.../D.. red"],
)
def test_what_is_no_state_is_refused(text):
    rules = UglyDuckRules(scenario("d../.../D.."))
    assert str(rules.read_state("d../s.S/..D green 3")) == "d../s.S/..D green 3"
    with pytest.raises(ValueError, match="not "):
        rules.read_state(f"{text} 0")


def test_the_moves_of_a_side_are_counted_whichever_is_to_move():
    rules = UglyDuckRules(scenario("d../.../DD."))
    assert rules.mobility(rules.start(), "green") == 2
    assert rules.mobility(rules.start(), "blue") == 5


def test_a_side_without_a_move_loses_or_passes():
    board = "d../DdD/sDs"
    loses = UglyDuckRules(scenario(board))
    assert loses.outcome(loses.start()).winner == "blue"
    passes = UglyDuckRules(scenario(board, no_moves="pass"))
    assert [str(move) for move in passes.legal_moves(passes.start())] == ["pass"]
