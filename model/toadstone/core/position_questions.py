"""Questions about a position of any two-player game."""

from __future__ import annotations

from toadstone.core.question import Question, Sense

WINNER = Question("winner", Sense.POSITION, None, "who wins when both sides play perfectly")
REMOTENESS = Question(
    "remoteness",
    Sense.POSITION,
    None,
    "the number of plies, if the winner hurries and the loser delays",
)
BOOK = Question("book", Sense.POSITION, None, "the fewest positions to memorize to force a win")
BEST_MOVES = Question("best-moves", Sense.POSITION, None, "who wins, and every best move")
