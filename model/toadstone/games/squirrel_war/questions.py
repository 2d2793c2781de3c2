"""The questions of Squirrel War."""

from __future__ import annotations

from toadstone.core.question import Question, Sense
from toadstone.files import Size

MARGIN = Question(
    "margin", Sense.POSITION, None, "the points of X minus those of O, with perfect play"
)
BEAT = Question(
    "beat", Sense.POSITION, None, "the game with the largest win against a greedy opponent"
)
SHARED = Question("shared", Sense.POSITION, None, "the largest and smallest possible margins")

QUESTIONS = (MARGIN, BEAT, SHARED)

SIZES = (
    Size("rows", (3, 4, 4), 1, 7, "rows of the board"),
    Size("columns", (4, 4, 5), 1, 7, "columns of the board"),
    Size("empty", (6, 6, 7), 4, 14, "empty cells at the start"),
)
"""The sizes of the puzzles that can be made."""
