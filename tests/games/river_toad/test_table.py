"""The table of `layered` finds what the search over single toads finds."""

import random

import pytest
from hypothesis import strategies as st

import toadstone
from exhaustive import tried
from random_scenarios import unusual_scenario
from toad import asking, river_toad
from toadstone.core.budget import Budget
from toadstone.engines import answering
from toadstone.engines.search.engine import a_star, layered
from toadstone.games.river_toad import table as table_module
from toadstone.games.river_toad.search import RiverToadSearch
from toadstone.view import page

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


def test_where_the_model_takes_long_the_table_answers_the_same_and_the_page_says_so(monkeypatch):
    scenario = river_toad([32, 4, 0, 33, 27, 0] * 3, hp=9)
    by_model = toadstone.solve(scenario, ask="max-hp", confirm="always")
    monkeypatch.setattr(answering, "MOST_MODEL_SECONDS", 0)
    by_table = toadstone.solve(scenario, ask="max-hp", confirm="always")
    assert (by_model.solver.name, by_table.solver.name) == ("cp-sat", "layered")
    assert (by_table.plan, by_table.values) == (by_model.plan, by_model.values)
    assert by_table.confirmed_by == "checker"
    assert "The model of 18 turns would take about 0 s; `--method cp-sat` builds it." in str(
        by_table
    )
    without = river_toad([0, 4, 0], require={"max_moves": 1})
    assert toadstone.solve(without, ask="max-hp").solver.name == "cp-sat"


def test_a_long_plan_is_shown_by_its_first_and_last_turns(monkeypatch):
    monkeypatch.setattr(page, "MOST_TURNS", 6)
    text = str(toadstone.solve(river_toad([0] * 12), ask="survive"))
    shown = [line.split()[0] for line in text.split("\n") if "|." in line or line[:3] == "..."]
    assert shown == ["0", "1", "2", "...", "10", "11", "12"]
    assert "... turns 3 to 9: --view table" in text
