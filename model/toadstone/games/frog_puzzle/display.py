"""The frog puzzle as people see and play it: the row of frogs, instructions, typed hops."""

from __future__ import annotations

from rich.text import Text

from toadstone.core.board import Board, cell_numbers
from toadstone.core.line import Line
from toadstone.games.frog_puzzle.rules import FrogPuzzleRules, State
from toadstone.games.frog_puzzle.scenario import (
    GAP,
    LEFT,
    RIGHT,
    FrogPuzzleScenario,
    Move,
    read_cell,
)
from toadstone.play.advice import Continuation
from toadstone.play.piece_moves import PieceMoves

_STYLES = {LEFT: "bold green", RIGHT: "bold yellow", GAP: "dim"}


class FrogPuzzleBoard(Board[State, Move]):
    """Draws the states of one scenario."""

    def __init__(self, scenario: FrogPuzzleScenario) -> None:
        self.scenario = scenario

    def key(self) -> Text:
        """Say which way the frogs go."""
        return Text.assemble(
            *(_coloured(LEFT), " hops to the right, ", _coloured(RIGHT), " to the left, "),
            *(_coloured(GAP), " is a gap"),
        )

    def picture(self, state: State) -> Text:
        """Draw the row, and below it the numbers of the cells."""
        numbers = Text(cell_numbers(len(state.row)), "dim")
        return Text("\n").join([_coloured(state.row), numbers])

    def strip(self, before: State | None, state: State) -> Text:
        """Draw the row."""
        return _coloured(state.row)

    def caption(self, state: State) -> Text:
        """Say how many cells are as the goal wants them."""
        cells = len(state.row)
        fitting = sum(self.scenario.is_wanted(c, state.cell(c)) for c in range(1, cells + 1))
        if fitting == cells:
            return Text("goal", "bold green")
        return Text(f"{fitting} of {cells} cells match the goal")

    def event(self, before: State, move: Move, after: State) -> Text:
        """Say who jumped over whom, nothing of a step."""
        if abs(move.target - move.source) == 1:
            return Text("")
        frog, over = before.cell(move.source), before.cell((move.source + move.target) // 2)
        return Text(f"{frog} jumps over {over}", _STYLES[frog])


def _coloured(row: str) -> Text:
    text = Text()
    for letter in row:
        text.append(letter, _STYLES[letter])
    return text


_INSTRUCTIONS = """\
Frogs hop past each other along a row. You win when the row is
{wanted}
{anybody}
A move is one frog's hop:
- An L goes one cell to the right, into a gap, or two, over an R, into a gap.
- An R goes one cell to the left, into a gap, or two, over an L, into a gap.
Where no frog can move and the goal is not reached, you have lost.

Cells are numbers from 1 on the left. Type the cell of a frog, and then the cell
it hops to; `wrong` takes the first cell back. Or type both at once: 3-4."""


def instructions(scenario: FrogPuzzleScenario) -> str:
    """Return the rules in a few lines, and how moves are typed."""
    anybody = "where ? may be anything.\n" if "?" in scenario.wanted else ""
    return _INSTRUCTIONS.format(wanted=scenario.wanted, anybody=anybody)


class FrogPuzzlePieceMoves(PieceMoves[State, Move, int]):
    """The hops by their cells, which count from 1 on the left."""

    example = "3"
    rules: FrogPuzzleRules

    def __init__(self, scenario: FrogPuzzleScenario) -> None:
        super().__init__(FrogPuzzleRules(scenario))

    def read_cell(self, text: str, source: int | None = None) -> int:
        """Return the number of a cell."""
        return read_cell(text)

    def ends(self, move: Move) -> tuple[int, int]:
        """Return the cells of a hop."""
        return move.source, move.target

    def between(self, state: State, source: int, target: int) -> Move:
        """Return the hop."""
        return Move(source, target)

    def why_no_piece(self, state: State, cell: int) -> str | None:
        """Say why there is no frog in a cell, or return None when there is one."""
        return self.rules.why_no_frog(state, cell)


def continued(scenario: FrogPuzzleScenario, session: Line[State, Move]) -> Continuation:
    """Return the puzzle that starts with the row as it is now."""
    return Continuation(scenario.continued_from(session.state.row))
