"""`toadstone warm-up`: what it says, and that nothing is left to compile afterwards."""

import os

import pytest

from command_line import run
from programs import ran
from toadstone.core.budget import COMPILING
from toadstone.engines import WARM_UP
from toadstone.game import Game, all_games
from warm import command_line


@pytest.fixture
def nothing_compiled(monkeypatch):
    """Stand in for the compiled code of two games; that of the first is there already."""
    code = {"ugly-duck": lambda budget: None, "squirrel-war": lambda budget: budget.tell(COMPILING)}
    find = Game.find
    monkeypatch.setattr(
        Game,
        "find",
        lambda game, part: code.get(game.name) if part is WARM_UP else find(game, part),
    )


def test_it_says_what_was_compiled_and_what_was_there(nothing_compiled):
    done = run("warm-up")
    assert done.exit_code == 0
    assert sorted(done.stdout.splitlines()) == [
        "The other games need nothing.",
        "squirrel-war: compiled in 0 s",
        "ugly-duck: was compiled before",
    ]


@pytest.mark.exhaustive
def test_a_second_run_and_every_other_command_find_all_of_it_compiled(tmp_path):
    def kept(line):
        environment = os.environ | {"NUMBA_CACHE_DIR": f"{tmp_path}"}
        done = ran(*command_line(line), env=environment)
        assert done.returncode in {0, 10}, done.stderr  # `prove`: the side to move cannot win
        return done.stdout, len(list(tmp_path.rglob("*.nb?")))

    said, number = kept("warm-up")
    assert said.count("compiled in") == sum(WARM_UP in game.parts for game in all_games().values())
    for line in (
        "warm-up",
        "solve three-by-three --method compiled-search --confirm always",
        "prove three-by-three --json",
        "solve compared-with-one-star --method compiled-search",
        "solve empty-four-by-four --method compiled-search",
        "generate ugly-duck --rows 3 --columns 3",
    ):
        assert kept(line)[1] == number, line
