"""Toads and Frogs for people who sit down to play it."""

from __future__ import annotations

from toadstone.games.toads_and_frogs.scenario import ToadsAndFrogsScenario

_RULES = """\
Two sides face each other in a row. Who cannot move loses.

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
