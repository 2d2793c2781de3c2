"""What can be asked of Toads and Frogs."""

from __future__ import annotations

from toadstone.question import Question, Sense
from toadstone.two_player.questions import BOOK, REMOTENESS, WINNER

SHORTEST = Question("shortest", Sense.MINIMISE, "plies", "the game with the fewest plies")
LONGEST = Question("longest", Sense.MAXIMISE, "plies", "the game with the most plies")

QUESTIONS = (WINNER, REMOTENESS, BOOK, SHORTEST, LONGEST)

UNCERTIFIED = {
    BOOK.name: "its replies prove the win, but nothing a checker can follow proves that no book is "
    "smaller; ask `winner` for a certificate of the win",
}
"""Questions whose answers have no certificates, each with the reason."""
