"""Frog puzzles: a row and a goal that exactly one line of hops leads to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise
from operator import eq, ne
from random import Random
from typing import Any, cast

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.engines.answer import Answer
from toadstone.games.frog_puzzle.questions import MIN_MOVES
from toadstone.games.frog_puzzle.scenario import GAP, LEFT, RIGHT, FrogPuzzleScenario, Move
from toadstone.games.frog_puzzle.search import hops
from toadstone.services.generation.maker import Proposal, SoloMaker, Wish
from toadstone.services.generation.puzzle import MOST_FORCED, Scale

LEAST_FROGS = 2
"""Frogs of each kind that move, at least: one alone that runs through the others is dull."""

_SWAPPED = str.maketrans(LEFT + RIGHT, RIGHT + LEFT)

Ways = dict[str, tuple[int, str, Move | None]]
"""For each row, the number of ways to it, and of one of them the row and the hop before it."""


class FrogPuzzleMaker(SoloMaker):
    """Makes a start and a goal of a wanted length apart, with one way between them.

    Raises:
        RequestError: no row of so many cells can be so many moves away.
    """

    scale = Scale(easy=7.5, hard=10.0, ahead=7)

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

        The start has at least a frog of each kind, and one to three gaps.
        All rows that so many hops lead to are listed, each with the exact number of ways.
        """
        cells = self.wish.sizes["cells"]
        gaps = dice.randint(1, min(3, cells - 2))
        left = dice.randint(1, cells - gaps - 1)
        frogs = [*LEFT * left, *RIGHT * (cells - gaps - left), *GAP * gaps]
        dice.shuffle(frogs)
        start = "".join(frogs)
        layers: list[Ways] = [{start: (1, "", None)}]
        for _ in range(self.wish.sizes["length"]):
            budget.check()
            layers.append(_after(layers[-1]))
            if not any(ways == 1 for ways, *_ in layers[-1].values()):
                return None  # what follows has as many ways at least
        single = sorted(row for row, (ways, *_) in layers[-1].items() if ways == 1)
        dice.shuffle(single)
        for goal in single:
            row, rows, moves = goal, list[str](), list[str]()
            for layer in reversed(layers[1:]):
                _, row, move = layer[row]
                rows.append(row)
                moves.append(str(move))
            moves.reverse()
            if is_one_wave(moves) or min(frogs_that_move(moves)) < LEAST_FROGS:
                continue
            if sum(len(list(hops(row))) == 1 for row in rows) <= MOST_FORCED * len(rows):
                scenario = FrogPuzzleScenario(
                    game="frog-puzzle", start=start, goal=goal, ask=(MIN_MOVES.name,)
                )
                return Proposal(scenario, tuple(moves))
        return None

    def key(self, proposal: Proposal) -> Hashable:
        """Return the cells of start and goal that hops touch, or those in a mirror."""
        scenario = cast(FrogPuzzleScenario, proposal.scenario)
        touched = [int(cell) - 1 for move in proposal.solution for cell in move.split("-")]
        both = [row[min(touched) : max(touched) + 1] for row in (scenario.start, scenario.wanted)]
        return min("/".join(both), "/".join(row[::-1].translate(_SWAPPED) for row in both))

    def near_misses(self, proposal: Proposal, budget: Budget) -> int:
        """Return the number of rows that as many hops lead to, and one swap makes the goal."""
        scenario = cast(FrogPuzzleScenario, proposal.scenario)
        rows, goal = {scenario.start}, scenario.wanted
        for _ in proposal.solution:
            budget.check()
            rows = {after for row in rows for _, after in hops(row)}
        return sum(sum(map(ne, row, goal)) == 2 for row in rows)

    def worth(self, scenario: FrogPuzzleScenario) -> Callable[[Any], float]:
        """Return the number of cells that match the goal."""
        return lambda row: sum(map(eq, row, scenario.wanted))

    def task(self) -> str:
        """Return the rules, and how to write a move."""
        return (
            "A frog hops the way it looks: into the next cell if that is empty, or over one frog "
            "of the other kind into the empty cell behind it. Write start and target of each hop: "
            "3-4 is from cell 3 to cell 4."
        )

    def goal(self, said: Answer) -> str:
        """Return the length."""
        return f"Reach the goal in {self.wish.sizes['length']} hops. There is only one way."


def is_one_wave(moves: Sequence[str]) -> bool:
    """Return whether the hops are those of the classical puzzle, in which one gap wanders.

    There every hop goes into the cell that the last one left, and two steps never follow each
    other. What is more than that takes a second trick: a frog that goes on, or a turn without jump.
    """
    hops_made = [tuple(map(int, move.split("-"))) for move in moves]
    return all(
        target == left and max(abs(source - target), abs(left - before)) == 2
        for (left, before), (source, target) in pairwise(hops_made)
    )


def frogs_that_move(moves: Sequence[str]) -> tuple[int, int]:
    """Return how many frogs hop to the left, and how many to the right."""
    moved: tuple[set[int], set[int]] = set(), set()
    for move in moves:
        source, target = map(int, move.split("-"))
        frogs = moved[target > source]
        frogs.discard(source)
        frogs.add(target)
    return len(moved[0]), len(moved[1])


def _after(layer: Ways) -> Ways:
    """Return the rows one hop further, each with its ways; no row comes twice on a way."""
    after: Ways = {}
    for row, (ways, *_) in layer.items():
        for move, follower in hops(row):
            known = after.get(follower)
            after[follower] = ways if known is None else known[0] + ways, row, move
    return after
