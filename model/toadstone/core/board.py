"""A board: the grid of a state, from which its text, its drawing and the cells to click come."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from toadstone.core.part import Part
from toadstone.core.rules import Move, Rules, State

if TYPE_CHECKING:
    from rich.text import Text


@dataclass(frozen=True)
class Square:
    """One cell of a grid.

    Attributes:
        sign: the character in it.
        style: the colour of the character.
        name: its name as in a move; empty where no move names it.
        symbol: the figure that a drawing has there; none where it is empty.
        words: what is there, in a word or two.
        value: a number behind the sign.
    """

    sign: str
    style: str = "dim"
    name: str = ""
    symbol: str = ""
    words: str = "empty"
    value: str = ""


@dataclass(frozen=True)
class Grid:
    """A board as rows of cells.

    Attributes:
        rows: the rows, the top one first.
        names: what stands before each row; none where it is empty.
        columns: the names of the columns.
        numbered: whether the columns are named below the rows, digit by digit, not above them.
        gap: what stands between two cells of a row.
        between: what stands between two rows that are drawn on one line.
        banked: whether the first and the last cell of a row stand behind bars.
    """

    rows: tuple[tuple[Square, ...], ...]
    names: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    numbered: bool = False
    gap: str = ""
    between: str = "/"
    banked: bool = False

    def lines(self) -> list[Text]:
        """Return the rows between the names of columns and rows."""
        from rich.text import Text

        names = self.names or ("",) * len(self.rows)
        lengths = (len(each.sign + each.value) for row in self.rows for each in row)
        width = max(lengths, default=0)
        lines = []
        for name, row in zip(names, self.rows, strict=True):
            cells = [Text((each.sign + each.value).ljust(width), each.style) for each in row]
            lines.append(Text(name, "dim") + Text(self.gap).join(self._with_bars(cells)))
            lines[-1].rstrip()
        indent = " " * len(names[0])
        if self.numbered:
            return [*lines, *(Text(indent + each, "dim") for each in cell_numbers(self.columns))]
        head = self.gap.join(name.ljust(width) for name in self.columns).rstrip()
        return [Text(indent + head, "dim"), *lines] if head else lines

    def line(self) -> Text:
        """Return the signs of all rows on one line."""
        from rich.text import Text

        signs = ([Text(each.sign, each.style) for each in row] for row in self.rows)
        rows = (Text("").join(self._with_bars(row)) for row in signs)
        return Text(self.between, "dim").join(rows)

    def _with_bars(self, cells: list[Text]) -> list[Text]:
        from rich.text import Text

        bar = [Text("|", "blue")]
        return [*cells[:1], *bar, *cells[1:-1], *bar, *cells[-1:]] if self.banked else cells


def cell_numbers(names: Iterable[str]) -> list[str]:
    """Return the names of a row's cells, each a column, its digits from the top down."""
    digits = list(names)
    height = max(map(len, digits), default=0)
    return ["".join(line) for line in zip(*(each.rjust(height) for each in digits), strict=True)]


def style_text(*parts: str | Text | tuple[str, str]) -> Text:
    """Return text of parts, of which some have a colour."""
    from rich.text import Text

    return Text.assemble(*parts)


@dataclass(frozen=True)
class MoveKey:
    """A key that makes a move at once, as a browser names it: `ArrowLeft`, `Shift+ArrowLeft`, ` `.

    The rules say whether the move is legal.
    """

    key: str
    move: str
    meaning: str


