"""Boards to point at: what is in each cell, and which cells tell a move, by mouse or by keys.

A move is told by pointing at one cell after the other: at a frog that hops, at a cell to take, at
a duck and then at where it goes. A game says which cells these are for each move; how they are
drawn, chosen and marked is the same for all games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic

from toadstone.core.part import Part
from toadstone.core.rules import Move, Rules, State


@dataclass(frozen=True)
class Tile:
    """What is drawn in one cell of a grid.

    Attributes:
        sign: who or what is there, few characters.
        style: its colour, which nobody needs in order to read it.
        cell: what pointing there means; None where it means nothing. `str` of it is its name.
        note: a number behind the sign.
    """

    sign: str
    style: str = ""
    cell: Any = None
    note: str = ""


@dataclass(frozen=True)
class Line:
    """One line of a grid, with what stands before it and behind it."""

    tiles: tuple[Tile, ...]
    name: str = ""
    note: str = ""


@dataclass(frozen=True)
class Grid:
    """A board as lines of cells.

    Attributes:
        lines: the lines, the top one first; all have as many cells.
        columns: the names above the columns; none where there is nothing to say.
        framed: whether there may be a frame around each cell, where there is room for it.
    """

    lines: tuple[Line, ...]
    columns: tuple[str, ...] = ()
    framed: bool = True


@dataclass(frozen=True)
class MoveKey(Generic[Move]):
    """A key that makes a move at once; the rules say whether the move is legal.

    Attributes:
        key: the key, such as `left`, `shift+left` or `space`.
        move: the move.
        meaning: what it does, in a word or two.
    """

    key: str
    move: Move
    meaning: str


class PlayBoard(ABC, Generic[State, Move]):
    """The board of one scenario, to be played on by pointing.

    Args:
        rules: the rules that say which moves are legal.
        ascii_only: whether to draw with ASCII characters alone.
    """

    how: ClassVar[str] = "Point at a cell and press Enter, or click it."
    """How to make a move, in a sentence."""

    def __init__(self, rules: Rules[State, Move], *, ascii_only: bool = False) -> None:
        self.rules = rules
        self.ascii_only = ascii_only

    @abstractmethod
    def grid(self, state: State, ahead: int = 0) -> Grid:
        """Return the board.

        Args:
            state: what to draw.
            ahead: how many of the coming events to show, at most `coming(state)`.
        """

    @abstractmethod
    def path(self, state: State, move: Move) -> tuple[Any, ...]:
        """Return the cells to point at, one after the other, for a legal move; none for a pass."""

    @abstractmethod
    def why_not(self, state: State, chosen: tuple[Any, ...], cell: Any) -> str:
        """Say why no legal move goes on with a cell after those that were chosen."""

    def keys(self, state: State) -> Sequence[MoveKey[Move]]:
        """Return the keys that make a move at once; where there are arrows, they move nothing else.

        Moves without a path need one.
        """
        return ()

    def coming(self, state: State) -> int:
        """Return how many coming events can be shown."""
        return 0

    def preview(self, state: State, move: Move) -> str:
        """Say what a legal move would do, before it is made; empty where that is plain."""
        return ""

    def changed(self, state: State, move: Move) -> tuple[Any, ...]:
        """Return the cells of others that a legal move would change."""
        return ()

    def threatened(self, state: State) -> tuple[Any, ...]:
        """Return the cells where the side to move would lose a piece by staying.

        None where the game is over.
        """
        return ()

    def paths(self, state: State, chosen: tuple[Any, ...] = ()) -> Mapping[tuple[Any, ...], Move]:
        """Return the legal moves that go on from the chosen cells, by all the cells that tell them.

        None where the game is over by the rules.
        """
        told = {self.path(state, move): move for move in self.rules.legal_moves(state)}
        return {path: move for path, move in told.items() if path[: len(chosen)] == chosen}

    def next_cells(self, state: State, chosen: tuple[Any, ...] = ()) -> tuple[Any, ...]:
        """Return the cells that a legal move can go on with, each once."""
        place = len(chosen)
        paths = self.paths(state, chosen)
        return tuple(dict.fromkeys(path[place] for path in paths if len(path) > place))


@dataclass
class Pointing(Generic[Move]):
    """The move that somebody is about to tell: the cells chosen so far."""

    board: PlayBoard[Any, Move]
    chosen: tuple[Any, ...] = field(default=())

    def point(self, state: Any, cell: Any) -> Move | None:
        """Take in one more cell; return the move that is told by now, or None where more is needed.

        Pointing at another piece chooses it instead.

        Raises:
            ValueError: no legal move goes on so; what was chosen before stays so.
        """
        if self.chosen and cell not in self.board.next_cells(state, self.chosen):
            if cell == self.chosen[-1] or cell not in self.board.next_cells(state):
                raise ValueError(self.board.why_not(state, self.chosen, cell))
            self.chosen = ()
        if cell not in self.board.next_cells(state, self.chosen):
            raise ValueError(self.board.why_not(state, self.chosen, cell))
        self.chosen = (*self.chosen, cell)
        move = self.board.paths(state, self.chosen).get(self.chosen)
        if move is not None:
            self.chosen = ()
        return move

    def back(self) -> bool:
        """Take the last chosen cell back; return whether there was one."""
        there = bool(self.chosen)
        self.chosen = self.chosen[:-1]
        return there


PLAY_BOARD = Part[Callable[..., PlayBoard[Any, Any]]]("board to point at")
"""Makes, of a scenario and `ascii_only`, the board that people point at.

Without it, people choose from a list of the legal moves.
"""


class MoveList(PlayBoard[Any, Any]):
    """The legal moves of any game, to be chosen from a list."""

    how = "Choose a move and press Enter, or click it."

    def grid(self, state: Any, ahead: int = 0) -> Grid:
        """Return a line for each legal move."""
        moves = self.rules.legal_moves(state)
        return Grid(tuple(Line((Tile(str(move), cell=str(move)),)) for move in moves), framed=False)

    def path(self, state: Any, move: Any) -> tuple[Any, ...]:
        """Return the text of the move."""
        return (str(move),)

    def why_not(self, state: Any, chosen: tuple[Any, ...], cell: Any) -> str:
        """Say that it is not legal."""
        return f"{cell} is not legal"
