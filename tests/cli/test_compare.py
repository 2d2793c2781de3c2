"""`--method` and `toadstone compare`: what they print, how they end, and when they refuse."""

import dataclasses
import json
import re
from unittest.mock import Mock

import pytest

import toadstone
from command_line import run
from tests.cli.test_cli import files  # noqa: F401 - a fixture for all tests
from toadstone.engines.adversarial.query import PositionSearch
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer
from toadstone.engines.comparison import can_both_be_true
from toadstone.engines.search.engine import BREADTH_FIRST, LAYERED, SEARCHES, SearchEngine

METHODS = ["cp-sat", *(method.name for method in SEARCHES)]


# compare


def test_a_method_that_would_never_end_is_stopped_after_ten_seconds(monkeypatch):
    given = []

    def note(instance, budget, *others, **more):
        given.append(budget.limits.seconds)
        return answer(instance, budget, *others, **more)

    monkeypatch.setattr("toadstone.interface.answer", note)
    done = run("compare winnable.yaml --methods layered,a-star,layered")
    assert given == [10, 10]
    assert "Each method had 10 s; --time-limit sets another limit." in done.stdout
    run("compare winnable.yaml --methods layered --time-limit 2m")
    assert given[2:] == [120]


def test_an_interrupt_ends_the_comparison_and_keeps_what_was_answered(monkeypatch):
    second = dataclasses.replace(SEARCHES[1], search=Mock(side_effect=KeyboardInterrupt))
    methods = [LAYERED, second, *SEARCHES[2:]]
    monkeypatch.setattr("toadstone.engines.search.engine.SEARCHES", tuple(methods))
    done = run("compare winnable.yaml --json")
    assert done.exit_code == 130
    entries = json.loads(done.stdout)["methods"]
    assert [entry["status"] for entry in entries] == ["optimal", "optimal", "unknown"]


def lying(search):
    """Return a method like the layered one that ends as if it had proven what it has not."""
    return dataclasses.replace(LAYERED, name="liar", search=search)


@pytest.fixture
def compare_with(monkeypatch):
    def use(*methods: SearchEngine):
        monkeypatch.setattr("toadstone.engines.search.engine.SEARCHES", methods)

    return use


def claims_the_first_plan_is_best(problem, budget):
    return BREADTH_FIRST.search(problem, budget)._replace(proven=True)


def claims_there_is_none(problem, budget):
    return LAYERED.search(problem, budget)._replace(goal=None)


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (claims_the_first_plan_is_best, "layered says max-hp = 3 at best, liar says max-hp = 1 at"),
        (claims_there_is_none, "layered says max-hp = 3 at best, liar says there is no plan"),
    ],
)
def test_answers_that_cannot_both_be_true_are_a_defect(compare_with, lie, said):
    compare_with(LAYERED, lying(lie))
    done = run("compare winnable.yaml --methods layered,liar")
    assert done.exit_code == 40
    assert done.stdout == ""
    assert said in done.stderr
    found = json.loads(run("compare winnable.yaml --methods layered,liar --json").stdout)
    assert found.keys() == {"status", "error"}


def test_an_unproven_plan_that_beats_a_proven_best_is_a_defect_too(compare_with):
    lucky = lying(lambda problem, budget: LAYERED.search(problem, budget)._replace(proven=False))
    compare_with(lying(claims_the_first_plan_is_best), dataclasses.replace(lucky, name="lucky"))
    assert run("compare winnable.yaml --methods liar --confirm never").exit_code == 0
    done = run("compare winnable.yaml --methods liar,lucky")
    assert done.exit_code == 40
    assert "lucky says max-hp = 3 is possible" in done.stderr


def test_a_lie_of_a_single_method_is_noticed_by_the_second_derivation(compare_with):
    compare_with(lying(claims_the_first_plan_is_best))
    done = run("compare winnable.yaml --methods liar")
    assert done.exit_code == 40
    assert "liar says max-hp = 1 at best; derived again, it differs" in done.stderr


# Positions


def test_a_position_that_is_not_solved_in_time_is_undecided():
    done = run("compare toads-and-frogs TTTTT____FFFFF --time-limit 0.000001")
    assert done.exit_code == 20
    assert len(re.findall(r"^[a-z-]+ +undecided +[0-9.]+ +\d+$", done.stdout, re.MULTILINE)) == 1
    assert "exact-search: not solved: the time limit was reached." in done.stdout


@pytest.mark.parametrize(
    ("ask", "change"),
    [
        ("winner", {"winner": "nobody"}),
        ("remoteness", {"remoteness": 99}),
        ("winner", {"best_moves": ()}),
        ("winner", {"winner_when_first": {}}),
    ],
)
def test_searches_that_differ_in_a_position_are_a_defect(monkeypatch, ask, change):
    honest = PositionSearch.solve

    def solve(self, *arguments):
        result = honest(self, *arguments)
        if self.name != "exact-search":
            return result
        return dataclasses.replace(result, position=dataclasses.replace(result.position, **change))

    monkeypatch.setattr(PositionSearch, "solve", solve)
    done = run(f"compare ugly-duck d../..d/.D. --ask {ask}")
    assert done.exit_code == 40
    assert done.stdout == ""
    assert "compiled-search says winner = " in done.stderr
    assert ", exact-search says winner = " in done.stderr
    said = {"best_moves": []} if "best_moves" in change else change
    assert f"{next(iter(said))} = {next(iter(said.values()))}" in done.stderr


@pytest.mark.parametrize(
    ("key", "one", "other"), [("winner", "X", "O"), ("margin", 3, 4), ("remoteness", 5, 6)]
)
def test_values_of_perfect_play_have_to_agree_and_others_need_not(key, one, other):
    found = toadstone.solve({"game": "squirrel-war", "values": [[3, 1], [2, 7]], "ask": "margin"})

    def saying(value, **more):
        position = dataclasses.replace(found.position, **{key: value})
        return dataclasses.replace(found, position=position, **more)

    assert can_both_be_true(saying(one), saying(one))
    assert not can_both_be_true(saying(one), saying(other))
    assert can_both_be_true(saying(one), saying(other, status=Status.FEASIBLE))


# solve and prove by a method


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["winnable", "unwinnable"])
def test_prove_decides_by_any_method_and_certifies_what_it_proves(method, name):
    done = run(f"prove {name}.yaml --method {method} --certificate proof.json --json")
    found = json.loads(done.stdout)
    assert found["status"] == {"winnable": "feasible", "unwinnable": "infeasible"}[name]
    assert run("verify proof.json").exit_code == 0
