"""Playing: the parts that a game may bring for its players, and the interface of advisers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

from toadstone.core.budget import Budget
from toadstone.core.part import Part
from toadstone.core.question import Question

if TYPE_CHECKING:
    from toadstone.core.line import Line
    from toadstone.engines.instance import Instance
    from toadstone.files.scenario import Scenario

AnyLine: TypeAlias = "Line[Any, Any]"

MARGIN = "margin"
"""The name of the first side's points less the second's."""

USUAL_SECONDS = 10.0
"""The usual time for a hint or a move."""


class Verdict(StrEnum):
    """The best result of a position that the side to move can reach."""

    WON = "won"
    """It can reach its goal."""
    DRAWN = "drawn"
    """It can force a draw, and no more."""
    LOST = "lost"
    """It cannot reach its goal; in a two-player game, the other side can force a win."""
    UNDECIDED = "undecided"
    """A limit was reached before this was known."""


@dataclass(frozen=True)
class Outlook:
    """The evaluation of a position: the best result still possible, and the moves that keep it.

    Attributes:
        side: the side of the verdict: the side to move, or the one that made the last move.
        verdict: the best result for this side.
        winner: in a two-player game, the side that wins or `draw`; None while that is undecided.
        figures: the best possible figures of the whole game, by question; in a two-player game with
            scores the `margin`, the points of the first side less those of the second.
        plies: plies to the end when the winner hurries and the loser delays, if known.
        proven: whether all of it is proven; else the result is at least this good.
        moves: the best moves that are known, each as good as the others; in a lost game of a
            single player, the one that lasts longest. If it is undecided, the moves that look best,
            or none.
        line: a whole line of best play that begins with the first of the moves, where one is known.
    """

    side: str
    verdict: Verdict
    winner: str | None = None
    figures: Mapping[str, int] = field(default_factory=dict, hash=False)
    plies: int | None = None
    proven: bool = True
    moves: tuple[Any, ...] = ()
    line: tuple[Any, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the evaluation as an object of the JSON of a review."""
        return {
            "side": self.side,
            "verdict": self.verdict.value,
            "winner": self.winner,
            "values": dict(self.figures),
            "plies": self.plies,
            "proven": self.proven,
        }


class Adviser(ABC):
    """The interface of advisers; an adviser may keep its results for later.

    They raise KeyboardInterrupt if the user stops them.
    """

    def prepare(self) -> None:  # noqa: B027  # nothing is a fine default
        """Do work that is done only once and does not count as thinking; by default nothing."""

    @abstractmethod
    def advise(self, game: AnyLine, budget: Budget) -> Outlook:
        """Return what to do next in a game that goes on."""

    @abstractmethod
    def outlook(self, game: AnyLine, budget: Budget, *, plies: bool = True) -> Outlook:
        """Return the best result still possible, for the side to move; the game may be over.

        With `plies`, the plies to the end of a two-player game are counted if possible.
        """

    def line(self, game: AnyLine, budget: Budget) -> Outlook:
        """Return the advice with a line of best play to the end, or as far as time allows."""
        return self.advise(game, budget)


@dataclass(frozen=True)
class Atlas:
    """The usual starts of a game.

    Attributes:
        sizes: the numbers of cells up to which there can be an atlas.
        question: the question about a start, besides the winner and the plies.
        starts: returns the starts up to a size, by the side that moves first; titles name them.
    """

    sizes: range
    question: Question
    starts: Callable[[int], Sequence[Mapping[str, Scenario]]]


USUAL_START = Part[Callable[[], Any]](
    "usual start", "{game} has no usual start: expected a scenario file"
)
"""Returns the scenario to play if none is given."""

ADVISER = Part[Callable[["Instance"], "Adviser"]]("adviser")
"""Makes the adviser of a game that is played for the questions of an instance."""

CONTINUED = Part[Callable[[Any, "Line[Any, Any]"], "tuple[Scenario, int]"]]("continuation")
"""Returns a scenario whose plans continue a game that has begun, and how many of the first moves
of each plan were made already.

A plan may leave out moves that were made; then each figure lacks their part, the same for all
plans. Without this part, the advice for a single player is some win, not the best.
"""


ATLAS = Part[Callable[[], Atlas]]("atlas", "{game} has no atlas")
"""Returns the usual starts of the game, up to a size."""

KNOWN_WINNER = Part[Callable[[Any], "str | None"]]("known winner")
"""Returns the winner of a scenario, if a certificate of the package proves it."""
