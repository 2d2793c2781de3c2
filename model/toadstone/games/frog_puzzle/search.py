"""Frog puzzles on rows of letters: the searches for a plan, and the graph of all plans.

This is the quick form of the rules. A row alone decides what can follow, and how many moves led to
it (see `level`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.engines.search.problem import Cost, SearchProblem, Transition
from toadstone.engines.state_space import Paths
from toadstone.games.frog_puzzle.questions import MIN_MOVES
from toadstone.games.frog_puzzle.scenario import (
    ANY,
    GAP,
    LEFT,
    RIGHT,
    FrogPuzzleScenario,
    Move,
    lengths,
    level,
)


def hops(row: str) -> Iterator[tuple[Move, str]]:
    """Yield every hop with the row after it, gap by gap from the left."""
    gap = row.find(GAP)
    while gap >= 0:
        before, behind = row[:gap], row[gap + 1 :]
        if before.endswith(LEFT):
            yield _move(gap, gap + 1), f"{before[:-1]}{GAP}{LEFT}{behind}"
        elif before.endswith(LEFT + RIGHT):
            yield _move(gap - 1, gap + 1), f"{before[:-2]}{GAP}{RIGHT}{LEFT}{behind}"
        if behind.startswith(RIGHT):
            yield _move(gap + 2, gap + 1), f"{before}{RIGHT}{GAP}{behind[1:]}"
        elif behind.startswith(LEFT + RIGHT):
            yield _move(gap + 3, gap + 1), f"{before}{RIGHT}{LEFT}{GAP}{behind[2:]}"
        gap = row.find(GAP, gap + 1)


_move = lru_cache(maxsize=None)(Move)
"""The moves are few, and made millions of times."""


def is_reached(scenario: FrogPuzzleScenario, row: str) -> bool:
    """Return whether a row is the goal, or one of several that match it."""
    return all(want in {letter, ANY} for letter, want in zip(row, scenario.wanted, strict=True))


class FrogPuzzleSearch(SearchProblem[str, Move]):
    """The rows that hops lead to, up to one that the goal matches; a move costs one."""

    fewest_moves = True

    def __init__(
        self, scenario: FrogPuzzleScenario, ask: tuple[Question, ...], budget: Budget = UNLIMITED
    ) -> None:
        self.scenario = scenario
        self.zero = (0,) * ask.count(MIN_MOVES)
        self._one = (1,) * len(self.zero)

    def start(self) -> str:
        """Return the row before the first move."""
        return self.scenario.start

    def steps(self, state: str) -> Iterator[Transition[str, Move]]:
        """Yield the hops from the leftmost frog to the rightmost; none from the goal."""
        if not self.is_goal(state):
            for move, after in sorted(hops(state)):
                yield Transition(move, after, self._one)

    def is_goal(self, state: str) -> bool:
        """Return whether the goal is reached."""
        return is_reached(self.scenario, state)

    def figures(self, state: str) -> Mapping[str, int]:
        """Return the number of moves that led to a row."""
        return {"moves": level(state) - level(self.scenario.start)}

    def observe(self, before: str, after: str) -> Mapping[str, int]:
        """Return the letter of every cell as a number: -1 for L, 1 for R, 0 for a gap."""
        numbers = {LEFT: -1, GAP: 0, RIGHT: 1}
        return {f"cell {cell}": numbers[letter] for cell, letter in enumerate(after, 1)}

    def estimate(self, state: str) -> Cost | None:
        """Return the moves to the nearest row that matches the goal, by its level."""
        distance = lengths(self.scenario, state)
        return None if distance is None else (distance.least,) * len(self.zero)


def plans(
    scenario: FrogPuzzleScenario, figures: Mapping[str, int], budget: Budget = UNLIMITED
) -> Paths[str, Move]:
    """Return the plans that stop at the goal: with `moves` stated, those of so many moves."""
    start, most = (scenario.start, far.most) if (far := lengths(scenario)) else (None, 0)
    reached = partial(is_reached, scenario)

    def steps(row: str) -> Iterable[tuple[Move, str]]:
        return () if reached(row) else hops(row)

    return Paths(start, steps, reached, figures.get("moves", most), exact="moves" in figures)
