"""Squirrel War for people who sit down to play it."""

from __future__ import annotations

from toadstone.games.squirrel_war.scenario import SquirrelWarScenario

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
