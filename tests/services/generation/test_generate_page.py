"""docs/generate.md says what is so: its commands run, and print what is shown."""

import doctest
import re
from pathlib import Path

import pytest

import toadstone
from command_line import run
from places import ROOT
from toadstone.game import all_games
from toadstone.services.generation.maker import SOLVERS
from toadstone.services.generation.parts import SIZES

PATH = ROOT / "docs" / "generate.md"
PAGE = PATH.read_text()
FEATURES = set(re.findall(r"^\| `([a-z_]+)` \|", PAGE, re.MULTILINE))


@pytest.fixture(autouse=True)
def somewhere_else(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_the_commands_work_one_after_the_other():
    """The class has two students here, for the sake of time."""
    blocks = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    lines = re.findall(r"^toadstone (.*)$", "".join(blocks), re.MULTILINE)
    assert len(lines) == 5
    done = [run(line.replace("--variants 30", "--variants 2")) for line in lines]
    assert [each.exit_code for each in done] == [0] * 5
    assert done[1].stdout == "1\n"
    held = re.findall(r"^\| `([a-z0-9.-]+\.[a-z]+)` \|", PAGE, re.MULTILINE)
    assert len(held) == 6
    assert all((Path("puzzles") / name).exists() for name in held)


def test_the_output_shown_is_the_output():
    ((line, shown),) = re.findall(r"```console\n\$ toadstone ([^\n]*)\n(.*?)\n```", PAGE, re.DOTALL)
    assert run(line).stdout.startswith(shown)


def test_the_python_examples_print_what_is_shown():
    failed, tried = doctest.testfile(str(PATH), module_relative=False)
    assert (failed, tried) == (0, 6)


def test_the_sizes_are_those_of_the_games():
    for name, game in all_games().items():
        (row,) = re.findall(rf"^\| `{name}` \| (`--.*) \|$", PAGE, re.MULTILINE)
        stated = {n: int(v) for n, v in re.findall(r"`--([a-z]+) ([0-9]+)`", row)}
        assert stated == {size.name: size.default for size in game.get(SIZES)}


def test_every_feature_and_solver_is_explained():
    for game, sizes in {"river-toad": {"turns": 12}, "squirrel-war": {"empty": 4}}.items():
        assert toadstone.generate(game, **sizes).features.keys() <= FEATURES
    named = PAGE.replace("`look-ahead-1` to `look-ahead-6`", " ".join(SOLVERS))
    assert all(solver in named for solver in SOLVERS)
