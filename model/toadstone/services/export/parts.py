"""What a game brings to be exported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from toadstone.core.budget import Budget
from toadstone.core.part import Part

if TYPE_CHECKING:
    from toadstone.engines.instance import Instance
    from toadstone.services.export.format import Format
    from toadstone.services.export.models import WholeModel

FORMATS = Part[tuple["Format", ...]]("export formats")
"""Formats that only this game has, beside those for every model of a whole plan."""

WHOLE_MODELS = Part[Callable[["Instance", Budget], Mapping[str, "WholeModel"]]]("whole models")
"""Returns the models that answer an instance, by short names, where its horizon is not enough."""
