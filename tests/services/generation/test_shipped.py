"""The puzzles that come with a game."""

import gzip
import json
import sys
from datetime import date, timedelta
from importlib.resources import files
from statistics import fmean

import pytest

import frogs
import toads
import toadstone
from exhaustive import some_of
from own_folders import use_games_in
from places import ROOT
from programs import ran
from squirrel import FOE
from toadstone.game import all_games
from toadstone.services import MAKER
from toadstone.services.generation.puzzle import Difficulty
from toadstone.services.generation.shipped import FILE, all_shipped, puzzle_of_the_day, shipped

GAMES = sorted(name for name, game in all_games().items() if MAKER in game.parts)


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_are_proven_to_have_the_one_solution_that_they_state(game, tmp_path):
    for level in Difficulty:
        puzzle = shipped(game, level)[len(shipped(game, level)) // 2]
        said = toadstone.solve(dict(puzzle.content))
        assert dict(puzzle.values) == said.values
        toadstone.certify(said, tmp_path / "proof.json")
        checker = ROOT / "checker/toadstone_checker"
        ran(sys.executable, "-I", checker, tmp_path / "proof.json", check=True)
        if not puzzle.wrong:
            assert toadstone.check(dict(puzzle.content), puzzle.solution).valid
            assert tuple(said.plan) == puzzle.solution
            assert toadstone.count_plans(dict(puzzle.content)) == 1
        else:
            assert said.values["best_moves"] == list(puzzle.solution)


EACH = [(game, level) for level in Difficulty for game in GAMES]
SEEDS = {"ugly-duck": 2026}
SIZES = {
    ("frog-puzzle", "easy"): {"cells": 14, "length": 11},
    ("frog-puzzle", "medium"): {"cells": 14, "length": 12},
}
"""What docs/generate.md names beside seed 48 and the usual sizes."""


@pytest.mark.parametrize("which", some_of(EACH, len(GAMES)))
def test_shipped_puzzles_are_those_of_generate_today(which):
    game, level = which
    seed, sizes = SEEDS.get(game, 48), SIZES.get(which, {})
    (puzzle,) = toadstone.generate(game, count=1, difficulty=level, seed=seed, **sizes)
    place = files(all_games()[game].package) / FILE
    found = map(json.loads, gzip.decompress(place.read_bytes()).splitlines())
    made, *kept = json.loads(json.dumps(puzzle.to_json())), *found
    for line in (made, *kept):
        del line["scenario"]["title"]
    assert made in kept


def test_each_shipped_puzzle_has_a_name_of_its_own_and_a_number_in_its_level():
    for game in GAMES:
        puzzles = all_shipped(game)
        assert len({each.name for each in puzzles}) == len(puzzles)
        for level in Difficulty:
            numbers = [each.number for each in shipped(game, level)]
            assert numbers == list(range(1, 101))
        assert [each.stars for each in puzzles] == sorted(each.stars for each in puzzles)


def test_a_game_in_one_file_brings_no_puzzles(monkeypatch):
    use_games_in(monkeypatch, ROOT / "tests" / "own_games")
    assert all_shipped("kayles") == ()


def test_the_puzzle_of_the_day_comes_of_the_date_alone_and_takes_all_in_turn():
    game = "squirrel-war"
    days = [date(2026, 1, 1) + timedelta(n) for n in range(len(all_shipped(game)))]
    assert len({puzzle_of_the_day(game, day).name for day in days}) == len(days)


SWAP = str.maketrans("TFLRXOdDsS", "FTRLOXDdSs")


def mirrored(rows):
    return tuple(row[::-1] for row in rows)


def images_of(puzzle):
    """Return a position as seen turned, mirrored, and with the sides swapped."""
    content = puzzle.content
    match puzzle.game:
        case "toads-and-frogs":
            rows, turn = tuple(sorted(content["start"])), content.get("turn", "toads")
            other = tuple(sorted(row[::-1].translate(SWAP) for row in rows))
            return {(rows, turn), (other, {"toads": "frogs", "frogs": "toads"}[turn])}
        case "ugly-duck":
            rows, turn = tuple(content["board"].split("\n")), content.get("turn", "green")
            other = tuple(row.translate(SWAP) for row in reversed(rows))
            swapped = {"green": "blue", "blue": "green"}[turn]
            seen = {(rows, turn), (other, swapped)}
            return seen | {(mirrored(board), side) for board, side in seen}
        case "squirrel-war":
            cells = tuple(
                tuple(zip(values, row, strict=True))
                for values, row in zip(content["values"], content["board"], strict=True)
            )
            seen = {(cells, content.get("turn", "X"))}
            for _ in range(4):
                seen |= {(tuple(zip(*board[::-1], strict=True)), side) for board, side in seen}
            seen |= {(mirrored(board), side) for board, side in seen}
            swapped = {
                (tuple(tuple((v, c.translate(SWAP)) for v, c in r) for r in board), FOE[side])
                for board, side in seen
            }
            return seen | swapped
        case "frog-puzzle":
            row = (content["start"], content["goal"])
            return {row, tuple(each[::-1].translate(SWAP) for each in row)}
        case _:
            snakes = [r if r < 32 else 0 for r in content["rolls"]]  # other flies: the same puzzle
            return {tuple(snakes), tuple(int(f"{r:05b}"[::-1], 2) for r in snakes)}


@pytest.mark.parametrize("game", GAMES)
def test_no_shipped_position_comes_twice_turned_mirrored_or_with_sides_swapped(game):
    seen = set()
    for puzzle in all_shipped(game):
        images = images_of(puzzle)
        assert not images & seen, puzzle.name
        seen |= images


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_grow_with_their_difficulty(game):
    def size(puzzle):
        content = puzzle.content
        if puzzle.game == "frog-puzzle":
            return len(puzzle.solution)
        cells = content.get("rolls") or content.get("start") or content["board"]
        return len(cells) if isinstance(cells[0], int) else len("".join(cells).replace("\n", ""))

    means = [fmean(size(each) for each in shipped(game, level)) for level in Difficulty]
    assert means == sorted(means)


def test_every_shipped_duel_offers_four_moves_and_says_why_each_wrong_one_fails():
    for game in GAMES:
        for puzzle in all_shipped(game):
            if puzzle.wrong:
                assert len(puzzle.wrong) >= 3
                assert not puzzle.wrong.keys() & set(puzzle.solution)
                assert all(why.loses > 0 for why in puzzle.wrong.values())


def test_a_shipped_toads_and_frogs_puzzle_has_as_many_legal_moves_as_are_counted_here():
    for puzzle in all_shipped("toads-and-frogs"):
        side = puzzle.content.get("turn", "toads")
        moves = toads.after(tuple(puzzle.content["start"]), side)
        assert len(moves) == len(puzzle.wrong) + 1 >= 4


def test_a_shipped_frog_puzzle_takes_more_than_the_trick_of_the_classical_one():
    assert frogs.is_one_trick(["2-3", "4-2", "5-4", "3-5", "1-3"])
    assert not [p.name for p in all_shipped("frog-puzzle") if frogs.is_one_trick(p.solution)]


def test_whatever_is_played_first_a_shipped_toads_and_frogs_puzzle_ends_within_twelve_plies():
    for puzzle in all_shipped("toads-and-frogs")[::25]:
        side = puzzle.content.get("turn", "toads")
        after = toads.after(tuple(puzzle.content["start"]), side)
        plies = [toads.remoteness(rows, toads.OTHER[side]) for rows in after]
        assert sum(each % 2 == 0 for each in plies) == 1  # the side to move loses
        assert max(plies) < 12
