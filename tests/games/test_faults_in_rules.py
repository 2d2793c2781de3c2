"""A single fault in the rules, a model, a bound or a search never changes an answer in silence.

`tests/mutants/silent.py` tries faults; here it is run as a program, because it must load Toadstone
after the fault and with compiled functions as Python.
"""

import json
import subprocess
import sys
from collections import Counter

import pytest

import ducks
import toads
from ducks import payoff, shortest, worth
from exhaustive import EXHAUSTIVE
from frogs import all_plans, fewest_moves
from mutants.asked import ASKED, claim_of, plan_is_right
from mutants.trial import in_child
from places import ROOT
from squirrel import Naive
from tests.games.test_games import GAMES
from toad import asked_values, best_figures, living_lines
from toads import OTHER, lengths_of_games, remoteness, winner
from toadstone import load, solve
from toadstone.core.errors import DisagreementError
from toadstone.game import find_game
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.scenario import RiverToadScenario
from toadstone_checker import river_toad as checker


def tried(*arguments):
    """Return what became of faults, as `python tests/mutants silent` says."""
    command = [sys.executable, "-W", "ignore", "tests/mutants", "silent", "--json", *arguments]
    done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode in {0, 1}, done.stderr
    return json.loads(done.stdout)


def expect_none_silent(faults):
    """Assert that there were faults that changed answers, and that every such answer told."""
    outcomes = Counter(each["outcome"] for each in faults)
    assert outcomes["refused"] > 0
    assert [
        (each["module"], each["line"], each["change"], name, each["wrong"][name])
        for each in faults
        for name, outcome in each["answers"].items()
        if outcome == "silent"
    ] == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", GAMES)
def test_no_fault_changes_an_answer_in_silence(game):
    expect_none_silent(tried(f"games/{game.replace('-', '_')}/"))


# The answers without faults


def by_brute_force(asked):
    """Return what an answer must contain, by the naive statements of the rules in the tests."""
    return BRUTE_FORCE[asked.game](asked)


def _river_toad(asked):
    scenario = load(asked.source)
    rules = RiverToadRules(scenario)
    figures = best_figures(scenario, scenario.asked(), living_lines)
    if asked.how == "prove":
        return "infeasible" if figures is None else "feasible"
    if asked.how in {"count_plans", "plans"}:
        ends = [end for end in living_lines(rules) if _ends_well(scenario, rules, end)]
        best = asked_values(figures, scenario.asked())
        wanted = [end for end in ends if asked_values(rules.figures(end), scenario.asked()) == best]
        return len(wanted)
    if figures is None:
        return {"status": "infeasible", "figures": []}
    return {"status": "optimal", "figures": [dict(zip(*_named(scenario, figures), strict=True))]}


def _ends_well(scenario, rules, end):
    return end.turn == scenario.turns and rules.final_violation(end) is None


def _named(scenario, figures):
    names = [each.figure for each in scenario.asked() if each.figure]
    return names, asked_values(figures, scenario.asked())


def _frog_puzzle(asked):
    scenario = load(asked.source)
    start, goal = scenario.start, scenario.wanted
    fewest = fewest_moves(start, goal)
    if asked.how == "prove":
        return "infeasible" if fewest is None else "feasible"
    if asked.how in {"count_plans", "plans"}:
        plans = all_plans(start, goal)
        return sum(1 for each in plans if asked.source["ask"] == "reach" or len(each) == fewest + 1)
    if fewest is None:
        return {"status": "infeasible", "figures": []}
    moves = {} if asked.source["ask"] == "reach" else {"moves": fewest}
    return {"status": "optimal", "figures": [moves]}


