"""What is known of a position of a two-player game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

OF_PERFECT_PLAY = (
    "winner",
    "remoteness",
    "margin",
    "winner_when_first",
    "outcome",
    "best_moves",
    "relation",
    "at_least",
)
"""The figures of a `PositionResult` that perfect play determines, the most important first."""


@dataclass(frozen=True)
class PositionResult:
    """The result of a position. What was not asked, or is not known, is None.

    Attributes:
        winner: the side that wins with perfect play, or `draw`.
        margin: the difference of the scores at the end; `margin_at_least` and `margin_at_most` are
            what it lies between where it is not known.
        other: the value that the position was compared with, and `relation` how: `=`, `>`, `<` or
            `||`; `at_least` and `at_most` are its two halves.
        winner_when_first: who wins, by the side that moves first.
        outcome: the side that wins whoever begins, or `first`, `second` or `draw`; with
            `winner_when_first`, None is a mixture of wins and draws.
        remoteness: the plies to the end; `remoteness_when_first`, by the side that moves first.
        best_moves: every best first move, as text.
        value: the combinatorial value as text, or the lead that a search to a depth expects.
        margins: the margins of several games by name, and `games` their moves as text.
    """

    winner: str | None = None
    margin: int | None = None
    margin_at_least: int | None = None
    margin_at_most: int | None = None
    other: str | None = None
    at_least: bool | None = None
    at_most: bool | None = None
    relation: str | None = None
    winner_when_first: Mapping[str, str] | None = None
    outcome: str | None = None
    remoteness: int | None = None
    remoteness_when_first: Mapping[str, int | None] | None = None
    best_moves: tuple[str, ...] | None = None
    value: str | int | None = None
    margins: Mapping[str, int] | None = None
    games: Mapping[str, tuple[str, ...]] | None = None

    def figures(self) -> dict[str, Any]:
        """Return what is stated, by name, in the form of the JSON under `values`."""
        stated, mixed = dict[str, Any](), self.winner_when_first is not None
        for name in (each.name for each in fields(self)):
            value = getattr(self, name)
            if name == "margins":
                stated |= value or {}
            elif name != "games" and (value is not None or (name == "outcome" and mixed)):
                stated[name] = list(value) if isinstance(value, tuple) else value
        return stated

    def perfect_play(self) -> dict[str, Any]:
        """Return those figures that perfect play determines, by name."""
        stated = self.figures()
        return {name: stated[name] for name in OF_PERFECT_PLAY if name in stated}

    def further_json(self) -> dict[str, Any]:
        """Return the keys of the JSON beside `values`: the games."""
        if self.games is None:
            return {}
        return {"games": {name: list(moves) for name, moves in self.games.items()}}
