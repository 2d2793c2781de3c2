"""A question or a rule that is new: the model answers, and what does not state it refuses.

The questions and rules here are made up, and nothing outside this file knows them.
"""

from dataclasses import replace

import pytest
from pydantic import Field, create_model

import toadstone
from places import SCENARIOS
from random_scenarios import crossing
from toad import asked_values, best_figures, living_lines
from toadstone.core.budget import UNLIMITED
from toadstone.core.errors import RequestError
from toadstone.core.part import SUPPORT
from toadstone.core.question import Question, Sense, Support
from toadstone.engines import (
    CHOICES,
    CONFIRMER,
    ENGINES,
    HORIZON,
    SEARCH_PROBLEM,
    STATE_SPACE,
)
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer, engine_for, engines_for, unsupported_engines
from toadstone.engines.enumeration import expect_plans
from toadstone.engines.instance import Instance, make_instance
from toadstone.game import all_games
from toadstone.games.river_toad import GAME, bounds, model
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.scenario import Require, RiverToadScenario
from toadstone.play import ADVISER
from toadstone.play.adviser import PerfectPlayAdviser, adviser_for
from toadstone.proofs import CERTIFIER, CONFIRM_EXPLANATION, EXPLAINER
from toadstone.proofs.certificate import certifier_for
from toadstone.proofs.explain import explain
from toadstone_checker import frog_puzzle, river_toad
from toadstone_checker.certificate_file import Unusable

FEW_FLIES = Question("few-flies", Sense.MINIMISE, "flies", "the fewest flies eaten")
ABOUT_FIGURES = [
    FEW_FLIES,
    Question("max-moves", Sense.MAXIMISE, "moves", "the most moves"),
    Question("max-hp", Sense.MINIMISE, "hp", "the least HP, by the name of another question"),
]
STRANGE = [
    Question("max-croaks", Sense.MAXIMISE, "croaks", "of a figure that nobody measures"),
    Question("happy", Sense.SATISFY, None, "any plan that somebody likes"),
    Question("mood", Sense.POSITION, None, "what the toad thinks of it"),
    Question("min-gain", Sense.MINIMISE, "gain", "the least gain", changes_scenario=True),
    Question("max-hp", Sense.MAXIMISE, "hp", "another figure of the start", changes_scenario=True),
]
ANYWHERE = [
    Question("most", Sense.MAXIMISE, "plies", "the most plies"),
    Question("least", Sense.MINIMISE, "moves", "the fewest moves"),
    Question("widest", Sense.MAXIMISE, "margin", "the widest margin"),
    *STRANGE[:3],
]
OTHERS = sorted(all_games().keys() - {"river-toad"})


def refuses(call, *arguments):
    """Assert that a call is refused in one sentence."""
    with pytest.raises(RequestError) as refusal:
        call(*arguments)
    assert "\n" not in str(refusal.value)
    assert ". " not in str(refusal.value)
    return str(refusal.value)


def refused_by_all_but_the_model(instance, named):
    """Assert that what is made up is named by every engine, certificate and listing."""
    assert [engine.name for engine in engines_for(instance)] == ["cp-sat"]
    reasons = unsupported_engines(instance)
    assert {"layered", "a-star", "breadth-first"} <= reasons.keys()
    for method in reasons:
        refuses(engine_for, instance, method)
    assert all(named in reason for reason in reasons.values())
    assert named in refuses(certifier_for, instance)
    assert named in refuses(expect_plans, instance)
    assert toadstone.export(instance)


def refused_by_all(instance):
    assert list(engines_for(instance)) == []
    for call in (engine_for, certifier_for, expect_plans):
        refuses(call, instance)
    with pytest.raises(RequestError):
        toadstone.export(instance)


# --- questions ----------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ABOUT_FIGURES, ids=str)
def test_the_model_answers_a_new_question_and_all_else_refuses_it(question):
    for seed in range(12):
        scenario = crossing(seed)
        instance = Instance(GAME, scenario, (question,))
        said = answer(instance)
        best = best_figures(scenario, (question,), living_lines)
        assert asked_values(said.values, (question,)) == asked_values(best, (question,))
        assert "is not supported by the confirmer" in said.confirmed_why
        assert said.status is (Status.INFEASIBLE if best is None else Status.OPTIMAL)
    refused_by_all_but_the_model(instance, f"`{question}` ({question.sense} {question.figure})")


@pytest.mark.parametrize("question", STRANGE, ids=lambda each: f"{each} {each.aim}")
def test_nothing_answers_a_question_that_the_model_cannot_state(question):
    instance = Instance(GAME, crossing(1), (question,))
    refused_by_all(instance)
    refuses(engine_for, instance, "cp-sat")


@pytest.mark.parametrize("name", OTHERS)
def test_every_engine_certifier_and_export_of_the_other_games_refuses_a_new_question(name):
    game, scenario = all_games()[name], an_example_of(name)
    for question in ANYWHERE:
        refused_by_all(Instance(game, scenario, (question,)))


