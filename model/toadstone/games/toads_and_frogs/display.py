"""Toads and Frogs as people see and play it: the rows, instructions, typed moves."""

from __future__ import annotations

from rich.text import Text

from toadstone.core.board import Board, cell_numbers
from toadstone.games.toads_and_frogs.difference import AnyMove, DifferenceState, rules_of
from toadstone.games.toads_and_frogs.rules import State, ToadsAndFrogsRules
from toadstone.games.toads_and_frogs.scenario import Cell, Move, ToadsAndFrogsScenario
from toadstone.play.piece_moves import PieceMoves

_STYLES = {"T": "bold green", "F": "bold yellow"}


class ToadsAndFrogsBoard(Board[State, AnyMove]):
    """Draws the states of one scenario."""

    def __init__(self, scenario: ToadsAndFrogsScenario) -> None:
        self._rules = rules_of(scenario)

    def key(self) -> Text:
        """Say who goes which way."""
        return Text.assemble(
            *(_row("T"), " toad goes to the right, ", _row("F"), " frog to the left, "),
            *(_row("_"), " is a gap"),
        )

    def picture(self, state: State) -> Text:
        """Draw every row on a line, in a sum behind its number; below are those of the cells."""
        names = [f"{row}:" for row in range(1, len(state.rows) + 1)]
        if len(names) == 1:
            names = [""]
        lines = [Text(name, "dim") + _row(row) for name, row in zip(names, state.rows, strict=True)]
        numbers = cell_numbers(max(map(len, state.rows))).split("\n")
        lines += [Text(" " * len(names[0]) + number, "dim") for number in numbers]
        return Text("\n").join(lines + beside(state))

    def strip(self, before: State | None, state: State) -> Text:
        """Draw the rows beside each other."""
        return Text("  ").join([*map(_row, state.rows), *beside(state)])

    def caption(self, state: State) -> Text:
        """Say who is to move, or who has won."""
        outcome = self._rules.outcome(state)
        if outcome is None:
            return Text(f"{state.turn} to move", "dim")
        return Text(f"{outcome.winner} win", "bold")

    def event(self, before: State, move: AnyMove, after: State) -> Text:
        """Say where somebody was jumped over."""
        jumped = isinstance(move, Move) and abs(move.target - move.source) == 2
        return Text("jumps" if jumped else "")


def beside(state: State) -> list[Text]:
    """Return what is played beside the rows, if anything is."""
    return [Text(f"[{state.beside}]")] if isinstance(state, DifferenceState) else []


def _row(row: str) -> Text:
    text = Text()
    for letter in row:
        text.append(letter, _STYLES.get(letter, "dim"))
    return text


_RULES = """\
Two sides face each other in a row. A side that cannot move loses.

A move takes one animal of the side to move:
- A toad, T, goes one cell to the right, into a gap, or two, over one frog, into
  a gap.
- A frog, F, goes one cell to the left, into a gap, or two, over one toad, into
  a gap.
Nobody is taken, and nobody jumps over his own kind.

Cells are numbers from 1 on the left."""

_ONE_ROW = """
Type the cell of an animal, and then the cell it goes to; `wrong` takes the
first cell back. Or type both at once: 2-3."""

_SUM = """
There are several rows, and a move is made in one of them: 1:2 is the second
cell of the top row. Type the cell of an animal, such as 1:2, and then the cell
it goes to, such as 3; `wrong` takes the first cell back. Or type both at once:
1:2-3."""


def instructions(scenario: ToadsAndFrogsScenario) -> str:
    """Return the rules in a few lines, and how moves are typed."""
    return _RULES + (_ONE_ROW if len(scenario.start) == 1 else _SUM)


class ToadsAndFrogsPieceMoves(PieceMoves[State, AnyMove, Cell]):
    """The moves by their cells; in a sum the first one names its row, and the other may.

    A move in a game beside the rows has none.
    """

    def __init__(self, scenario: ToadsAndFrogsScenario) -> None:
        super().__init__(rules_of(scenario))
        self._rows = ToadsAndFrogsRules(scenario)
        self.example = "2" if len(scenario.start) == 1 else "1:2"

    def read_cell(self, text: str, source: Cell | None = None) -> Cell:
        """Return the cell with this name; without a row, it is in that of the other cell."""
        cell = Cell.read(text)
        return Cell(source.row, cell.number) if source and cell.row is None else cell

    def ends(self, move: AnyMove) -> tuple[Cell, Cell] | None:
        """Return the cells of a move; None for a move beside the rows."""
        if not isinstance(move, Move):
            return None
        return Cell(move.row, move.source), Cell(move.row, move.target)

    def between(self, state: State, source: Cell, target: Cell) -> Move:
        """Return the move; raise ValueError where the cells are in two rows."""
        if source.row != target.row:
            raise ValueError(f"{source} and {target} are in two rows")
        return Move(source.row, source.number, target.number)

    def why_no_piece(self, state: State, cell: Cell) -> str | None:
        """Say why the side to move has no animal in a cell, or return None when it has."""
        return self._rows.why_no_animal(state, cell)
