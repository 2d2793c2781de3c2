"""Toads and Frogs as people see, play and draw it: toads that go right, frogs that go left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from toadstone.core.board import Grid, PieceBoard, Square, style_text
from toadstone.files import Spellings
from toadstone.games.toads_and_frogs.difference import AnyMove, beside_of, rules_of
from toadstone.games.toads_and_frogs.rules import State, ToadsAndFrogsRules
from toadstone.games.toads_and_frogs.scenario import (
    FROG,
    GAP,
    TOAD,
    Cell,
    Move,
    ToadsAndFrogsScenario,
)
from toadstone.view.board import Moment, RowBoard, Sign
from toadstone.view.svg import Markup

if TYPE_CHECKING:
    from rich.text import Text

_SQUARES = {
    TOAD: Square(TOAD, "bold green", symbol="toad", words="toad"),
    FROG: Square(FROG, "bold yellow", symbol="frog-left", words="frog"),
    GAP: Square(GAP),
}
"""The square of a cell, by its letter."""


class ToadsAndFrogsBoard(RowBoard[State, AnyMove], PieceBoard[State, AnyMove]):
    """The rows; in a sum each has a number, and the first cell of a move names its row.

    A move in a game beside the rows has no cells.
    """

    how = "Choose an animal of yours: it has one way to go."
    top = 40
    step = 98
    side_symbols: ClassVar = {"toads": "toad", "frogs": "frog-left"}
    status_height: ClassVar = 11
    status_scale: ClassVar = 0.55
    turn_height: ClassVar = 26

    def __init__(self, scenario: ToadsAndFrogsScenario) -> None:
        super().__init__(rules_of(scenario))
        self._rows = ToadsAndFrogsRules(scenario)
        self._alone = len(scenario.start) == 1
        self.written = _ONE_ROW if self._alone else _SUM
        self.left = 0 if self._alone else 26
        self.width = max(self.left + self.side * max(map(len, scenario.start)), 200)
        self.height = self.step * len(scenario.start) + 26

    def grid(self, state: State) -> Grid:
        """Return the rows, with the numbers of their cells."""
        rows = tuple(
            tuple(
                replace(_SQUARES[letter], name=str(Cell(None if self._alone else number, place)))
                for place, letter in enumerate(row, 1)
            )
            for number, row in enumerate(state.rows, 1)
        )
        names = () if self._alone else tuple(f"{row}:" for row in range(1, len(rows) + 1))
        columns = tuple(map(str, range(1, max(map(len, rows)) + 1)))
        return Grid(rows, names, columns, numbered=True, between="  ")

    def key(self) -> Text:
        """Explain the signs, and the direction of each animal."""
        toad, frog = ((letter, _SQUARES[letter].style) for letter in (TOAD, FROG))
        there = style_text(toad, " toad goes to the right, ", frog, " frog to the left, ")
        return there + style_text(("_", "dim"), " is a gap")

    def picture(self, state: State) -> Text:
        """Draw every row on a line, and the game beside them."""
        return style_text(super().picture(state), _beside("\n", state))

    def strip(self, before: State | None, state: State) -> Text:
        """Draw the rows beside each other."""
        return style_text(super().strip(before, state), _beside("  ", state))

    def in_short(self) -> tuple[str, ...]:
        """Explain how animals move, and when a side loses."""
        return (
            f"Toads go right, frogs go left, in turn{'' if self._alone else ', in any row'}.",
            "An animal steps into a gap, or jumps over one animal of the other side into a gap "
            "behind it.",
            "A side that cannot move loses.",
        )

    def caption(self, state: State) -> Text:
        """Say who is to move, or who has won."""
        outcome = self.rules.outcome(state)
        if outcome is None:
            return style_text((f"{state.turn} to move", "dim"))
        return style_text((f"{outcome.winner} win", "bold"))

    def event(self, before: State, move: AnyMove, after: State) -> Text:
        """Say whether the move was a jump."""
        jumped = isinstance(move, Move) and abs(move.target - move.source) == 2
        return style_text("jumps" if jumped else "")

    def cells_of(self, state: State, move: AnyMove) -> tuple[str, ...]:
        """Return the cells of a move; none of a move beside the rows."""
        if not isinstance(move, Move):
            return ()
        return str(Cell(move.row, move.source)), str(Cell(move.row, move.target))

    def between(self, state: State, source: str, target: str) -> Move:
        """Return the move; raise ValueError if the cells are in two rows."""
        (row, left), (other_row, entered) = Cell.read(source), Cell.read(target)
        if row != other_row:
            raise ValueError(f"{source} and {target} are in two rows")
        return Move(row, left, entered)

    def why_no_piece(self, state: State, cell: str) -> str | None:
        """Say why the side to move has no animal in a cell, or return None when it has."""
        return self._rows.why_no_animal(state, Cell.read(cell))

    def status(self, moment: Moment[State, AnyMove], *more: str) -> Markup:
        """Show the side to move, or the winner, and the game beside the rows."""
        beside = _beside("beside: ", moment.state)
        return super().status(moment, *filter(None, (beside, *more)))

    def news(self, moment: Moment[State, AnyMove]) -> str:
        """Say which animal jumped over which."""
        if not super().news(moment) or moment.before is None:
            return ""
        toad = moment.before.turn == "toads"
        return "a toad jumps over a frog" if toad else "a frog jumps over a toad"

    def read_out(self, state: State) -> list[str]:
        """Read out the rows, and the game beside them."""
        return [*super().read_out(state), _beside("beside: ", state)]

    def legend(self) -> tuple[Sign, ...]:
        """Return toad and frog."""
        return (Sign("toad", "toad, goes right"), Sign("frog-left", "frog, goes left"))


def _beside(words: str, state: State) -> str:
    """Return the game beside the rows after some words; nothing if there is none."""
    return "" if (beside := beside_of(state)) is None else f"{words}[{beside}]"


_ONE_ROW = "Write the cell of an animal and the cell it goes to, from 1 on the left: 2-3."
_SUM = "Write the row, the cell and the cell it goes to: 1:2-4."

_HOP = r"N(?:\s*(?:->|=>|[->→,/]|to)\s*|\s+)N"


def spelling(scenario: ToadsAndFrogsScenario) -> Spellings:
    """Return how people write moves: `2 3`, `2->3`, `2 to 3`, `(2, 3)`.

    In a sum, one without its row may be in any row.
    """
    rows = range(1, len(scenario.start) + 1)
    if len(rows) == 1:
        return Spellings(((_HOP, "{0}-{1}"),))
    in_some_row = [f"{row}:{{0}}-{{1}}" for row in rows]
    return Spellings(((rf"(?:row\s*)?N\s*:\s*{_HOP}", "{0}:{1}-{2}"), (_HOP, *in_some_row)))
