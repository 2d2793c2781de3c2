"""What the shell completes: the words that a command takes where the cursor is."""

import pytest
from typer.testing import CliRunner

from own_folders import forget_games_in, use_games_in
from places import TESTS
from toadstone_cli.main import COMMANDS, app


def completed(line):
    """Return what bash is offered for a line after `toadstone`; the cursor is at its end."""
    environment = {
        "_TOADSTONE_COMPLETE": "complete_bash",
        "COMP_WORDS": f"toadstone {line}",
        "COMP_CWORD": str(1 + line.count(" ")),
    }
    done = CliRunner().invoke(app, [], prog_name="toadstone", env=environment)
    assert done.exit_code == 0
    assert done.stderr == ""
    return done.stdout.split()


RIVER_TOAD = ["survive", "max-hp", "min-moves", "max-flies", "longest", "min-start-hp"]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("sol", ["solve"]),
        ("solve first-c", ["first-crossing"]),
        ("solve first-crossing --ask ", RIVER_TOAD),
        ("solve first-crossing --ask min-moves,max", ["min-moves,max-hp", "min-moves,max-flies"]),
        ("solve first-crossing --ask pareto:max", ["pareto:max-hp", "pareto:max-flies"]),
        ("solve last-raid --ask be", ["best-move", "beat"]),
        ("solve first-crossing --method b", ["breadth-first", "backtracking"]),
        ("compare two-pairs --methods a-star,gr", ["a-star,greedy"]),
        ("play ugly-d", ["ugly-duck/shortest-game", "ugly-duck"]),
        ("solve ugly-d", ["ugly-duck/shortest-game"]),
        ("play ugly-duck --player green=pe", ["green=person", "green=perfect"]),
        ("schema u", ["ugly-duck"]),
        ("solve first-crossing --view t", ["table"]),
    ],
)
def test_a_word_is_completed_as_the_command_takes_it(line, offered):
    assert completed(line) == offered


def test_files_and_folders_are_offered_beside_the_examples(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first-folder").mkdir()
    for name in ("first.yaml", "first.png", ".first.yaml", "first-folder/rolls.txt"):
        (tmp_path / name).write_text("")
    assert completed("solve first") == [
        "first-across",
        "first-crossing",
        "first-folder/",
        "first.yaml",
    ]
    assert completed("solve first-folder/") == ["first-folder/rolls.txt"]
    assert completed("solve no-such-folder/") == []


def test_what_cannot_be_read_stops_no_completion(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.yaml").write_text("game: [\n")
    for scenario in ("-", "nothing", "broken.yaml"):
        offered = completed(f"solve {scenario} --ask m")
        assert {"max-hp", "margin"} <= set(offered)
        assert all(word.startswith("m") for word in offered)
        assert completed(f"solve {scenario} --method m") == []


def test_the_options_of_every_command_are_completed():
    for command in COMMANDS:
        assert "--help" in completed(f"{command} --h")


def test_the_games_of_a_folder_are_completed_without_a_word_of_those_that_are_broken(
    tmp_path, monkeypatch
):
    (tmp_path / "own.py").write_text("GAME = 1")
    use_games_in(monkeypatch)
    line = f"--game-path {tmp_path} --game-path {TESTS / 'own_games'} play "
    assert {"kayles", "five-pins", "ugly-duck"} <= set(completed(line))
    assert "five-pins" not in completed("play ")
    forget_games_in(tmp_path, TESTS / "own_games")
