"""What can be asked of Toads and Frogs."""

from __future__ import annotations

from toadstone.core.position_questions import BOOK, REMOTENESS, WINNER
from toadstone.core.question import Question, Sense
from toadstone.generation.sizes import Size

VALUE = Question(
    "value", Sense.POSITION, None, "the value as a combinatorial game, toads Left and frogs Right"
)
SHORTEST = Question("shortest", Sense.MINIMISE, "plies", "the game with the fewest plies")
LONGEST = Question("longest", Sense.MAXIMISE, "plies", "the game with the most plies")

QUESTIONS = (WINNER, REMOTENESS, VALUE, BOOK, SHORTEST, LONGEST)

UNCERTIFIED = {
    VALUE.name: "a strategy proves who wins, not the value; ask `winner` for a certificate of that",
    BOOK.name: "its replies prove the win, but nothing a checker can follow proves that no book is "
    "smaller; ask `winner` for a certificate of the win",
}
"""Questions whose answers have no certificates, each with the reason."""

SIZES = (
    Size("cells", 10, 3, 20, "cells of a row"),
    Size("rows", 1, 1, 5, "rows, of which each move is in one"),
)
"""The sizes of the puzzles that can be made."""
