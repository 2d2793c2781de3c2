"""Games are found by entry points and in folders; one that cannot be used is one sentence."""

import json
import sys
import tomllib

import pytest

import toadstone
from command_line import run
from own_folders import forget_games_in, use_games_in
from places import ROOT, TESTS
from programs import ran
from toadstone.game import GAME_PATH, all_games, find_game, installed_games

KAYLES = (TESTS / "own_games" / "kayles.py").read_text()
OURS = sorted(
    path.parent.name.replace("_", "-") for path in ROOT.glob("model/toadstone/games/*/__init__.py")
)


@pytest.fixture(autouse=True)
def folder(folder, monkeypatch):
    use_games_in(monkeypatch)
    return folder


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def renamed(name):
    return KAYLES.replace('"kayles"', f'"{name}"')


def warned(*folders):
    """Return what the command line says of the games in some folders, before it answers."""
    options = [word for each in folders for word in ("--game-path", str(each))]
    done = run(*options, "solve", "first-across", "--json")
    assert (done.exit_code, json.loads(done.stdout)["values"]) == (0, {"moves": 5})
    return done.stderr.splitlines()


# --- where games are found ----------------------------------------------------------------------


def test_ours_are_declared_as_the_games_of_others_are():
    points = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    assert sorted(points["toadstone.games"]) == OURS == sorted(all_games())
    assert {each.source for each in installed_games()} == {"toadstone"}


def test_an_installed_package_brings_its_game(folder, monkeypatch):
    write(folder / "site/own_kayles/__init__.py", KAYLES)
    points = "[console_scripts]\nk = own_kayles:f\n\n[toadstone.games]\nkayles = own_kayles:GAME\n"
    write(folder / "site/toadstone_kayles-1.0.dist-info/entry_points.txt", points)
    monkeypatch.syspath_prepend(folder / "site")
    forget_games_in(folder / "nothing")
    assert toadstone.solve(toadstone.scenario("kayles", pins=3)).values["winner"] == "left"
    assert find_game("kayles").package == "own_kayles"


def test_the_folder_that_one_works_in_declares_nothing(folder, monkeypatch):
    points = "[toadstone.games]\nkayles = own_kayles:GAME\n"
    write(folder / "toadstone_kayles-1.0.dist-info/entry_points.txt", points)
    for here in ("", str(folder)):
        monkeypatch.syspath_prepend(here)
    assert {each.source for each in installed_games()} == {"toadstone"}


@pytest.mark.parametrize("sources", ["", "src/"])
def test_a_folder_with_a_project_brings_the_game_that_it_declares(folder, sources):
    write(folder / f"own/{sources}hidden_kayles.py", KAYLES.replace("GAME =", "MINE =") + "\n")
    points = '[project.entry-points."toadstone.games"]\nkayles = "hidden_kayles:MINE"\n'
    write(folder / "own/pyproject.toml", points)
    assert run("--game-path", "own", "schema", "kayles").exit_code == 0
    assert run("schema", "kayles").exit_code == 2


@pytest.mark.parametrize(
    "line", ["--game-path games schema kayles", "--game-path=games/kayles.py schema kayles"]
)
def test_a_folder_or_a_file_is_named_before_the_command(folder, line):
    write(folder / "games/kayles.py", KAYLES)
    write(folder / "games/setup.py", "raise SystemExit('this is no game')")
    done = run(line)
    assert (done.exit_code, done.stderr) == (0, "")
    assert json.loads(done.stdout)["properties"]["pins"]["maximum"] == 30


def test_the_environment_names_folders_and_every_command_knows_their_games(monkeypatch):
    use_games_in(monkeypatch, TESTS / "own_games")
    assert "kayles" in run("--help").stdout
    assert "Five pins (winner)" in run("examples").stdout
    assert run("examples", "five-pins").stdout.startswith("game: kayles\n")
    assert "kayles" in run("schema").stdout
    assert toadstone.solve("five-pins").values["winner"] == "left"


def test_a_folder_may_be_named_by_a_way_up_and_down_again(monkeypatch):
    use_games_in(monkeypatch, TESTS / "games" / ".." / "own_games")
    assert toadstone.solve("five-pins").values["winner"] == "left"


# --- games that cannot be used ------------------------------------------------------------------


