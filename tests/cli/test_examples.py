"""The scenarios that come with the package: listed, shown, copied, and found by name."""

import json
from pathlib import Path

import pytest

from command_line import run
from places import SCENARIOS
from toadstone.loading import example_files, find_example

pytestmark = pytest.mark.usefixtures("folder")
FILES = sorted(SCENARIOS.glob("*/*.yaml"))


def test_all_are_listed_with_game_and_question():
    listed = json.loads(run("examples", "--json").stdout)["examples"]
    assert sorted(Path(example["file"]).resolve() for example in listed) == FILES
    (front,) = [each for each in listed if each["name"] == "front-of-moves-and-hp"]
    assert front["question"] == "pareto:min-moves,max-hp"
    assert front["game"] == "river-toad"


def test_a_name_that_two_games_use_has_the_game_before_it():
    names = example_files()
    assert len(names) == len(FILES)
    assert "ugly-duck/shortest-game" in names
    assert "toads-and-frogs/shortest-game" in names
    assert find_example("shortest-game") is None
    assert find_example("river-toad/first-crossing") == find_example("first-crossing")


def test_all_are_copied_and_can_be_read():
    copied = json.loads(run("examples", "--copy", "mine", "--json").stdout)["copied"]
    files = sorted(path.relative_to(SCENARIOS) for path in FILES)
    assert sorted(Path(path).relative_to("mine") for path in copied if "yaml" in path) == files
    for path in copied:
        assert Path(path).read_bytes() == (SCENARIOS / Path(path).relative_to("mine")).read_bytes()
    again = run("examples", "--copy", "mine", "--json")
    assert json.loads(again.stdout) == {"copied": []}
    assert again.stderr == "toadstone: nothing to copy: all is in mine already\n"
