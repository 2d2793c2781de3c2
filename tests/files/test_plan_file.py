"""A plan is a list of moves in one of several forms; a bad move is refused at its place.

In the texts below `»` stands before the place that the error has to name; it is not in the file.
"""

import json
from pathlib import Path

import pytest

from command_line import run
from places import ROOT
from toad import asking, river_toad, solve
from toadstone.core.errors import InputError
from toadstone.core.replay import replay
from toadstone.files.plan_file import read_plan
from toadstone.files.source import read_source
from toadstone.games.river_toad.rules import RiverToadRules

MARK = "»"
SCENARIO = river_toad([0, 0, 0])
RULES = RiverToadRules(SCENARIO)


def read(path):
    return [str(move) for move in read_plan(read_source(str(path)), RULES).moves]


def without_mark(marked):
    """Return the text, and line and column of the mark in it, counted from 1."""
    before, found, after = marked.partition(MARK)
    assert found
    return before + after, (before.count("\n") + 1, len(before) - before.rfind("\n"))


def assert_refused(folder, marked, *expected):
    text, place = without_mark(marked)
    path = folder / "plan.txt"
    path.write_bytes(text.encode())
    with pytest.raises(InputError) as caught:
        read(path)
    found = caught.value.place
    assert (found.file, found.line, found.column) == (str(path), *place)
    for words in expected:
        assert words in caught.value.message


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("left-1\nstay\nright-2\n", id="a move a line"),
        pytest.param("  left-1  \n\n\tstay\r\nright-2", id="lines with white space"),
        "# a plan: [1]\nleft-1 # 1 - a\n#\nstay#{\nright-2\n",
        pytest.param("\ufeffleft-1\nstay\nright-2\n", id="byte order mark"),
        pytest.param("# a page\ffeed\nleft-1\nstay\nright-2\n", id="form feed in a comment"),
        pytest.param('["left-1", "stay", "right-2"]', id="JSON list"),
        pytest.param('[\n  "left-1",\n  "stay",\n  "right-2"\n]\n', id="indented JSON list"),
        pytest.param('\n\n ["left-1","stay","right-2"]', id="JSON list after empty lines"),
        pytest.param("[left-1, stay, right-2]", id="YAML list in brackets"),
        pytest.param("- left-1\n- stay\n- right-2\n", id="YAML list"),
        pytest.param('- "left-1"\n- stay # here\n# and\n- right-2\n', id="YAML list with comments"),
        pytest.param("# a plan\n- left-1\n- stay\n- right-2\n", id="YAML list after a comment"),
        pytest.param("# a plan\n[left-1, stay, right-2]\n", id="brackets after a comment"),
        pytest.param("---\n- left-1\n- stay\n- right-2\n", id="YAML document"),
        pytest.param("-\n  left-1\n- stay\n- right-2\n", id="YAML list with a wrapped item"),
        '{"status": "optimal", "plan": ["left-1", "stay", "right-2"], "bound": null}',
    ],
)
def test_every_form_of_a_plan_is_read_as_the_same_moves(tmp_path, text):
    path = tmp_path / "plan.txt"
    path.write_bytes(text.encode())
    assert read(path) == ["left-1", "stay", "right-2"]


def test_what_solve_prints_as_json_is_read_as_its_plan(tmp_path):
    scenario = river_toad([16, 4, 33, 0, 0], rows=3)
    answer = solve(scenario, asking("max-hp"))
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer.to_json()))
    rules = RiverToadRules(scenario)
    moves = read_plan(read_source(str(path)), rules).moves
    assert replay(rules, moves).failure is None
    assert [str(move) for move in moves] == answer.plan


