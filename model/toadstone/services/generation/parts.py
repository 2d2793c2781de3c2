"""What a game brings to have puzzles made: the sizes that can be asked for, and a maker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toadstone.core.part import Part

if TYPE_CHECKING:
    from toadstone.services.generation.maker import Maker, Wish


@dataclass(frozen=True)
class Size:
    """A whole number that says how large the puzzles of a game are to be.

    Attributes:
        name: the name of the option.
        default: what it is where nobody says.
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

SIZES = Part[tuple[Size, ...]]("sizes of puzzles")
"""The sizes of the game's puzzles."""

MAKER = Part[Callable[["Wish"], "Maker"]]("puzzles", "{game} makes no puzzles")
"""Makes what makes the puzzles that are wished for; raises RequestError where there are none."""
