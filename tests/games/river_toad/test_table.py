"""The table of `layered` finds what the search over single toads finds."""

import random

import pytest
from hypothesis import strategies as st

from exhaustive import tried
from random_scenarios import unusual_scenario
from toad import asking, river_toad
from toadstone.core.budget import Budget
from toadstone.engines.search.graph_search import a_star, layered
from toadstone.games.river_toad import table as table_module
from toadstone.games.river_toad.search import RiverToadSearch

FIGURES = {"max-hp": "hp", "min-moves": "moves", "max-flies": "flies", "longest": "turns"}


def best_by(search, scenario, names):
    problem = RiverToadSearch(scenario, asking(*names))
    goal = search(problem, Budget()).goal
    return goal and [problem.figures(goal.state)[FIGURES[name]] for name in names]


def _agrees(seed):
    names = random.Random(seed).sample([*FIGURES], random.Random(seed).randint(1, 4))
    overdraft = ["forbidden", "clamped"][seed % 2]
    scenario = unusual_scenario(seed).model_copy(update={"overdraft": overdraft})
    assert best_by(layered, scenario, names) == best_by(a_star, scenario, names), names


test_the_table_answers_every_list_of_questions_as_a_star_does = tried(
    st.integers(0, 10**6), few=60, many=3000
)(_agrees)


def test_moves_that_pay_for_a_later_move_are_counted_by_their_excess():
    # A fly on the left pays for the two cells that all have to go later.
    rolls = [32, 0, 0, 0, 0b11110, 0]
    scenario = river_toad(rolls, hp=3, rows=2)
    problem = RiverToadSearch(scenario, asking("min-moves"))
    assert problem.by_table(Budget()) is not None
    assert best_by(layered, scenario, ["min-moves"]) == best_by(a_star, scenario, ["min-moves"])


def test_an_excess_beyond_the_table_is_left_to_single_toads(monkeypatch):
    monkeypatch.setattr(table_module, "MOST_EXCESS", -1)
    scenario = river_toad([32, 0, 0, 0, 0b11110, 0], hp=1, rows=2)
    assert best_by(layered, scenario, ["min-moves"]) == best_by(a_star, scenario, ["min-moves"])


@pytest.mark.parametrize("turns", [3000])
def test_a_long_crossing_is_one_pass_a_question(turns):
    budget = Budget()
    problem = RiverToadSearch(river_toad([0, 4, 32] * (turns // 3), hp=9), asking("max-hp"))
    assert problem.by_table(budget).goal.state.turn == turns
    assert budget.nodes <= 4 * turns * 6
