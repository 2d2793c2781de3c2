"""The sizes of puzzles; the questions of games, which reach no engine, state theirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Size:
    """A whole number that says how large the puzzles of a game are to be.

    Attributes:
        name: the name of the option.
        default: the number if none is stated.
        least: the least that is allowed.
        most: the most that is allowed.
        meaning: what it is, in a few words.
    """

    name: str
    default: int
    least: int
    most: int
    meaning: str


Sizes = Mapping[str, int]
"""The sizes that are asked for, all of them, by name."""
