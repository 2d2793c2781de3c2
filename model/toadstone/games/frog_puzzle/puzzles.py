"""Frog puzzles: a row and a goal that exactly one line of hops leads to."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.games.frog_puzzle.questions import MIN_MOVES
from toadstone.games.frog_puzzle.scenario import GAP, LEFT, RIGHT, FrogPuzzleScenario
from toadstone.games.frog_puzzle.search import hops, is_reached
from toadstone.services.generation.maker import Proposal, Wish
from toadstone.services.generation.solo import SoloMaker

MOST_FORCED = 0.6
"""The share of the turns, at most, in which only one hop is legal."""

REACHED = 1_000
"""What the goal looks worth to a bounded solver: more than any number of hops."""

Ways = dict[str, tuple[int, str, str]]
"""For each row, the number of ways to it, and of one of them the row and the hop before it."""


class FrogPuzzleMaker(SoloMaker):
    """Makes a start and a goal of a wanted length apart, with one way between them.

    Raises:
        RequestError: no row of so many cells can be so many moves away.
    """

    def __init__(self, wish: Wish) -> None:
        super().__init__(wish)
        cells = wish.sizes["cells"]
        most = max(left * right for left in range(cells) for right in range(cells - left))
        most += cells * cells // 4  # no more steps than frogs times gaps, a jump counted once
        if wish.sizes["length"] > most:
            raise RequestError.about(
                "length",
                f"expected at most {most} moves in {cells} cells, found {wish.sizes['length']}",
            )

    def propose(self, dice: Random, budget: Budget) -> Proposal | None:
        """Return a random start, and of the rows with one way to them one at random.

        All rows that so many hops lead to are listed, each with the exact number of ways.
        """
        start = self._start(dice)
        layers: list[Ways] = [{start: (1, "", "")}]
        for _ in range(self.wish.sizes["length"]):
            budget.check()
            layers.append(_after(layers[-1]))
        single = sorted(row for row, (ways, *_) in layers[-1].items() if ways == 1)
        dice.shuffle(single)
        for goal in single:
            rows, moves = _way_to(goal, layers)
            if _share_of_forced(rows) <= MOST_FORCED:
                scenario = FrogPuzzleScenario(
                    game="frog-puzzle", start=start, goal=goal, ask=(MIN_MOVES.name,)
                )
                return Proposal(scenario, moves)
        return None

    def _start(self, dice: Random) -> str:
        """Return a row with at least a frog of each kind, and one to three gaps."""
        cells = self.wish.sizes["cells"]
        gaps = dice.randint(1, min(3, cells - 2))
        left = dice.randint(1, cells - gaps - 1)
        row = [*LEFT * left, *RIGHT * (cells - gaps - left), *GAP * gaps]
        dice.shuffle(row)
        return "".join(row)

    def worth(self, scenario: FrogPuzzleScenario) -> Callable[[Any], float]:
        """Return the number of legal hops, as if to keep them open; the goal is worth most."""
        return lambda row: REACHED if is_reached(scenario, row) else len(list(hops(row)))

    def task(self) -> str:
        """Return what the puzzle asks."""
        return (
            f"Reach the goal in {self.wish.sizes['length']} hops. There is exactly one way. Each "
            "hop takes a frog a cell forward, or over one frog of the other kind."
        )


def _after(layer: Ways) -> Ways:
    """Return the rows one hop further, each with its ways; no row comes twice on a way."""
    after: Ways = {}
    for row, (ways, *_) in layer.items():
        for move, follower in sorted(hops(row)):
            after[follower] = after.get(follower, (0,))[0] + ways, row, str(move)
    return after


def _way_to(goal: str, layers: list[Ways]) -> tuple[list[str], tuple[str, ...]]:
    """Return the rows before the hops of the only way to a goal, and the hops."""
    rows, moves = [goal], list[str]()
    for layer in reversed(layers[1:]):
        _, row, move = layer[rows[-1]]
        rows.append(row)
        moves.append(move)
    return rows[:0:-1], tuple(reversed(moves))


def _share_of_forced(rows: list[str]) -> float:
    return sum(len(list(hops(row))) == 1 for row in rows) / len(rows)