def _toads_and_frogs(asked):
    row, side, ask = (asked.source[key] for key in ("start", "turn", "ask"))
    if not isinstance(row, str) or isinstance(ask, dict):
        return {}
    if asked.how == "prove":
        return "feasible" if winner(row, side) == side else "infeasible"
    if ask in {"shortest", "longest"}:
        plies = {"shortest": min, "longest": max}[ask](lengths_of_games(row, side))
        return {"status": "optimal", "figures": [{"plies": plies}]}
    wins = {each: winner(row, each) for each in OTHER}
    known = {"winner": wins[side], "winner_when_first": wins}
    if ask == "book":
        return known | {"positions": toads.smallest_book(row, side, wins[side])}
    return known | ({"remoteness": remoteness(row, side)} if ask == "remoteness" else {})


def _squirrel_war(asked):
    naive = Naive(asked.source["values"], asked.source["board"])
    side, ask = asked.source.get("turn", "X"), asked.source["ask"]
    aims = {"X": max, "O": min}
    if asked.how == "prove":
        margin = naive.extreme(side, aims)
        return "feasible" if (margin > 0) == (side == "X") and margin else "infeasible"
    if ask == "shared":
        sides = {"largest": max, "smallest": min}
        return {name: naive.extreme(side, {"X": f, "O": f}) for name, f in sides.items()}
    return {"margin": naive.against_greed(side) if ask == "beat" else naive.extreme(side, aims)}


def _ugly_duck(asked):
    rows = tuple(asked.source["board"].split("\n"))
    passes, side = asked.source.get("no_moves") == "pass", asked.source.get("turn", "green")
    if side == "blue":
        rows = tuple(row.translate(str.maketrans("dsDS", "DSds")) for row in reversed(rows))
    if asked.source["ask"] == "shortest":
        wins = {None: None, side: 0}.get(asked.source.get("wins"), 1)
        return {"status": "optimal", "figures": [{"plies": shortest(rows, passes, wins)}]}
    gets = payoff(rows, passes)
    if asked.how == "prove":
        return "feasible" if gets == 1 else "infeasible"
    won_by = {1: side, 0: "draw", -1: {"green": "blue", "blue": "green"}[side]}[gets]
    known = {"winner": won_by}
    if asked.source["ask"] == "book":
        return known | {"positions": ducks.smallest_book(rows, gets == 1)}
    return known | (
        {"remoteness": worth(rows, passes)[1]} if asked.source["ask"] == "remoteness" else {}
    )


BRUTE_FORCE = {
    "river-toad": _river_toad,
    "frog-puzzle": _frog_puzzle,
    "toads-and-frogs": _toads_and_frogs,
    "squirrel-war": _squirrel_war,
    "ugly-duck": _ugly_duck,
}


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[EXHAUSTIVE] * (game == "river-toad")) for game in GAMES]
)
def test_without_a_fault_every_answer_is_right_by_brute_force(game):
    for asked in ASKED:
        if asked.game != game or asked.how == "explain" or isinstance(asked.source["ask"], dict):
            continue
        claim = claim_of(asked, asked.answered())
        facts, right = json.loads(claim.facts), by_brute_force(asked)
        if asked.how == "plans":
            facts = len(facts)
        if isinstance(right, dict):
            said = facts | facts.get("position", {})
            assert right.items() <= said.items(), asked.name
        else:
            assert facts == right, asked.name
        assert claim.proven
        assert all(plan_is_right(asked, *each) for each in claim.plans)


def test_the_scenarios_ask_every_question_of_every_game():
    questions = {(game, each.name) for game in GAMES for each in find_game(game).questions}
    asked = {(each.game, question.name) for each in ASKED for question in load(each.source).asked()}
    assert questions - asked == {("squirrel-war", "battle")}


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


def test_without_a_fault_both_derivations_agree():
    assert answer_with() == ["optimal", 9, True]


@pytest.mark.parametrize("fault", [charge_more_in_the_model, charge_more_in_the_checker])
def test_a_fault_in_one_derivation_is_noticed(fault):
    assert answer_with(fault) == ["disagreement", None, False]


def test_the_same_fault_in_both_derivations_is_not_noticed():
    """It is what is left to trust: that two who wrote the rules down did not err alike."""
    assert answer_with(charge_more_in_the_model, charge_more_in_the_checker) == ["optimal", 8, True]
