"""Frog puzzles on rows of letters: searches, the graph of all plans, the crossing in closed form.

This is the quick form of the rules. A row alone decides what can follow, and how many moves led to
it (see `level`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import cycle
from typing import cast

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.core.solution import Solution
from toadstone.engines.answer import Status
from toadstone.engines.engine import Engine, EngineResult
from toadstone.engines.instance import Instance
from toadstone.engines.search.problem import Cost, SearchProblem, Transition
from toadstone.engines.state_space import Paths
from toadstone.games.frog_puzzle.questions import MIN_MOVES, QUESTIONS
from toadstone.games.frog_puzzle.scenario import (
    ANY,
    GAP,
    LEFT,
    RIGHT,
    FrogPuzzleScenario,
    Move,
    is_crossing,
    lengths,
    level,
)

_HOPS = (("L_", "_L", 1, 2), ("LR_", "_RL", 1, 3), ("_R", "R_", 2, 1), ("_LR", "RL_", 3, 1))
"""The change of a hop, its source and its target: a step and a jump of an L, and of an R."""

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
    return all(goal in {letter, ANY} for letter, goal in zip(row, scenario.goal_row, strict=True))


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
    start, most = (scenario.start, span.most) if (span := lengths(scenario)) else (None, 0)
    reached = partial(is_reached, scenario)

    def steps(row: str) -> Iterable[tuple[Move, str]]:
        return () if reached(row) else sorted(hops(row), key=_gap_by_gap)

    return Paths(start, steps, reached, figures.get("moves", most), exact="moves" in figures)


BACK = {LEFT: -1, RIGHT: 1}
"""The direction from a gap to the frogs of a kind that can enter it."""


def crossing(row: str) -> Iterator[Move]:
    """Yield the moves that cross a row with one gap, all Ls left of it and all Rs right.

    A step makes room, then one kind jumps as often as it can, the Rs first and the Ls next. The
    other kind steps if it stands beside the gap.
    """
    row = f" {row} "  # a cell's number is its place, and nobody stands beyond the ends
    for jumping, waiting in cycle(((RIGHT, LEFT), (LEFT, RIGHT))):
        gap = row.index(GAP)
        stepping = waiting if row[gap + BACK[waiting]] == waiting else jumping
        source = gap + BACK[stepping]
        if row[source] != stepping:
            return
        kind = stepping
        while row[source] == kind:
            yield Move(source, gap)
            row = row.replace(GAP, kind)
            row = f"{row[:source]}{GAP}{row[source + 1 :]}"
            gap, kind, over = source, jumping, source + BACK[jumping]
            if row[over] != waiting:
                break
            source = over + BACK[jumping]


@dataclass(frozen=True)
class ClosedForm(Engine):
    """Answers without a search.

    With a frogs L and b frogs R a crossing takes ab + a + b moves, as every way does;
    docs/theorems.md says where that is proven for all a and b.
    """

    def why_not(self, instance: Instance) -> str | None:
        """Return why a question has no such answer; the crossing answers all of them at once."""
        each = (super(ClosedForm, self).why_not(instance.asking(q)) for q in instance.ask)
        return next(filter(None, each), None)

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Return the crossing, and the number of moves that all crossings have."""
        start = cast(FrogPuzzleScenario, instance.scenario).start
        lefts, rights = (start.count(kind) for kind in (LEFT, RIGHT))
        moves = lefts * rights + lefts + rights
        line = Solution(instance.scenario, tuple(crossing(start)), figures={"moves": moves})
        return EngineResult(Status.OPTIMAL, (line,))


ENGINES = (
    ClosedForm(
        name="closed-form",
        meaning="the crossing of a row with one gap, written down without a search",
        questions=frozenset(question.name for question in QUESTIONS),
        room=is_crossing,
        needs="only for a row of Ls, one gap and Rs that are to change sides",
    ),
)
