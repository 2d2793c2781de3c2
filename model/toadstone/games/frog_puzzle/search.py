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

_HOPS = (("L_", "_L", 1, 2), ("LR_", "_RL", 1, 3), ("_R", "R_", 2, 1), ("_LR", "RL_", 3, 1))
"""What a hop changes, from which cell to which: a step and a jump of an L, and of an R."""

_move = lru_cache(maxsize=None)(Move)
"""The moves are few, and made millions of times."""


def hops(row: str) -> Iterator[tuple[Move, str]]:
    """Yield every hop with the row after it: steps and jumps of Ls, then of Rs, from the left."""
    for before, after, source, target in _HOPS:
        at = row.find(before)
        while at >= 0:
            yield _move(at + source, at + target), row[:at] + after + row[at + len(before) :]
            at = row.find(before, at + 1)


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


def _gap_by_gap(hop: tuple[Move, str]) -> tuple[int, int]:
    return hop[0].target, hop[0].source


def plans(
    scenario: FrogPuzzleScenario, figures: Mapping[str, int], budget: Budget = UNLIMITED
) -> Paths[str, Move]:
    """Return the plans that stop at the goal: with `moves` stated, those of so many moves."""
    start, most = (scenario.start, far.most) if (far := lengths(scenario)) else (None, 0)
    reached = partial(is_reached, scenario)

    def steps(row: str) -> Iterable[tuple[Move, str]]:
        return () if reached(row) else sorted(hops(row), key=_gap_by_gap)

    return Paths(start, steps, reached, figures.get("moves", most), exact="moves" in figures)