def an_example_of(name):
    scenarios = map(toadstone.load, sorted((SCENARIOS / name).glob("*.yaml")))
    return next(each for each in scenarios if isinstance(each.ask, tuple))


# --- rules --------------------------------------------------------------------------------------


class Calm(Require):
    """A requirement more: the cells that an action goes at most."""

    max_stride: int = Field(999, ge=0, le=999, description="The most cells that an action goes.")


class CalmScenario(RiverToadScenario):
    """A scenario that may require it, and that may have a rule of its own."""

    require: Calm = Field(Calm(), description="What a plan has to keep to.")
    current: int = Field(0, description="The cells that the river drives the toad each turn.")


class CalmRules(RiverToadRules):
    """The simulator, with the requirement."""

    def violation(self, action, after):
        if abs(action.shift) > self.scenario.require.max_stride:
            return "require.max_stride"
        return super().violation(action, after)


def max_stride(h):
    """The unit of the model."""
    for turn in h.turns:
        for way, chosen in h.arcs[turn]:
            if abs(way.action.shift) > h.scenario.require.max_stride:
                h.model.add(chosen == 0)


@pytest.fixture
def with_max_stride(monkeypatch):
    """Let River Toad have a requirement more: scenario key, simulator, and unit of the model."""
    for part in GAME.parts:  # no module may be loaded first while another rule holds
        GAME.find(part)
    modules = {"scenario.RiverToadScenario": CalmScenario, "rules.RiverToadRules": CalmRules}
    for place, made in modules.items():
        monkeypatch.setattr(f"toadstone.games.river_toad.{place}", made)
    monkeypatch.setattr(model, "UNITS", (*model.UNITS, max_stride))
    states_more(monkeypatch, HORIZON, {"require.max_stride"})


def states_more(monkeypatch, part, more=frozenset(), less=frozenset()):
    """Let a part of River Toad state some keys more, and others no longer."""
    support = GAME.support(part)
    monkeypatch.setitem(
        GAME.parts[SUPPORT], part, replace(support, keys=(support.keys | more) - less)
    )


def calm(scenario, **more):
    """Return the scenario with at most one cell an action, or with other keys."""
    content = scenario.model_dump(exclude_defaults=True)
    content |= more or {"require": content.get("require", {}) | {"max_stride": 1}}
    return CalmScenario.model_validate(content)


def with_short_strides(scenario):
    """Return the best HP by brute force, without the actions that go further."""
    kept = {name: cost for name, cost in scenario.actions.items() if not name.endswith("-2")}
    return best_figures(
        scenario.model_copy(update={"actions": kept}), scenario.asked(), living_lines
    )


@pytest.mark.usefixtures("with_max_stride")
def test_the_model_states_a_new_requirement_and_all_else_refuses_it():
    values = []
    for seed in range(50):
        scenario = crossing(seed)
        instance = make_instance(calm(scenario))
        said, best = answer(instance), with_short_strides(scenario)
        assert (said.values or {}).get("hp") == (best or {}).get("hp")
        assert "`require.max_stride` is not supported by the confirmer" in said.confirmed_why
        values.append(best != best_figures(scenario, scenario.asked(), living_lines))
    assert sum(values) > 3  # the requirement matters
    refused_by_all_but_the_model(instance, "`require.max_stride`")
    assert "`require.max_stride`" in refuses(explain, instance.scenario)
    model = bounds.guided_horizon(instance.scenario, instance.ask, bounded=True, budget=UNLIMITED)
    assert not isinstance(model, bounds.BoundedHorizon)


def test_a_key_at_its_default_changes_nothing():
    scenario = crossing(3)
    content = scenario.model_dump(exclude_defaults=True)
    plain, default = (
        make_instance(kind.model_validate(content)) for kind in (RiverToadScenario, CalmScenario)
    )
    assert scenario.keys_used() == default.scenario.keys_used()
    names = [each.name for each in engines_for(plain)]
    assert [each.name for each in engines_for(default)] == names
    assert certifier_for(default).content() == certifier_for(plain).content()
    assert toadstone.export(default) == toadstone.export(plain)


@pytest.mark.usefixtures("with_max_stride")
def test_a_rule_that_no_part_declares_is_refused_by_all_by_its_name():
    instance = make_instance(calm(crossing(3), current=1))
    refused_by_all(instance)
    for method, reason in unsupported_engines(instance).items():
        assert "`current` is not supported by" in reason, method


def test_a_search_for_a_start_needs_the_choices_to_state_the_scenario(monkeypatch):
    instance = make_instance(crossing(3, require={"max_moves": 2}), ["min-start-hp"])
    assert "layered" in {engine.name for engine in engines_for(instance)}
    states_more(monkeypatch, CHOICES, less={"require.max_moves"})
    assert [engine.name for engine in engines_for(instance)] == ["cp-sat"]
    assert "`require.max_moves` is not supported by the choices" in refuses(
        engine_for, instance, "layered"
    )


