"""`toadstone new-game` writes a package that works as it is."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

from command_line import run
from own_folders import use_games_in


@pytest.fixture(autouse=True)
def folder(folder, monkeypatch):
    use_games_in(monkeypatch)
    return folder


@pytest.mark.few(1)
@pytest.mark.parametrize("options", [[], ["--one-player"]])
def test_the_package_solves_certifies_and_passes_its_tests(options, folder, monkeypatch):
    files = run("new-game", "my-game", *options).stdout.partition("\n\n")[0].splitlines()
    assert all(Path(file).is_file() and "$" not in Path(file).read_text() for file in files)
    use_games_in(monkeypatch, folder / "my-game")
    done = run("prove my-game-first --certificate proof.json")
    assert (done.exit_code, run("verify proof.json").exit_code) == (0, 0)
    assert run("play my-game --player perfect").exit_code == 0
    [test] = [Path(file) for file in files if "tests/" in file]
    sys.path.append(str(folder / test.parent))
    tests = vars(import_module(test.stem))
    tests["test_the_game_keeps_its_promises"]()
    tests["test_the_certificate_of_an_answer_is_valid"](folder)
    [(mark, measured)] = [
        (each.pytestmark[0], each) for each in tests.values() if hasattr(each, "pytestmark")
    ]
    for values in mark.args[1]:
        measured(*(values if isinstance(values, tuple) else (values,)))