class Board(ABC, Generic[State, Move]):
    """How the states of one scenario look, and which cells tell a move.

    A move is told by pointing at cells, one after the other: at a frog that hops, at a cell to
    take, at a duck and then at where it goes. Cells are given by their names.

    Args:
        rules: the rules of the scenario.
    """

    how: ClassVar[str] = "Choose a move and press Enter, or click it."
    """How to make a move, in a sentence."""
    written: str = ""
    """How to write a move, in a sentence."""
    enough: ClassVar[int] = 1
    """How many cells tell a move."""

    def __init__(self, rules: Rules[State, Move]) -> None:
        self.rules = rules

    @abstractmethod
    def grid(self, state: State) -> Grid:
        """Return the cells of a state."""

    @abstractmethod
    def caption(self, state: State) -> Text:
        """Say in a word or two how the player stands."""

    @abstractmethod
    def event(self, before: State, move: Move, after: State) -> Text:
        """Say in a few words what happened in this turn, empty when nothing did."""

    def in_ascii(self) -> Board[State, Move]:
        """Return a board that draws the same with ASCII characters alone."""
        return self

    def key(self) -> Text | None:
        """Say on a line what the signs stand for; None where they speak for themselves."""
        return None

    def picture(self, state: State) -> Text:
        """Draw the whole board, several lines."""
        return style_text("\n").join(self.grid(state).lines())

    def strip(self, before: State | None, state: State) -> Text:
        """Draw on one line what matters most of a state and of how it came about."""
        return self.grid(state).line()

    def cells_of(self, state: State, move: Move) -> tuple[str, ...]:
        """Return the cells of a move, such as those that a piece leaves and enters; none of a pass.

        A game whose moves have no cells is played from a list of its moves.
        """
        return (str(move),)

    def path(self, state: State, move: Move) -> tuple[str, ...]:
        """Return the cells that tell a legal move, in the order in which one points at them."""
        return self.cells_of(state, move)[: self.enough]

    def paths(self, state: State, chosen: tuple[str, ...] = ()) -> Mapping[tuple[str, ...], Move]:
        """Return the legal moves that go on from the chosen cells, by all the cells that tell them.

        None where the game is over by the rules.
        """
        told = {self.path(state, move): move for move in self.rules.legal_moves(state)}
        return {path: move for path, move in told.items() if path[: len(chosen)] == chosen}

    def why_not(self, state: State, chosen: tuple[str, ...], cell: str) -> str:
        """Say why no legal move goes on with a cell after those that were chosen."""
        return f"{cell} is not legal"

    def keys(self, state: State) -> Sequence[MoveKey]:
        """Return the keys that make a move at once; a move without cells needs one."""
        return ()

    def in_short(self) -> tuple[str, ...]:
        """Return the rules in three lines, for somebody who sees the board for the first time."""
        return ()

    def instructions(self) -> str:
        """Return the rules and how to write a move, in lines of 80 columns at most."""
        return "\n".join(fill(each, 80) for each in (*self.in_short(), self.written) if each)

    def progress(self, state: State) -> str:
        """Say how far the game is, such as `turn 9 of 20`; empty where that is not known."""
        return ""

    def coming(self, state: State) -> int:
        """Return how many coming events can be shown."""
        return 0

    def preview(self, state: State, move: Move) -> str:
        """Say what a legal move would do, before it is made; empty where that is plain."""
        return ""

    def changed(self, state: State, move: Move) -> tuple[str, ...]:
        """Return the cells of others that a legal move would change."""
        return ()

    def threatened_cells(self, state: State) -> tuple[str, ...]:
        """Return the cells where the side to move would lose a piece by staying."""
        return ()


class PieceBoard(Board[State, Move]):
    """A board whose moves take one piece from a cell to a cell."""

    @abstractmethod
    def cells_of(self, state: State, move: Move) -> tuple[str, ...]:
        """Return the cells that a piece leaves and enters; none where a move moves no piece."""

    @abstractmethod
    def why_no_piece(self, state: State, cell: str) -> str | None:
        """Say why no piece of the side to move is in a cell; None where one is."""

    def between(self, state: State, source: str, target: str) -> Move:
        """Return the move from one cell to the other, be it legal or not, capture or not.

        Raises:
            ValueError: no move can go from one to the other.
        """
        return self.rules.read_move(f"{source}-{target}")

    def why_not(self, state: State, chosen: tuple[str, ...], cell: str) -> str:
        """Say why no piece can leave a cell, or why the chosen one cannot go there."""
        if not chosen:
            if reason := self.why_no_piece(state, cell):
                return reason
            moves = self.rules.legal_moves(state)
            reason = f"the piece in {cell} cannot move"
            if not any(self.cells_of(state, move) for move in moves):
                typed = " or ".join(f"`{move}`" for move in moves)
                reason += f", nor can any other: type {typed}"
            return reason
        try:
            move = self.between(state, chosen[0], cell)
        except ValueError as error:
            return str(error)
        return self.rules.why_illegal(state, move) or f"{move} is not legal"


BOARD = Part[Callable[[Any], Board[Any, Any]]]("board", "{game} has no board to draw")
"""Makes what draws the states of a scenario, and says which cells tell a move."""
