"""Toads and Frogs puzzles: positions in which exactly one move wins, and greedy misses it.

They are made for people without theory: several short rows, in which moves can be counted, and a
game that is over soon after any first move, when the winner hurries.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from random import Random
from typing import cast

from toadstone.core.budget import Budget
from toadstone.core.question import WINNER
from toadstone.engines.adversarial.alpha_beta import Evaluation
from toadstone.engines.adversarial.values import PositionValues
from toadstone.files.scenario import Scenario
from toadstone.games.toads_and_frogs.rules import OTHER, SIDES, State, ToadsAndFrogsRules
from toadstone.games.toads_and_frogs.scenario import Move, ToadsAndFrogsScenario
from toadstone.services.generation.maker import (
    DuelMaker,
    Proposal,
    Wish,
    rules_of,
)
from toadstone.services.generation.puzzle import GLANCE, Scale, has_enough

MOST_PLIES = 4
"""Plies of a random game, at most, that lead to a puzzle from its random start."""

MOST_TO_SEE = 12
"""The plies in which every wrong first move has lost at the latest, and the right one won."""

_SWAPPED = str.maketrans("TF", "FT")

WON = 1_000
"""The apparent worth of a won game: more than any number of moves."""


class ToadsAndFrogsMaker(DuelMaker):
    """Makes rows in which one move alone wins; the values of rows are kept from one to the next."""

    scale = Scale(easy=4.4, hard=5.9, ahead=3)

    def __init__(self, wish: Wish) -> None:
        super().__init__(wish)
        self._values: tuple[Budget, PositionValues[State, Move]] | None = None

    def position(self, dice: Random, budget: Budget) -> Scenario | None:
        """Return random rows after some random moves, with either side to move."""
        rows = tuple(self._row(dice) for _ in range(self.wish.sizes["rows"]))
        scenario = _scenario(State(rows, dice.choice(SIDES)))
        rules = ToadsAndFrogsRules(scenario)
        state = rules.start()
        for _ in range(dice.randint(0, MOST_PLIES)):
            if not (moves := rules.legal_moves(state)):
                return None
            state = rules.play(state, dice.choice(moves))
        return _scenario(state)

    def _row(self, dice: Random) -> str:
        """Return a row of toads, frogs and gaps in any order, at least one of each."""
        cells = self.wish.sizes["cells"]
        gaps = dice.randint(1, 2) if cells > 3 else 1
        toads = dice.randint(1, cells - gaps - 1)
        row = [*"T" * toads, *"F" * (cells - gaps - toads), *"_" * gaps]
        dice.shuffle(row)
        return "".join(row)

    def propose(self, dice: Random, budget: Budget) -> Proposal | None:
        """Return a position in which a person can see to the end, or None."""
        proposal = super().propose(dice, budget)
        if proposal is None or not has_enough(self.turns(proposal, budget, GLANCE)):
            return None  # as all puzzles have to be, but sooner: what follows takes longest
        play = self.perfect_play(cast(ToadsAndFrogsScenario, proposal.scenario), budget)
        rules = rules_of(proposal.scenario)

        @cache
        def is_over_within(state: State, plies: int, *, wins: bool) -> bool:
            """Return whether the side that wins, which may be to move, can end the game so soon."""
            moves = rules.legal_moves(state)
            if not moves or plies + wins < 2:
                return not moves
            states = (rules.after(state, move) for move in moves)
            if not wins:
                return all(is_over_within(each, plies - 1, wins=True) for each in states)
            return any(
                (plies == 1 or play.payoff(each) < 0)
                and is_over_within(each, plies - 1, wins=False)
                for each in states
            )

        start = rules.start()
        first = (rules.after(start, move) for move in rules.legal_moves(start))
        soon = (is_over_within(a, MOST_TO_SEE - 1, wins=play.payoff(a) > 0) for a in first)
        return proposal if all(soon) else None

    def perfect_play(
        self, scenario: ToadsAndFrogsScenario, budget: Budget
    ) -> PositionValues[State, Move]:
        """Return the values of all positions that can follow from the rows."""
        if self._values is None or self._values[0] is not budget:
            self._values = budget, PositionValues(ToadsAndFrogsRules(scenario), budget)
        return self._values[1]

    def evaluation(self, scenario: ToadsAndFrogsScenario) -> Evaluation[State]:
        """Return the moves that a side has, less those of the other."""
        rules = ToadsAndFrogsRules(scenario)

        def evaluate(state: State, side: str) -> int:
            outcome = rules.outcome(state)
            if outcome is not None:
                return WON if outcome.winner == side else -WON
            own, others = (
                len(rules.legal_moves(State(state.rows, each))) for each in (side, OTHER[side])
            )
            return own - others

        return evaluate

    def key(self, proposal: Proposal) -> Hashable:
        """Return the rows in any order with toads to move; frogs are toads in a mirror."""
        scenario = cast(ToadsAndFrogsScenario, proposal.scenario)
        rows: Sequence[str] = scenario.start
        if scenario.turn == "frogs":
            rows = [row[::-1].translate(_SWAPPED) for row in rows]
        return str(sorted(rows))


def _scenario(state: State) -> ToadsAndFrogsScenario:
    return _SMALLEST.model_copy(update={"start": state.rows, "turn": state.turn})


_SMALLEST = ToadsAndFrogsScenario(game="toads-and-frogs", start=("TF_",), ask=(WINNER.name,))
"""A scenario to copy: its check takes longer than all else that a proposal takes."""
