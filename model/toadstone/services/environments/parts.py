"""What a game brings to environments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from toadstone.core.budget import Budget
from toadstone.core.part import Part

if TYPE_CHECKING:
    from toadstone.files.scenario import Scenario

ACTIONS = Part[Callable[[Any], Sequence[Any]]]("actions")
"""Returns every move that can ever be legal in a scenario, each once, always in the same order."""

UNWINNABLE = Part[Callable[[Any, Random, Budget], "Scenario | None"]]("unwinnable scenarios")
"""Turns a puzzle into one that no plan wins and that looks like it; None where it finds none."""
