"""A part that a game may bring for its pictures; nothing is drawn where it is declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toadstone.core.part import Part

if TYPE_CHECKING:
    from toadstone.view.canvas import Canvas

CANVAS = Part[type["Canvas"]]("canvas", "scenarios of {game} cannot be drawn")
"""Makes the canvas of a scenario file's content."""
