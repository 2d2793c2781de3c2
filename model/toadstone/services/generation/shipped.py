"""The puzzles that come with a game: made ahead by `toadstone generate`, read in milliseconds.

The file `puzzles.jsonl.gz` in the package of a game holds the lines of `generate --json`, from
the easiest to the hardest; docs/generate.md has the command that made them.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from toadstone.core.errors import RequestError
from toadstone.game import find_game
from toadstone.services.generation.puzzle import Difficulty, Refutation

FILE = "puzzles.jsonl.gz"

_WORDS = """
amber autumn brave bright clever distant early gentle hidden
lucky misty patient quiet restless silver sudden twisted winter
bank brook ferry fern ford harbour island lagoon lantern
marsh meadow mill moon path pond reed stone willow
"""
_FIRST, _SECOND = _WORDS.split()[:18], _WORDS.split()[18:]
"""The words of names: 18 times 18, so that each of 324 puzzles has its own."""

_STRIDE = 37
"""The step from a puzzle to that of three days later; prime, so all puzzles come in turn."""


@dataclass(frozen=True)
class ShippedPuzzle:
    """A puzzle made ahead, with its proven answer.

    Attributes:
        number: from 1, among those of its game and difficulty, from the easiest on.
        name: two words, its own in its game.
        stars: 1 to 5, see `Hardness.stars`.
        content: the content of its scenario file; `toadstone.load` takes it.
        task: the task, in a sentence without the answer.
        solution: the one best plan; in a two-player game, the one best move.
        said: the proven answer in words, such as `8 HP` or `toads win`.
        wrong: in a two-player game, why each other first move fails.
    """

    game: str
    difficulty: Difficulty
    number: int
    name: str
    content: Mapping[str, Any]
    solution: tuple[str, ...]
    wrong: Mapping[str, Refutation]
    stars: int
    task: str
    said: str
    values: Mapping[str, Any]


@cache
def all_shipped(game: str) -> tuple[ShippedPuzzle, ...]:
    """Return the puzzles that come with a game, if any, from the easiest to the hardest.

    Raises:
        RequestError: there is no such game.
    """
    package = import_module(find_game(game).package)
    if not hasattr(package, "__path__"):  # a game in one file
        return ()
    place = files(package).joinpath(FILE)
    if not place.is_file():
        return ()
    lines = map(json.loads, gzip.decompress(place.read_bytes()).splitlines())
    counts = dict.fromkeys(Difficulty, 0)
    puzzles = []
    for index, line in enumerate(lines):
        difficulty = Difficulty(line["panel"]["difficulty"])
        counts[difficulty] += 1
        first, second = index % len(_FIRST), (index + index // len(_FIRST)) % len(_SECOND)
        name = f"{_FIRST[first]} {_SECOND[second]}".title()
        content = line["scenario"] | {"title": name}
        wrong = {move: Refutation(**why) for move, why in line["wrong"].items()}
        texts = {key: line[key] for key in ("stars", "task", "said", "values")}
        solution, number = tuple(line["solution"]), counts[difficulty]
        puzzle = ShippedPuzzle(game, difficulty, number, name, content, solution, wrong, **texts)
        puzzles.append(puzzle)
    return tuple(puzzles)


def shipped(game: str, difficulty: str) -> tuple[ShippedPuzzle, ...]:
    """Return the puzzles of one difficulty that come with a game, from the easiest on."""
    return tuple(each for each in all_shipped(game) if each.difficulty == difficulty)


def puzzle_of_the_day(game: str, day: date) -> ShippedPuzzle:
    """Return the puzzle of a day: easy, medium and hard take turns.

    Raises:
        RequestError: no puzzles come with the game.
    """
    levels = [puzzles for each in Difficulty if (puzzles := shipped(game, each))]
    if not levels:
        raise RequestError(f"no puzzles come with {game}")
    turn, rank = divmod(day.toordinal(), len(levels))
    return levels[rank][turn * _STRIDE % len(levels[rank])]
