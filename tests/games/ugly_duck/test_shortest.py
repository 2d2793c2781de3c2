"""The shortest game of Ugly Duck against a naive search; each unit of the model left out."""

from functools import cache
from unittest.mock import Mock

import pytest

import ducks
from exhaustive import some_of
from one_unit import leave_out
from tests.games.ugly_duck.test_answers import answer_of, scenario, seen_by
from tests.games.ugly_duck.test_questions import FULL
from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, LimitReachedError
from toadstone.core.replay import replay
from toadstone.engines.answer import Status
from toadstone.engines.cp_sat.engine import find_best
from toadstone.games.ugly_duck import model
from toadstone.games.ugly_duck.model import UglyDuckHorizon
from toadstone.games.ugly_duck.rules import UglyDuckRules
from toadstone.games.ugly_duck.scenario import read_move

RULINGS = {False: "loses", True: "pass"}


def shortest_of(text, side="green", wins=None, *, passes=False):
    """Return the answer of the model, and the plies that a breadth-first search finds."""
    asked = scenario(text, side, ask="shortest", no_moves=RULINGS[passes], wins=wins)
    number = None if wins is None else int(wins != side)
    return answer_of(asked), ducks.shortest(seen_by(text, side), passes, number)


def agrees(answer, plies):
    if plies is None:
        return answer.status is Status.INFEASIBLE
    return answer.status is Status.OPTIMAL and answer.values["plies"] == plies


# --- the shortest game --------------------------------------------------------------------------


@pytest.mark.parametrize(("wins", "passes"), [(None, False), ("green", True), ("blue", True)])
@pytest.mark.parametrize("size", some_of([(3, 3), (3, 4), (4, 3)], 1))
def test_the_full_starts_have_the_shortest_games_of_a_breadth_first_search(size, wins, passes):
    answer, plies = shortest_of(FULL[size], wins=wins, passes=passes)
    assert agrees(answer, plies)


@pytest.mark.exhaustive
@pytest.mark.parametrize("wins", some_of(["green", None, "blue"], 1))
def test_the_board_of_the_description_has_a_shortest_game_for_either_side(wins):
    asked = scenario("ddddd/...../...../...../DDDDD", ask="shortest", wins=wins)
    answer = answer_of(asked)
    assert agrees(answer, {None: 12, "green": 13, "blue": 12}[wins])
    outcome = UglyDuckRules(asked).outcome(answer.replay.states[-1])
    assert outcome.winner == (wins or "blue")


def test_a_shortest_game_may_need_a_pass():
    answer, plies = shortest_of("d../DdD/sDs", wins="green", passes=True)
    assert agrees(answer, plies)
    assert answer.plan[0] == "pass"


def test_a_side_that_cannot_win_is_proven_never_to_win():
    answer, plies = shortest_of("d../.S./...", "blue", "green")
    assert plies is None
    assert answer.status is Status.INFEASIBLE


def test_a_limit_between_two_horizons_leaves_the_question_open(monkeypatch):
    monkeypatch.setattr(UglyDuckHorizon, "longer", Mock(side_effect=LimitReachedError))
    asked = scenario("ddd/.../DDD", ask="shortest")
    solved = find_best(UglyDuckHorizon(asked, plies=4), asked.asked(), Budget())
    assert solved.status is Status.UNKNOWN


def test_a_game_that_the_wrong_side_wins_is_refused():
    asked = scenario("ddd/.../DDD", ask="shortest", wins="green")
    blue_wins = answer_of(scenario("ddd/.../DDD", ask="shortest")).plan
    line = replay(UglyDuckRules(asked), map(read_move, blue_wins))
    assert "green has to win" in line.failure.reason


# --- each unit left out -------------------------------------------------------------------------

NOTICED_BY = {
    "pass_only_when_stuck": ("d../s.S/...", {"side": "blue", "wins": "green"}),
    "wanted_winner": ("ddd/.../DDD", {"wins": "green"}),
}
"""Scenarios in which a unit matters; most matter in a plain start."""


@cache
def plies_of_the_whole_model(board, **more):
    answer, plies = shortest_of(board, **more)
    assert agrees(answer, plies)
    return plies


@pytest.mark.parametrize("unit", model.UNITS, ids=lambda unit: unit.__name__)
def test_a_model_without_one_of_its_units_is_found_out(unit, monkeypatch):
    board, more = NOTICED_BY.get(unit.__name__, ("ddd/.../DDD", {}))
    plies = plies_of_the_whole_model(board, **more)
    leave_out(unit, model, monkeypatch)
    monkeypatch.setattr(model, "captures_to_come", lambda h: None)
    try:
        crippled, _ = shortest_of(board, **more)
    except DisagreementError:
        return
    assert not agrees(crippled, plies)
