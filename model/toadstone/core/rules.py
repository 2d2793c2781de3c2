"""The reference simulator of a game: its rules, played literally."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Self, TypeVar

from toadstone.core.errors import ToadstoneError
from toadstone.core.part import Part

State = TypeVar("State")
Move = TypeVar("Move")

DRAW = "draw"
"""The result where neither of two sides wins."""


class IllegalMoveError(ToadstoneError):
    """A move that the rules do not allow in a state; the message says why."""


@dataclass(frozen=True)
class Outcome:
    """The end of a game.

    Attributes:
        winner: the side that won; None where the game was drawn or lost.
        reason: why, in words.
        is_loss: whether a single player has lost.
    """

    winner: str | None
    reason: str
    is_loss: bool = field(default=False, kw_only=True)

    @classmethod
    def drawn(cls, reason: str) -> Outcome:
        """Return the draw of two sides."""
        return cls(None, reason)

    @classmethod
    def lost(cls, reason: str) -> Outcome:
        """Return the loss of a single player."""
        return cls(None, reason, is_loss=True)


class Rules(ABC, Generic[State, Move]):
    """The reference simulator of one scenario: the rules, played literally.

    States and moves are immutable and hashable, and `str` of either is a text form that
    `read_state` and `read_move` turn back into an equal value.
    """

    can_return: ClassVar[bool] = False
    """Whether moves can lead back to a position; in a two-player game, endless play is a draw."""

    @abstractmethod
    def start(self) -> State:
        """Return the state before the first move."""

    @abstractmethod
    def legal_moves(self, state: State) -> Sequence[Move]:
        """Return the legal moves, in a fixed order; none when the game is over."""

    @abstractmethod
    def why_illegal(self, state: State, move: Move) -> str | None:
        """Return why the move is not legal in this state; None if it is legal."""

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """Return the state after the move; raise IllegalMoveError when it is not legal."""

    def after(self, state: State, move: Move) -> State:
        """Return the state after a legal move, as `play` does; searches call it.

        A game may leave out here what `play` does to refuse other moves.
        """
        return self.play(state, move)

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None while it goes on.

        A one-player game in which no legal move is left goes on no further, without an outcome.
        """

    def position(self, state: State) -> str:
        """Return, on one line, all that decides how the game can go on; by default, the state.

        States with equal positions have the same outcome and the same legal moves, and each of them
        leads to equal positions and adds as much to every figure.
        """
        return str(state)

    def key(self, state: State) -> Hashable:
        """Return what searches remember a state by; by default its position.

        Integers are quickest. Symmetric states may share a key: states that are worth the same to
        the side to move, in as many plies, or that lead to the same figures at best.
        """
        return self.position(state)

    def fault(self, state: State) -> str | None:
        """Return what is wrong with the rules themselves here; None where nothing is seen."""
        return None

    def violation(self, move: Move, after: State) -> str | None:
        """Return the requirement of the scenario that this move, just played, violates; or None."""
        return None

    def final_violation(self, state: State) -> str | None:
        """Return the requirement that a line of play ending in this state violates; or None."""
        return None

    @abstractmethod
    def observe(self, state: State) -> Mapping[str, int]:
        """Return what model and simulator must agree on after every turn."""

    @abstractmethod
    def figures(self, state: State) -> Mapping[str, int]:
        """Return every figure that a question can be about, measured in this state."""

    @abstractmethod
    def read_move(self, text: str) -> Move:
        """Return the move with this text form; raise ValueError when there is none."""

    @abstractmethod
    def read_state(self, text: str) -> State:
        """Return the state with this text form; raise ValueError when there is none."""


class TwoPlayerRules(Rules[State, Move]):
    """The reference simulator of a two-player game; the sides move in turn.

    Nothing is hidden, nothing is left to chance, and every line of play ends. A two-player game
    has no requirements, so no move violates one.
    """

    sides: ClassVar[tuple[str, str]]
    """The names of the two sides; payoffs are stated as the first one sees them."""

    highest_payoff: ClassVar[int] = 1
    """The most that a payoff can be, for either side."""

    @abstractmethod
    def to_move(self, state: State) -> str:
        """Return the side whose turn it is."""

    def unaided(self) -> Self:
        """Return the rules without what only makes searches faster: advice is derived once."""
        return self

    @abstractmethod
    def null_move(self, state: State) -> State:
        """Return the same position with the other side to move."""

    @abstractmethod
    def position(self, state: State) -> str:
        """Return, on one line, all that decides how the game can go on.

        States with equal positions have the same legal moves, and each of them leads to equal
        positions.
        """

    def parts(self, state: State) -> Sequence[State]:
        """Return positions that no move joins and that together are this one; by default one.

        Only the values of games in which a side that cannot move loses are found by parts.
        """
        return (state,)

    def payoff(self, outcome: Outcome) -> int:
        """Return what an outcome is worth to the first side; the second loses as much."""
        return {self.sides[0]: 1, self.sides[1]: -1}.get(outcome.winner or "", 0)

    def payoff_to_mover(self, state: State, outcome: Outcome) -> int:
        """Return what an outcome is worth to the side whose turn it is in a state."""
        return self.payoff(outcome) * (1 if self.to_move(state) == self.sides[0] else -1)


RULES = Part[Callable[[Any], Rules[Any, Any]]]("rules")
"""Makes the reference simulator of a scenario."""
