"""The three games in `docs/own-games`: published results, each with its certificate.

Sources: J. Tromp, "John's Connect Four Playground" (winners and numbers of positions by board
size); OEIS A212693 (positions of the usual board after so many plies); P. Pons, "Solving Connect
Four", the test set of ends of games; M. Lachmann, C. Moore, I. Rapaport, "Who wins Domineering on
rectangular boards?", 2002, and Berlekamp's results that it cites; the tests of cgt-rs (values of
Domineering); M. Fogleman, "Solving Rush Hour, the puzzle", 2018, its database and its solver
(numbers of moves, of positions that can be reached).
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import toadstone
from command_line import run
from exhaustive import some_of
from own_folders import use_games_in
from places import ROOT
from toadstone.core.rules import RULES
from toadstone.game import GAME_PATH, find_game, games_found
from toadstone.loading import find_example
from toadstone.testing import check_game

PACKAGES = {
    "breakthrough": "breakthrough",
    "connect-four": "connect_four",
    "domineering": "domineering",
    "rush-hour": "rush_hour",
}
FOLDER = ROOT / "docs" / "own-games"


@pytest.fixture(autouse=True)
def packages(tmp_path, monkeypatch):
    """Let the three games be found, and work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    use_games_in(monkeypatch, *(FOLDER / each for each in PACKAGES.values()))


def solved(game, method=None, **options):
    return toadstone.solve(toadstone.scenario(game, **options), method=method, confirm="never")


def certified(answer):
    """Return what the checker says of the certificate of an answer."""
    toadstone.certify(answer, "proof.json.gz")
    return toadstone.verify("proof.json.gz")


EXAMPLES = {
    "breakthrough/five-by-four": "whoever moves second wins",
    "end-of-a-game": "red wins in 9 plies",
    "no-way-out": "there is no plan",
    "domineering/four-by-four": "whoever moves first wins",
    "first-card": "9 moves",
    "connect-four/four-by-four": "nobody wins",
    "sixty-with-walls": "60 moves",
    "forty-nine": "49 moves",
    "domineering/five-by-five": "whoever moves second wins",
    "breakthrough/five-by-five": "whoever moves second wins",
    "breakthrough/six-by-four": "whoever moves first wins",
}
OUTCOMES = {"draw": "nobody wins", "first": "whoever moves first wins"}


@pytest.mark.parametrize("name", some_of(EXAMPLES, 3))
def test_every_example_has_the_answer_that_it_states(name):
    path = find_example(name)
    values = toadstone.solve(path, confirm="never").values
    said = EXAMPLES[name]
    assert path.read_text().startswith(f"# Answer: {said}")
    if values is None:
        assert said == "there is no plan"
    elif "moves" in values:
        assert said == f"{values['moves']} moves"
    elif "remoteness" in values:
        assert said == f"{values['winner']} wins in {values['remoteness']} plies"
    else:
        assert said == OUTCOMES.get(values["outcome"], "whoever moves second wins")


# --- Breakthrough -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", some_of([(4, 2), (4, 3), (5, 2), (6, 2), (4, 4), (5, 3)], 3))
def test_the_compiled_search_of_breakthrough_agrees_with_the_plain_one(size):
    rows, columns = size
    fast, plain = (
        solved("breakthrough", method, rows=rows, columns=columns)
        for method in ("compiled-search" if rows < 6 else "compiled-alpha-beta", "exact-search")
    )
    assert fast.values == plain.values
    assert certified(fast).valid


@pytest.mark.parametrize("size", some_of(["five-by-four", "five-by-five"], 1))
def test_the_committed_certificates_of_breakthrough_are_valid_and_small(size):
    path = ROOT / "proofs" / f"breakthrough-{size}.json.gz"
    assert path.stat().st_size < 100_000
    finding = toadstone.verify(path)
    assert finding.valid
    assert finding.proven.claim["values"] == {"winner": "white"}


# --- Connect Four -------------------------------------------------------------------------------

TROMP = {(4, 4): "draw", (4, 5): "draw", (5, 4): "draw", (4, 6): "draw", (6, 4): "yellow"}
"""Who wins, by columns and rows."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("size", some_of(TROMP, 1))
def test_connect_four_has_the_winners_of_tromps_table_each_with_a_certificate(size):
    columns, rows = size
    answer = solved("connect-four", columns=columns, rows=rows, ask="winner")
    assert answer.values["winner"] == TROMP[columns, rows]
    finding = certified(answer)
    assert finding.valid
    assert finding.proven.claim["values"] == {"winner": TROMP[columns, rows]}


PONS = {
    "2252576253462244111563365343671351441": -1,
    "7422341735647741166133573473242566": 1,
    "23163416124767223154467471272416755633": 0,
    "65214673556155731566316327373221417": -1,
    "427566236745127177115664464254": 2,
    "3575316255751336464276636772271112": -3,
    "52677675164321472411331752454": 0,
    "67152117737262713366376314254": 6,
}
"""Ends of games on the usual board, each with its score.

