"""The ways to show a plan."""

from __future__ import annotations

from enum import StrEnum


class View(StrEnum):
    """How much of a plan to draw."""

    AUTO = "auto"
    """Boards for a short plan, a table for a long one."""
    BOARDS = "boards"
    """The whole board after every turn."""
    TABLE = "table"
    """One line a turn."""
    MOVES = "moves"
    """The moves alone, one a line, and nothing else: a plan that `check` reads."""
