"""A whole game in one file: what follows from plain rules.

Kayles: the values of rows are those of Guy and Smith, "The G-values of various games", 1956 (OEIS
A002186). Lights out on a row: a row is the sum of the presses, which commute and undo themselves.
"""

import json
import re
from itertools import combinations
from pathlib import Path

import pytest

import toadstone
from command_line import run
from own_folders import use_games_in
from places import TESTS
from toadstone.core.board import BOARD
from toadstone.core.errors import BrokenGameError
from toadstone.core.rules import RULES
from toadstone.engines import ENGINES, EVALUATION
from toadstone.engines.instance import make_instance
from toadstone.game import all_games, find_game
from toadstone.play import USUAL_START
from toadstone.play.tasks import Task, context_of, evaluate
from toadstone.workers import WorkerPool

GAMES = TESTS / "own_games"
KAYLES_VALUES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]


@pytest.fixture(autouse=True)
def folder(folder, monkeypatch):
    use_games_in(monkeypatch, GAMES)
    return folder


def found(line, **options):
    return json.loads(run(f"{line} --json", **options).stdout)


def lights(row, **more):
    return toadstone.scenario("lights", row=row, **more)


def pressed(row, presses):
    """Return a row after presses of some cells, counted from 0."""
    on = {cell for cell, sign in enumerate(row) if sign == "o"}
    for press in presses:
        on ^= {press - 1, press, press + 1}
    return "".join("o" if cell in on else "." for cell in range(len(row)))


def fewest_presses(row):
    """Return the fewest presses that turn all lights off, by trying every set of them."""
    sets = (each for size in range(len(row) + 1) for each in combinations(range(len(row)), size))
    return next((len(each) for each in sets if "o" not in pressed(row, each)), None)


# --- two players --------------------------------------------------------------------------------


def test_the_values_of_kayles_are_the_published_ones():
    for pins, value in enumerate(KAYLES_VALUES):
        said = toadstone.solve(toadstone.scenario("kayles", pins=pins, ask="value"))
        assert said.values["value"] == (["0", "*"][value] if value < 2 else f"*{value}")


def test_players_and_review_come_with_the_rules():
    assert found("play kayles --player perfect")["outcome"]["winner"] == "left"
    Path("plan.json").write_text('["1", "2", "3-4", "5"]')
    assert run("review", "five-pins", "plan.json").exit_code == 0


def test_illegal_moves_are_refused_with_a_reason():
    done = run("play five-pins --player person", input="7\n3\n")
    assert done.exit_code == 30
    assert "7 is not legal: there is no such move here" in done.stderr


def test_a_move_that_another_begins_with_is_told_by_its_last_cell_twice():
    game = find_game("kayles")
    board = game.get(BOARD)(toadstone.scenario("kayles", pins=3))
    paths = board.paths(board.rules.start())
    assert {move: path for path, move in paths.items()} == {
        "1": ("1", "1"),
        "2": ("2", "2"),
        "3": ("3",),
        "1-2": ("1", "2"),
        "2-3": ("2", "3"),
    }


def test_looks_name_a_colour_or_a_symbol_and_all_else_is_refused(monkeypatch):
    make, start = find_game("kayles").get(BOARD), toadstone.scenario("kayles", pins=3)
    rules = type(find_game("kayles").get(RULES)(start).plain)
    monkeypatch.setattr(rules, "looks", {"!": "pink"}, raising=False)
    message = "`looks` names `pink`, expected a colour, `green`, `orange`, `blue` or"
    with pytest.raises(BrokenGameError, match=message):
        make(start)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("def rows(", "def draw(", "KaylesRules has no `rows`"),
        ('"kayles"]', '"nine-pins"]', "the game of KaylesScenario has to be Literal['kayles']"),
        ("(TwoPlayerScenario)", "(OnePlayerScenario)", "KaylesRules has no `won`"),
        ("(TwoPlayerScenario)", "(Scenario)", "KaylesScenario is no OnePlayerScenario and no"),
    ],
)
def test_what_a_plain_game_lacks_is_said_when_it_is_loaded(old, new, message, folder, monkeypatch):
    imports = "from toadstone.files.scenario import Scenario\n"
    imports += "from toadstone.own_game import OnePlayerScenario\n"
    text = (GAMES / "kayles.py").read_text().replace(old, new)
    (folder / "own.py").write_text(imports + text)
    use_games_in(monkeypatch, folder)
    with pytest.warns(UserWarning, match=re.escape(message)):
        assert "kayles" not in all_games()


def test_optional_methods_bring_parts():
    game = find_game("kayles")
    assert {USUAL_START, ENGINES} <= game.parts.keys()
    assert EVALUATION not in game.parts
    assert "Knock down one pin" in game.get(BOARD)(game.get(USUAL_START)()).instructions()


def test_a_process_beside_a_plain_game_finds_it_by_its_name():
    with WorkerPool(context_of(make_instance(lights("o.oo"), ["min-moves"]))) as engine:
        outlook = engine.submit(Task(evaluate, ()).run).result(60)
    assert outlook.figures == {"min-moves": fewest_presses("o.oo")}


# --- one player ---------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ["o.o", "o....o", "ooooo", "..", "o."])
def test_every_search_finds_the_fewest_moves_or_proves_that_there_is_no_plan(row):
    fewest = fewest_presses(row)
    for said in toadstone.compare(lights(row)).answers:
        if said.is_proven:
            assert (said.values or {"moves": None})["moves"] == fewest
    assert toadstone.solve(lights(row)).is_proven


def test_a_start_that_is_lost_has_no_plan(monkeypatch):
    plain = type(find_game("lights").get(RULES)(lights("..")).plain)
    monkeypatch.setattr(plain, "won", lambda self, position: False)
    monkeypatch.setattr(plain, "lost", lambda self, position: "a trap", raising=False)
    for said in toadstone.compare(lights("..")).answers:
        assert said.status in {toadstone.Status.INFEASIBLE, toadstone.Status.UNKNOWN}
    finding = toadstone.check(lights(".."), [])
    assert not finding.valid
    assert "a trap" in str(finding)


def test_best_plans_are_counted_and_moves_that_lead_back_do_no_harm():
    assert toadstone.count_plans(lights("o....o")) == 24  # the orders of four presses
    assert toadstone.prove(lights("o.")).status is toadstone.Status.INFEASIBLE


def test_a_line_that_is_lost_after_as_many_moves_is_no_plan(monkeypatch):
    plain = type(find_game("lights").get(RULES)(lights("ooo")).plain)
    go_on = {plain(lights("ooo")).start(), plain(lights("...")).start()}

    def lost(self, position):
        return None if position in go_on else "a trap"

    monkeypatch.setattr(plain, "lost", lost, raising=False)
    assert list(toadstone.plans(lights("ooo"))) == [["2"]]