It is 22 less the stones that the winner will have placed, negative where the side to move loses.
"""


@pytest.mark.few(3)
@pytest.mark.parametrize("played", some_of(PONS, 6))
def test_connect_four_ends_as_pons_scores_it(played):
    values = solved("connect-four", played=played, ask="remoteness").values
    stones = (len(played) + values["remoteness"] + 1) // 2
    first = "yellow" if len(played) % 2 else "red"
    sign = {"draw": 0, first: 1}.get(values["winner"], -1)
    assert sign * (22 - stones) == PONS[played]


# --- Domineering --------------------------------------------------------------------------------

FIRST, SECOND, UPRIGHT, FLAT = "first", "second", "vertical", "horizontal"
WINNERS = {
    1: [SECOND, FLAT, FLAT, FLAT, FLAT, FLAT],
    2: [UPRIGHT, FIRST, FIRST, FLAT, UPRIGHT, FIRST],
    3: [UPRIGHT, FIRST, FIRST, FLAT, FLAT],
    4: [UPRIGHT, UPRIGHT, UPRIGHT, FIRST, UPRIGHT],
    5: [UPRIGHT, FLAT, UPRIGHT, FLAT, SECOND],
}
"""Who wins, by the number of rows, for 1 and more columns."""


@pytest.mark.few(1)
@pytest.mark.parametrize("rows", some_of(WINNERS, 3))
def test_domineering_has_the_winners_of_the_literature_each_with_a_certificate(rows):
    for columns, outcome in enumerate(WINNERS[rows], 1):
        answer = solved("domineering", board=["." * columns] * rows, ask="winner")
        assert answer.values["outcome"] == outcome
        assert certified(answer).valid


VALUES = {
    ".|.": "1",
    "..": "-1",
    "..|..": "+-1",
    "....": "-2",
    ".#|..": "*",
    ".##|.##|...": "0",
    "..#|..#|...": "{1/2|-2}",
    "..#|..#|##.": "+-1",
    "...|...|...": "+-1",
    ".#.#|.#..": "1*",
    "#...|....|....|....": "+-1*",
}
"""Values that others have published: the tests of cgt-rs, which were confirmed with CGSuite."""


@pytest.mark.few(4)
@pytest.mark.parametrize("rows", some_of(VALUES, 10))
def test_domineering_has_the_values_that_cgsuite_finds(rows):
    answer = solved("domineering", board=rows.split("|"), ask="value")
    assert answer.values["value"] == VALUES[rows]
    assert answer.values["winner"] == solved("domineering", board=rows.split("|")).values["winner"]


# --- Rush Hour ----------------------------------------------------------------------------------


def board(text):
    """Return a board of six rows of six cells."""
    return [text[at : at + 6] for at in range(0, 36, 6)]


CARDS = {
    "..B.CC..B...AAB...DDD..E.....E.....E": 9,
    "..B.....B..C..BAACDDDE.C...EFF......": 16,
}
FOGLEMAN = {
    "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM": (60, 2332),
    "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN": (58, 9192),
}
"""The fewest moves, and the positions that can be reached, those where the car is out among them.

They are the hardest boards of the database.
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("text", some_of(FOGLEMAN, 1))
def test_rush_hour_finds_the_fewest_moves_of_hard_boards_with_a_certificate(text):
    moves, reachable = FOGLEMAN[text]
    answer = solved("rush-hour", board=board(text), ask="min-moves")
    assert answer.values["moves"] == moves
    finding = certified(answer)
    assert finding.valid
    assert finding.proven.claim["values"] == {"moves": moves}
    scenario = toadstone.scenario("rush-hour", board=board(text))
    assert len(connected(find_game("rush-hour").get(RULES)(scenario).plain)) == reachable


def connected(rules):
    """Return every position that moves lead to, as if the car could go on once it is out."""
    found, waiting = {rules.start()}, [rules.start()]
    while waiting:
        position = waiting.pop()
        after = {rules.play(position, move) for move in rules.moves(position)} - found
        found |= after
        waiting += after
    return found


