"""A line of play that an engine claims, and the conditions that questions put on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol

from toadstone.core.part import Part
from toadstone.core.question import Question
from toadstone.core.rules import Move, State


class ScenarioLike(Protocol):
    """The part of a scenario that `core` knows; see `files.scenario.Scenario`."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def title(self) -> str:
        """The title of the scenario."""


@dataclass(frozen=True)
class Solution(Generic[Move]):
    """A line of play that an engine found, to be replayed on the reference simulator.

    Attributes:
        scenario: the one that the line is for; it differs from the one asked about where a
            question leaves a part of it to the engine.
        moves: the line of play.
        observations: the engine's own values after each move, named as `Rules.observe` names
            them; None where it has none.
        figures: its values at the end, named as `Rules.figures` names them; None where it has none.
        payoff: in a two-player game, what the side that moves first gets; None where the engine
            does not say.
    """

    scenario: ScenarioLike
    moves: tuple[Move, ...]
    observations: tuple[Mapping[str, int], ...] | None = None
    figures: Mapping[str, int] | None = None
    payoff: int | None = None


@dataclass(frozen=True)
class Conditions(Generic[State, Move]):
    """The conditions of questions on a line of play, beside the rules; by default, that it wins.

    Attributes:
        must_end: whether the line has to win the game, or only not to lose it.
        why_excluded: returns why the questions exclude a legal move in a state, or None where
            they do not; None where they exclude no move.
    """

    must_end: bool = True
    why_excluded: Callable[[State, Move], str | None] | None = None


CONDITIONS = Part[Callable[[Any, tuple[Question, ...]], Conditions[Any, Any]]]("conditions")
"""Returns the conditions of questions about a scenario; without it, a line has to win."""

AS_ASKED = Part[Callable[[Any, tuple[Question, ...], Mapping[str, Any]], ScenarioLike]]("as asked")
"""Returns the scenario that a line of play is replayed on, for questions that change it.

The last argument holds figures that are stated with the line, and may be empty.
"""
