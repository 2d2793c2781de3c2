"""What questions ask of a line of play beside the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from toadstone.core.budget import Budget
from toadstone.core.part import Part
from toadstone.core.question import Question
from toadstone.core.rules import Move, State
from toadstone.core.solution import ScenarioLike


@dataclass(frozen=True)
class Conditions(Generic[State, Move]):
    """What questions ask of a line of play beside the rules; by default, that it wins.

    Attributes:
        must_end: whether the line has to win the game, or only not to lose it.
        why_excluded: returns why the questions exclude a legal move in a state, or None where
            they do not; None where they exclude no move.
    """

    must_end: bool = True
    why_excluded: Callable[[State, Move], str | None] | None = None


CONDITIONS = Part[Callable[[Any, tuple[Question, ...], Budget], Conditions[Any, Any]]]("conditions")
"""Returns what questions ask of a line of play of a scenario; without it, that it wins.

Where that takes a search, it may raise LimitReachedError when the budget is used up.
"""

AS_ASKED = Part[Callable[[Any, tuple[Question, ...], Mapping[str, Any]], ScenarioLike]]("as asked")
"""Returns the scenario that a line of play is replayed on, for questions that change it.

The last argument holds figures that are stated with the line, and may be empty.
"""
