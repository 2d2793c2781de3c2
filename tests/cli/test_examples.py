"""The scenarios that come with the package: listed, shown, copied, and found by name."""

from pathlib import Path

import pytest

from command_line import run
from places import SCENARIOS
from toadstone.loading import example_files, find_example

pytestmark = pytest.mark.usefixtures("folder")
FILES = sorted(SCENARIOS.glob("*/*.yaml"))


def test_all_are_listed_with_game_and_question():
    page = run("examples").stdout
    assert set(example_files()) <= set(page.split())
    (front,) = [line for line in page.splitlines() if " front-of-moves-and-hp " in line]
    assert front.endswith("(pareto:min-moves,max-hp)")
    assert page.index("river-toad\n") < page.index(front)


def test_a_name_that_two_games_use_has_the_game_before_it():
    names = example_files()
    assert len(names) == len(FILES)
    assert "ugly-duck/shortest-game" in names
    assert "toads-and-frogs/shortest-game" in names
    assert find_example("shortest-game") is None
    assert find_example("river-toad/first-crossing") == find_example("first-crossing")


def test_all_are_copied_and_can_be_read():
    copied = run("examples", "--copy", "mine").stdout.splitlines()
    files = sorted(path.relative_to(SCENARIOS) for path in FILES)
    assert sorted(Path(path).relative_to("mine") for path in copied if "yaml" in path) == files
    for path in copied:
        assert Path(path).read_bytes() == (SCENARIOS / Path(path).relative_to("mine")).read_bytes()
    again = run("examples", "--copy", "mine")
    assert again.stdout == ""
    assert again.stderr == "toadstone: nothing to copy: all is in mine already\n"
