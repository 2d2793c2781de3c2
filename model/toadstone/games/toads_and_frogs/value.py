"""The value of a position as a combinatorial game, toads Left and frogs Right.

The value of several rows is the sum of theirs, so that long sums are no harder than their rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.engines.adversarial.values import Options, PositionValues
from toadstone.engines.state_space import WholeGames
from toadstone.games.toads_and_frogs.rules import FROGS, TOADS, State, ToadsAndFrogsRules
from toadstone.games.toads_and_frogs.scenario import (
    Move,
    ToadsAndFrogsScenario,
    usual_start,
    usual_starts,
)
from toadstone.play.parts import Atlas


class Values(PositionValues[State, Move]):
    """The values of rows and of their sums; what has been found is kept."""

    def __init__(self, rules: ToadsAndFrogsRules, budget: Budget = UNLIMITED) -> None:
        super().__init__(rules, lambda state: state.rows, self._options, budget)

    def _options(self, row: str) -> Options:
        toads, frogs = (
            [self.rules.after(state, move).rows for move in self.rules.legal_moves(state)]
            for state in (State((row,), TOADS), State((row,), FROGS))
        )
        return toads, frogs


def atlas() -> Atlas:
    """Return the usual starts, with the value of each, its temperature and its mean."""
    return Atlas(range(3, 15), ("value", "temperature", "mean"), usual_starts, _atlas_values)


def _atlas_values(budget: Budget) -> Callable[[ToadsAndFrogsScenario], dict[str, str]]:
    values = Values(ToadsAndFrogsRules(usual_start()), budget)
    return lambda scenario: values.facts(scenario.start)


def whole_games(
    scenario: ToadsAndFrogsScenario, figures: Mapping[str, int], budget: Budget = UNLIMITED
) -> WholeGames[State, Move]:
    """Return the whole games with so many plies."""
    return WholeGames(ToadsAndFrogsRules(scenario), figures["plies"])
