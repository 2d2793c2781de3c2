"""The questions of Ugly Duck."""

from __future__ import annotations

from toadstone.core.question import BEST_MOVES, REMOTENESS, WINNER, Question, Sense
from toadstone.files import Size

SHORTEST = Question(
    "shortest", Sense.MINIMISE, "plies", "the game with the fewest plies, both sides helping"
)

QUESTIONS = (WINNER, REMOTENESS, BEST_MOVES, SHORTEST)

UNCERTIFIED = {
    REMOTENESS.name: "a strategy proves the winner but not the number of plies; ask `winner`",
    BEST_MOVES.name: "a strategy proves one move, not that the others are worse; ask `winner`",
    SHORTEST.name: "`toadstone check` replays the game; only the solver proves it is shortest",
}
"""Questions whose answers have no certificates, each with the reason."""

SIZES = (
    Size("rows", (4, 5, 4), 3, 6, "rows of the board"),
    Size("columns", (3, 3, 4), 3, 6, "columns of the board"),
)
"""The sizes of the puzzles that can be made."""
