"""Questions about positions on the command line: pages, JSON, exit statuses."""

import json
from unittest.mock import Mock

import pytest

from command_line import run
from places import SCENARIOS
from toadstone.core.errors import LimitReachedError
from toadstone.engines.adversarial.perfect_play import PerfectPlay

SCENARIOS = SCENARIOS / "toads-and-frogs"


@pytest.fixture
def row(tmp_path):
    """Return what writes a scenario file with this start, and gives its path."""

    def write(start, ask="winner", turn="toads"):
        path = tmp_path / "row.yaml"
        content = {"game": "toads-and-frogs", "start": start, "turn": turn, "ask": ask}
        path.write_text(json.dumps(content))
        return path

    return write


def test_a_time_limit_leaves_the_winner_undecided(row):
    start = "T" * 8 + "_" * 8 + "F" * 8
    for ask in ["winner", "value"]:
        done = run("solve", row(start, ask), "--time-limit", "0.01", "--json")
        assert done.exit_code == 20
        answer = json.loads(done.stdout)
        assert (answer["status"], answer["values"], answer["plan"]) == ("unknown", None, None)
    assert run("prove", row(start), "--time-limit", "0.01").exit_code == 20


def test_where_time_ends_before_the_plies_are_known_the_winner_is_told(monkeypatch):
    monkeypatch.setattr(PerfectPlay, "remoteness", Mock(side_effect=LimitReachedError))
    done = run("solve", SCENARIOS / "two-against-two.yaml", "--ask", "remoteness", "--json")
    found = json.loads(done.stdout)
    assert (done.exit_code, found["status"]) == (20, "feasible")
    assert found["values"]["winner"] == "toads"
    assert "remoteness" not in found["values"]
