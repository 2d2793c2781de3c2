"""Ugly Duck: who wins, every best move, and the plies, against a naive second search."""

import json
from unittest.mock import Mock

import pytest
from hypothesis import strategies as st

import ducks
from command_line import run
from exhaustive import tried
from random_scenarios import boards, sparse_boards
from tests.games.ugly_duck.test_answers import answer_of, scenario, seen_by
from toadstone.core.errors import LimitReachedError
from toadstone.core.replay import replay
from toadstone.engines.answering import engines_for
from toadstone.engines.instance import make_instance
from toadstone.games.ugly_duck.perfect_play import SolvedUglyDuck
from toadstone.games.ugly_duck.proof import UglyDuckCertifier
from toadstone.games.ugly_duck.rules import UglyDuckRules
from toadstone_checker.checking import check

SIDES = ["green", "blue"]


def full_start(rows, columns):
    """Return the board with a row of ducks of either side."""
    return "/".join(["d" * columns, *["." * columns] * (rows - 2), "D" * columns])


FULL = {size: full_start(*size) for size in [(3, 3), (3, 4), (4, 3), (4, 4)]}


def small_boards():
    return st.one_of(boards(3, 3), boards(3, 4), boards(4, 3), sparse_boards(4, 4, 4))


def moves_by(text, side, passes, judge):
    """Return the moves of the rules, each with what the naive statement says of the board after."""
    rules = UglyDuckRules(scenario(text, side, no_moves="pass" if passes else "loses"))
    start = rules.start()
    judged = {}
    for move in rules.legal_moves(start):
        after = rules.play(start, move).rows
        judged[str(move)] = judge(seen_by("/".join(after), side), passes)
    return judged


@tried(small_boards(), st.sampled_from(SIDES), st.booleans(), few=25, many=100)
def test_winner_and_best_moves_are_those_of_the_naive_search_and_certified(text, side, passes):
    asked = scenario(text, side, no_moves="pass" if passes else "loses")
    answer = answer_of(asked)
    payoffs = moves_by(text, side, passes, ducks.payoff_after)
    payoff = ducks.payoff(seen_by(text, side), passes)
    assert answer.values["winner"] == {1: side, 0: "draw", -1: ducks.OTHER[side]}[payoff]
    best = [move for move, each in payoffs.items() if each == payoff]
    assert answer.values["best_moves"] == best
    check(json.loads(json.dumps(UglyDuckCertifier(asked).certificate(answer))))


@tried(small_boards(), st.sampled_from(SIDES), st.booleans(), few=20, many=100)
def test_the_plies_and_the_timely_moves_are_those_of_the_naive_search(text, side, passes):
    asked = scenario(text, side, ask="remoteness", no_moves="pass" if passes else "loses")
    answer = answer_of(asked)
    payoff, plies = ducks.worth(seen_by(text, side), passes)
    judged = moves_by(text, side, passes, ducks.worth_after)
    assert answer.values["remoteness"] == plies
    best = [move for move, each in judged.items() if each == (-payoff, plies - 1)]
    assert answer.values["best_moves"] == best
    assert len(answer.replay.moves) == plies


@pytest.mark.few(2)
@pytest.mark.parametrize("ruling", ["loses", "pass"])
@pytest.mark.parametrize(
    ("size", "winner", "plies"),
    [((3, 3), "blue", 14), ((3, 4), "green", 17), ((4, 3), "green", 17), ((4, 4), "blue", 26)],
)
def test_the_full_starts_are_won_in_so_many_plies(size, winner, plies, ruling):
    answer = answer_of(scenario(FULL[size], ask="remoteness", no_moves=ruling))
    assert (answer.values["winner"], answer.values["remoteness"]) == (winner, plies)


