"""Moves as people spell them: `2 3`, `2->3`, `2 to 3`, `(2, 3)`; in a sum also without the row."""

from __future__ import annotations

import re
from collections.abc import Callable

from toadstone.games.toads_and_frogs.scenario import Move, ToadsAndFrogsScenario

_CELL = "([1-9][0-9]?)"
_MOVE = re.compile(
    rf"(?:(?:row\s*)?{_CELL}\s*:\s*)?{_CELL}(?:\s*(?:->|=>|[->,/]|to)\s*|\s+){_CELL}",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"\(\s*(.*?)\s*\)")


def spelling(scenario: ToadsAndFrogsScenario) -> Callable[[str], tuple[Move, ...]]:
    """Return what reads a move; in a sum, one without its row may be in any row with its cells."""
    rows = range(1, len(scenario.start) + 1)

    def with_cells(last: int) -> list[int]:
        return [row for row in rows if last <= len(scenario.start[row - 1])] or [*rows]

    def spell(text: str) -> tuple[Move, ...]:
        inside = _IN_BRACKETS.fullmatch(text.strip())
        match = _MOVE.fullmatch(inside[1] if inside else text.strip())
        if match is None or (match[1] is not None and len(rows) == 1):
            return (Move.read(text),)
        source, target = int(match[2]), int(match[3])
        if match[1] is not None:
            return (Move(int(match[1]), source, target),)
        if len(rows) == 1:
            return (Move(None, source, target),)
        return tuple(Move(row, source, target) for row in with_cells(max(source, target)))

    return spell
