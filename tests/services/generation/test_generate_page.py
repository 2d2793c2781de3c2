"""docs/generate.md says what is so: its commands run, and print what is shown."""

import doctest
import re
from dataclasses import replace
from pathlib import Path

import pytest

from command_line import run
from places import ROOT
from toadstone.game import all_games
from toadstone.services.generation.maker import Wish
from toadstone.services.generation.making import complete_wish
from toadstone.services.generation.parts import MAKER, SIZES
from toadstone.services.generation.puzzle import Grade, Scale, Turn, title_of_game

PATH = ROOT / "docs" / "generate.md"
PAGE = PATH.read_text()
FEATURES = re.findall(r"^\| `([a-z_]+)` \|", PAGE.partition("| feature |")[2], re.MULTILINE)[:7]


@pytest.fixture(autouse=True)
def somewhere_else(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
def test_the_output_shown_is_the_output():
    ((line, shown),) = re.findall(r"```console\n\$ toadstone ([^\n]*)\n(.*?)\n```", PAGE, re.DOTALL)
    assert run(line).stdout.startswith(shown)


def test_the_python_examples_print_what_is_shown():
    failed, tried = doctest.testfile(str(PATH), module_relative=False)
    assert (failed, tried) == (0, 6)


def test_the_sizes_and_the_bounds_of_the_classes_are_those_of_the_games():
    for name, game in all_games().items():
        (row,) = re.findall(rf"^\| `{name}` \| (`--.*) \|$", PAGE, re.MULTILINE)
        stated = {n: int(v) for n, v in re.findall(r"`--([a-z]+) ([0-9]+)`", row)}
        assert stated == {size.name: size.default for size in game.get(SIZES)}
        bounds = r"([0-9.]+) \| ([0-9]+) \| ([0-9.]+)"
        row = re.search(rf"^\| {title_of_game(name)} \| {bounds} \|", PAGE, re.M | re.I)
        easy, ahead, hard = map(float, row.groups())
        assert game.get(MAKER)(complete_wish(Wish(name, {}))).scale == Scale(easy, hard, ahead)


def test_every_feature_is_explained():
    grade = Grade([], 0, Scale(1, 2, 3))
    assert list(replace(grade, turns=[Turn([{"a": 0.0}], frozenset("a"))]).features) == FEATURES
