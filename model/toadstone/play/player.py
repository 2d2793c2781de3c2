"""What a player is, and what it is given to play with."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from toadstone.core.budget import Budget
from toadstone.core.session import Session
from toadstone.engines.instance import Instance
from toadstone.play.advice import Adviser


class Player(Protocol):
    """Chooses the moves of one side."""

    def choose(self, session: Session[Any, Any], budget: Budget) -> Any | None:
        """Return a legal move in a game that goes on, or None to give up.

        Raises:
            LimitReachedError: the time for a move ran out.
        """


def _ignore(move: Any) -> None:
    """Do nothing."""


@dataclass(frozen=True)
class PlayerSetup:
    """What a player is given to play with.

    Attributes:
        instance: what is played, and for which questions.
        side: the side to play.
        argument: what stands after the colon of the player's name, or None.
        adviser: the adviser that knows perfect play; all players share one.
        seed: decides the dice.
        note_unproven: is called with a move that a player of proven moves makes without a proof.
    """

    instance: Instance
    side: str
    argument: str | None
    adviser: Adviser
    seed: int = 0
    note_unproven: Callable[[Any], None] = _ignore

    def dice(self) -> random.Random:
        """Return the dice of this side; the same seed gives the same."""
        return random.Random(f"{self.seed} {self.side}")  # noqa: S311 - a game


@dataclass(frozen=True)
class PlayerKind:
    """One kind of player.

    Attributes:
        name: what to call it.
        meaning: how it plays, in a few words.
        make: makes a player; None for a person, whose moves come from outside. It raises
            ValueError when it cannot use the argument.
        argument: what has to follow the name and a colon, such as `DEPTH`; None where nothing may.
    """

    name: str
    meaning: str
    make: Callable[[PlayerSetup], Player] | None
    argument: str | None = None

    @property
    def form(self) -> str:
        """How it is written: `random`, or with an argument `minimax:DEPTH`."""
        return self.name if self.argument is None else f"{self.name}:{self.argument}"
