"""The trial of mutants: what it covers, and that its page says what was found."""

import tomllib

from mutants import survivors
from places import ROOT
from tests.games.test_games import GAMES

CONFIG = tomllib.loads((ROOT / "tests/mutants/mutants.toml").read_text())
MODULES = [module for suite in CONFIG["suite"] for module in suite["modules"]]


def test_the_configuration_names_rules_model_and_checker_of_every_game_and_each_file_once():
    tests = [f"tests/{name}.py" for suite in CONFIG["suite"] for name in suite["tests"]]
    assert [each for each in [*MODULES, *tests] if not (ROOT / each).is_file()] == []
    assert len(set(MODULES)) == len(MODULES)
    for game in GAMES:
        folder = game.replace("-", "_")
        for part in ("rules", "model"):
            assert f"model/toadstone/games/{folder}/{part}.py" in MODULES
        assert f"checker/toadstone_checker/{folder}.py" in MODULES


def test_every_mutant_written_by_hand_changes_one_place():
    for each in CONFIG["by_hand"]:
        assert (ROOT / each["module"]).read_text().count(each["old"]) == 1, each
        assert each["module"] in MODULES or "/games/" in each["module"]
        assert each["old"] != each["new"]


def test_every_explained_survivor_is_a_change_of_a_line_that_is_there():
    for entry in survivors.explained():
        code = " ".join((ROOT / entry["module"]).read_text().split())
        assert entry["reason"]
        for change in entry["changes"]:
            old, arrow, new = change.partition(" -> ")
            assert arrow
            assert old != new
            assert " ".join(old.split()) in code, change


def test_the_page_has_the_figures_of_all_runs_and_says_what_is_open():
    row = f"| **all** | {' | '.join(map(str, survivors.totals()))} |"
    assert row in (ROOT / "docs" / "development.md").read_text()
    assert min(survivors.unexplained().values()) >= 0
    for figures in survivors.results().values():
        ends = ("killed", "slow", "survived")
        assert sum(figures[end] for end in ends) == figures["tried"] <= figures["mutants"]
