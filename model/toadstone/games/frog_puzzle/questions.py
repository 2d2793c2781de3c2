"""The questions of frog puzzles."""

from __future__ import annotations

from toadstone.core.question import Question, Sense
from toadstone.files import Size

MIN_MOVES = Question("min-moves", Sense.MINIMISE, "moves", "the fewest moves to the goal")
REACH = Question("reach", Sense.SATISFY, None, "any plan that reaches the goal")

QUESTIONS = (MIN_MOVES, REACH)

SIZES = (
    Size("cells", (13, 13, 14), 6, 14, "cells per row"),
    Size("length", (10, 11, 13), 6, 60, "moves of the one solution"),
)
"""The sizes of the puzzles that can be made."""
