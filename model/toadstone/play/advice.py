"""Advice in a game that is being played: the best move, or the verdict that it is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Protocol

from toadstone.core.budget import Budget
from toadstone.core.rules import Move
from toadstone.core.session import Session
from toadstone.files.scenario import Scenario

AnySession = Session[Any, Any]


class Verdict(StrEnum):
    """What a position promises to the side to move."""

    WON = "won"
    """It can reach what it plays for."""
    DRAWN = "drawn"
    """It can force a draw, and no more."""
    LOST = "lost"
    """It cannot reach what it plays for; in a two-player game, the other side can force a win."""
    UNDECIDED = "undecided"
    """A limit was reached before this was known."""


@dataclass(frozen=True)
class Advice(Generic[Move]):
    """What to do next.

    Attributes:
        verdict: what the position promises.
        moves: the best moves that are known, each as good as the others; none where the game is
            lost to a single player. Where it is undecided, those that look best, if any is named.
        figures: what the whole game comes to by the best plan, by question, where questions have
            figures.
        proven: whether the moves are proven to be best.
        line: a whole line of best play that begins with the first of the moves, where one is known.
    """

    verdict: Verdict
    moves: tuple[Move, ...] = ()
    figures: Mapping[str, int] = field(default_factory=dict)
    proven: bool = True
    line: tuple[Move, ...] = ()


class Adviser(Protocol):
    """The interface of advisers; what one found out once may be kept for later."""

    def prepare(self) -> None:
        """Do what takes time but once, and need not be counted as thinking."""

    def advise(self, session: AnySession, budget: Budget) -> Advice[Any]:
        """Return what to do next in a game that goes on.

        Raises:
            KeyboardInterrupt: the user did not want to wait.
        """


@dataclass(frozen=True)
class Continuation:
    """A scenario whose plans are what can still become of a game that has begun.

    The first `played` moves of each of its plans are those that were made already.
    """

    scenario: Scenario
    played: int = 0
