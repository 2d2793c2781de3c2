"""A sixth game is a package: what it brings works everywhere, what it lacks is refused clearly.

The game is Nim with one heap, in `tests/own_games`. It is found by `TOADSTONE_GAME_PATH`, and
brings no certificates, explanations, atlas, usual start, instructions,
pictures, puzzles, evaluation, or moves typed cell by cell.

What is true of it is known without any search: who is to move loses exactly where the heap is a
multiple of one more than a move may take, and the shortest game takes all that a move may.
"""

import json
import shlex
from dataclasses import replace
from math import ceil
from pathlib import Path
from unittest.mock import Mock

import pytest

import toadstone
from command_line import run
from own_folders import use_games_in
from places import TESTS
from toadstone.core.board import BOARD
from toadstone.core.rules import RULES
from toadstone.engines import EVALUATION, HORIZON, SEARCH_PROBLEM, STATE_SPACE
from toadstone.engines.adversarial.query import PositionSearch
from toadstone.engines.answering import engines_for
from toadstone.engines.cp_sat.engine import CpSat
from toadstone.engines.instance import make_instance
from toadstone.engines.search.engine import SearchEngine
from toadstone.files import SCENARIO
from toadstone.game import all_games
from toadstone.play import ATLAS, USUAL_START
from toadstone.proofs import CERTIFIER, EXPLAINER
from toadstone.services import MAKER

FOLDER = TESTS / "own_games"
SHORTEST = "seven.yaml --ask shortest"


@pytest.fixture(autouse=True)
def nim(tmp_path, monkeypatch):
    """Let the game be found, and work in a folder with a scenario of it."""
    monkeypatch.chdir(tmp_path)
    use_games_in(monkeypatch, FOLDER / "toadstone_nim")
    (tmp_path / "seven.yaml").write_text("{game: nim, title: Seven, heap: 7, ask: winner}")
    return all_games()["nim"]


def found(line, **options):
    """Return the object that a command prints."""
    done = run(f"{line} --json", **options)
    assert done.stderr == ""
    return json.loads(done.stdout)


def without(nim, monkeypatch, *lacking):
    """Let the game lack some of its parts."""
    parts = {part: place for part, place in nim.parts.items() if part not in lacking}
    known = {**all_games(), "nim": replace(nim, parts=parts)}
    for module in ("game", "loading"):
        monkeypatch.setattr(f"toadstone.{module}.all_games", lambda: known)


def winner(heap, most=3):
    return "left" if heap % (most + 1) else "right"


# What it brings


@pytest.mark.parametrize("most", [1, 3])
def test_every_position_search_finds_who_wins(nim, most):
    for heap in range(10):
        scenario = toadstone.scenario("nim", heap=heap, most=most, ask="winner")
        names = [engine.name for engine in engines_for(make_instance(scenario))]
        assert names == ["exact-search"]
        for answer in toadstone.compare(scenario).answers:
            assert answer.status is toadstone.Status.OPTIMAL
            assert answer.values["winner"] == winner(heap, most)
            assert answer.solver.nodes >= (heap > 0)
            good = [str(n) for n in range(1, most + 1) if n == heap % (most + 1)]
            lost = [str(n) for n in range(1, min(heap, most) + 1)]
            assert answer.values["best_moves"] == (good or lost)


@pytest.mark.parametrize("most", [1, 3])
def test_model_and_searches_find_the_shortest_game(nim, most):
    for heap in (0, 1, 6, 7, 8):
        scenario = toadstone.scenario("nim", heap=heap, most=most, ask="shortest")
        answers = {each.solver.name: each for each in toadstone.compare(scenario).answers}
        proven = {name for name, each in answers.items() if each.status.value == "optimal"}
        assert proven >= {"cp-sat", "layered", "a-star", "breadth-first"}
        assert {answers[name].values["plies"] for name in proven} == {ceil(heap / most)}
        assert all(each.values["plies"] >= ceil(heap / most) for each in answers.values())


def shortest_games(heap, plies):
    """Return the number of games of so many plies, taking one to three at a time."""
    if plies == 0:
        return int(heap == 0)
    return sum(shortest_games(heap - number, plies - 1) for number in (1, 2, 3) if number <= heap)


