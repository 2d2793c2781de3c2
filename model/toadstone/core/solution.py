"""What an engine claims: a line of play, and all that it says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Protocol

from toadstone.core.rules import Move


class ScenarioLike(Protocol):
    """What every part of Toadstone can know of a scenario; `files.scenario` has the whole."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def title(self) -> str:
        """What to call the scenario."""


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
