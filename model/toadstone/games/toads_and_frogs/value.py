"""The values of rows of Toads and Frogs, toads Left and frogs Right; of several, their sum."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.engines.adversarial.values import PartValues, facts
from toadstone.engines.state_space import WholeGames
from toadstone.games.toads_and_frogs.rules import FROGS, TOADS, State, ToadsAndFrogsRules
from toadstone.games.toads_and_frogs.scenario import (
    Move,
    ToadsAndFrogsScenario,
    usual_start,
    usual_starts,
)
from toadstone.play.parts import Atlas


class Values(PartValues[State, Move, str]):
    """The values of rows and of their sums."""

    def parts(self, state: State) -> tuple[str, ...]:
        """Return the rows."""
        return state.rows

    def options(self, part: str) -> tuple[list[Sequence[str]], list[Sequence[str]]]:
        """Return the rows that each move of the toads leads to, and of the frogs."""
        toads, frogs = (
            [self.rules.play(state, move).rows for move in self.rules.legal_moves(state)]
            for state in (State((part,), TOADS), State((part,), FROGS))
        )
        return list(toads), list(frogs)


def atlas() -> Atlas:
    """Return the usual starts, with the value of each, its temperature and its mean."""
    return Atlas(range(3, 15), ("value", "temperature", "mean"), usual_starts, _atlas_values)


def _atlas_values(budget: Budget) -> Callable[[ToadsAndFrogsScenario], dict[str, str]]:
    values = Values(ToadsAndFrogsRules(usual_start()), budget)
    return lambda scenario: facts(values.of(scenario.start))


def whole_games(
    scenario: ToadsAndFrogsScenario, figures: Mapping[str, int], budget: Budget = UNLIMITED
) -> WholeGames[State, Move]:
    """Return the whole games with so many plies."""
    return WholeGames(ToadsAndFrogsRules(scenario), figures["plies"])
