"""What a game brings to people who play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toadstone.core.budget import Budget
from toadstone.core.part import Part

if TYPE_CHECKING:
    from toadstone.core.line import Line
    from toadstone.engines.instance import Instance
    from toadstone.files.scenario import Scenario
    from toadstone.play.advice import Adviser, Continuation
    from toadstone.play.players import PlayerKind


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

PLAYERS = Part[tuple["PlayerKind", ...]]("players")
"""The kinds of players that only this game has."""

ATLAS = Part[Callable[[], Atlas]]("atlas", "{game} has no atlas")
"""Returns the usual starts of the game, up to a size."""

KNOWN_WINNER = Part[Callable[[Any], "str | None"]]("known winner")
"""Returns the side that wins a scenario, where a certificate of the package proves it."""
