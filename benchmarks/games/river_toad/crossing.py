"""One file of River Toad as the peers see it: what comes down, turn by turn.

The rules are stated here anew, from their description; nothing is taken from Toadstone, so that a
slip in one of the two shows as a disagreement.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from benchmarks.tool import Ask

COSTS = {-2: 3, -1: 1, 0: 0, 1: 1, 2: 3}
"""HP that an action costs, by the cells it goes to the right."""

GAIN = 5
"""HP that a fly is worth."""


FIGURES = {"max-hp": "hp", "min-moves": "moves"}
"""The figure that a question is about; a question without one asks for any plan."""


def asked(ask: Ask, *, hp: int, moves: int) -> tuple[int, ...]:
    """Return the figures that the questions are about, in their order."""
    figures = {"hp": hp, "moves": moves}
    return tuple(figures[FIGURES[question]] for question in ask if question in FIGURES)


@dataclass(frozen=True)
class Arrival:
    """What comes down to the bottom row in one turn.

    Attributes:
        snakes: the river cells, from 1 on the left, that a snake comes down into.
        fly: the river cell beside which a fly comes down, or 0.
    """

    snakes: frozenset[int]
    fly: int


@dataclass(frozen=True)
class Crossing:
    """A board, a toad in its centre, and the rolls that will come."""

    width: int
    rows: int
    hp: int
    rolls: tuple[int, ...]

    @property
    def start(self) -> int:
        """The toad's cell before the first turn, from 1 on the left."""
        return (self.width + 1) // 2

    @property
    def turns(self) -> int:
        """The length of the game: one turn a roll."""
        return len(self.rolls)

    @property
    def cells(self) -> range:
        """The river cells, from 1 on the left."""
        return range(1, self.width + 1)

    @cached_property
    def arrivals(self) -> tuple[Arrival, ...]:
        """What comes down in each turn: a roll arrives `rows - 1` turns after its own."""
        nothing = Arrival(frozenset(), 0)
        delay = min(self.rows - 1, self.turns)
        return (nothing,) * delay + tuple(map(self._arrival, self.rolls[: self.turns - delay]))

    def _arrival(self, roll: int) -> Arrival:
        flies = {2**self.width: 1, 2**self.width + 1: self.width}
        if roll in flies:
            return Arrival(frozenset(), flies[roll])
        return Arrival(frozenset(c for c in self.cells if roll >> (self.width - c) & 1), 0)

    @cached_property
    def free(self) -> tuple[tuple[int, ...], ...]:
        """The cells that no snake comes down into, for each turn."""
        return tuple(
            tuple(c for c in self.cells if c not in arrival.snakes) for arrival in self.arrivals
        )

    @property
    def most_hp(self) -> int:
        """HP that the toad can never exceed: all flies eaten, nothing spent."""
        return self.hp + GAIN * sum(arrival.fly > 0 for arrival in self.arrivals)

    def targets(self, cell: int) -> dict[int, int]:
        """Return the cells in reach of a cell, and what it costs to go there."""
        return {cell + by: cost for by, cost in COSTS.items() if cell + by in self.cells}

    def steps(self, path: Sequence[int]) -> tuple[int, ...]:
        """Return a plan: cells to the right, turn by turn, for the cells after each turn."""
        return tuple(here - before for before, here in pairwise((self.start, *path)))

    def write(self, path: Path) -> None:
        """Write the scenario file; it is JSON, which Toadstone reads as it reads YAML."""
        content = {
            "game": "river-toad",
            "title": path.stem,
            "board": {"rows": self.rows, "width": self.width},
            "toad": {"hp": self.hp, "start": self.start},
            "ask": "survive",
            "rolls": self.rolls,
        }
        path.write_text(json.dumps(content) + "\n")

    @classmethod
    def read(cls, path: Path) -> Crossing:
        """Read a scenario file that `write` has written."""
        content = json.loads(path.read_text())
        board = content["board"]
        return cls(board["width"], board["rows"], content["toad"]["hp"], tuple(content["rolls"]))
