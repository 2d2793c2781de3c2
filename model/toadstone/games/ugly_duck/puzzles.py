"""Ugly Duck puzzles: positions in which exactly one move wins, and greedy misses it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from random import Random
from typing import cast

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.question import WINNER
from toadstone.files.scenario import Scenario
from toadstone.games.ugly_duck.perfect_play import SolvedUglyDuck
from toadstone.games.ugly_duck.rules import State, UglyDuckRules
from toadstone.games.ugly_duck.scenario import UglyDuckScenario
from toadstone.services.generation.maker import DuelMaker, Proposal, Wish
from toadstone.services.generation.puzzle import Scale

SWANS = 0.2
"""The share of the pieces that are swans."""

MOST_KEPT = 1 << 20
"""Entries of a table that is kept from one puzzle to the next."""


class UglyDuckMaker(DuelMaker):
    """Makes boards in which one move alone wins."""

    deepest = 2
    scale = Scale(easy=5.0, hard=8.0, ahead=2)

    def __init__(self, wish: Wish) -> None:
        super().__init__(wish)
        self._searches: dict[type[SolvedUglyDuck], SolvedUglyDuck] = {}

    def position(self, dice: Random, budget: Budget) -> Scenario | None:
        """Return pieces of either side in random cells: two of each at least, no more than ducks.

        No duck stands in the row where it would be a swan, and no swan at home.
        """
        rows, columns = self.wish.sizes["rows"], self.wish.sizes["columns"]
        cells = dice.sample(range(rows * columns), 2 * dice.randint(2, columns))
        lines = [["."] * columns for _ in range(rows)]
        for rank, cell in enumerate(cells):
            row, column = divmod(cell, columns)
            piece = "s" if dice.random() < SWANS else "d"
            home = 0 if rank % 2 else rows - 1
            if row == (home if piece == "s" else rows - 1 - home):
                return None
            lines[row][column] = piece if rank % 2 else piece.upper()
        return _scenario(map("".join, lines), dice.choice(("green", "blue")))

    def perfect_play(self, scenario: UglyDuckScenario, budget: Budget) -> SolvedUglyDuck:
        """Return proof-number search."""
        return self._search(SolvedUglyDuck, scenario, budget)

    def confirming_play(self, scenario: UglyDuckScenario, budget: Budget) -> SolvedUglyDuck:
        """Return the search that looks ahead ply by ply."""
        return self._search(_ByPlies, scenario, budget)

    def _search(
        self, kind: type[SolvedUglyDuck], scenario: UglyDuckScenario, budget: Budget
    ) -> SolvedUglyDuck:
        """Return a search, which keeps its results for the next puzzle."""
        search = self._searches.get(kind)
        if search is None or len(search.memory.table.entries) > MOST_KEPT:
            search = self._searches[kind] = kind(UglyDuckRules(scenario), budget)
        search.budget = budget
        return search

    def key(self, proposal: Proposal) -> Hashable:
        """Return the board with green to move, or that in a mirror."""
        scenario = cast(UglyDuckScenario, proposal.scenario)
        lines = list(scenario.lines)
        if scenario.turn == "blue":
            lines = [line.swapcase() for line in reversed(lines)]
        return min("/".join(lines), "/".join(line[::-1] for line in lines))


class _ByPlies(SolvedUglyDuck):
    """The winner, derived again by the search that looks ahead ply by ply."""

    def payoff(self, state: State) -> int:
        """Return 1 if the side to move wins within some number of plies, else -1."""
        payoff = super().payoff(state)
        if self.rules.outcome(state) is None:
            for plies in range(1 if payoff > 0 else 2, self.most_plies + 1, 2):
                if self.ends_within(state, plies, hurries=payoff > 0):
                    return payoff
            raise DisagreementError("who wins is said, but in no number of plies")
        return payoff


def _scenario(rows: Iterable[str], turn: str) -> UglyDuckScenario:
    scenario = UglyDuckScenario(game="ugly-duck", board="\n".join(rows), ask=(WINNER.name,))
    return scenario.model_copy(update={"turn": turn})
