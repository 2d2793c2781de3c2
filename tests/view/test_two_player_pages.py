"""Questions about positions on the command line: pages, JSON, exit statuses."""

import json
from unittest.mock import Mock

from command_line import run
from toadstone.core.errors import LimitReachedError
from toadstone.engines.adversarial.perfect_play import PerfectPlay


def test_a_time_limit_leaves_the_winner_undecided():
    row = "toads-and-frogs TTTTTTTT________FFFFFFFF --time-limit 0.01"
    for ask in ["winner", "value"]:
        done = run(f"solve {row} --ask {ask} --json")
        assert done.exit_code == 20
        answer = json.loads(done.stdout)
        assert (answer["status"], answer["values"], answer["plan"]) == ("unknown", None, None)
    assert run(f"prove {row}").exit_code == 20


def test_where_time_ends_before_the_plies_are_known_the_winner_is_told(monkeypatch):
    monkeypatch.setattr(PerfectPlay, "remoteness", Mock(side_effect=LimitReachedError))
    done = run("solve two-against-two --ask remoteness --json")
    found = json.loads(done.stdout)
    assert (done.exit_code, found["status"]) == (20, "feasible")
    assert found["values"]["winner"] == "toads"
    assert "remoteness" not in found["values"]
