"""What a game brings to grading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toadstone.core.budget import Budget
from toadstone.core.part import Part

if TYPE_CHECKING:
    from toadstone.engines.answer import Answer
    from toadstone.engines.instance import Instance


@dataclass(frozen=True)
class HandIn:
    """A file other than a plan that a course has students hand in.

    Attributes:
        name: what it is called.
        recognises: returns whether a text is such a file.
        lines: returns the right lines; raises LimitReachedError when time is up.
    """

    name: str
    recognises: Callable[[str], bool]
    lines: Callable[[Answer, Budget], Sequence[str]]


HAND_INS = Part[Callable[["Instance"], Sequence[HandIn]]]("files to hand in")
"""Returns the files beside plans that can be handed in for what is asked."""
