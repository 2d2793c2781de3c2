"""What a game brings to people who play it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from toadstone.core.budget import Budget
from toadstone.core.part import Part

if TYPE_CHECKING:
    from toadstone.core.line import Line
    from toadstone.engines.instance import Instance
    from toadstone.files.scenario import Scenario
    from toadstone.play.advice import Adviser, Continuation


@dataclass(frozen=True)
class Atlas:
    """The usual starts of a game.

    Attributes:
        sizes: the numbers of cells up to which there can be an atlas.
        columns: what it states of a start beside who wins and in how many plies, by name.
        starts: returns the starts up to a size; the title names each.
        values: returns what states the columns, of one start after the other; what it finds out
            about one may serve the next.
    """

    sizes: range
    columns: tuple[str, ...]
    starts: Callable[[int], Sequence[Scenario]]
    values: Callable[[Budget], Callable[[Any], Mapping[str, str]]]


INSTRUCTIONS = Part[Callable[[Any], str]]("instructions", "{game} has no instructions")
"""Returns the rules of a scenario in a few lines, and how moves are typed; 80 columns at most."""

USUAL_START = Part[Callable[[], Any]](
    "usual start", "{game} has no usual start: expected a scenario file"
)
"""Returns the scenario to play where none is given."""

ADVISER = Part[Callable[["Instance"], "Adviser"]]("adviser")
"""Makes the adviser of a game that is played for the questions of an instance."""

CONTINUED = Part[Callable[[Any, "Line[Any, Any]"], "Continuation"]]("continuation")
"""Returns what can still become of a scenario's game that has begun.

Without it, the advice for a single player is some win, not the best.
"""


class Player(Protocol):
    """Chooses the moves of one side."""

    def choose(self, game: Line[Any, Any], budget: Budget) -> Any | None:
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

    def dice(self, purpose: str = "") -> random.Random:
        """Return the dice of this side for a purpose; the same seed gives the same."""
        return random.Random(f"{self.seed} {self.side}{purpose}")  # noqa: S311 - a game


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


PLAYERS = Part[tuple[PlayerKind, ...]]("players")
"""The kinds of players that only this game has."""

ATLAS = Part[Callable[[], Atlas]]("atlas", "{game} has no atlas")
"""Returns the usual starts of the game, up to a size."""

KNOWN_WINNER = Part[Callable[[Any], "str | None"]]("known winner")
"""Returns the side that wins a scenario, where a certificate of the package proves it."""
