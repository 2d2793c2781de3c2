"""The searches on frog puzzles, held against breadth-first search on rows alone."""

import random
from operator import attrgetter

import pytest

from frogs import asking, fewest_moves, frog_puzzle
from random_scenarios import every_row, some_goal
from toadstone.core.session import Session
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer
from toadstone.engines.instance import Instance
from toadstone.engines.search.engine import BACKTRACKING, GREEDY, SEARCHES
from toadstone.games.frog_puzzle import GAME
from toadstone.games.frog_puzzle.board import continued
from toadstone.games.frog_puzzle.rules import FrogPuzzleRules, State
from toadstone.games.frog_puzzle.search_problem import FrogPuzzleSearch
from toadstone.play.advice import Continuation


def answered(method, scenario, *names):
    return answer(Instance(GAME, scenario, asking(*names)), engine=method)


def puzzles(seed, number=60):
    """Return starts with goals, some mirrored and some with `?`, and how far apart they are."""
    rng = random.Random(seed)
    for _ in range(number):
        start = rng.choice(every_row(rng.randint(1, 6)))
        goal = rng.choice([start[::-1], some_goal(rng, start)])
        yield start, goal, fewest_moves(start, goal)


@pytest.mark.parametrize(
    "method", [each for each in SEARCHES if each is not GREEDY], ids=attrgetter("name")
)
def test_a_search_finds_the_fewest_moves_or_that_there_is_no_way(method):
    for start, goal, fewest in puzzles(1):
        said = answered(method, frog_puzzle(start, goal), "min-moves")
        if fewest is None:
            assert said.status is Status.INFEASIBLE, (start, goal)
        elif said.status is Status.OPTIMAL:
            assert said.values == {"moves": fewest}, (start, goal)
        else:
            assert method is BACKTRACKING
            assert said.values["moves"] >= fewest, (start, goal)


def test_greedy_claims_nothing_that_is_not_so():
    for start, goal, fewest in puzzles(2):
        said = answered(GREEDY, frog_puzzle(start, goal), "reach")
        assert said.status in {Status.OPTIMAL, Status.FEASIBLE, Status.UNKNOWN}
        assert said.replay is None or fewest is not None, (start, goal)


def test_the_estimate_is_never_above_the_moves_that_are_needed():
    for start, goal, fewest in puzzles(3, number=200):
        problem = FrogPuzzleSearch(frog_puzzle(start, goal), asking("min-moves"))
        estimate = problem.estimate(problem.start())
        assert fewest is None or (estimate is not None and estimate[0] <= fewest), (start, goal)


def test_the_estimate_is_what_is_needed_where_one_row_alone_matches_the_goal():
    reached = [each for each in puzzles(3, number=200) if each[2] and "?" not in each[1]]
    for start, goal, fewest in reached:
        problem = FrogPuzzleSearch(frog_puzzle(start, goal), asking("min-moves"))
        assert problem.estimate(problem.start()) == (fewest,), (start, goal)
    assert len(reached) > 5


def test_the_estimate_of_a_row_is_that_of_the_puzzle_that_begins_there():
    for start, goal, _ in puzzles(4):
        scenario = frog_puzzle(start, goal)
        problem = FrogPuzzleSearch(scenario, asking("min-moves"))
        for row in every_row(len(start)):
            there = FrogPuzzleSearch(scenario.continued_from(row), asking("min-moves"))
            assert problem.estimate(State(row)) == there.estimate(there.start()), (row, goal)


def test_a_puzzle_goes_on_from_the_row_it_has_come_to_with_the_same_goal():
    scenario = frog_puzzle("LLL_RRR")
    rules = FrogPuzzleRules(scenario)
    session = Session.begun(rules).after(rules.read_move("3-4"))
    assert continued(scenario, session) == Continuation(frog_puzzle("LL_LRRR", "RRR_LLL"))
