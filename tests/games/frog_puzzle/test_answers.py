"""Every plan of a frog puzzle, no plan twice, and what the command line says of puzzles."""

import random

import pytest

from frogs import all_plans, asking, fewest_moves, frog_puzzle
from random_scenarios import every_row, some_goal
from toadstone.core.line import Line
from toadstone.core.replay import replay
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer
from toadstone.engines.enumeration import Enumeration
from toadstone.engines.instance import Instance
from toadstone.games.frog_puzzle import GAME
from toadstone.games.frog_puzzle.board import continuation
from toadstone.games.frog_puzzle.rules import FrogPuzzleRules


def about(scenario, *names):
    return Instance(GAME, scenario, asking(*names))


def rows_of(scenario, plans):
    """Return the rows that each plan goes through, after making sure that none came twice."""
    play = FrogPuzzleRules(scenario)
    each = [tuple(map(play.read_move, moves)) for moves in plans]
    assert len(set(each)) == len(each) == plans.count()
    return [[state.row for state in replay(play, moves).states] for moves in each]


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(4))
def test_lists_exactly_the_plans_that_playing_everything_finds(seed):
    rng = random.Random(seed)
    for _ in range(30):
        start = rng.choice(every_row(rng.randint(1, 6)))
        goal = some_goal(rng, start)
        scenario, expected = frog_puzzle(start, goal), all_plans(start, goal)
        found = rows_of(scenario, Enumeration(about(scenario, "reach")))
        assert sorted(found) == sorted(expected), (start, goal)
        said = answer(about(scenario, "min-moves"))
        assert (said.status is Status.OPTIMAL) == bool(expected)
        if expected:
            shortest = [rows for rows in expected if len(rows) == fewest_moves(start, goal) + 1]
            found = rows_of(scenario, Enumeration(said.instance, best=said))
            assert sorted(found) == sorted(shortest)


@pytest.mark.parametrize("frogs", [1, 2, 3, 8])
def test_the_classic_puzzle_has_two_solutions_each_the_mirror_of_the_other(frogs):
    start = "L" * frogs + "_" + "R" * frogs
    one, other = rows_of(scenario := frog_puzzle(start), Enumeration(about(scenario, "reach")))
    mirrored = [row[::-1].translate(str.maketrans("LR", "RL")) for row in one]
    assert mirrored == other
    assert len(one) == frogs * frogs + 2 * frogs + 1


def test_a_puzzle_goes_on_from_the_row_it_has_come_to_with_the_same_goal():
    scenario = frog_puzzle("LLL_RRR")
    rules = FrogPuzzleRules(scenario)
    session = Line.begin(rules).after(rules.read_move("3-4"))
    assert continuation(scenario, session) == (frog_puzzle("LL_LRRR", "RRR_LLL"), 0)
