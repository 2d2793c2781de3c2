"""The value of a position as a combinatorial game, where a player who cannot move loses.

The value of a position comes from the values of the positions that either side can move to, and the
value of several independent ones is the sum of theirs. Who wins then follows from the value: Left,
moving second, wins exactly the positions that are at least 0.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from toadstone.combinatorial import CanonicalForm, number, thermograph, value_of
from toadstone.combinatorial.folding import fold
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.core.rules import Move, State, TwoPlayerRules
from toadstone.core.solution import Solution
from toadstone.engines.adversarial.perfect_play import SolvedGame
from toadstone.engines.adversarial.query import outlook, two_player_rules
from toadstone.engines.answer import Status
from toadstone.engines.engine import Engine, EngineResult
from toadstone.engines.instance import Instance

Sum = Sequence[Hashable]
"""Positions that a player plays side by side, each by itself, without a side to move."""

Options = tuple[Sequence[Sum], Sequence[Sum]]
"""The sums that the moves of Left lead to, and those of Right."""


class PositionValues(SolvedGame[State, Move]):
    """The values of positions and of their sums; what has been found is kept.

    Positions with the same options have the same value, and many have.

    Args:
        rules: the rules; the first side is Left.
        sum_of: returns the positions whose sum a state is.
        options_of: returns the options of one of them.
        budget: when to stop.
    """

    def __init__(
        self,
        rules: TwoPlayerRules[State, Move],
        sum_of: Callable[[State], Sum],
        options_of: Callable[[Any], Options],
        budget: Budget = UNLIMITED,
    ) -> None:
        self.rules = rules
        self._sum_of, self._options_of, self._budget = sum_of, options_of, budget
        self._values: dict[Hashable, CanonicalForm] = {}
        self._by_options: dict[tuple[frozenset[CanonicalForm], ...], CanonicalForm] = {}

    def of(self, summands: Sum) -> CanonicalForm:
        """Return the value of some positions together, whoever is to move."""
        self._budget.check()
        for each in summands:
            if each not in self._values:
                fold(each, self._following, self._combined, self._budget.check)
        return self._total(summands)

    def payoff(self, state: State) -> int:
        """Return 1 if the side to move wins, else -1."""
        value, left = self.of(self._sum_of(state)), self.rules.sides[0]
        lost = value <= number(0) if self.rules.to_move(state) == left else value >= number(0)
        return -1 if lost else 1

    def facts(self, summands: Sum) -> dict[str, str]:
        """Return the value of some positions, its temperature and its mean, each as text."""
        value = self.of(summands)
        graph = thermograph(value)
        return {"value": str(value), "temperature": str(graph.temperature), "mean": str(graph.mean)}

    def facts_of(self, state: State) -> dict[str, str]:
        """Return the value of a state, its temperature and its mean, each as text."""
        return self.facts(self._sum_of(state))

    def _total(self, summands: Sum) -> CanonicalForm:
        total = number(0)
        for each in summands:
            total += self._values[each]
        return total

    def _following(self, position: Hashable) -> Iterator[Hashable]:
        """Yield the positions that the options of a position consist of."""
        if position not in self._values:
            for side in self._options_of(position):
                for summands in side:
                    yield from summands

    def _combined(self, position: Hashable, _: object) -> CanonicalForm:
        if position not in self._values:
            left, right = (list(map(self._total, side)) for side in self._options_of(position))
            options = frozenset(left), frozenset(right)
            if options not in self._by_options:
                self._by_options[options] = value_of(left, right, self._budget.check)
            self._values[position] = self._by_options[options]
        return self._values[position]


@dataclass(frozen=True, kw_only=True)
class FindValue(Engine):
    """The value, and by it who wins and every best move.

    Attributes:
        question: the question that it answers.
        values: makes the values of a game from its rules.
    """

    question: Question
    values: Callable[[Any, Budget], PositionValues[Any, Any]] = field(repr=False)

    def supports(self, instance: Instance) -> bool:
        """Return whether the value is asked for."""
        return instance.ask == (self.question,)

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Find the value of the position."""
        rules = two_player_rules(instance)
        start, values = rules.start(), self.values(rules, budget)
        position = {**outlook(values), **values.facts_of(start)}
        moves, payoff = tuple(values.best_line(start)), values.payoff(start)
        line = Solution(instance.scenario, moves, payoff=payoff)
        return EngineResult(Status.OPTIMAL, (line,), position=position)
