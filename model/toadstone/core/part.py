"""Parts: what a game may bring, a kind each, declared and typed by the service that uses it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Part(Generic[T]):
    """A kind of part that a game may bring; `T` is the type of what it brings.

    Attributes:
        name: what the kind is called.
        refusal: the message where a game lacks it; `{game}` stands for the game's name.
    """

    name: str
    refusal: str = ""

    def why_missing(self, game: str) -> str:
        """Return the message for a game that does not bring this part."""
        return self.refusal.format(game=game) or f"{game} brings no {self.name}"