@pytest.mark.parametrize(
    ("text", "plies"),
    [("dSd/DSD/..s", 1), ("dSd/D../.Ds", 2), (".dS/d.d/DDD", 3), (".dS/dDd/D.D", 4)],
)
def test_a_draw_comes_as_soon_as_both_can_bring_it_about(text, plies):
    answer = answer_of(scenario(text, ask="remoteness", no_moves="pass"))
    assert ducks.worth(tuple(text.split("/")), True) == (0, plies)
    assert (answer.values["winner"], answer.values["remoteness"]) == ("draw", plies)


def test_every_method_finds_the_winner_by_itself_and_says_so():
    asked = scenario("d../..d/.D.")
    engines = engines_for(make_instance(asked))
    answers = [answer_of(asked, engine.name) for engine in engines]
    names = [answer.solver.name for answer in answers]
    assert names == ["compiled-search", "exact-search"]
    assert len({answer.values["winner"] for answer in answers}) == 1
    assert len({tuple(answer.values["best_moves"]) for answer in answers}) == 1
    assert len({answer.solver.nodes for answer in answers}) > 1


@pytest.fixture
def no_time_for_other_moves(monkeypatch):
    monkeypatch.setattr(SolvedUglyDuck, "best_moves", Mock(side_effect=LimitReachedError))


@pytest.fixture
def file_of(tmp_path):
    """Return what writes a scenario file, and gives its path."""

    def write(text, ask="winner", **more):
        path = tmp_path / "ducks.yaml"
        board = text.replace("/", "\n")
        path.write_text(json.dumps({"game": "ugly-duck", "board": board, "ask": ask, **more}))
        return str(path)

    return write


def test_the_page_says_that_the_winner_is_known_and_the_other_moves_are_not(
    file_of, no_time_for_other_moves
):
    path = file_of("d../.../D..")
    found = json.loads(run("solve", path, "--json").stdout)
    assert found["status"] == "feasible"
    assert found["values"] == {"winner": "green", "best_moves": found["plan"][:1]}
    done = run("solve", path)
    assert done.exit_code == 20
    said = " ".join(done.stdout.split())
    assert "Undecided: green wins, but" in said
    assert f"Best moves, as far as known: {found['plan'][0]}" in said


@pytest.mark.parametrize(
    ("board", "status", "code"), [(FULL[3, 3], "infeasible", 10), ("d../.../D..", "feasible", 0)]
)
def test_prove_needs_the_winner_only(board, status, code, file_of, no_time_for_other_moves):
    done = run("prove", file_of(board), "--json")
    assert (done.exit_code, json.loads(done.stdout)["status"]) == (code, status)


def test_every_search_that_proves_it_finds_the_same_shortest_game(file_of):
    text = "d../..d/D.D"
    compared = json.loads(run("compare", file_of(text, "shortest"), "--json").stdout)
    plies = {
        each["method"]: each["values"]["plies"]
        for each in compared["methods"]
        if each["status"] == "optimal"
    }
    assert plies.keys() >= {"cp-sat", "breadth-first", "a-star"}
    assert set(plies.values()) == {ducks.shortest(seen_by(text, "green"), False, None)} == {5}


@pytest.mark.parametrize("wins", ["green", "blue"])
def test_the_games_listed_are_won_by_who_has_to_win(file_of, wins):
    path = file_of("d../..d/D.D", "shortest", wins=wins)
    *games, end = map(json.loads, run("enumerate", path, "--json").stdout.splitlines())
    rules = UglyDuckRules(scenario("d../..d/D.D"))
    assert games
    for game in games:
        line = replay(rules, map(rules.read_move, game["plan"]))
        assert rules.outcome(line.states[-1]).winner == wins
    assert end == {"status": "complete", "count": str(len(games)), "confirmed_by": "checker"}


def test_check_refuses_a_game_that_the_wrong_side_wins_unless_perfect_play_is_asked(
    file_of, tmp_path
):
    path = file_of(FULL[3, 3], "shortest", wins="green")
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps(["a3-b2", "c3xb2", "a2-b1", "c2xb1", "a1xb2", "c1xb2"]))
    assert run("check", path, str(plan)).exit_code == 10
    assert run("check", path, str(plan), "--ask", "winner").exit_code == 0
