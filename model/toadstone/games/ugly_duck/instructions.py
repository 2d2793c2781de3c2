"""Ugly Duck for people who sit down to play it."""

from __future__ import annotations

from toadstone.games.ugly_duck.scenario import UglyDuckScenario

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
    "loses": "Who cannot move loses.",
    "pass": "Who cannot move types pass; where neither side can move, it is a draw.",
}


def instructions(scenario: UglyDuckScenario) -> str:
    """Return the rules in a few lines, and how moves are typed."""
    return _INSTRUCTIONS.format(no_moves=_NO_MOVES[scenario.no_moves])
