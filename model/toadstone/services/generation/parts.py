"""What a game brings to have puzzles made: the sizes that can be asked for, and a maker."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from toadstone.core.part import Part
from toadstone.files.formats import Size

if TYPE_CHECKING:
    from toadstone.services.generation.maker import Maker, Wish

SIZES = Part[tuple[Size, ...]]("sizes of puzzles")
"""The sizes of the game's puzzles."""

MAKER = Part[Callable[["Wish"], "Maker"]]("puzzles", "{game} makes no puzzles")
"""Makes what makes the puzzles that are wished for; raises RequestError where there are none."""
