"""A single fault in the rules, a model, a bound or a search never changes an answer in silence.

`tests/mutants/silent.py` tries faults; here it is run as a program, because it must load Toadstone
after the fault and with compiled functions as Python.
"""

import re
import sys

import pytest

from mutants.asked import ASKED
from mutants.trial import in_child
from places import ROOT
from programs import ran
from tests.games.test_games import GAMES
from toadstone import load, solve
from toadstone.core.errors import DisagreementError
from toadstone.game import find_game
from toadstone.games.river_toad.scenario import RiverToadScenario
from toadstone_checker import river_toad as checker


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", GAMES)
def test_no_fault_changes_an_answer_in_silence(game):
    """There are faults that change answers, and every such answer tells."""
    folder = f"games/{game.replace('-', '_')}/"
    done = ran(sys.executable, "-W", "ignore", "tests/mutants", "silent", folder, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    names, *_, figures = re.findall(r"^\| (.*) \|$", done.stdout, re.MULTILINE)
    found = dict(zip(names.split(" | "), figures.split(" | "), strict=True))
    assert found["module"] == "all"
    assert int(found["refused"]) > 0
    assert found["silent"] == "0"


# The answers without faults


def test_the_scenarios_ask_every_question_of_every_game():
    questions = {(game, each.name) for game in GAMES for each in find_game(game).questions}
    asked = {(each.game, question.name) for each in ASKED for question in load(each.source).asked()}
    assert questions == asked


# One fault in both derivations


CROSSING = {
    "game": "river-toad",
    "board": {"rows": 3},
    "toad": {"hp": 6},
    "rolls": [4, 16, 33, 0, 10, 32, 3, 0],
    "ask": "max-hp",
}
"""The best is 9 HP; where a step of one cell costs one HP more, it is 8."""


def charge_more_in_the_model():
    """Let a step of one cell cost one HP more, in all that reads `RiverToadScenario.costs`."""
    told = RiverToadScenario.costs.func
    RiverToadScenario.costs = property(
        lambda self: {each: cost + (abs(each.shift) == 1) for each, cost in told(self).items()}
    )


def charge_more_in_the_checker():
    """Let a step of one cell cost one HP more, in the checker's own statement of the rules."""
    made = checker.Game.__init__

    def made_dearer(self, *arguments, **more):
        made(self, *arguments, **more)
        self.costs = {shift: cost + (abs(shift) == 1) for shift, cost in self.costs.items()}
        self.dearest = max(self.costs.values(), default=0)

    checker.Game.__init__ = made_dearer


def answer_with(*faults):
    """Return status and HP of the crossing in a fork with these faults; the error if there is one.

    The third element says whether the answer claims to be derived twice.
    """

    def work():
        for fault in faults:
            fault()
        try:
            said = solve(CROSSING)
        except DisagreementError:
            return ["disagreement", None, False]
        return [said.status.value, said.values["hp"], getattr(said, "confirmed_by", "") is not None]

    return in_child(work, 60)


BOTH = (charge_more_in_the_model, charge_more_in_the_checker)


@pytest.mark.parametrize(
    ("faults", "said"),
    [
        ((), ["optimal", 9, True]),
        (BOTH[:1], ["disagreement", None, False]),
        (BOTH[1:], ["disagreement", None, False]),
        # What is left to trust: that two who wrote the rules down did not err alike.
        (BOTH, ["optimal", 8, True]),
    ],
)
def test_a_fault_in_one_derivation_is_noticed_and_the_same_in_both_is_not(faults, said):
    assert answer_with(*faults) == said
