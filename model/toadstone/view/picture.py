"""The interface between a game and all drawings of its states."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from toadstone.view.svg import NOTHING, Markup, group

State = TypeVar("State")
Move = TypeVar("Move")

CELL = 40
"""How wide and high a cell is, in units of a drawing."""


@dataclass(frozen=True)
class Moment(Generic[State, Move]):
    """A state in a line of play, and how it came about.

    Attributes:
        turn: how many moves led to it.
        state: the state.
        before: the state before the last move; None at the start.
        move: the last move; None at the start.
        best: the best moves from here, where they are known.
    """

    turn: int
    state: State
    before: State | None = None
    move: Move | None = None
    best: tuple[Move, ...] = ()


AnyMoment = Moment[Any, Any]


def moments(
    states: Sequence[State],
    moves: Sequence[Move],
    best: Sequence[Sequence[Move]] = (),
) -> tuple[Moment[State, Move], ...]:
    """Return a line of play as moments.

    Args:
        states: the states, from the start on, as a `Replay` has them.
        moves: the moves, one fewer than the states.
        best: the best moves from each state; may stop early.
    """
    known = [tuple(each) for each in best] + [()] * len(states)
    start = Moment[State, Move](0, states[0], best=known[0])
    steps = zip(states[1:], states, moves, known[1:], strict=False)
    return (
        start,
        *(
            Moment(turn, state, before, move, chosen)
            for turn, (state, before, move, chosen) in enumerate(steps, 1)
        ),
    )


@dataclass(frozen=True)
class Sign:
    """A symbol and what it stands for; one that `needs_move` is drawn only behind a move."""

    symbol: str
    meaning: str
    needs_move: bool = False


class Picture(ABC, Generic[State, Move]):
    """How the states of one scenario are drawn.

    The background is what all states share. A drawing holds it once.
    """

    width: float
    height: float
    side: float = CELL
    """How wide and high a cell is."""

    turn_height: float = 0
    """How high the lowest part is, if it says only whose turn it is."""

    side_symbols: ClassVar[Mapping[str, str]] = {}
    """The symbol of each side, by its name."""

    @abstractmethod
    def places(self) -> Mapping[str, tuple[float, float]]:
        """Return the middle of every cell that can be clicked, by its name as in a move."""

    @abstractmethod
    def background(self) -> Markup:
        """Draw what every state has: the cells and their names."""

    @abstractmethod
    def foreground(self, moment: Moment[State, Move]) -> Markup:
        """Draw what stands on the board, the move just made, and what it changed."""

    @abstractmethod
    def event(self, moment: Moment[State, Move]) -> str:
        """Say in a few words what the last move did; empty where there is nothing to say."""

    @abstractmethod
    def standing(self, moment: Moment[State, Move]) -> str:
        """Say in a few words how things stand; the board shows it, too."""

    def caption(self, moment: Moment[State, Move]) -> str:
        """Say what the last move did, and how things stand."""
        return ", ".join(part for part in (self.event(moment), self.standing(moment)) if part)

    @abstractmethod
    def alt(self, moment: Moment[State, Move]) -> str:
        """Say in words what the picture shows, for those who cannot see it."""

    @abstractmethod
    def signs(self) -> tuple[Sign, ...]:
        """Return the symbols of the game, each with what it stands for."""

    def contents(self, state: State) -> Mapping[str, str]:
        """Return in words what is in the cells that are not empty, by the names of the cells."""
        return {}

    def coming(self, state: State, events: int) -> tuple[Markup, float]:
        """Draw some of the events to come, above the picture; return how high they are, too."""
        return NOTHING, 0

    def note(self) -> str:
        """Say what the pictures leave out; empty where they show everything."""
        return ""

    def background_name(self) -> str:
        """Return a name for the background that no other background has."""
        return "board-" + hashlib.blake2s(self.background().encode(), digest_size=4).hexdigest()

    def shared_background(self) -> Markup:
        """Return the background as a symbol, for `use` to refer to."""
        return group(self.background(), id_=f"ts-{self.background_name()}", class_="ts")


AnyPicture = Picture[Any, Any]


def sentence(*parts: str) -> str:
    """Return the parts that say something as one text, with a full stop after each."""
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts if part)


def listed(words: Sequence[str], nothing: str = "none") -> str:
    """Return words as a list in a sentence: `a, b and c`."""
    if len(words) < 2:
        return words[0] if words else nothing
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(count: int, thing: str, things: str | None = None) -> str:
    """Return a count with its noun: `1 move`, `2 moves`."""
    return f"{count} {thing}" if count == 1 else f"{count} {things or thing + 's'}"
