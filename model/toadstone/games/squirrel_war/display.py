"""Squirrel War as people see and play it: the board, a letter a cell, and instructions."""

from __future__ import annotations

from rich.text import Text

from toadstone.core.board import Board
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import Cell, SquirrelWarScenario

_STYLES = {"X": "bold green", "O": "bold yellow", ".": "dim", "/": "dim"}


class SquirrelWarBoard(Board[State, Cell]):
    """Draws the states of one scenario."""

    def __init__(self, scenario: SquirrelWarScenario) -> None:
        self._rules = SquirrelWarRules(scenario)

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


_INSTRUCTIONS = """\
X and O take the cells of a board until it is full. Each cell is worth some
points, and whoever holds more of them in the end wins.

A move takes one empty cell:
- A raid takes a cell beside a piece of your own, above, below, left or right of
  it. All enemy pieces beside the cell taken become yours.
- A sneak takes any other empty cell. It conquers nothing.

The cells are worth:
{values}
Columns are letters from the left, rows are numbers from the top. Type the cell
to take, such as C2."""


def instructions(scenario: SquirrelWarScenario) -> str:
    """Return the rules in a few lines, what the cells are worth, and how moves are typed."""
    letters = [chr(ord("A") + column) for column in range(len(scenario.values[0]))]
    rows = [["", *letters]]
    rows += [[str(number), *map(str, row)] for number, row in enumerate(scenario.values, 1)]
    width = max(len(text) for row in rows for text in row[1:])
    lines = [f"{name:>3}" + "".join(f" {text:>{width}}" for text in row) for name, *row in rows]
    return _INSTRUCTIONS.format(values="".join(f"{line}\n" for line in lines))
