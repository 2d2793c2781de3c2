"""What a game brings to be drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from toadstone.core.part import Part

if TYPE_CHECKING:
    from toadstone.view.picture import AnyPicture

PICTURE = Part[Callable[[Any], "AnyPicture"]]("picture", "{game} has no pictures")
"""Makes the picture of a scenario."""
