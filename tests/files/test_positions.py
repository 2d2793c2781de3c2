"""A position on the command line, after the name of its game."""

import pytest

from toadstone.loading import read_scenario


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
    scenario = read_scenario(words)
    found = getattr(scenario, key)
    assert (tuple(found) if isinstance(value, tuple) else found) == value