@pytest.mark.parametrize("text", some_of(CARDS, 1))
def test_model_and_searches_of_rush_hour_agree_on_the_cards_of_the_game(text):
    scenario = toadstone.scenario("rush-hour", board=board(text), ask="min-moves")
    answers = toadstone.compare(scenario).answers
    proven = {each.solver.name: each.values["moves"] for each in answers if each.is_proven}
    assert proven.keys() >= {"cp-sat", "breadth-first", "a-star"}
    assert set(proven.values()) == {CARDS[text]}


def test_a_board_of_rush_hour_that_cannot_be_solved_is_proven_so_by_model_and_search():
    shut = ["..B", "AAB", "..B"]
    for method in ("cp-sat", "breadth-first"):
        answer = solved("rush-hour", method, board=shut, ask="reach")
        assert answer.status is toadstone.Status.INFEASIBLE
    finding = certified(answer)
    assert finding.valid
    assert finding.proven.claim["status"] == "infeasible"


# --- on the command line ------------------------------------------------------------------------


def test_a_certificate_names_the_rules_that_verify_trusts_and_the_scenario_file():
    done = run("solve domineering/four-by-four --certificate proof.json")
    assert (done.exit_code, done.stderr) == (0, "")
    said = json.loads(run("verify proof.json domineering/four-by-four --json").stdout)
    assert said["valid"]
    assert said["rules"]["file"] == str(FOLDER / "domineering/domineering/__init__.py")
    done = run("verify proof.json domineering/five-by-five")
    assert done.exit_code == 10
    assert "scenario" in done.stdout
    proof = json.loads(Path("proof.json").read_text())
    proof["scenario"]["board"] = ["......."] * 12
    Path("proof.json").write_text(json.dumps(proof))
    done = run("verify proof.json")
    assert done.exit_code == 30
    assert "board: out of bounds" in done.stderr


def test_without_the_game_its_certificate_is_refused_and_the_checker_alone_needs_its_rules(
    monkeypatch, capfd
):
    from toadstone_checker.__main__ import main

    run("solve domineering/four-by-four --certificate proof.json")
    rules = FOLDER / "domineering" / "domineering" / "__init__.py"
    assert main(["proof.json", str(rules)]) == 0
    assert "sha256" in capfd.readouterr().out
    assert main(["proof.json"]) == 30
    assert "it needs the rules of the game" in capfd.readouterr().err
    monkeypatch.delenv(GAME_PATH)
    games_found.cache_clear()
    done = run("verify proof.json")
    assert done.exit_code == 30
    assert "there is no game `domineering`" in done.stderr
    assert "for a game of your own, see --game-path or TOADSTONE_GAME_PATH" in done.stderr


def test_a_scenario_that_the_game_would_not_read_proves_nothing():
    Path("board.yaml").write_text("game: connect-four\ncolumns: 1\nrows: 1\n")
    run("solve board.yaml --certificate proof.json")
    assert run("verify proof.json").exit_code == 0
    proof = json.loads(Path("proof.json").read_text())
    proof["scenario"]["columns"] = True
    Path("proof.json").write_text(json.dumps(proof))
    said = json.loads(run("verify proof.json --json").stdout)
    assert (said["valid"], said["at"]) == (False, "scenario")
    assert said["reason"].startswith("columns: ")


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", PACKAGES)
def test_each_package_keeps_what_a_game_promises(game):
    check_game(find_game(game))


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", PACKAGES)
def test_installed_by_pip_each_package_has_its_game_in_every_command(game, tmp_path, monkeypatch):
    install = ["install", "-q", "--no-deps", "--no-index", "--no-build-isolation", "--target"]
    folder, package = tmp_path / "installed", FOLDER / PACKAGES[game]
    subprocess.run([sys.executable, "-m", "pip", *install, folder, package], check=True)
    monkeypatch.delenv(GAME_PATH)
    paths = [folder, *(ROOT / room for room in ("model", "checker", "cli"))]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, paths)))
    command = [sys.executable, "-m", "toadstone_cli"]
    others = {"rush-hour": "no-way-out", "breakthrough": "breakthrough/five-by-four"}
    example = others.get(game, f"{game}/four-by-four")
    done = subprocess.run(
        [*command, "solve", example, "--certificate", "proof.json"], check=False, text=True
    )
    assert done.returncode == (10 if game == "rush-hour" else 0)
    assert subprocess.run([*command, "verify", "proof.json"], check=False).returncode == 0
