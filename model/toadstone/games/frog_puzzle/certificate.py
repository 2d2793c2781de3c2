"""Certificates of frog puzzles; docs/frog-puzzle.md says what they hold and why it proves.

The positions are found with the checker's own reckoning. Nobody trusts them for that: the checker
reads the finished certificate from the start.
"""

from __future__ import annotations

from typing import Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import RequestError
from toadstone.engines.answer import Answer
from toadstone.games.frog_puzzle.scenario import FrogPuzzleScenario
from toadstone_checker.certificate_file import Budget as Work
from toadstone_checker.certificate_file import Unusable
from toadstone_checker.frog_puzzle import KIND, MOST_POSITIONS, Puzzle, excluded


class FrogPuzzleCertifier:
    """Makes certificates for the answers to one scenario."""

    def __init__(self, scenario: FrogPuzzleScenario) -> None:
        self._scenario = scenario

    def content(self) -> dict[str, Any]:
        """Return the scenario as certificates have it; a goal left out is read from the start.

        A fault in `wanted` must not reach both derivations.
        """
        start, goal = self._scenario.start, self._scenario.goal
        return {"start": start, "goal": "".join(reversed(start)) if goal is None else goal}

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of a proven answer, OPTIMAL or INFEASIBLE.

        Raises:
            RequestError: the proof has more positions than the checker reads.
        """
        ask = [question.name for question in answer.ask]
        values = None if answer.values is None else dict(answer.values)
        try:
            puzzle = Puzzle(self.content(), Work(budget.tell))
            argument = excluded(puzzle, ask, values)
            positions = None if argument is None else closed_set(puzzle, argument)
        except Unusable as error:
            raise RequestError(f"there can be no certificate: {error}") from None
        return {
            "certificate": KIND,
            "scenario": self.content(),
            "claim": {"ask": ask, "status": answer.status.value, "values": values},
            "plan": answer.plan,
            "positions": positions,
        }


def closed_set(puzzle: Puzzle, fewer_than: float) -> list[str]:
    """Return every row that is reached in fewer than so many moves, in alphabetical order.

    Raises:
        RequestError: there are more than the checker reads.
    """
    found = {puzzle.start}
    waiting = [puzzle.start]
    while waiting:
        for row in puzzle.must_follow(waiting.pop(), fewer_than):
            if row not in found:
                found.add(row)
                waiting.append(row)
        if len(found) > MOST_POSITIONS:
            raise RequestError(
                f"there can be no certificate: its proof has more than {MOST_POSITIONS:,} "
                "positions, the most that the checker reads"
            )
    return sorted(found)
