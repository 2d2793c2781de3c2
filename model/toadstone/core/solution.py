"""What an engine hands to the simulator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic

from toadstone.core.rules import Move
from toadstone.files.scenario import Scenario


@dataclass(frozen=True)
class Reading(Generic[Move]):
    """A solution of a model, read back in the terms of the game.

    `scenario` is the one that the plan is for: it differs from the one asked about where the
    question leaves a part of it to the solver. `observations` are the model's own values after
    each move, `figures` those at the end, both named as the rules name theirs.
    """

    scenario: Scenario
    moves: tuple[Move, ...]
    observations: tuple[Mapping[str, int], ...]
    figures: Mapping[str, int]
