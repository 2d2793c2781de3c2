"""The searches find what looking at every plan finds, and claim no more than they prove."""

from dataclasses import replace
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exhaustive import some_of, tried
from random_scenarios import ASKS, long_scenarios, short_scenario
from toad import (
    asked_values,
    asking,
    best_figures,
    costs,
    living_lines,
    living_moves,
    river_toad,
    undominated_ends,
)
from toadstone.core import process
from toadstone.core.budget import Budget, Limits
from toadstone.engines import CHOICES
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer, engines_for
from toadstone.engines.cp_sat.engine import CP_SAT
from toadstone.engines.instance import Instance
from toadstone.engines.search.engine import (
    BREADTH_FIRST,
    LAYERED,
    SEARCHES,
    a_star,
    breadth_first,
    layered,
)
from toadstone.engines.search.problem import SearchProblem, Transition, add
from toadstone.games.river_toad import GAME
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.search import RiverToadSearch
from toadstone.games.river_toad.toad_space import Toad

MORE_ASKS = [*ASKS, ("max-flies", "longest"), ("longest", "max-hp")]
PROVEN = {Status.OPTIMAL, Status.INFEASIBLE}
EXACT = [a_star, layered]
ALL = [*EXACT, breadth_first]
OVERDRAFTS = ["forbidden", "clamped"]


def problem_of(scenario, *names):
    return RiverToadSearch(scenario, asking(*names))


def answered(method, scenario, ask, seconds=None):
    return answer(Instance(GAME, scenario, ask), Budget(Limits(seconds)), method)


def moves_to(node):
    return [each.move for each in node.line()[1:]]


# A graph of named places, for what each search is known by


class Graph(SearchProblem):
    """Roads between places, each with its length; the way leads from `start` to `goal`."""

    zero = (0,)

    def __init__(self, roads, estimates=()):
        self.roads = roads
        self.estimates = dict(estimates)

    def start(self):
        return "start"

    def steps(self, state):
        for to, length in self.roads.get(state, {}).items():
            yield Transition(to, to, (length,))

    def is_goal(self, state):
        return state == "goal"

    def figures(self, state):
        return {}

    def observe(self, before, after):
        return {}

    def estimate(self, state):
        return (self.estimates.get(state, 0),)


DETOUR_PAYS = {"start": {"goal": 9, "a": 1}, "a": {"b": 1, "dead end": 1}, "b": {"goal": 1}}


CIRCLE = {"start": {"a": 0}, "a": {"start": 0}}


@pytest.mark.parametrize(
    ("search", "graph", "way", "proven"),
    [
        *((search, Graph(DETOUR_PAYS), ["a", "b", "goal"], True) for search in EXACT),
        (breadth_first, Graph(DETOUR_PAYS), ["goal"], False),
        *((search, Graph(CIRCLE), None, True) for search in (a_star, breadth_first)),
    ],
)
def test_each_search_finds_the_way_that_it_is_known_for(search, graph, way, proven):
    """The cheapest, the one of fewest steps, or where the estimate leads."""
    found = search(graph, Budget())
    assert (found.goal and moves_to(found.goal), found.proven) == (way, proven)


@pytest.mark.parametrize("search", ALL)
def test_a_start_that_is_a_goal_needs_no_moves(search):
    graph = Graph({})
    graph.start = lambda: "goal"
    assert [each.state for each in search(graph, Budget()).goal.line()] == ["goal"]


def test_a_star_corrects_a_place_that_it_first_reached_the_dear_way():
    graph = Graph({"start": {"a": 5, "b": 1}, "b": {"a": 1}, "a": {"goal": 9}})
    budget = Budget()
    assert a_star(graph, budget).goal.cost == (11,)
    assert budget.nodes == 3  # start, b, and a once


def test_a_star_expands_no_place_that_the_estimate_rules_out():
    roads = {"start": {"wrong": 1, "right": 2}, "wrong": {"far": 1}, "right": {"goal": 2}}
    plain, guided = Budget(), Budget()
    a_star(Graph(roads), plain)
    a_star(Graph(roads, {"wrong": 9, "far": 9, "right": 2, "start": 4}), guided)
    assert (plain.nodes, guided.nodes) == (4, 2)


