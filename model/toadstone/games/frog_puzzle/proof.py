"""Certificates of frog puzzles, and second derivations; checker/README.md says why.

Both use the rules as the stand-alone checker states them. The checker reads a finished certificate
from the start, so it does not rely on how the positions were found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.engines.answer import Answer
from toadstone.engines.confirming import work_of
from toadstone.engines.state_space import Paths, count_plans
from toadstone.games.frog_puzzle.scenario import FrogPuzzleScenario
from toadstone_checker.certificate_file import Budget as Work
from toadstone_checker.certificate_file import Unusable
from toadstone_checker.frog_puzzle import KIND, MOST_POSITIONS, Puzzle, check, exclusion


class FrogPuzzleCertifier:
    """Makes certificates for the answers to one scenario."""

    def __init__(self, scenario: FrogPuzzleScenario) -> None:
        self._scenario = scenario

    def content(self) -> dict[str, Any]:
        """Return the scenario as certificates have it; a goal left out is read from the start.

        A fault in `goal_row` must not reach both derivations.
        """
        start, goal = self._scenario.start, self._scenario.goal
        return {"start": start, "goal": "".join(reversed(start)) if goal is None else goal}

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of a proven answer, OPTIMAL or INFEASIBLE.

        Raises:
            Unusable: the proof has more positions than the checker reads.
        """
        ask = [question.name for question in answer.ask]
        values = None if answer.values is None else dict(answer.values)
        puzzle = Puzzle(self.content(), Work(budget.tell))
        fewer_than = exclusion(puzzle, ask, values)
        positions = None if fewer_than is None else closed_set(puzzle, fewer_than)
        return {
            "certificate": KIND,
            "scenario": self.content(),
            "claim": {"ask": ask, "status": answer.status.value, "values": values},
            "plan": answer.plan,
            "positions": positions,
        }


def closed_set(puzzle: Puzzle, fewer_than: float) -> list[str]:
    """Return every row that is reached in fewer than so many moves, in alphabetical order."""
    rows = {puzzle.start}
    waiting = [puzzle.start]
    while waiting:
        for row in puzzle.must_follow(waiting.pop(), fewer_than):
            if row not in rows:
                rows.add(row)
                waiting.append(row)
        if len(rows) > MOST_POSITIONS:
            most = f"{MOST_POSITIONS:,} positions, the most that the checker reads"
            raise Unusable(f"its proof has more than {most}")
    return sorted(rows)


class FrogPuzzleConfirmer:
    """Derives results again by certificates in memory, and counts by the checker's rules."""

    name = "checker"

    def __init__(self, scenario: FrogPuzzleScenario, rules: object) -> None:
        self._certifier = FrogPuzzleCertifier(scenario)

    def confirm(self, answer: Answer, budget: Budget) -> str:
        """Derive a proven answer again; see `Confirmer`."""
        check(self._certifier.certificate(answer, budget), budget.tell)
        return self.name

    def count(self, figures: Mapping[str, int], budget: Budget) -> int:
        """Return the number of plans, of so many moves if `figures` says how many."""
        puzzle = Puzzle(self._certifier.content(), work_of(budget))

        def steps(row: str) -> Iterable[tuple[str, str]]:
            return () if puzzle.reached(row) else puzzle.hops(row)

        turns, exact = figures.get("moves", len(puzzle.start) ** 2), "moves" in figures
        return count_plans(Paths(puzzle.start, steps, puzzle.reached, turns, exact=exact), budget)