def test_a_certificate_holds_every_requirement_in_use_and_the_checker_refuses_a_new_one():
    with pytest.raises(Unusable, match="expected an object with the keys max_moves"):
        toadstone.games.river_toad.proof.RiverToadCertifier(calm(crossing(3)))


# --- the declarations themselves ----------------------------------------------------------------


NEEDED = {
    ADVISER,
    HORIZON,
    SEARCH_PROBLEM,
    CHOICES,
    STATE_SPACE,
    ENGINES,
    CONFIRMER,
    CERTIFIER,
    EXPLAINER,
    CONFIRM_EXPLANATION,
}


@pytest.mark.parametrize("name", sorted(all_games()))
def test_every_part_that_depends_on_questions_and_rules_declares_which(name):
    game = all_games()[name]
    assert game.get(SUPPORT).keys() == NEEDED & game.parts.keys()
    declared = {part: game.support(part) for part in game.get(SUPPORT)}
    assert all(support.keys for support in declared.values())
    keys = set().union(*(support.keys for support in declared.values()))
    assert {"game", "title", "ask"}.isdisjoint(keys)
    names = {question.name for question in game.questions}
    assert all(support.questions.keys() <= names for support in declared.values())
    for question in game.questions:
        aims = {support.questions.get(question.name) for support in declared.values()} - {None}
        assert aims <= {question.aim}


@pytest.mark.parametrize("name", sorted(all_games()))
def test_a_part_that_declares_nothing_is_refused(name, monkeypatch):
    game = all_games()[name]
    bare = replace(game, parts={part: at for part, at in game.parts.items() if part != SUPPORT})
    for question in game.questions:
        instance = Instance(bare, an_example_of(name), (question,))
        if instance.about_plans:
            assert list(engines_for(instance)) == []
        refuses(certifier_for, instance)


@pytest.mark.parametrize("name", ["squirrel-war", "ugly-duck"])
def test_an_adviser_that_does_not_support_a_key_gives_way_to_one_by_the_simulator(name):
    instance = make_instance(an_example_of(name))
    assert not isinstance(adviser_for(instance), PerfectPlayAdviser)
    kind = type(instance.scenario)
    wind = create_model("Windy", __base__=kind, wind=(int, 0))
    windy = wind.model_construct(**dict(instance.scenario), wind=1)
    assert windy.keys_used() == instance.scenario.keys_used() | {"wind"}
    assert isinstance(adviser_for(instance.about(windy)), PerfectPlayAdviser)
    refuses(certifier_for, instance.asking(GAME.decision).about(windy))


def test_certificates_declare_what_the_checker_states():
    senses = {1: "maximise", -1: "minimise"}
    stated = {
        name: f"{senses[better]} {figure}" if figure else "satisfy"
        for name, (figure, better) in river_toad.QUESTIONS.items()
    }
    support = GAME.support(CERTIFIER)
    assert {n: aim.removesuffix(", left open") for n, aim in support.questions.items()} == stated
    required = {key.split(".")[1] for key in support.keys if key.startswith("require.")}
    assert required == {*river_toad.REQUIREMENTS, *river_toad.LATER}
    of_frogs = all_games()["frog-puzzle"].support(CERTIFIER)
    assert of_frogs.questions.keys() == frog_puzzle.QUESTIONS


def test_keys_in_use_are_those_that_differ_from_their_defaults():
    scenario = RiverToadScenario.model_validate(
        {
            "game": "river-toad",
            "title": "Keys",
            "board": {"rows": 2, "width": 5},
            "toad": {"hp": 3},
            "rolls": (0,),
            "overdraft": "clamped",
            "require": {"max_moves": 0, "avoid": ({"cells": (1,)}, {"turn": 1, "cells": (2,)})},
            "ask": "survive",
        }
    )
    assert scenario.keys_used() == {
        *("board.rows", "toad.hp", "rolls", "overdraft"),
        *("require.max_moves", "require.avoid.turn", "require.avoid.cells"),
    }


def test_the_first_thing_that_is_not_stated_is_named():
    support = Support({"survive": "satisfy"}, {"rolls"}, {"flies"})
    survive = GAME.questions[0]
    assert support.first_unstated((survive, FEW_FLIES), {"rolls"}) is None
    assert support.first_unstated((survive,), {"rolls", "wind", "rain"}) == "`rain`"
    assert (
        support.first_unstated((replace(survive, sense=Sense.POSITION),), ())
        == "`survive` (position)"
    )
    assert replace(support, keys=None).first_unstated((survive,), {"wind"}) is None
    assert Support().first_unstated((survive,), ()) == "`survive` (satisfy)"


def test_where_no_engine_answers_every_part_that_could_says_why_not():
    asked = Instance(GAME, crossing(1), (STRANGE[3], FEW_FLIES))
    said = refuses(engine_for, asked)
    assert said.startswith("no engine can answer min-gain, few-flies of river-toad: ")
    assert "`min-gain` (minimise gain, left open) is not supported by the horizon model" in said