def test_enumerate_lists_and_counts_every_shortest_game():
    count = shortest_games(7, 3)
    assert int(run("enumerate seven.yaml --ask shortest --count").stdout) == count > 1
    plans = run("enumerate seven.yaml --ask shortest").stdout.splitlines()
    assert len(set(plans)) == len(plans) == count


# What it does not bring

LACKING = [
    (CERTIFIER, "solve seven.yaml --certificate proof.json", "nim has no certificates"),
    (EXPLAINER, "explain seven.yaml", "there are no explanations of nim scenarios"),
    (ATLAS, "atlas nim", "nim has no atlas: expected `toads-and-frogs`"),
    (MAKER, "generate nim", "nim makes no puzzles"),
    (USUAL_START, "play nim", "nim has no usual start: expected a scenario file"),
    (EVALUATION, "play seven.yaml --player greedy", "expected a player, `person`"),
]


@pytest.fixture
def no_work(monkeypatch):
    """Let every engine fail, so that what is refused is refused before any work is done."""

    for kind in (CpSat, SearchEngine, PositionSearch):
        monkeypatch.setattr(kind, "solve", Mock(side_effect=AssertionError("an engine was asked")))


def refused(line, sentence, **options):
    """Assert that a command is refused in one sentence, in JSON as well where it has that."""
    done = run(line, **options)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("toadstone: error: ")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert len(done.stderr.removeprefix("toadstone: error: ").split(". ")) == 1


@pytest.mark.usefixtures("nim")
def test_a_board_without_drawings_is_refused_where_it_would_be_drawn():
    refused("draw seven.yaml -o seven.svg", "nim has no pictures")


@pytest.mark.parametrize(("part", "line", "sentence"), LACKING)
@pytest.mark.usefixtures("no_work")
def test_what_it_lacks_is_refused_in_one_sentence(nim, part, line, sentence):
    assert part not in nim.parts
    refused(line, sentence)
    assert [path.name for path in Path().iterdir()] == ["seven.yaml"]


@pytest.mark.parametrize(
    ("lacking", "line", "sentence"),
    [
        ([STATE_SPACE], f"enumerate {SHORTEST}", "the plans of nim cannot be listed"),
        ([HORIZON, SEARCH_PROBLEM], f"solve {SHORTEST}", "no engine can answer shortest of nim"),
        (
            [HORIZON],
            f"solve {SHORTEST} --method cp-sat",
            "--method: cp-sat cannot answer this: nim has no model of a whole plan; use `layered`",
        ),
        (
            [SEARCH_PROBLEM],
            f"solve {SHORTEST} --method layered",
            "--method: layered cannot answer this: nim has no searches; use `cp-sat`",
        ),
        ([BOARD], "tree seven.yaml", "nim has no board to draw"),
    ],
)
@pytest.mark.usefixtures("no_work")
def test_what_a_game_could_bring_is_refused_where_it_does_not(
    nim, monkeypatch, lacking, line, sentence
):
    without(nim, monkeypatch, *lacking)
    refused(line, sentence)


def test_without_a_board_the_page_has_the_plan_and_no_drawing(nim, monkeypatch):
    without(nim, monkeypatch, BOARD)
    assert "\nFigures: 3 plies\n\n\nChecked: " in run("solve seven.yaml --ask shortest").stdout


@pytest.mark.parametrize(("part", "name"), [(RULES, "rules"), (SCENARIO, "scenario files")])
def test_what_every_game_needs_is_named_where_it_is_lacking(nim, monkeypatch, part, name):
    without(nim, monkeypatch, part)
    refused("solve seven.yaml", f"nim brings no {name}")


def test_where_the_model_is_lacking_the_searches_answer_and_the_other_way_round(nim, monkeypatch):
    for lacking, name in [(HORIZON, "layered"), (SEARCH_PROBLEM, "cp-sat")]:
        without(nim, monkeypatch, lacking)
        said = found("solve seven.yaml --ask shortest")
        assert (said["solver"]["name"], said["values"]) == (name, {"plies": 3})


@pytest.mark.parametrize("line", ["solve", "play", "check"])
def test_without_a_board_the_json_is_there(nim, monkeypatch, line):
    without(nim, monkeypatch, BOARD)
    plan = ["-"] if line == "check" else []
    more = {"play": ["--player", "person"]}.get(line, [])
    done = run(shlex.join([line, "seven.yaml", *plan, *more, "--json"]), input="3\n3\n1\n")
    assert done.exit_code == 0
    assert json.loads(done.stdout)
