"""Loops over turns end with the budget while a model is built; a solution is read at any time."""

import pytest

from toadstone import load
from toadstone.core.budget import Budget
from toadstone.core.errors import LimitReachedError
from toadstone.engines.cp_sat.horizon import Turns
from toadstone.games.frog_puzzle.model import FrogPuzzleHorizon
from toadstone.games.river_toad.model import RiverToadHorizon
from toadstone.games.squirrel_war.model import SquirrelWarHorizon
from toadstone.games.toads_and_frogs.model import ToadsAndFrogsHorizon
from toadstone.games.ugly_duck.model import UglyDuckHorizon


def test_a_loop_over_turns_ends_with_the_budget():
    budget = Budget()
    turns = Turns(3, budget)
    assert (list(turns), len(turns), turns[-1], list(turns[1:])) == ([1, 2, 3], 3, 3, [2, 3])
    budget.stop()
    with pytest.raises(LimitReachedError):
        list(turns)


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (RiverToadHorizon, "river-toad/first-crossing"),
        (FrogPuzzleHorizon, "frog-puzzle/first-across"),
        (ToadsAndFrogsHorizon, "toads-and-frogs/two-against-two"),
        (SquirrelWarHorizon, "squirrel-war/last-raid"),
        (UglyDuckHorizon, "ugly-duck/three-by-three"),
    ],
)
def test_a_model_is_built_in_time_and_read_at_any_time(make, name):
    scenario, budget = load(name), Budget()
    horizon = make(scenario, budget=budget)
    budget.stop()
    assert horizon.read(lambda expression: 0).moves is not None
    with pytest.raises(LimitReachedError):
        make(scenario, budget=budget)
