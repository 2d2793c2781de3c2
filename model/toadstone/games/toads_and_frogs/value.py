"""The value of a position as a combinatorial game, toads Left and frogs Right.

The value of a row comes from the values of the rows that either side can move to, and the value of
several rows is the sum of theirs, so that long sums are no harder than their rows. Who wins then
follows from the value: Left, moving second, wins exactly the positions that are at least 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from toadstone.combinatorial import CanonicalForm, number, thermograph, value_of
from toadstone.combinatorial.folding import fold
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.solution import Solution
from toadstone.engines.adversarial.perfect_play import SolvedGame
from toadstone.engines.adversarial.query import outlook
from toadstone.engines.answer import Status
from toadstone.engines.engine import Engine, EngineResult
from toadstone.engines.instance import Instance
from toadstone.engines.state_space import WholeGames
from toadstone.games.toads_and_frogs.questions import VALUE
from toadstone.games.toads_and_frogs.rules import FROGS, TOADS, State, ToadsAndFrogsRules
from toadstone.games.toads_and_frogs.scenario import (
    Move,
    ToadsAndFrogsScenario,
    usual_start,
    usual_starts,
)
from toadstone.play.parts import Atlas

Options = tuple[list[str], list[str]]


class Values(SolvedGame[State, Move]):
    """The values of rows and of their sums; what has been found is kept.

    Rows with the same options have the same value, and many have.
    """

    def __init__(self, rules: ToadsAndFrogsRules, budget: Budget = UNLIMITED) -> None:
        self.rules = rules
        self._budget = budget
        self._values: dict[str, CanonicalForm] = {}
        self._by_options: dict[tuple[frozenset[CanonicalForm], ...], CanonicalForm] = {}

    def of(self, rows: tuple[str, ...]) -> CanonicalForm:
        """Return the value of some rows together; it does not depend on the side to move."""
        total = number(0)
        for row in rows:
            self._budget.check()
            total += self._of_row(row)
        return total

    def payoff(self, state: State) -> int:
        """Return 1 if the side to move wins, else -1."""
        value = self.of(state.rows)
        lost = value <= number(0) if state.turn == TOADS else value >= number(0)
        return -1 if lost else 1

    def _of_row(self, row: str) -> CanonicalForm:
        if row not in self._values:
            self._values[row] = fold(row, self._successors, self._combined, self._budget.check)
        return self._values[row]

    def _options(self, row: str) -> Options:
        toads, frogs = (
            [self.rules.play(state, move).rows[0] for move in self.rules.legal_moves(state)]
            for state in (State((row,), TOADS), State((row,), FROGS))
        )
        return toads, frogs

    def _successors(self, row: str) -> list[str]:
        if row in self._values:
            return []
        toads, frogs = self._options(row)
        return toads + frogs

    def _combined(self, row: str, values: dict[str, CanonicalForm]) -> CanonicalForm:
        if row not in self._values:
            toads, frogs = ([values[each] for each in side] for side in self._options(row))
            options = frozenset(toads), frozenset(frogs)
            if options not in self._by_options:
                self._by_options[options] = value_of(toads, frogs, self._budget.check)
            self._values[row] = self._by_options[options]
        return self._values[row]


def facts(values: Values, rows: tuple[str, ...]) -> dict[str, str]:
    """Return the value of some rows, its temperature and its mean, each as text."""
    value = values.of(rows)
    graph = thermograph(value)
    return {"value": str(value), "temperature": str(graph.temperature), "mean": str(graph.mean)}


@dataclass(frozen=True)
class FindValue(Engine):
    """The value, and by it who wins and every best move."""

    def supports(self, instance: Instance) -> bool:
        """Return whether the value is asked for."""
        return instance.ask == (VALUE,)

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Find the value of the position."""
        if not isinstance(instance.rules, ToadsAndFrogsRules):
            raise TypeError("these are the values of Toads and Frogs")
        start = instance.rules.start()
        values = Values(instance.rules, budget)
        position = {**outlook(values), **facts(values, start.rows)}
        moves, payoff = tuple(values.best_line(start)), values.payoff(start)
        line = Solution(instance.scenario, moves, payoff=payoff)
        return EngineResult(Status.OPTIMAL, (line,), position=position)


def atlas() -> Atlas:
    """Return the usual starts, with the value of each, its temperature and its mean."""
    return Atlas(range(3, 15), ("value", "temperature", "mean"), usual_starts, _atlas_values)


def _atlas_values(budget: Budget) -> Callable[[ToadsAndFrogsScenario], dict[str, str]]:
    values = Values(ToadsAndFrogsRules(usual_start()), budget)
    return lambda scenario: facts(values, scenario.start)


def whole_games(
    scenario: ToadsAndFrogsScenario, figures: Mapping[str, int], budget: Budget = UNLIMITED
) -> WholeGames[State, Move]:
    """Return the whole games with so many plies."""
    return WholeGames(ToadsAndFrogsRules(scenario), figures["plies"])
