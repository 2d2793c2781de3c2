"""The puzzles that come with a game."""

from datetime import date, timedelta

import pytest

import toadstone
from toadstone.game import all_games
from toadstone.services.generation.parts import MAKER
from toadstone.services.generation.puzzle import Difficulty
from toadstone.services.generation.shipped import all_shipped, puzzle_of_the_day, shipped

GAMES = sorted(name for name, game in all_games().items() if MAKER in game.parts)


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_are_proven_to_have_the_one_solution_that_they_state(game):
    for level in Difficulty:
        puzzle = shipped(game, level)[len(shipped(game, level)) // 2]
        said = toadstone.solve(dict(puzzle.content))
        assert dict(puzzle.values) == said.values
        if said.plan and puzzle.wrong == {}:
            assert tuple(said.plan) == puzzle.solution
            assert toadstone.count_plans(dict(puzzle.content)) == 1
        else:
            assert said.values["best_moves"] == list(puzzle.solution)


def test_each_shipped_puzzle_has_a_name_of_its_own_and_a_number_in_its_level():
    for game in GAMES:
        puzzles = all_shipped(game)
        assert len({each.name for each in puzzles}) == len(puzzles)
        for level in Difficulty:
            numbers = [each.number for each in shipped(game, level)]
            assert numbers == list(range(1, len(numbers) + 1))
        assert [each.stars for each in puzzles] == sorted(each.stars for each in puzzles)


def test_the_puzzle_of_the_day_comes_of_the_date_alone_and_takes_all_in_turn():
    game = "frog-puzzle"
    days = [date(2026, 1, 1) + timedelta(n) for n in range(len(all_shipped(game)))]
    assert len({puzzle_of_the_day(game, day).name for day in days}) == len(days)
