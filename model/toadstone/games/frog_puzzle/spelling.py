"""Hops as people spell them: `3 4`, `3->4`, `3 to 4`, `(3, 4)`."""

from __future__ import annotations

import re
from collections.abc import Callable

from toadstone.games.frog_puzzle.scenario import FrogPuzzleScenario, Move

_CELL = "([1-9][0-9]{0,2})"
_HOP = re.compile(rf"{_CELL}(?:\s*(?:->|=>|[->,:/]|to)\s*|\s+){_CELL}", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\(\s*(.*?)\s*\)")


def spelling(scenario: FrogPuzzleScenario) -> Callable[[str], tuple[Move]]:
    """Return what reads a hop, from the first cell to the second."""
    return _spell


def _spell(text: str) -> tuple[Move]:
    inside = _IN_BRACKETS.fullmatch(text.strip())
    match = _HOP.fullmatch(inside[1] if inside else text.strip())
    return (Move(int(match[1]), int(match[2])) if match else Move.read(text),)
