"""Who is ahead at Ugly Duck, and by how much: for players that look some plies ahead."""

from __future__ import annotations

from toadstone.games.ugly_duck.rules import (
    DUCK,
    GREEN,
    OTHER,
    SWAN,
    State,
    UglyDuckRules,
)

WON = 1_000_000
"""What a win is worth; each ply that it takes costs one."""

PIECE = 30
"""What a piece is worth where it begins."""

ROW = 4
"""What each row on its way is worth."""

FIRST = 10
"""What each row that the piece nearest home has behind it is worth beside that."""


class Lead:
    """The evaluation: pieces, the rows behind them, the race home, and moves to choose from.

    A piece is worth 30 and 4 for each row that it has behind it, so that a swan is always worth
    more than a duck. Of the piece nearest home each row counts 10 more. Each move counts 1.
    """

    def __init__(self, rules: UglyDuckRules) -> None:
        self._rules = rules

    def __call__(self, state: State, side: str) -> int:
        """Return how far a side is ahead."""
        outcome = self._rules.outcome(state)
        if outcome is None:
            return self._strength(state, side) - self._strength(state, OTHER[side])
        if outcome.winner not in OTHER:
            return 0
        worth = WON - state.plies
        return worth if outcome.winner == side else -worth

    def _strength(self, state: State, side: str) -> int:
        gone = _rows_gone(state, side)
        moves = self._rules.mobility(state, side)
        return PIECE * len(gone) + ROW * sum(gone) + FIRST * max(gone) + moves


def _rows_gone(state: State, side: str) -> list[int]:
    """Return how many rows of its way each piece of a side has behind it."""
    last = len(state.rows) - 1
    rows = state.rows if side == GREEN else state.rows[::-1]
    ducks, swans = DUCK[side], SWAN[side]
    return [
        row if letter == ducks else 2 * last - row
        for row, line in enumerate(rows)
        for letter in line
        if letter in (ducks, swans)
    ]
