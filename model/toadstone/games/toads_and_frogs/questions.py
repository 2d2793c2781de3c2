"""The questions of Toads and Frogs."""

from __future__ import annotations

from dataclasses import replace

from toadstone.core.question import REMOTENESS, WINNER, Argument, Question, Sense
from toadstone.core.question import VALUE as ANY_VALUE
from toadstone.files import Size


def _canonical(text: str) -> str:
    """Return the usual name of a value; raise InputError if it is no name, or too large."""
    from toadstone.combinatorial.notation import parse_stated

    return str(parse_stated(text))


VALUE = replace(ANY_VALUE, meaning="the value as a combinatorial game, toads Left and frogs Right")
_VALUE = Argument("VALUE", _canonical)
AT_LEAST = Question(
    "at-least", Sense.POSITION, None, "whether the value is at least this", argument=_VALUE
)
COMPARE_WITH = Question(
    "compare-with", Sense.POSITION, None, "how the value compares with this", argument=_VALUE
)
SHORTEST = Question("shortest", Sense.MINIMISE, "plies", "the game with the fewest plies")
LONGEST = Question("longest", Sense.MAXIMISE, "plies", "the game with the most plies")

QUESTIONS = (WINNER, REMOTENESS, VALUE, AT_LEAST, COMPARE_WITH, SHORTEST, LONGEST)

SIZES = (
    Size("cells", (4, 4, 5), 3, 20, "cells per row"),
    Size("rows", (5, 6, 5), 1, 6, "number of rows; each move changes one row"),
)
"""The sizes of the puzzles that can be made."""
