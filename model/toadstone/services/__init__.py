"""Services on top of answers, and the parts that a game may bring for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from toadstone.core.budget import Budget
from toadstone.core.part import Part
from toadstone.files import Size

if TYPE_CHECKING:
    from toadstone.files.scenario import Scenario
    from toadstone.services.generation.maker import Maker, Wish

SIZES = Part[tuple[Size, ...]]("sizes of puzzles")
"""The sizes of the game's puzzles that can be asked for."""

MAKER = Part[Callable[["Wish"], "Maker"]]("puzzles", "{game} makes no puzzles")
"""Makes the maker of the puzzles of a wish; raises RequestError if there are none."""


ACTIONS = Part[Callable[[Any], Sequence[Any]]]("actions")
"""Returns every move that can ever be legal in a scenario, each once, always in the same order."""

UNWINNABLE = Part[Callable[[Any, Random, Budget], "Scenario | None"]]("unwinnable scenarios")
"""Turns a puzzle into one that looks like it and that no plan wins; None if it finds none."""
