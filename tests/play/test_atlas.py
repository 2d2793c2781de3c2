"""`toadstone atlas`: every usual start, with who wins, in how many plies, and the value."""

import json

import pytest

from command_line import run
from toads import OTHER, remoteness, winner
from toadstone.combinatorial import number, parse


def atlas(cells):
    return json.loads(run(f"atlas toads-and-frogs --cells {cells} --json").stdout)["atlas"]


@pytest.mark.exhaustive
def test_outcome_and_remoteness_are_the_naive_ones_and_the_value_has_that_outcome():
    words = {
        ("toads", "toads"): ("toads", False, True),
        ("frogs", "frogs"): ("frogs", True, False),
        ("toads", "frogs"): ("first", False, False),
        ("frogs", "toads"): ("second", True, True),
    }
    for entry in atlas(8):
        start = entry["start"]
        won = {side: winner(start, side) for side in OTHER}
        word, *order = words[tuple(won.values())]
        assert entry["status"] == "optimal"
        assert entry["winner_when_first"] == won
        assert entry["outcome"] == word
        assert entry["remoteness"] == {side: remoteness(start, side) for side in OTHER}
        value = parse(entry["value"])
        assert [value <= number(0), value >= number(0)] == order


def test_what_no_time_was_left_for_is_undecided():
    limit = ["--time-limit", "0.000001"]
    done = run("atlas", "toads-and-frogs", "--cells", "4", *limit, "--json")
    assert done.exit_code == 20
    for entry in json.loads(done.stdout)["atlas"]:
        assert entry["status"] == "unknown"
        assert entry["outcome"] is entry["value"] is None
    assert run("atlas", "toads-and-frogs", "--cells", "4", *limit).exit_code == 20
