"""The answer comes first on a page, in words, and does not scroll away."""

import pytest

import toadstone
from command_line import run
from places import SCENARIOS
from toadstone.core.budget import Progress
from toadstone.engines.instance import make_instance
from toadstone.view import page
from toadstone_cli.progress import LiveLine

CROSSING = SCENARIOS / "river-toad/first-crossing.yaml"
OTHERS = ["river-toad/jump-of-two", "river-toad/hundred-turns", "river-toad/front-of-moves-and-hp"]
TWO_PLAYERS = ["toads-and-frogs/second-wins-three-against-three", "toads-and-frogs/half-a-move"]


@pytest.mark.few(3)
@pytest.mark.parametrize("name", ["river-toad/first-crossing", *OTHERS, *TWO_PLAYERS])
def test_a_page_fits_80_columns_and_shows_a_long_plan_in_part(name, monkeypatch):
    monkeypatch.setattr(page, "MOST_TURNS", 6)
    done = run("solve", SCENARIOS / f"{name}.yaml", "--confirm", "never")
    lines = done.stdout.splitlines()
    assert len(lines) < 40
    assert max(map(len, lines)) <= 80
    assert lines[2].startswith(("Proven best", "HP after", "delays)", "Solved", "actions"))
    assert run("solve", CROSSING, "--view", "table").stdout.count("HP") > 20


def test_the_live_line_leaves_details_to_the_log_and_fits_80_columns():
    line = LiveLine()
    line.tell("1,234 positions searched; proof number 5, table of 2,097,152 3% full" + "x" * 80)
    assert line._line() == "1,234 positions searched, 0 s (Ctrl-C stops)"
    line.tell("x" * 200)
    assert len(line._line()) < 80
    assert line._line().endswith("x, 0 s (Ctrl-C stops)")
    most_hp, fewest_moves = make_instance(toadstone.load(CROSSING), ["max-hp", "min-moves"]).ask
    for question, said, words in (
        (most_hp, Progress(None, None), "no plan yet"),
        (most_hp, Progress(None, 9), "no plan yet, at most 9 HP"),
        (most_hp, Progress(7, 9), "best so far 7 HP, at most 9 HP"),
        (fewest_moves, Progress(3, 1), "best so far 3 moves, at least 1 move"),
    ):
        line.update(question, said)
        assert line._line() == f"{words}, 0 s (Ctrl-C stops)"


def test_a_start_whose_proof_ships_is_known_at_once():
    done = run("solve five-by-five --time-limit 0.01 --json")
    assert done.exit_code == 20
    assert done.stderr.startswith("Known: blue wins, by a proof that comes with Toadstone.\n")
    assert run("solve two-against-two").stderr == ""
