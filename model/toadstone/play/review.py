"""The review of a game: each move with its cost, and the first mistake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from toadstone.core.question import Question
from toadstone.core.shown import Records, Shown
from toadstone.engines.answer import Status, confirmation
from toadstone.files.scenario import Scenario
from toadstone.play import Outlook

DERIVED_ONCE = "a review is derived once; `solve` derives a position twice"
"""The reason why a review is not confirmed."""


class Judgement(StrEnum):
    """How good a move was."""

    BEST = "best"
    """It cost nothing."""
    MISTAKE = "mistake"
    """A better result was possible; the winner has not changed."""
    BLUNDER = "blunder"
    """It changed the winner; a single player can no longer reach the goal."""
    UNDECIDED = "undecided"
    """A limit was reached before its cost was known."""
    UNJUDGED = "unjudged"
    """Moves of that side are not judged."""


@dataclass(frozen=True)
class ReviewedMove:
    """One move of a game, and its cost.

    Attributes:
        turn: the turn, counted from 1.
        side: the side that made it; `player` in a one-player game.
        move: the move.
        grade: how good it was.
        before: the best result possible before it, as its side sees it.
        after: the best result possible after it, as the same side sees it.
        cost: the difference, in the unit; None if it has none or is not known.
        unit: the figure that `cost` counts, such as `hp`, `moves`, `margin` or `plies`.
        better: moves that would have cost nothing, where it is a mistake or a blunder.
    """

    turn: int
    side: str
    move: Any
    grade: Judgement
    before: Outlook
    after: Outlook
    cost: int | None = None
    unit: str | None = None
    better: tuple[Any, ...] = ()

    @property
    def is_mistake(self) -> bool:
        """Whether a better move was possible."""
        return self.grade in {Judgement.MISTAKE, Judgement.BLUNDER}

    def to_record(self) -> dict[str, Any]:
        """Return the move as a record: a flat dict."""
        return {
            "turn": self.turn,
            "side": self.side,
            "move": str(self.move),
            "grade": self.grade.value,
            "cost": self.cost,
            "unit": self.unit,
            "better": " ".join(map(str, self.better)),
        }

    def to_json(self) -> dict[str, Any]:
        """Return the move as an object of the review's JSON."""
        return self.to_record() | {
            "better": [str(move) for move in self.better],
            "before": self.before.to_json(),
            "after": self.after.to_json(),
        }


@dataclass(frozen=True, repr=False)
class Review(Shown, Records):
    """A game, move by move, with the cost of each move.

    Attributes:
        scenario: the scenario that was played.
        ask: the questions that it was played for, the most important first.
        sides: the sides whose moves are judged.
        moves: the moves.
        start: the best result possible at the start, for the side that moves first.
        end: the best result possible after the last move, for the side that moves next.
        interrupted: whether the user stopped the review.
        instead_of: the original questions, if a review cannot follow all of them.
    """

    scenario: Scenario
    ask: tuple[Question, ...]
    sides: tuple[str, ...]
    moves: tuple[ReviewedMove, ...]
    start: Outlook
    end: Outlook
    interrupted: bool = False
    instead_of: tuple[Question, ...] = ()

    def __repr__(self) -> str:
        first = self.first_mistake
        verdict = "undecided" if self.undecided else "no mistake"
        verdict = verdict if first is None else f"first mistake in turn {first.turn}"
        questions = ", ".join(map(str, self.ask))
        return f"<Review {self.scenario.game} {self.scenario.title!r} {questions}: {verdict}>"

    @property
    def mistakes(self) -> Sequence[ReviewedMove]:
        """The moves that cost something, in order."""
        return [each for each in self.moves if each.is_mistake]

    @property
    def first_mistake(self) -> ReviewedMove | None:
        """The first move that is known to have cost something; see `undecided` as well."""
        return next(iter(self.mistakes), None)

    @property
    def undecided(self) -> tuple[int, ...]:
        """The turns whose moves are undecided."""
        return tuple(each.turn for each in self.moves if each.grade is Judgement.UNDECIDED)

    @property
    def status(self) -> Status:
        """OPTIMAL when the cost of every move is known, else UNKNOWN."""
        return Status.UNKNOWN if self.undecided else Status.OPTIMAL

    def to_records(self) -> list[dict[str, Any]]:
        """Return a record for each move."""
        return [each.to_record() for each in self.moves]

    def to_json(self) -> dict[str, Any]:
        """Return the review as a JSON object."""
        first = self.first_mistake
        return {
            **self.scenario.json_head,
            "ask": list(map(str, self.ask)),
            "instead_of": list(map(str, self.instead_of)),
            "status": self.status.value,
            "sides": list(self.sides),
            "first_mistake": None if first is None else first.turn,
            "undecided": list(self.undecided),
            "start": self.start.to_json(),
            "end": self.end.to_json(),
            **confirmation(None, DERIVED_ONCE),
            "moves": [each.to_json() for each in self.moves],
        }
