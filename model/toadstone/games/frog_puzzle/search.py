"""Frog puzzles on rows of letters: the searches for a plan, and the graph of all plans.

This is the quick form of the rules. A row alone decides what can follow, and how many moves led to
it (see `level`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.part import Support
from toadstone.core.question import Question
from toadstone.engines.search.problem import Cost, SearchProblem, Step
from toadstone.engines.state_space import StateSpace
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


SEARCHED = Support({"min-moves": "minimise moves", "reach": "satisfy"}, {"start", "goal"})
"""What `FrogPuzzleSearch` states."""


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

    def steps(self, state: str) -> Iterator[Step[str, Move]]:
        """Yield the hops from the leftmost frog to the rightmost; none from the goal."""
        if not self.is_goal(state):
            for move, after in sorted(hops(state)):
                yield Step(move, after, self._one)

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


LISTED = Support({"min-moves": "minimise moves", "reach": "satisfy"}, {"start", "goal"})
"""What `PlanSpace` states."""


class PlanSpace(StateSpace[str, Move]):
    """The plans that reach the goal and stop there: with `moves` stated, those of so many moves.

    A row is left out when a frog has gone further than any row that the goal matches lets it go,
    and when frogs have blocked each other where the goal does not want them.
    """

    def __init__(
        self,
        scenario: FrogPuzzleScenario,
        figures: Mapping[str, int],
        budget: Budget = UNLIMITED,
    ) -> None:
        self.scenario = scenario
        self._lengths = lengths(scenario)
        self.turns = figures.get("moves", self._lengths.most if self._lengths else 0)
        self._any_length = "moves" not in figures
        goal = scenario.wanted
        parts = [(goal[:end], goal[end:]) for end in range(len(goal) + 1)]
        ls, rs = (scenario.start.count(frog) for frog in (LEFT, RIGHT))
        self._least_ls = [_fewest_in(left, right, LEFT, ls) for left, right in parts]
        self._least_rs = [_fewest_in(right, left, RIGHT, rs) for left, right in parts]

    def start(self) -> str | None:
        """Return the row before the first move, or None where the goal lacks frogs of it."""
        return self.scenario.start if self._lengths else None

    def successors(self, turn: int, row: str) -> Iterator[tuple[Move, str]]:
        """Yield every hop that takes no frog out of a part of the row where it has to stay.

        There are none once the goal is reached.
        """
        if not is_reached(self.scenario, row):
            for move, after in hops(row):
                first, last = sorted((move.source, move.target))
                too_far = any(
                    after.count(LEFT, 0, end) < self._least_ls[end]
                    or after.count(RIGHT, end) < self._least_rs[end]
                    for end in range(first, last)
                )
                if not too_far and not self._is_stuck(after):
                    yield move, after

    def accepts(self, turn: int, row: str) -> bool:
        """Return whether the goal is reached, after as many moves as were asked for."""
        return (self._any_length or turn == self.turns) and is_reached(self.scenario, row)

    def _is_stuck(self, row: str) -> bool:
        """Return whether frogs that can never move again are where the goal does not want them.

        Two Ls that face two Rs are such frogs, and so are fewer at an end of the row.
        """
        fenced = f"LL{row}RR"
        at = fenced.find("LLRR")
        while at >= 0:
            for cell in range(at - 1, at + 3):  # counted from 1, the fence not among them
                if 1 <= cell <= len(row) and not self.scenario.is_wanted(cell, row[cell - 1]):
                    return True
            at = fenced.find("LLRR", at + 1)
        return False


def _fewest_in(part: str, rest: str, frog: str, frogs: int) -> int:
    """Return the fewest of so many frogs of a kind that end in a part of the goal."""
    return max(part.count(frog), frogs - rest.count(frog) - rest.count(ANY))
