"""What can be asked of a frog puzzle."""

from __future__ import annotations

from toadstone.core.question import Question, Sense

MIN_MOVES = Question("min-moves", Sense.MINIMISE, "moves", "the fewest moves to the goal")
REACH = Question("reach", Sense.SATISFY, None, "any plan that reaches the goal")

QUESTIONS = (MIN_MOVES, REACH)
