"""Questions about positions on the command line: pages, JSON, exit statuses."""

import json

import pytest

from command_line import run
from places import SCENARIOS
from toadstone.core.errors import LimitReachedError
from toadstone.engines.adversarial.perfect_play import PerfectPlay

SCENARIOS = SCENARIOS / "toads-and-frogs"


@pytest.fixture
def row(tmp_path):
    """Return what writes a scenario file with this start, and gives its path."""

    def write(start, ask="winner", turn="toads"):
        path = tmp_path / "row.yaml"
        content = {"game": "toads-and-frogs", "start": start, "turn": turn, "ask": ask}
        path.write_text(json.dumps(content))
        return path

    return write


def test_a_side_that_loses_has_no_best_moves_but_those_that_last_longest(row):
    path = row("T_FT_F", turn="frogs")
    assert "Every move loses: 3-2 6-5" in run("solve", path).stdout.splitlines()
    timed = run("solve", path, "--ask", "remoteness").stdout.splitlines()
    assert "Every move loses; these last longest: 3-2" in timed


def test_the_json_has_the_keys_of_the_contract(row):
    answer = json.loads(run("solve", row("TT__FF", "remoteness"), "--json").stdout)
    assert answer["status"] == "optimal"
    assert answer["values"] == {
        "winner": "toads",
        "winner_when_first": {"toads": "toads", "frogs": "frogs"},
        "outcome": "first",
        "best_moves": ["2-3"],
        "remoteness": 11,
    }
    assert len(answer["plan"]) == 11
    assert answer["crosscheck"] == "agrees"
    book = json.loads(run("solve", row("T_TF", "book"), "--json").stdout)
    assert book["book"] == [{"position": "T_TF toads", "reply": "1-2"}]
    assert book["values"]["positions"] == book["bound"] == 1


def test_a_book_as_csv_is_the_table_and_nothing_else(row):
    assert run("solve", row("T_TF", "book"), "--csv").stdout == "position,reply\nT_TF toads,1-2\n"
    for arguments in [["--csv", "--ask", "winner"], ["--csv", "--json"]]:
        assert run("solve", row("T_TF", "book"), *arguments).exit_code == 2


def test_prove_says_whether_the_side_to_move_can_force_a_win(row):
    for turn, status, can in [("toads", 0, "can"), ("frogs", 10, "cannot")]:
        done = run("prove", row("T_TF", turn=turn))
        assert done.exit_code == status
        assert done.stdout.endswith(f"Proven: {turn}, to move, {can} force a win.\n")


def test_a_time_limit_leaves_the_winner_undecided(row):
    start = "T" * 8 + "_" * 8 + "F" * 8
    for ask in ["winner", "value", "book"]:
        done = run("solve", row(start, ask), "--time-limit", "0.01", "--json")
        assert done.exit_code == 20
        answer = json.loads(done.stdout)
        assert (answer["status"], answer["values"], answer["plan"]) == ("unknown", None, None)
    assert run("prove", row(start), "--time-limit", "0.01").exit_code == 20


def test_a_line_of_best_play_is_a_plan_that_check_accepts_and_its_beginning_is_not(row):
    path = row("TT__FF")
    plan = run("solve", path, "--view", "moves").stdout
    done = run("check", path, "-", input=plan)
    assert done.exit_code == 0
    words = "Valid: it follows the rules and ends the game: frogs cannot move, so toads win."
    assert words in done.stdout.splitlines()
    done = run("check", path, "-", "--json", input="2-3\n5-4\n")
    assert (done.exit_code, json.loads(done.stdout)["at"]) == (10, 3)


def test_enumerate_lists_whole_games_but_not_for_a_position(row):
    path = row("TT__FF")
    done = run("enumerate", path)
    assert done.exit_code == 2
    assert "ask `shortest` or `longest`" in done.stderr
    listed = run("enumerate", path, "--ask", "shortest").stdout.splitlines()
    assert len(set(listed)) == len(listed)
    counted = run("enumerate", path, "--ask", "shortest", "--count").stdout
    assert int(counted) == len(listed) > 0


def test_a_question_about_the_position_stands_alone(row):
    done = run("solve", row("T_F", ["winner", "shortest"]))
    assert done.exit_code == 30
    assert "expected `winner` alone" in done.stderr


def test_where_time_ends_before_the_plies_are_known_the_winner_is_told(monkeypatch):
    def out_of_time(play, state):
        raise LimitReachedError

    monkeypatch.setattr(PerfectPlay, "remoteness", out_of_time)
    done = run("solve", SCENARIOS / "two-against-two.yaml", "--ask", "remoteness", "--json")
    found = json.loads(done.stdout)
    assert (done.exit_code, found["status"]) == (20, "feasible")
    assert found["values"]["winner"] == "toads"
    assert "remoteness" not in found["values"]


def test_two_questions_about_one_figure_are_refused():
    done = run("solve", SCENARIOS / "two-against-two.yaml", "--ask", "shortest,longest")
    assert done.exit_code == 2
    assert "different figures, found shortest, longest" in done.stderr
