"""Cells as people spell them: `c2`, `C-2`, `(C, 2)`."""

from __future__ import annotations

import re
from collections.abc import Callable

from toadstone.games.squirrel_war.scenario import Cell, SquirrelWarScenario

_CELL = re.compile(r"([a-z])\s*[-,:]?\s*([1-9][0-9]?)", re.IGNORECASE | re.ASCII)
_IN_BRACKETS = re.compile(r"\(\s*(.*?)\s*\)")


def spelling(scenario: SquirrelWarScenario) -> Callable[[str], tuple[Cell]]:
    """Return what reads a cell: the letter of its column, and the number of its row."""
    return _spell


def _spell(text: str) -> tuple[Cell]:
    inside = _IN_BRACKETS.fullmatch(text.strip())
    match = _CELL.fullmatch(inside[1] if inside else text.strip())
    return (Cell.read(f"{match[1].upper()}{match[2]}" if match else text),)