BROKEN = {
    "import nothing_of_this_name\nGAME = 1\n": "ModuleNotFoundError: No module named "
    "'nothing_of_this_name' (own.py, line 1)",
    "GAME = 1 +\n": "SyntaxError: invalid syntax (own.py, line 1)",
    "raise SystemExit(3)\nGAME = 1\n": "SystemExit: 3 (own.py, line 1)",
    "GAME = {'name': 'own'}\n": "`GAME` is no Game but dict",
    renamed("Own Game"): "expected a name such as `my-game`, found `Own Game`",
    renamed("own") + "vars(GAME)['questions'] = (1,)\n": "expected questions, found `1`",
    renamed("own").replace("__name__", "'x'"): "expected the `__name__` of a module, found `x`",
    renamed("own") + "GAME.parts['x'] = 1\n": "expected parts under keys such as `RULES`, found "
    "`x`",
}


@pytest.mark.few(3)
@pytest.mark.parametrize("text", BROKEN)
def test_a_game_that_cannot_be_loaded_is_one_warning_and_the_rest_works(folder, text):
    file = write(folder / "games/own.py", text)
    [line] = warned("games")
    assert line == f"toadstone: warning: the game `own` of {file} cannot be used: {BROKEN[text]}"


def test_a_game_has_the_name_under_which_it_is_declared(folder):
    write(folder / "own/own_kayles.py", KAYLES)
    points = '[project.entry-points."toadstone.games"]\nnine-pins = "own_kayles:GAME"\n'
    project = write(folder / "own/pyproject.toml", points)
    [line] = warned("own")
    assert line.endswith(
        f"`nine-pins` of {project} cannot be used: expected the name `nine-pins`, found `kayles`"
    )


def test_two_games_of_one_name_are_both_refused_but_ours_keeps_it(folder):
    for name in ("one", "two"):
        write(folder / f"games/{name}.py", KAYLES)
    write(folder / "games/other.py", renamed("frog-puzzle"))
    ours, line = sorted(warned("games"))
    assert "two games are called `frog-puzzle`, in toadstone and" in ours
    assert "two games are called `kayles`, in " in line
    done = run("--game-path", "games", "play", "kayles")
    assert done.exit_code == 30
    assert "; two games are called" in done.stderr.splitlines()[-1]


def test_a_module_with_the_name_of_another_and_a_folder_that_is_gone_are_warnings(
    folder, monkeypatch
):
    write(folder / "games/types.py", KAYLES)
    monkeypatch.setenv(GAME_PATH, str(folder / "nowhere"))
    missing, line = warned("games")
    assert "cannot be used: two modules are called `types`, " in line
    assert missing.endswith("nowhere can be used: no such folder")
    monkeypatch.delenv(GAME_PATH)
    refused = run("--game-path", "nowhere", "solve", "first-across")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == "toadstone: error: --game-path: there is no `nowhere`\n"


def test_a_file_of_a_game_that_is_refused_says_why(folder):
    write(folder / "games/own.py", "GAME = 1\n")
    write(folder / "own.yaml", "game: own\n")
    done = run("--game-path", "games", "solve", "own.yaml")
    assert done.exit_code == 30
    assert "own.yaml:1:7: error: the game `own` of " in done.stderr


def test_options_of_a_game_do_not_take_those_of_a_command(folder):
    options = (
        "from toadstone.files import SCENARIO_OPTIONS, ScenarioOption as O\n"
        "OPTIONS = (O('json', ('pins',), 0, 9, 'x'), O('row-pins', ('pins',), 0, 9, 'row'))\n"
        "GAME = plain_game('kayles', __name__, KaylesScenario, KaylesRules, "
        "parts={SCENARIO_OPTIONS: OPTIONS})\n"
    )
    write(folder / "games/own.py", KAYLES + options)
    write(folder / "own.yaml", "game: kayles\npins: 3\n")
    words = ["--game-path", "games", "solve", "own.yaml", "--row-pins", "0", "--json"]
    code = "from toadstone_cli.__main__ import run; run()"  # options are made when it starts
    done = ran(sys.executable, "-c", code, *words, check=True)
    assert json.loads(done.stdout)["values"]["winner"] == "right"


def test_an_example_that_cannot_be_used_is_a_warning_and_the_others_are_listed(folder):
    write(folder / "games/kayles.py", KAYLES)
    write(folder / "games/scenarios/kayles/wrong.yaml", "game: kayles\npins: many\n")
    (folder / "games/latin.py").write_bytes(b"# \xe4\nGAME = 1")
    done = run("--game-path", "games", "examples")
    assert done.exit_code == 0
    assert "first-crossing" in done.stdout
    assert "wrong.yaml is no example: `pins`: expected a whole number" in done.stderr
    assert "latin.py cannot be used: " in done.stderr
