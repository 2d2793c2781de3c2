"""The crossing of a row with one gap, all Ls left of it and all Rs right, in closed form.

With a frogs L and b frogs R it takes ab + a + b moves, as every way does; docs/theorems.md says
where that is proven for all a and b.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import cast

from toadstone.core.budget import Budget
from toadstone.core.solution import Solution
from toadstone.engines.answer import Status
from toadstone.engines.engine import Engine, EngineResult
from toadstone.engines.instance import Instance
from toadstone.games.frog_puzzle.questions import QUESTIONS
from toadstone.games.frog_puzzle.scenario import (
    GAP,
    LEFT,
    RIGHT,
    FrogPuzzleScenario,
    Move,
    is_crossing,
)

BACK = {LEFT: -1, RIGHT: 1}
"""From a gap to where the frogs of a kind come from."""


def crossing(row: str) -> Iterator[Move]:
    """Yield the moves that cross a row.

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
    """Answers without a search."""

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
