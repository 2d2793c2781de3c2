"""All plans of a frog puzzle as a layered graph of rows.

A row alone decides what can follow. It is left out when a frog has gone further than any row that
the goal matches lets it go, and when frogs have blocked each other where the goal does not want
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.engines.state_space import StateSpace
from toadstone.games.frog_puzzle.displacement import lengths
from toadstone.games.frog_puzzle.scenario import ANY, GAP, LEFT, RIGHT, FrogPuzzleScenario, Move


class PlanSpace(StateSpace[str, Move]):
    """The plans that reach the goal and stop there: with `moves` stated, those of so many moves."""

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
        self._least_ls = list(_least_from_the_left(scenario, LEFT))
        self._least_rs = list(_least_from_the_left(scenario, RIGHT, backwards=True))

    def start(self) -> str | None:
        """Return the row before the first move, or None where the goal lacks frogs of it."""
        return self.scenario.start if self._lengths else None

    def successors(self, turn: int, row: str) -> Iterator[tuple[Move, str]]:
        """Yield every hop after which no frog has gone too far; none once the goal is reached."""
        if self._reached(row):
            return
        gap = row.find(GAP)
        while gap >= 0:
            yield from self._hops_into(gap, row)
            gap = row.find(GAP, gap + 1)

    def accepts(self, turn: int, row: str) -> bool:
        """Say whether the goal is reached, after as many moves as were asked for."""
        return (self._any_length or turn == self.turns) and self._reached(row)

    def _reached(self, row: str) -> bool:
        wanted = zip(row, self.scenario.wanted, strict=True)
        return all(want in {letter, ANY} for letter, want in wanted)

    def _hops_into(self, gap: int, row: str) -> Iterator[tuple[Move, str]]:
        """Yield the hops into a gap; indices count from 0 here."""
        for frog, other, back in ((LEFT, RIGHT, -1), (RIGHT, LEFT, 1)):
            source = gap + back
            if 0 <= source < len(row) and row[source] == other:
                source += back
            if 0 <= source < len(row) and row[source] == frog:
                first, last = sorted((source, gap))
                between = row[first + 1 : last]
                hopped = (GAP + between + frog) if frog == LEFT else (frog + between + GAP)
                after = row[:first] + hopped + row[last + 1 :]
                if not self._too_far(after, first, last) and not self._blocked(after):
                    yield Move(source + 1, gap + 1), after

    def _too_far(self, row: str, first: int, last: int) -> bool:
        """Say whether a hop between two cells took a frog out of a part it had to stay in."""
        return any(
            row.count(LEFT, 0, end) < self._least_ls[end]
            or row.count(RIGHT, end) < self._least_rs[end]
            for end in range(first + 1, last + 1)
        )

    def _blocked(self, row: str) -> bool:
        """Say whether frogs that can never move again are where the goal does not want them.

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


def _least_from_the_left(
    scenario: FrogPuzzleScenario, frog: str, *, backwards: bool = False
) -> Iterator[int]:
    """Yield, for 0 to all cells from the left, the fewest frogs of a kind that end among them.

    With `backwards`, those that end among the others.
    """
    frogs = scenario.start.count(frog)
    wanted = scenario.wanted[::-1] if backwards else scenario.wanted
    fixed = list(accumulate((letter == frog for letter in wanted), initial=0))
    room = list(accumulate((letter in {frog, ANY} for letter in wanted), initial=0))
    least = [
        max(sure, frogs - (room[-1] - so_far)) for sure, so_far in zip(fixed, room, strict=True)
    ]
    yield from reversed(least) if backwards else least
