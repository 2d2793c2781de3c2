"""Every plan, no plan twice, and as many as are counted."""

import json
import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import run
from places import SCENARIOS
from random_scenarios import short_scenario
from toad import asking, living_games, river_toad, solve, solve_front
from toadstone.core.budget import Budget, Confirm
from toadstone.core.errors import DisagreementError, RequestError
from toadstone.engines.enumeration import Enumeration, expect_plans
from toadstone.engines.instance import Instance, make_instance
from toadstone.engines.state_space import count_plans, walk_plans
from toadstone.files.source import read_source
from toadstone.games.river_toad import GAME, search
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.scenario import must_win
from toadstone.games.river_toad.search import PlanSpace
from toadstone.loading import read_scenario

SCENARIOS = SCENARIOS / "river-toad"
FORBIDDEN_AND_CLAMPED = st.sampled_from(["forbidden", "clamped"])


def plans_by_brute_force(scenario, ask, figures):
    """Return the plans with these figures, by playing everything on the simulator."""
    rules = RiverToadRules(scenario)
    return {
        tuple(str(move) for move, _ in played)
        for played in living_games(rules)
        for state in [played[-1][1] if played else rules.start()]
        if (state.turn == scenario.turns or not must_win(ask))
        and rules.final_violation(state) is None
        and figures.items() <= rules.figures(state).items()
    }


def listed(plans):
    """Return all plans as a set, after making sure that none came twice."""
    each = [tuple(moves) for moves in plans]
    assert len(set(each)) == len(each) == plans.count()
    return set(each)


def best_plans(answer):
    return Enumeration(answer.instance, best=answer)


def figures_asked(best, ask):
    return {question.figure: best[question.figure] for question in ask if question.figure}


@pytest.mark.few(5)
@pytest.mark.parametrize("overdraft", ["forbidden", "clamped"])
@pytest.mark.parametrize("seed", range(8))
def test_lists_exactly_the_plans_that_brute_force_finds(seed, overdraft):
    scenario = short_scenario(seed, overdraft)
    for names in [("survive",), ("max-hp",), ("longest", "max-hp"), ("min-start-hp",)]:
        ask = asking(*names)
        answer = solve(scenario, ask)
        figures = figures_asked(answer.values, ask) if answer.values else {}
        assert listed(best_plans(answer)) == plans_by_brute_force(answer.scenario, ask, figures)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10_000),
    FORBIDDEN_AND_CLAMPED,
    st.fixed_dictionaries(
        {},
        optional={
            "hp": st.integers(1, 6),
            "moves": st.integers(0, 6),
            "flies": st.integers(0, 3),
            "turns": st.integers(0, 3),
        },
    ),
)
def test_lists_the_plans_with_any_figures_best_or_not(seed, overdraft, figures):
    scenario = short_scenario(seed, overdraft)
    figures = {**figures, "turns": min(figures.get("turns", scenario.turns), scenario.turns)}
    if "moves" in figures and scenario.require.max_moves is not None:
        figures["moves"] = min(figures["moves"], scenario.require.max_moves)
    if "hp" in figures:
        figures["hp"] = max(figures["hp"], scenario.require.min_final_hp or 0)
    if "flies" in figures:
        figures["flies"] = max(figures["flies"], scenario.require.min_flies or 0)
    space = PlanSpace(scenario, figures)
    each = [tuple(map(str, moves)) for moves in walk_plans(space)]
    assert set(each) == plans_by_brute_force(scenario, asking("longest"), figures)
    assert len(each) == len(set(each)) == count_plans(space)


def crossing(turns, hp, seed=1):
    rng = random.Random(seed)
    rolls = [rng.choice([rng.randint(1, 30), 0, 32, 33]) for _ in range(turns)]
    return river_toad(rolls, rows=8, hp=hp)


def test_the_walk_does_not_enter_a_dead_end_twice():
    expanded = []

    class Watched(PlanSpace):
        def successors(self, turn, element):
            expanded.append((turn, element))
            return super().successors(turn, element)

    # Either is possible, 20 moves or 12 HP left of 31, but not both: 20 moves cost at least 20.
    space = Watched(river_toad([0] * 40, hp=31), {"moves": 20, "hp": 12})
    assert next(walk_plans(space), None) is None
    assert len(expanded) > 1000
    assert len(expanded) == len(set(expanded))


class TooGenerous(PlanSpace):
    """A state space with a defect: it takes every cell for open."""

    def successors(self, turn, element):
        for action in self.scenario.costs:
            yield action, element


def test_a_plan_that_the_simulator_refuses_is_never_handed_on(monkeypatch):
    scenario = river_toad([4, 0, 0], rows=3, hp=4)
    monkeypatch.setattr(search, "PlanSpace", TooGenerous)
    plans = Enumeration(Instance(GAME, scenario, asking("survive")))
    with pytest.raises(DisagreementError, match="the simulator says"):
        list(plans)


def test_model_and_state_space_have_to_agree_that_there_is_a_plan(monkeypatch):
    answer = solve(river_toad([4, 0, 0], rows=3, hp=4), asking("max-hp"))
    empty = PlanSpace(answer.scenario, {"moves": 0})
    monkeypatch.setattr(search, "PlanSpace", lambda *args: empty)
    with pytest.raises(DisagreementError, match="the model has a plan"):
        Enumeration(answer.instance.asking(*asking("survive")), Budget(), Confirm.NEVER).count()
    with pytest.raises(DisagreementError, match="the model has a best plan"):
        best_plans(answer)


def test_the_plans_of_a_front_are_those_of_its_points():
    scenario, ask = crossing(10, 2), asking("min-moves", "max-hp")
    answer = solve_front(scenario, ask)
    expected = set()
    for line in answer.front:
        expected |= plans_by_brute_force(scenario, ask, figures_asked(line.figures, ask))
    assert listed(best_plans(answer)) == expected
    assert len(answer.front) > 1


def lines(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_count_of_more_digits_than_python_prints_by_itself(tmp_path):
    rolls = tmp_path / "rolls.txt"
    rolls.write_text("0 " * 1300)
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        options = ["--hp", 10**6, "--rows", 8, "--ask", "survive", "--count"]
        printed = run("enumerate", rolls, *options).stdout.strip()
    finally:
        sys.set_int_max_str_digits(most)
    assert len(printed) > 640
    assert printed.isdecimal()


@pytest.mark.parametrize("ask", ["survive", "max-hp"])
def test_a_time_limit_leaves_it_undecided(ask, tmp_path):
    rolls = tmp_path / "rolls.txt"
    rolls.write_text(" ".join(map(str, crossing(4000, 9).rolls)))
    for count in ([], ["--count"]):
        options = ["--hp", 400, "--rows", 8, "--ask", ask, "--time-limit", 0.1, "--json", *count]
        *plans, last = lines(result := run("enumerate", rolls, *options))
        assert (result.exit_code, last["status"]) == (20, "unknown")
        assert count or last["count"] == str(len(plans))


def test_a_game_without_questions_about_plans_has_none_to_list():
    path = SCENARIOS.parent / "squirrel-war" / "last-raid.yaml"
    instance = make_instance(read_scenario(read_source(str(path))))
    with pytest.raises(RequestError, match="squirrel-war has no `enumerate`"):
        expect_plans(instance)
