"""Ugly Duck puzzles: positions in which exactly one move wins, and greedy misses it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.question import WINNER
from toadstone.files.scenario import Scenario
from toadstone.games.ugly_duck.perfect_play import SolvedUglyDuck
from toadstone.games.ugly_duck.rules import State, UglyDuckRules
from toadstone.games.ugly_duck.scenario import UglyDuckScenario
from toadstone.services.generation.maker import DuelMaker, Wish, after_random_moves
from toadstone.services.generation.puzzle import Scale

MOST_KEPT = 1 << 20
"""Entries of a table that is kept from one puzzle to the next."""


class UglyDuckMaker(DuelMaker):
    """Makes boards in which one move alone wins."""

    deepest = 2
    scale = Scale(easy=5.0, hard=8.0, ahead=2)

    def position(self, dice: Random, budget: Budget) -> Scenario | None:
        """Return what some random moves make of the usual start; None where the game is over."""
        rows, columns = self.wish.sizes["rows"], self.wish.sizes["columns"]
        lines = ["d" * columns, *["." * columns] * (rows - 2), "D" * columns]
        rules = UglyDuckRules(_scenario(lines, "green"))
        state = after_random_moves(rules, dice.randint(columns, 3 * columns), dice)
        return None if state is None else _scenario(state.rows, state.turn)

    def __init__(self, wish: Wish) -> None:
        super().__init__(wish)
        self._known: dict[type[SolvedUglyDuck], SolvedUglyDuck] = {}

    def solved(self, scenario: UglyDuckScenario, budget: Budget) -> SolvedUglyDuck:
        """Return proof-number search."""
        return self._search(SolvedUglyDuck, scenario, budget)

    def confirming(self, scenario: UglyDuckScenario, budget: Budget) -> SolvedUglyDuck:
        """Return the search that looks ahead ply by ply."""
        return self._search(_ByPlies, scenario, budget)

    def _search(
        self, kind: type[SolvedUglyDuck], scenario: UglyDuckScenario, budget: Budget
    ) -> SolvedUglyDuck:
        """Return a search; what it found out about one puzzle serves the next."""
        found = self._known.get(kind)
        if found is None or len(found.memory.table.entries) > MOST_KEPT:
            found = self._known[kind] = kind(UglyDuckRules(scenario), budget)
        found.budget = budget
        return found

    def task(self) -> str:
        """Return the rules, and how to write a move."""
        return (
            "A piece moves one row, straight or diagonally: ducks forward, swans back; it captures "
            "diagonally. A duck in the last row becomes a swan. A swan back on its first row wins, "
            "as does capturing all; who cannot move loses. Write a move as a1-b2."
        )


class _ByPlies(SolvedUglyDuck):
    """Who wins, once more: the search that looks ahead ply by ply proves what is said."""

    def payoff(self, state: State) -> int:
        """Return 1 if the side to move wins within some number of plies, else -1."""
        said = super().payoff(state)
        if self.rules.outcome(state) is None:
            for plies in range(1 if said > 0 else 2, self.most_plies + 1, 2):
                if self.ends_within(state, plies, hurries=said > 0):
                    return said
            raise DisagreementError("who wins is said, but in no number of plies")
        return said


def _scenario(rows: Iterable[str], turn: str) -> UglyDuckScenario:
    scenario = UglyDuckScenario(game="ugly-duck", board="\n".join(rows), ask=(WINNER.name,))
    return scenario.model_copy(update={"turn": turn})
