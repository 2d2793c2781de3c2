"""Squirrel War as people see and play it: the board with its values, and instructions."""

from __future__ import annotations

from rich.text import Text

from toadstone.core.board import Board
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import Cell, SquirrelWarScenario

_STYLES = {"X": "bold green", "O": "bold yellow"}
_OPEN = "_"
"""Stands before the value of an open cell; a dot there would make it a decimal fraction."""


class SquirrelWarBoard(Board[State, Cell]):
    """Draws the states of one scenario."""

    def __init__(self, scenario: SquirrelWarScenario) -> None:
        self._rules = SquirrelWarRules(scenario)
        self._values = [[str(value) for value in row] for row in scenario.values]
        self._width = max(len(value) for row in self._values for value in row)

    def key(self) -> Text:
        """Say which cells are held and which are open, and what the numbers are."""
        return Text.assemble(
            *(_cell("X"), " and ", _cell("O"), " hold a cell, ", _cell("."), " is open; "),
            "a number is what a cell is worth",
        )

    def picture(self, state: State) -> Text:
        """Draw every cell with its value, between the names of rows and columns."""
        rows = state.board.split("/")
        letters = [chr(ord("A") + column) for column in range(len(rows[0]))]
        head = "  " + " ".join(letter.ljust(1 + self._width) for letter in letters)
        lines = [Text(head.rstrip(), "dim")]
        for number, (row, values) in enumerate(zip(rows, self._values, strict=True), 1):
            cells = [
                _cell(sign, value.ljust(self._width))
                for sign, value in zip(row, values, strict=True)
            ]
            lines.append(Text(f"{number} ", "dim") + Text(" ").join(cells))
            lines[-1].rstrip()
        return Text("\n").join(lines)

    def strip(self, before: State | None, state: State) -> Text:
        """Draw the rows beside each other, the first one on the left, without values."""
        rows = (Text("").join(map(_cell, row)) for row in state.board.split("/"))
        return Text("/", "dim").join(rows)

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


def _cell(sign: str, value: str = "") -> Text:
    """Return who holds a cell, and what it is worth."""
    drawn = _OPEN if sign == "." else sign
    return Text(f"{drawn}{value}", _STYLES.get(sign, "dim"))


_INSTRUCTIONS = """\
X and O take the cells of a board until it is full. Each cell is worth some
points. The side with more points at the end wins.

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
