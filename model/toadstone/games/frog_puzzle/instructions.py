"""The frog puzzle for people who sit down to play it."""

from __future__ import annotations

from toadstone.games.frog_puzzle.scenario import FrogPuzzleScenario

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