# Against every plan there is


@pytest.mark.few(4)
@pytest.mark.parametrize("overdraft", OVERDRAFTS)
@pytest.mark.parametrize("seed", some_of(range(30), 10))
def test_what_a_search_proves_is_what_looking_at_every_plan_finds(seed, overdraft):
    scenario = short_scenario(seed, overdraft)
    for names in MORE_ASKS:
        ask = asking(*names)
        best = best_figures(scenario, ask, living_lines)
        for method in engines_for(Instance(GAME, scenario, ask)):
            if method is CP_SAT:
                continue
            said = answered(method, scenario, ask)
            if said.status in PROVEN:
                values = asked_values(said.values, ask)
                assert values == asked_values(best, ask), (method.name, names)
            else:
                assert said.caveat == "looks for the fewest turns only"
                assert said.values is None or costs(said.values, ask) >= costs(best, ask)


@pytest.mark.few(4)
@pytest.mark.parametrize("overdraft", OVERDRAFTS)
@pytest.mark.parametrize("method", SEARCHES, ids=lambda method: method.name)
def test_each_method_proves_what_its_guarantee_says(method, overdraft):
    decided, best = set(), set()
    for seed in range(20):
        scenario = short_scenario(seed, overdraft)
        decided.add(answered(method, scenario, asking("survive")).status)
        best.add(answered(method, scenario, asking("max-hp")).status)
    if method is not BREADTH_FIRST:
        assert decided == best == {Status.OPTIMAL, Status.INFEASIBLE}
    else:
        assert decided == {Status.OPTIMAL, Status.INFEASIBLE}
        assert best == {Status.FEASIBLE, Status.INFEASIBLE}


@tried(
    long_scenarios(),
    st.sampled_from([ask for ask in MORE_ASKS if "min-start-hp" not in ask]),
    few=3,
    many=60,
)
def test_exact_searches_agree_with_undominated_lines_up_to_sixty_turns(scenario, names):
    ask = asking(*names)
    expected = asked_values(best_figures(scenario, ask, undominated_ends), ask)
    for search in EXACT:
        problem = problem_of(scenario, *names)
        goal = search(problem, Budget()).goal
        assert asked_values(goal and problem.figures(goal.state), ask) == expected


@pytest.mark.parametrize("search", EXACT)
def test_flies_that_are_worth_nothing_but_required_are_worth_a_detour(search):
    # A fly on the left in turn 2, and in turn 3 snakes on either side of the middle cell.
    scenario = river_toad(
        [8, 5, 0], width=3, flies={"gain": 0}, ask="min-moves", require={"min_flies": 1}
    )
    problem = problem_of(scenario, "min-moves")
    goal = search(problem, Budget()).goal
    assert problem.figures(goal.state).items() >= {"moves": 2, "flies": 1}.items()


def test_being_ahead_in_hp_that_an_overdraft_takes_makes_up_for_no_move():
    # Under `clamped` two toads pay 5 HP for the same jump to a fly. The one had more HP, the other
    # had made fewer moves; after it both have the 2 HP of the fly.
    scenario = river_toad(
        [8, 8, 6, 8, 9],
        width=3,
        start=1,
        hp=2,
        overdraft="clamped",
        actions={"stay": 1, "left-1": 1, "right-1": 0, "left-2": 5},
        flies={"gain": 2},
    )
    ask = asking("max-hp", "min-moves")
    assert asked_values(best_figures(scenario, ask, living_lines), ask) == [2, 3]
    for search in EXACT:
        problem = problem_of(scenario, "max-hp", "min-moves")
        goal = search(problem, Budget()).goal
        assert asked_values(problem.figures(goal.state), ask) == [2, 3]


# The problem that River Toad states, against the rules


