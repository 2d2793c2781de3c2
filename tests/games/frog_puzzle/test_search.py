"""The searches and the graph of all plans, held against breadth-first search on rows alone."""

import random
from operator import attrgetter

import pytest

from frogs import asking, fewest_moves, frog_puzzle
from random_scenarios import every_row, some_goal
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer
from toadstone.engines.instance import Instance
from toadstone.engines.search.engine import SEARCHES
from toadstone.games.frog_puzzle import GAME
from toadstone.games.frog_puzzle.rules import FrogPuzzleRules
from toadstone.games.frog_puzzle.search import FrogPuzzleSearch, hops


def answered(method, scenario, *names):
    return answer(Instance(GAME, scenario, asking(*names)), method=method)


def puzzles(seed):
    """Return starts with goals, some mirrored and some with `?`, and how far apart they are."""
    rng = random.Random(seed)
    for _ in range(60):
        start = rng.choice(every_row(rng.randint(1, 6)))
        goal = rng.choice([start[::-1], some_goal(rng, start)])
        yield start, goal, fewest_moves(start, goal)


@pytest.mark.parametrize("method", SEARCHES, ids=attrgetter("name"))
def test_a_search_finds_the_fewest_moves_or_that_there_is_no_way(method):
    for start, goal, fewest in puzzles(1):
        said = answered(method, frog_puzzle(start, goal), "min-moves")
        if fewest is None:
            assert said.status is Status.INFEASIBLE, (start, goal)
        else:
            assert said.status is Status.OPTIMAL
            assert said.values == {"moves": fewest}, (start, goal)


@pytest.mark.parametrize("cells", range(1, 6))
def test_hops_figures_and_observations_are_those_of_the_simulator(cells):
    for start in every_row(cells):
        scenario = frog_puzzle(start, "?" * (cells - 1) + ("L" if start[-1] != "L" else "R"))
        rules, problem = FrogPuzzleRules(scenario), FrogPuzzleSearch(scenario, ())
        after = {move: rules.play(rules.start(), move) for move in rules.legal_moves(rules.start())}
        assert dict(hops(start)) == {move: state.row for move, state in after.items()}
        assert [step.move for step in problem.steps(start)] == list(after)
        for state in after.values():
            assert problem.figures(state.row) == rules.figures(state)
            assert problem.observe(start, state.row) == rules.observe(state)
