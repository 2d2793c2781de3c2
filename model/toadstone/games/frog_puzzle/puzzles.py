"""Frog puzzles: a row and a goal that exactly one line of hops leads to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from itertools import pairwise
from operator import eq, ne
from random import Random
from typing import Any, cast

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.engines.answer import Answer
from toadstone.games.frog_puzzle.questions import MIN_MOVES
from toadstone.games.frog_puzzle.scenario import GAP, LEFT, RIGHT, FrogPuzzleScenario
from toadstone.games.frog_puzzle.search import hops
from toadstone.services.generation.maker import Proposal, SoloMaker, Wish
from toadstone.services.generation.puzzle import MOST_FORCED, Scale

LEAST_FROGS = 2
"""The fewest frogs of each kind that move: one alone that runs through the others is dull."""

_SWAPPED = str.maketrans(LEFT + RIGHT, RIGHT + LEFT)


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
        """Return a random start, and a random one of the rows to which only one way leads.

        The start has at least a frog of each kind, and two or three gaps: with one gap there is
        nothing but waves, with more there is hardly ever a single way.
        """
        cells = self.wish.sizes["cells"]
        gaps = dice.randint(2, 3)
        left = dice.randint(1, cells - gaps - 1)
        frogs = [*LEFT * left, *RIGHT * (cells - gaps - left), *GAP * gaps]
        dice.shuffle(frogs)
        layers = self._single("".join(frogs), budget)
        goals = [*layers[-1]] if layers else []
        dice.shuffle(goals)
        for goal in goals:
            line = [goal]
            for layer in reversed(layers):
                line.append(layer[line[-1]])
            rows = pairwise(reversed(line))
            moves = [str(move) for row, after in rows for move, to in hops(row) if to == after]
            if is_one_trick(moves) or min(frogs_that_move(moves)) < LEAST_FROGS:
                continue
            if sum(len([*hops(row)]) == 1 for row in line[1:]) <= MOST_FORCED * len(moves):
                scenario = FrogPuzzleScenario(
                    game="frog-puzzle", start=line[-1], goal=goal, ask=(MIN_MOVES.name,)
                )
                return Proposal(scenario, tuple(moves))
        return None

    def _single(self, start: str, budget: Budget) -> list[dict[str, str]]:
        """Return, for each number of hops, the rows with one way to them, and the row before.

        Empty where there are none: a row that follows another has at least as many ways. No row
        comes after two different numbers of hops.
        """
        layers = list[dict[str, str]]()
        single, several = {start: ""}, set[str]()
        for _ in budget.each(range(self.wish.sizes["length"])):
            several = {after for row in several for _, after in hops(row)}
            before: dict[str, str] = {}
            for row in single:
                for _, after in hops(row):
                    if before.setdefault(after, row) != row:
                        several.add(after)
            single = {after: row for after, row in before.items() if after not in several}
            if not single:
                return []
            layers.append(single)
        return layers

    def key(self, proposal: Proposal) -> Hashable:
        """Return the cells of start and goal that hops touch, or those in a mirror."""
        scenario = cast(FrogPuzzleScenario, proposal.scenario)
        touched = [int(cell) - 1 for move in proposal.solution for cell in move.split("-")]
        both = [row[min(touched) : max(touched) + 1] for row in (scenario.start, scenario.goal_row)]
        return min("/".join(both), "/".join(row[::-1].translate(_SWAPPED) for row in both))

    def near_misses(self, proposal: Proposal, budget: Budget) -> int:
        """Return how many rows after as many hops are one swap of cells away from the goal."""
        scenario = cast(FrogPuzzleScenario, proposal.scenario)
        rows, goal = {scenario.start}, scenario.goal_row
        for _ in budget.each(proposal.solution):
            rows = {after for row in rows for _, after in hops(row)}
        return sum(sum(map(ne, row, goal)) == 2 for row in rows)

    def worth(self, scenario: FrogPuzzleScenario) -> Callable[[Any], float]:
        """Return the number of cells that match the goal."""
        return lambda row: sum(map(eq, row, scenario.goal_row))

    def goal(self, answer: Answer) -> str:
        """Return the length."""
        return f"Reach the goal in {self.wish.sizes['length']} hops. There is only one way."


def is_one_trick(moves: Sequence[str]) -> bool:
    """Return whether the hops are those of the classical puzzle, in which one gap wanders.

    In that puzzle every hop goes into the cell that the last one left, and two steps never follow
    each other. If a hop breaks this rule, the directions and lengths of the hops may still be part
    of a classical solution, or of its mirror image.
    """
    hops_made = [tuple(map(int, move.split("-"))) for move in moves]
    if all(
        target == left and max(abs(source - target), abs(left - before)) == 2
        for (left, before), (source, target) in pairwise(hops_made)
    ):
        return True
    letters = "".join(_LETTERS[target - source] for source, target in hops_made)
    return letters in _classical() or letters.swapcase() in _classical()


_LETTERS = {1: "a", 2: "b", -1: "A", -2: "B"}
"""A letter for a hop: small for those to the right."""


@cache
def _classical() -> str:
    """Return the hops that solve the classical puzzles with one to six frogs of each kind."""

    def solve(row: str, goal: str) -> str | None:
        if row == goal:
            return " "
        ways = ((move, solve(after, goal)) for move, after in hops(row))
        solutions = ((_LETTERS[m.target - m.source], rest) for m, rest in ways if rest is not None)
        return next((letter + rest for letter, rest in solutions), None)

    rows = ((LEFT * left, RIGHT * right) for left in range(1, 7) for right in range(1, 7))
    return "".join(str(solve(f"{ls}{GAP}{rs}", f"{rs}{GAP}{ls}")) for ls, rs in rows)


def frogs_that_move(moves: Sequence[str]) -> tuple[int, int]:
    """Return how many frogs hop to the left, and how many to the right."""
    moved: tuple[set[int], set[int]] = set(), set()
    for move in moves:
        source, target = map(int, move.split("-"))
        frogs = moved[target > source]
        frogs.discard(source)
        frogs.add(target)
    return len(moved[0]), len(moved[1])