def states_of(problem):
    """Yield every state that can be reached, each once, with the steps from it."""
    waiting, known = [problem.start()], {problem.start()}
    while waiting:
        state = waiting.pop()
        steps = list(problem.steps(state))
        yield state, steps
        new = {step.state for step in steps} - known
        known |= new
        waiting += new


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(OVERDRAFTS), st.sampled_from(MORE_ASKS))
def test_estimates_are_consistent_and_nothing_at_a_goal(seed, overdraft, names):
    """So none is above what the rest costs at least."""
    problem = problem_of(short_scenario(seed, overdraft), *names)
    for state, steps in states_of(problem):
        estimate = problem.estimate(state)
        if problem.is_goal(state):
            assert estimate == problem.zero
            assert steps == []
        for step in steps:
            assert min(step.cost, default=0) >= 0
            ahead = problem.estimate(step.state)
            if ahead is not None:
                assert estimate is not None
                assert all(a <= b for a, b in zip(estimate, add(step.cost, ahead), strict=True))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(OVERDRAFTS))
def test_the_steps_are_those_of_the_reference_simulator(seed, overdraft):
    scenario = short_scenario(seed, overdraft)
    problem, rules = problem_of(scenario, "max-hp"), RiverToadRules(scenario)
    waiting = [(problem.start(), rules.start())]
    while waiting:
        play, state = waiting.pop()
        assert play.toad == Toad(state.cell, state.hp, state.moves, state.flies)
        assert play.turn == state.turn
        assert problem.figures(play) == rules.figures(state)
        won = rules.outcome(state) is not None
        assert problem.is_goal(play) == (won and rules.final_violation(state) is None)
        legal = dict(living_moves(rules, state))
        steps = {step.move: step.state for step in problem.steps(play)}
        assert steps.keys() == legal.keys()
        for action, after in legal.items():
            assert problem.observe(play, steps[action]) == rules.observe(after)
            waiting.append((steps[action], after))


# Limits


@pytest.mark.parametrize("search", [a_star, breadth_first, layered])
def test_a_search_that_would_hold_too_much_stops_before_it_does(search, monkeypatch):
    monkeypatch.setattr(process, "MOST_HELD", 3)
    wall = river_toad([4, 32, 31 - 16, 0, 33, 0, 7, 0, 31, 0], hp=30)
    problem = problem_of(wall, "max-hp", "min-moves")
    problem.estimate = lambda state: problem.zero  # so that none sees the wall from afar
    with pytest.raises(MemoryError):
        search(problem, Budget())


@pytest.mark.parametrize("method", [CP_SAT, *SEARCHES], ids=lambda method: method.name)
def test_a_time_limit_leaves_an_answer_undecided_never_impossible(method):
    wall = river_toad([31, 0] * 20)
    said = answered(method, wall, asking("max-hp"), seconds=1e-9)
    assert said.status is Status.UNKNOWN
    assert said.plan is None
    assert said.caveat is None


@pytest.mark.parametrize(
    ("error", "told"), [(MemoryError, "out_of_memory"), (KeyboardInterrupt, "interrupted")]
)
def test_a_search_that_breaks_off_leaves_the_answer_undecided(monkeypatch, error, told):
    monkeypatch.setattr(RiverToadSearch, "by_table", Mock(side_effect=error))
    said = answered(LAYERED, river_toad([0, 4, 0, 33]), asking("max-hp"))
    assert said.status is Status.UNKNOWN
    assert getattr(said, told)


# Which method for which question


def asked(*names, front=False):
    return Instance(GAME, river_toad([0, 0], hp=10), asking(*names), front)


def test_no_search_answers_an_open_scenario_of_a_game_that_states_no_choices():
    parts = {part: place for part, place in GAME.parts.items() if part is not CHOICES}
    instance = replace(asked("min-start-hp"), game=replace(GAME, parts=parts))
    assert list(engines_for(instance)) == [CP_SAT]
    assert LAYERED in engines_for(asked("min-start-hp"))


@pytest.mark.parametrize("method", [CP_SAT, LAYERED, BREADTH_FIRST])
def test_the_least_start_hp_is_that_of_the_answers_scenario(method):
    scenario = river_toad([4, 0], rows=2, hp=9)
    said = answered(method, scenario, asking("min-start-hp"))
    assert (said.status, said.values["start_hp"]) == (Status.OPTIMAL, 2)
    assert said.scenario.toad.hp == 2
