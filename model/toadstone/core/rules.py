"""The reference simulator of a game: its rules, played literally."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from toadstone.core.errors import ToadstoneError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

State = TypeVar("State")
Move = TypeVar("Move")


class IllegalMoveError(ToadstoneError):
    """A move that the rules do not allow in a state; the message says why."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended, and the reason in words.

    `winner` is the side that won, `draw` where two sides drew, or None where a game for one player
    is lost.
    """

    winner: str | None
    reason: str


class Rules(ABC, Generic[State, Move]):
    """The reference simulator of one scenario: the rules, played literally.

    States and moves are immutable and hashable, and `str` of either is a text form that
    `read_state` and `read_move` turn back into an equal value.
    """

    @abstractmethod
    def start(self) -> State:
        """Return the state before the first move."""

    @abstractmethod
    def legal_moves(self, state: State) -> Sequence[Move]:
        """Return the legal moves, in a fixed order; none when the game is over."""

    @abstractmethod
    def why_illegal(self, state: State, move: Move) -> str | None:
        """Say why the move is not legal in this state, or return None when it is."""

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """Return the state after the move; raise IllegalMoveError when it is not legal."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None while it goes on.

        A one-player game in which no legal move is left goes on no further, without an outcome.
        """

    @abstractmethod
    def breach(self, move: Move, after: State) -> str | None:
        """Say which requirement of the scenario this move, just played, breaks; or None."""

    @abstractmethod
    def final_breach(self, state: State) -> str | None:
        """Say which requirement a line of play that stops in this state leaves unmet; or None."""

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
    """The reference simulator of a game for two sides who move in turn.

    Nothing is hidden and nothing is left to chance; every line of play ends. Every legal line of
    play is a fair one, so no move breaks a requirement, whoever wins in the end.
    """

    sides: ClassVar[tuple[str, str]]
    """The names of the two sides; payoffs are stated as the first one sees them."""

    highest_payoff: ClassVar[int] = 1
    """What no payoff exceeds, for either side."""

    @abstractmethod
    def to_move(self, state: State) -> str:
        """Return the side whose turn it is."""

    @abstractmethod
    def turned(self, state: State) -> State:
        """Return the same position with the other side to move."""

    @abstractmethod
    def position(self, state: State) -> str:
        """Return, on one line, what decides how the game can go on, whatever came before.

        States with equal positions have the same legal moves, and each of them leads to equal
        positions.
        """

    def payoff(self, outcome: Outcome) -> int:
        """Return what an outcome is worth to the first side; the second loses as much."""
        return {self.sides[0]: 1, self.sides[1]: -1}.get(outcome.winner or "", 0)

    def breach(self, move: Move, after: State) -> str | None:
        """Return None: there are no requirements."""
        return None

    def final_breach(self, state: State) -> str | None:
        """Return None: there are no requirements."""
        return None
