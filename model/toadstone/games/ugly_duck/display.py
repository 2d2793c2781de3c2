"""Ugly Duck as people see and play it: the board, instructions, typed moves."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from toadstone.core.board import Board
from toadstone.games.ugly_duck.rules import DUCK, OTHER, SWAN, AnyMove, State, UglyDuckRules
from toadstone.games.ugly_duck.scenario import Cell, Move, Pass, UglyDuckScenario
from toadstone.play.piece_moves import PieceMoves

SIGNS = {"d": "▼", "s": "♥", "D": "▲", "S": "♠", ".": "·"}
LETTERS = {letter: letter for letter in SIGNS}
STYLES = {"d": "bold green", "s": "bold green", "D": "bold blue", "S": "bold blue"}


class UglyDuckBoard(Board[State, AnyMove]):
    """Draws the states of one scenario, with the signs of the description or with letters."""

    signs = "".join(SIGNS.values())

    def __init__(self, scenario: UglyDuckScenario, signs: Mapping[str, str] = SIGNS) -> None:
        self._scenario = scenario
        self._rules = UglyDuckRules(scenario)
        self._signs = signs

    def in_ascii(self) -> UglyDuckBoard:
        """Return a board that draws the letters of a scenario file."""
        return UglyDuckBoard(self._scenario, LETTERS)

    def key(self) -> Text:
        """Say which sign is whose duck and swan."""
        duck, swan, blue_duck, blue_swan = map(self._sign, "dsDS")
        green = Text.assemble(duck, " duck and ", swan, " swan of green")
        return Text.assemble(green, ", ", blue_duck, " duck and ", blue_swan, " swan of blue")

    def picture(self, state: State) -> Text:
        """Draw the rows with their letters, below the numbers of the columns."""
        columns = range(1, len(state.rows[0]) + 1)
        lines = [Text("  " + " ".join(map(str, columns)), "dim")]
        for letter, row in zip("abcdefg", state.rows, strict=False):
            lines.append(Text(f"{letter} ", "dim") + Text(" ").join(map(self._sign, row)))
        return Text("\n").join(lines)

    def strip(self, before: State | None, state: State) -> Text:
        """Draw the rows beside each other."""
        return Text("/").join(Text("").join(map(self._sign, row)) for row in state.rows)

    def caption(self, state: State) -> Text:
        """Say who is to move, or who has won."""
        outcome = self._rules.outcome(state)
        if outcome is None:
            return Text(f"{state.turn} to move", "dim")
        return Text("drawn" if outcome.winner is None else f"{outcome.winner} wins", "bold")

    def event(self, before: State, move: AnyMove, after: State) -> Text:
        """Say what was captured, and where a duck has become a swan."""
        if isinstance(move, Pass):
            return Text("cannot move")
        captured = {"d": "duck", "D": "duck", "s": "swan", "S": "swan"}.get(before.at(move.target))
        events = [f"captures a {captured}"] if captured else []
        if before.at(move.source) != after.at(move.target):
            events.append("becomes a swan")
        return Text(", ".join(events))

    def _sign(self, letter: str) -> Text:
        return Text(self._signs[letter], STYLES.get(letter, "dim"))


_INSTRUCTIONS = """\
Ducks cross the board, become swans, and come back. The first swan home wins.

Green begins in the top row, blue in the bottom row. A move takes one piece one
row:
- A duck goes forward, straight or diagonally. On the last row it becomes a
  swan.
- A swan goes back, straight or diagonally.
- Either captures diagonally only. Nobody has to capture.
Who first brings a swan to the first row of its own side wins. So does who
captures every enemy.
{no_moves}

Rows are letters from the top, columns are numbers from the left. Type the cell
of a piece, such as a1 or A1, and then the cell it goes to; `wrong` takes the
first cell back. Or type both at once: a1 b2. Plans write a1-b2, or a1xb2 for a
capture, and you may, too."""

_NO_MOVES = {
    "loses": "A side that cannot move loses.",
    "pass": "If you cannot move, type pass. If neither side can move, it is a draw.",
}


def instructions(scenario: UglyDuckScenario) -> str:
    """Return the rules in a few lines, and how moves are typed."""
    return _INSTRUCTIONS.format(no_moves=_NO_MOVES[scenario.no_moves])


class UglyDuckPieceMoves(PieceMoves[State, AnyMove, Cell]):
    """The moves of ducks and swans; whether one captures is seen from the board."""

    example = "a1"
    rules: UglyDuckRules

    def __init__(self, scenario: UglyDuckScenario) -> None:
        super().__init__(UglyDuckRules(scenario))

    def read_cell(self, text: str, source: Cell | None = None) -> Cell:
        """Return the cell with this name, in small letters or capitals."""
        return Cell.read(text)

    def ends(self, move: AnyMove) -> tuple[Cell, Cell] | None:
        """Return the cells of a move; None of a pass."""
        return (move.source, move.target) if isinstance(move, Move) else None

    def between(self, state: State, source: Cell, target: Cell) -> Move:
        """Return the move, written as a capture where an enemy stands on the other cell."""
        other = OTHER[state.turn]
        captures = self.rules.has(target) and state.at(target) in DUCK[other] + SWAN[other]
        return Move(source, target, captures)

    def why_no_piece(self, state: State, cell: Cell) -> str | None:
        """Say why the side to move has no piece in a cell, or return None when it has."""
        return self.rules.why_no_piece(state, cell)
