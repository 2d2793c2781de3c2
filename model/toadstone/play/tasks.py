"""What can be asked of the engine while a game is being played.

A task can be pickled. It names a position by the moves that led to it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from toadstone.core.budget import Budget
from toadstone.core.session import Session
from toadstone.engines.instance import Instance
from toadstone.play.advice import Advice, Adviser, AnySession, Outlook
from toadstone.play.adviser import adviser_for
from toadstone.play.players import Player, PlayerSetup, kinds_of_players, player_named
from toadstone.play.review import Review
from toadstone.play.reviewer import review

Result = TypeVar("Result")
Moves = tuple[Any, ...]

USUAL_SECONDS, REVIEW_SECONDS = 10.0, 60.0
"""The time for a task that states none, and for a review."""


@dataclass
class Desk:
    """What is kept from one task of a game to the next.

    Attributes:
        instance: the game that is played, and for which questions.
        seed: decides the dice of players.
        workers: threads of the solver.
        adviser: what gives advice.
        players: the players that have chosen moves so far, by side and name.
    """

    instance: Instance
    seed: int = 0
    workers: int = 1
    adviser: Adviser = field(init=False)
    players: dict[tuple[str, str], Player] = field(init=False, default_factory=dict)
    unproven: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self.adviser = adviser_for(self.instance)

    def session(self, moves: Moves) -> AnySession:
        """Return the game after some moves; raise IllegalMoveError where one is not legal."""
        session = Session.begun(self.instance.rules)
        for move in moves:
            session = session.after(move)
        return session

    def player(self, side: str, name: str) -> Player:
        """Return the player of a side that is written so.

        Raises:
            RequestError: there is no such player, or it is a person.
        """
        if (side, name) not in self.players:
            chosen = player_named(kinds_of_players(self.instance), name)
            setup = PlayerSetup(
                self.instance, side, chosen.argument, self.adviser, self.seed, self._note_unproven
            )
            player = chosen.make(setup)
            if player is None:
                raise ValueError(f"{name} chooses no move by itself")
            self.players[side, name] = player
        return self.players[side, name]

    def _note_unproven(self, move: Any) -> None:
        self.unproven = True


@dataclass(frozen=True)
class Task(ABC, Generic[Result]):
    """Something to find out about a game after some moves, within some seconds."""

    moves: Moves
    seconds: float = field(default=USUAL_SECONDS, kw_only=True)

    advised = True
    """Whether it takes an adviser, which may have something to prepare."""

    @abstractmethod
    def done_at(self, desk: Desk, budget: Budget) -> Result:
        """Return what was found out.

        Raises:
            KeyboardInterrupt: it was stopped.
            LimitReachedError: time is up, where there is no other way to say so.
        """


class Evaluate(Task[Outlook]):
    """The best result still possible, for the side to move; the game may be over."""

    def done_at(self, desk: Desk, budget: Budget) -> Outlook:
        """Return the evaluation."""
        return desk.adviser.outlook(desk.session(self.moves), budget)


class Hint(Task[Advice[Any]]):
    """What to do next in a game that goes on."""

    def done_at(self, desk: Desk, budget: Budget) -> Advice[Any]:
        """Return the advice."""
        return desk.adviser.advise(desk.session(self.moves), budget)


class ShowLine(Task[Advice[Any]]):
    """What to do next, and a line of best play from there to the end."""

    def done_at(self, desk: Desk, budget: Budget) -> Advice[Any]:
        """Return the advice; its line may be cut short where time ran out."""
        return desk.adviser.line(desk.session(self.moves), budget)


@dataclass(frozen=True)
class ReviewGame(Task[Review]):
    """What each move of the game cost; `sides` are those whose moves are judged, by default all."""

    sides: tuple[str, ...] = ()
    seconds: float = field(default=REVIEW_SECONDS, kw_only=True)

    def done_at(self, desk: Desk, budget: Budget) -> Review:
        """Return the review."""
        return review(desk.instance, self.moves, budget, self.sides, desk.adviser)


@dataclass(frozen=True)
class Chosen:
    """What a player chose.

    Attributes:
        move: the move; None to give up.
        proven: false where a player of proven moves had no time for the proof.
    """

    move: Any | None
    proven: bool = True


@dataclass(frozen=True)
class ChooseMove(Task[Chosen]):
    """The move of a player, as `toadstone play --player` names it."""

    side: str = field(kw_only=True)
    player: str = field(kw_only=True)

    @property
    def advised(self) -> bool:  # type: ignore[override]
        """Whether the player asks an adviser."""
        return self.player == "perfect"

    def done_at(self, desk: Desk, budget: Budget) -> Chosen:
        """Return the choice; raise LimitReachedError where there is none in time."""
        desk.unproven = False
        player = desk.player(self.side, self.player)
        move = player.choose(desk.session(self.moves), budget)
        return Chosen(move, proven=not desk.unproven)
