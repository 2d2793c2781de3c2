"""A position on the command line, after the name of its game."""

import json

import pytest

from command_line import run
from toadstone.loading import named_source, read_scenario


@pytest.mark.parametrize(
    ("words", "key", "value"),
    [
        ("frog-puzzle LL_RR", "start", "LL_RR"),
        ("toads-and-frogs TT_F", "start", ("TT_F",)),
        ("toads-and-frogs T_F+TT_F", "start", ("T_F", "TT_F")),
        ("ugly-duck 3x4", "board", "dddd\n....\nDDDD"),
        ("ugly-duck d../.../..D", "board", "d..\n...\n..D"),
    ],
)
def test_a_position_is_a_scenario_of_its_game(words, key, value):
    scenario = read_scenario(named_source(words))
    found = getattr(scenario, key)
    assert (tuple(found) if isinstance(value, tuple) else found) == value


def test_every_command_takes_it():
    answer = json.loads(run("solve frog-puzzle L_R --json").stdout)
    assert (answer["status"], answer["values"]["moves"]) == ("optimal", 3)
    assert run("enumerate frog-puzzle L_R --count").stdout == "2\n"
    assert "T_F" in run("play toads-and-frogs T_F --player random --plain").stdout


def test_a_command_about_a_game_takes_no_position():
    assert "unexpected extra argument(s) (T_F)" in run("atlas toads-and-frogs T_F").stderr
    refused = run("solve squirrel-war 3x3")
    assert refused.exit_code == 2
    assert "squirrel-war has no positions to type: name a file or an example" in refused.stderr


def test_a_row_alone_is_answered_with_what_would_work():
    assert "toadstone solve frog-puzzle LL_RR" in run("solve LL_RR").stderr


def test_what_is_no_position_of_the_game_is_refused():
    assert "expected a row such as `LL_RR`, found `LXR`" in run("solve frog-puzzle LXR").stderr
    assert "a size from `3x3` to `7x7`" in run("solve ugly-duck 9x9").stderr
    assert run("solve frog-puzzle LXR").exit_code == 2
