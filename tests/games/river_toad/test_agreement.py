"""Every part of River Toad says the same as a search through every line of play.

That is asked for every question and every requirement of the scenario. What a part does not state
it has to refuse, see `test_support.py`. The recipes of docs/development.md add a line here.
"""

import random
from itertools import count

import pytest

from exhaustive import some_of
from tests.engines.test_enumerating import plans_by_brute_force
from toad import asked_values, asking, best_figures, living_lines, river_toad
from toadstone.core.part import SUPPORT
from toadstone.engines import STATE_SPACE
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer, engines_for
from toadstone.engines.enumeration import Enumeration
from toadstone.engines.instance import make_instance
from toadstone.games.river_toad import GAME
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.scenario import Require, must_win
from toadstone.proofs import CERTIFIER
from toadstone.proofs.certificate import certifier_for, verify, write_certificate
from toadstone.proofs.explain import explain

WIDTH, TURNS = 4, 4

REQUIREMENTS = {
    "max_moves": lambda rng: rng.randint(0, 2),
    "min_final_hp": lambda rng: rng.randint(2, 6),
    "min_flies": lambda rng: rng.randint(1, 2),
    "forbid": lambda rng: tuple(rng.sample(["stay", "left-1", "left-2", "right-1", "right-2"], 2)),
    "visit": lambda rng: ({"turn": rng.randint(1, TURNS), "cells": (rng.randint(1, WIDTH),)},),
    "avoid": lambda rng: ({"turn": rng.choice([None, 2, 4]), "cells": (rng.randint(1, WIDTH),)},),
}
"""For each requirement, a random one that matters now and then."""

QUESTIONS = [question.name for question in GAME.questions]


def test_every_requirement_that_a_part_declares_is_tried():
    declared = [key for part in GAME.get(SUPPORT) for key in GAME.support(part).keys]
    assert {key.split(".")[1] for key in declared if key.startswith("require.")} == {*REQUIREMENTS}


def crossing(name, seed):
    """Return a short scenario with this requirement, and in half of the cases with another."""
    rng = random.Random(f"{name} {seed}")
    snakes = [rng.randrange(16) & rng.randrange(16) for _ in range(TURNS)]
    names = [name, *rng.sample(sorted(REQUIREMENTS), seed % 2)]
    return river_toad(
        [rng.choice([0, mask, mask, 16, 17]) for mask in snakes],
        rows=2,
        width=WIDTH,
        hp=rng.randint(2, 6),
        start=rng.randint(1, WIDTH),
        flies={"gain": rng.choice([1, 3])},
        overdraft=rng.choice(["forbidden", "forbidden", "clamped"]),
        require={each: REQUIREMENTS[each](rng) for each in names},
    )


def agree(scenario, ask, folder):
    """Hold everything that answers a question against brute force; return the best figures."""
    instance = make_instance(scenario, [ask])
    best = best_figures(instance.scenario, instance.ask, living_lines)
    truth = asked_values(best, instance.ask)
    for engine in engines_for(instance):
        said = answer(instance, method=engine)
        if said.is_proven:
            assert said.status is (Status.INFEASIBLE if best is None else Status.OPTIMAL)
            assert asked_values(said.values, instance.ask) == truth, engine.name
    said = answer(instance)
    _expect_every_best_plan(instance, said)
    _expect_proof(instance, said, str(folder / "proof.json"))
    return best


def _expect_every_best_plan(instance, said):
    if said.replay is None or instance.why_unsupported(STATE_SPACE) is not None:
        return
    figures = {each.figure: said.values[each.figure] for each in instance.ask if each.figure}
    plans = [tuple(plan) for plan in Enumeration(said.instance, best=said)]
    assert len(plans) == len(set(plans))
    assert set(plans) == plans_by_brute_force(said.scenario, instance.ask, figures)


def _expect_proof(instance, said, path):
    if instance.why_unsupported(CERTIFIER) is None:
        write_certificate(path, certifier_for(instance), said)
        assert verify(path).valid
        assert said.confirmed_by == "checker"


@pytest.mark.few(3)
@pytest.mark.parametrize("name", REQUIREMENTS)
@pytest.mark.parametrize("seed", some_of(range(40), 2))
def test_all_agree_on_a_requirement(name, seed, tmp_path):
    scenario = crossing(name, seed)
    ask = QUESTIONS[(seed + len(name)) % len(QUESTIONS)]
    agree(scenario, ask, tmp_path)
    said = explain(scenario)
    assert (said.status is Status.INFEASIBLE) == (
        best_figures(scenario, (GAME.decision,), living_lines) is None
    )


@pytest.mark.few(3)
@pytest.mark.parametrize("ask", QUESTIONS)
@pytest.mark.parametrize("seed", some_of(range(40), 3))
def test_all_agree_on_a_question(ask, seed, tmp_path):
    names = sorted(REQUIREMENTS)
    tries = (crossing(names[each % len(names)], each) for each in count(100 * seed))
    agree(next(each for each in tries if can_be_missed(each, *asking(ask))), ask, tmp_path)


def can_be_missed(scenario, question):
    """Say whether lines of play that end as required differ in what is asked, if it is a figure."""
    if question.figure is None or question.changes_scenario:
        return True
    rules = RiverToadRules(scenario)
    ends = [
        rules.figures(end)
        for end in living_lines(rules)
        if rules.final_violation(end) is None
        and (end.turn == scenario.turns or not must_win([question]))
    ]
    return len({end[question.figure] for end in ends}) > 1


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_the_requirement_decides_some_of_the_scenarios(name):
    def decides(scenario):
        free = scenario.require.model_copy(update={name: Require.model_fields[name].get_default()})
        ends = (scenario, scenario.model_copy(update={"require": free}))
        first, second = (best_figures(each, each.asked(), living_lines) for each in ends)
        return (first or {}).get("hp") != (second or {}).get("hp")

    assert any(decides(crossing(name, seed)) for seed in range(40))