@pytest.mark.parametrize("text", ["[]", '{"plan": []}'])
def test_a_plan_may_have_no_moves(tmp_path, text):
    path = tmp_path / "plan.txt"
    path.write_text(text)
    assert read(path) == []


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_an_empty_file_is_no_plan(tmp_path, text):
    path = tmp_path / "plan.txt"
    path.write_text(text)
    with pytest.raises(InputError, match="the file is empty") as caught:
        read(path)
    assert str(caught.value.place) == f"{path}:1:1"


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        pytest.param("stay\n»jump\nhop\n", "jump", id="line"),
        pytest.param("# é\n\n  stay\n\t»jump # why not\n", "jump", id="line with a comment"),
        pytest.param("»Stay\n", "Stay", id="capital letter"),
        pytest.param("»left\n", "left", id="no number of cells"),
        pytest.param("»left-0\n", "left-0", id="0 cells"),
        pytest.param("»left-01\n", "left-01", id="leading zero"),
        pytest.param("»left--1\n", "left--1", id="cells below 0"),
        pytest.param("»3-4\n", "3-4", id="move of another game"),
        pytest.param('["stay",\n »"jump"]', "jump", id="JSON list"),
        pytest.param("»Name: Ada\nDate: today\n\nstay\n", "Name:", id="heading"),
        pytest.param("stay\n»stay\u2192stay\n", "stay\u2192stay", id="arrow"),
        pytest.param("```\nstay\n»jump\n```\n", "jump", id="code fence"),
        pytest.param('["stay", »5]', "5", id="number"),
        pytest.param('["stay", »true]', "true", id="truth value"),
        pytest.param('["stay", »null]', "nothing", id="null"),
        pytest.param('["stay", »["stay"]]', "a list", id="list in a list"),
        pytest.param('["stay", »{"move": "stay"}]', "a mapping", id="mapping in a list"),
        pytest.param('["stay", »""]', "nothing", id="empty text"),
        pytest.param("- stay\n# x\n-   »jump\n", "jump", id="YAML list"),
        ('{"status": "optimal",\n "plan": ["stay", »"jump"]}', "jump"),
    ],
)
def test_what_is_not_a_move_is_refused_at_its_place(tmp_path, marked, found):
    assert_refused(tmp_path, marked, "expected `stay`, `left-N` or `right-N`", found)


def test_an_action_of_the_game_that_the_scenario_lacks_is_a_move_but_not_a_legal_one(tmp_path):
    path = tmp_path / "plan.txt"
    path.write_text("left-49\n")
    line = replay(RULES, read_plan(read_source(str(path)), RULES).moves)
    assert line.failure.turn == 1
    assert "there is no action left-49" in line.failure.reason


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        pytest.param('»{"status": "optimal"}', ["expected", "moves"], id="object without a plan"),
        ('{"status": "infeasible", "plan": »null}', ["expected", "moves"]),
        ('{"plan": ["stay"], »"plan": ["left-1"]}', ["`plan`", "twice"]),
        pytest.param("[stay, »no]", ["YAML reads `no` as false"], id="YAML's surprise"),
        pytest.param("[stay, »&a stay]", ["anchors"], id="anchor"),
        pytest.param("[stay, »!!str stay]", ["tags"], id="tag"),
        pytest.param("[stay,\n»", ["not YAML"], id="open bracket"),
        pytest.param("[stay]\n»---\n[stay]", ["one document"], id="two documents"),
        pytest.param("[" * 20 + "»[", ["20 levels"], id="deep nesting"),
        pytest.param("[stay, »\0]", ["U+0000"], id="NUL"),
    ],
)
def test_a_file_that_holds_no_list_of_moves_is_refused_at_its_place(tmp_path, marked, expected):
    assert_refused(tmp_path, marked, *expected)


def test_a_plan_that_is_not_utf_8_is_refused_at_its_first_wrong_byte(tmp_path):
    path = tmp_path / "plan.txt"
    path.write_bytes(b"stay\nst\xe4y\n")
    with pytest.raises(InputError, match="expected UTF-8") as caught:
        read(path)
    assert str(caught.value.place) == f"{path}:2:3"


def test_a_plan_of_more_than_16_mib_is_refused(tmp_path):
    path = tmp_path / "plan.txt"
    path.write_bytes(b"#" * (16 * 1024 * 1024 + 1))
    with pytest.raises(InputError, match="16 MiB"):
        read(path)


def test_moves_with_a_colon_are_moves_not_keys(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scenario = ROOT / "scenarios" / "toads-and-frogs" / "a-sum-of-two-rows.yaml"
    plan = run("solve", scenario, "--view", "moves").stdout
    assert ":" in plan.splitlines()[0]
    Path("plan.txt").write_text(plan)
    result = run("check", scenario, "plan.txt")
    assert (result.exit_code, "Valid" in result.stdout) == (0, True)
