"""Second derivations of frog puzzles, from the rules as the stand-alone checker states them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toadstone.core.budget import Budget
from toadstone.engines.answer import Answer
from toadstone.engines.confirming import checker_must_accept, work_of
from toadstone.engines.enumeration import count_plans
from toadstone.engines.state_space import StateSpace
from toadstone.games.frog_puzzle.certificate import FrogPuzzleCertifier
from toadstone.games.frog_puzzle.scenario import FrogPuzzleScenario
from toadstone_checker.frog_puzzle import Puzzle, check


class FrogPuzzleConfirmer:
    """Derives results again by certificates in memory, and counts by the checker's rules."""

    name = "checker"

    def __init__(self, scenario: FrogPuzzleScenario, rules: object) -> None:
        self._certifier = FrogPuzzleCertifier(scenario)

    def confirm(self, answer: Answer, budget: Budget) -> str:
        """Derive a proven answer again; see `Confirmer`."""
        with checker_must_accept():
            check(self._certifier.certificate(answer, budget), budget.tell)
        return self.name

    def count(self, figures: Mapping[str, int], budget: Budget) -> int:
        """Return the number of plans, of so many moves if `figures` says how many."""
        puzzle = Puzzle(self._certifier.content(), work_of(budget))
        return count_plans(CheckedHops(puzzle, figures.get("moves")), budget)


class CheckedHops(StateSpace[str, str]):
    """The plans by the checker's rules; of any length without `moves`.

    Every row is reached by one number of moves only, so a hop is left out if no frog can hop
    after so many moves.
    """

    def __init__(self, puzzle: Puzzle, moves: int | None) -> None:
        cells = len(puzzle.start)
        self.turns = cells * cells if moves is None else moves
        self._puzzle = puzzle
        self._any_length = moves is None

    def start(self) -> str:
        """Return the first row."""
        return self._puzzle.start

    def successors(self, turn: int, element: str) -> Iterator[tuple[str, str]]:
        """Yield every hop; none once the goal is reached."""
        if not self._puzzle.reached(element):
            yield from self._puzzle.hops(element)

    def accepts(self, turn: int, element: str) -> bool:
        """Return whether the goal is reached, after as many moves as were asked for."""
        return (self._any_length or turn == self.turns) and self._puzzle.reached(element)
