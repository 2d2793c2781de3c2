"""`check_game` finds what is wrong with a game, and nothing wrong with one that is right."""

from dataclasses import replace

import pytest

import toadstone
from exhaustive import EXHAUSTIVE
from own_folders import use_games_in
from places import TESTS
from toadstone.core.errors import BrokenGameError, DisagreementError
from toadstone.core.part import SUPPORT
from toadstone.core.rules import RULES
from toadstone.engines import CONFIRMER, SEARCH_PROBLEM, STATE_SPACE
from toadstone.engines.state_space import Paths
from toadstone.game import find_game
from toadstone.play import USUAL_START
from toadstone.proofs.certificate import Finding
from toadstone.testing import check_game

GAMES = TESTS / "own_games"
FIVE = ["river-toad", "frog-puzzle", "toads-and-frogs", "squirrel-war", "ugly-duck"]


@pytest.fixture(autouse=True)
def folder(monkeypatch):
    use_games_in(monkeypatch, GAMES, GAMES / "toadstone_nim")


@pytest.mark.parametrize("name", ["kayles", "lights"])
def test_a_game_that_keeps_its_promises_passes(name):
    check_game(find_game(name), seconds=0.1)


def test_a_game_with_a_model_passes_on_scenarios_that_are_given():
    check_game(find_game("nim"), [toadstone.scenario("nim", heap=5, ask=["shortest"])])


@pytest.mark.parametrize("step", [pytest.param(4, id="some"), pytest.param(1, marks=EXHAUSTIVE)])
@pytest.mark.parametrize("name", FIVE)
def test_each_game_that_comes_with_toadstone_passes_on_its_examples(name, step, monkeypatch):
    every = toadstone.testing.examples_of
    monkeypatch.setattr(toadstone.testing, "examples_of", lambda *words: every(*words)[::step])
    check_game(find_game(name), seconds=0.1)


def test_a_certificate_that_proves_any_winner_is_found(monkeypatch):
    monkeypatch.setattr(toadstone.testing.interface, "verify", lambda path: Finding(valid=True))
    monkeypatch.setattr(toadstone.testing, "examples_of", lambda *_: [])
    small = toadstone.load("three-by-three")
    with pytest.raises(BrokenGameError, match=r"proves .*'winner': '(blue|green)'.*, too"):
        check_game(find_game("ugly-duck"), [small], seconds=1)


def test_a_game_without_a_scenario_to_try_is_refused():
    with pytest.raises(BrokenGameError, match="there is no scenario"):
        check_game(find_game("nim"))


BROKEN = [
    ("lights", "estimate", lambda self, state: 1, "which is won, is"),
    ("lights", "start", lambda self: 10**5000, "`start` returns a number of over 30 digits"),
    ("lights", "lost", lambda self, state: True, "`lost` of .* expected a text or None"),
    ("lights", "rows", lambda self, state: state, "`rows` of .* expected a list of texts"),
    ("lights", "key", lambda self, state: [], "`key` of .* expected an integer"),
    ("lights", "key", lambda self, state: ([], 1), "`key` of .* expected an integer"),
    ("kayles", "rows", 3, "`rows` is a method of the rules, but an attribute"),
    ("kayles", "evaluate", lambda self, state, side: 0.5, "`evaluate` of .* whole number"),
    ("kayles", "key", lambda self, state, side: 0, "its rules contradict themselves|`key` is"),
    ("kayles", "parts", lambda self, state: [state, state], "no move leads to what the position"),
]


@pytest.mark.parametrize(("name", "method", "broken", "sentence"), BROKEN)
def test_a_broken_promise_is_found(name, method, broken, sentence, monkeypatch):
    game = find_game(name)
    plain = type(game.get(RULES)(game.get(USUAL_START)()).plain)
    monkeypatch.setattr(plain, method, broken, raising=False)
    with pytest.raises(BrokenGameError, match=sentence):
        check_game(game, seconds=0.1)


def with_parts(monkeypatch, name, parts):
    game = find_game(name)
    changed = replace(game, parts={**game.parts, **parts})
    known = {**toadstone.game.all_games(), name: changed}
    for module in ("game", "loading"):
        monkeypatch.setattr(f"toadstone.{module}.all_games", lambda: known)
    return changed


def test_a_search_that_leaves_out_a_move_is_found(monkeypatch):
    def search(scenario, ask, budget):
        problem = original(scenario, ask, budget)
        steps = problem.steps
        problem.steps = lambda state: list(steps(state))[1:]
        return problem

    original = find_game("lights").get(SEARCH_PROBLEM)
    game = with_parts(monkeypatch, "lights", {SEARCH_PROBLEM: search})
    with pytest.raises(
        BrokenGameError, match=r"legal lines of 1 moves in .*: 3 by the rules, 2 by"
    ):
        check_game(game, seconds=0.1)


def test_a_list_of_plans_that_lacks_some_is_found(monkeypatch):
    def space(scenario, figures, budget):
        whole = original(scenario, figures, budget)
        assert isinstance(whole, Paths)
        successors = whole.successors
        whole.successors = lambda turn, state: list(successors(turn, state))[:-1]
        return whole

    original = find_game("lights").get(STATE_SPACE)
    game = with_parts(monkeypatch, "lights", {STATE_SPACE: space})
    with pytest.raises(BrokenGameError, match=r"best plans of .*: 2 by the rules, 0 by the list"):
        check_game(game, seconds=0.1)


class ConfirmsAll:
    """A second derivation that agrees with everything."""

    name = "anything"

    def __init__(self, scenario, rules):
        pass

    def confirm(self, answer, budget):
        return self.name


class ConfirmsNothing(ConfirmsAll):
    def confirm(self, answer, budget):
        raise DisagreementError("no")


@pytest.mark.parametrize("name", ["kayles", "lights"])
def test_a_second_derivation_that_confirms_what_is_false_is_found(name, monkeypatch):
    game = find_game(name)
    support = {**game.get(SUPPORT), CONFIRMER: game.get(SUPPORT)[toadstone.proofs.CERTIFIER]}
    changed = with_parts(monkeypatch, name, {CONFIRMER: ConfirmsAll, SUPPORT: support})
    with pytest.raises(BrokenGameError, match="the second derivation confirms"):
        check_game(changed, seconds=0.1)
    changed = with_parts(monkeypatch, name, {CONFIRMER: ConfirmsNothing, SUPPORT: support})
    with pytest.raises(DisagreementError):
        check_game(changed, seconds=0.1)
