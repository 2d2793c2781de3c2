"""Moves as people spell them: `a1 b2`, `A1b2`, `a1->b2`, `a1 x b2`, `(a1, b2)`."""

from __future__ import annotations

import re
from collections.abc import Callable

from toadstone.games.ugly_duck.scenario import Cell, Move, Pass, UglyDuckScenario, read_move

_CELL = "([a-z][1-9][0-9]?)"
_MOVE = re.compile(
    rf"{_CELL}\s*(->|=>|[->,:/x]|to)?\s*{_CELL}",
    re.IGNORECASE | re.ASCII,
)
_IN_BRACKETS = re.compile(r"\(\s*(.*?)\s*\)")


def spelling(scenario: UglyDuckScenario) -> Callable[[str], tuple[Move | Pass, ...]]:
    """Return what reads a move; without an `x` it may be a capture or not, as the board has it."""
    return _spell


def _spell(text: str) -> tuple[Move | Pass, ...]:
    inside = _IN_BRACKETS.fullmatch(text.strip())
    match = _MOVE.fullmatch(inside[1] if inside else text.strip())
    if match is None:
        return (read_move(text.strip()),)
    source, target = Cell.read(match[1]), Cell.read(match[3])
    if match[2] and match[2] in "xX":
        return (Move(source, target, captures=True),)
    return (Move(source, target), Move(source, target, captures=True))
