"""How Squirrel War is drawn: the board, a letter a cell."""

from __future__ import annotations

from rich.text import Text

from toadstone.core.board import Board
from toadstone.games.squirrel_war.cell import Cell
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State

_STYLES = {"X": "bold green", "O": "bold yellow", ".": "dim", "/": "dim"}


class SquirrelWarBoard(Board[State, Cell]):
    """Draws the states of one scenario."""

    def __init__(self, rules: SquirrelWarRules) -> None:
        self._rules = rules

    def picture(self, state: State) -> Text:
        """Draw the rows one below the other, with the names of rows and columns."""
        rows = state.board.split("/")
        letters = "".join(chr(ord("A") + column) for column in range(len(rows[0])))
        lines = [Text(f"  {letters}", "dim")]
        for number, row in enumerate(rows, 1):
            lines.append(Text.assemble((f"{number} ", "dim"), _row(row)))
        return Text("\n").join(lines)

    def strip(self, before: State | None, state: State) -> Text:
        """Draw the rows beside each other, the first one on the left."""
        return _row(state.board)

    def caption(self, state: State) -> Text:
        """Say how many points each side has."""
        return Text(f"{self._rules.points(state, 'X')}:{self._rules.points(state, 'O')}")

    def event(self, before: State, move: Cell, after: State) -> Text:
        """Say whether it was a raid, and how many pieces it conquered."""
        if not self._rules.is_raid(before, move):
            return Text(f"{before.turn} sneaks")
        pairs = zip(before.board, after.board, strict=True)
        conquered = sum(old not in {new, "."} for old, new in pairs)
        more = f", conquers {conquered}" if conquered else ""
        return Text(f"{before.turn} raids{more}")


def _row(row: str) -> Text:
    text = Text()
    for letter in row:
        text.append(letter, _STYLES.get(letter, ""))
    return text
