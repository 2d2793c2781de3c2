"""Values of positions as combinatorial games: a side that cannot move loses, the first is Left.

The value of a position comes from the values of the positions that either side can move to. The
value of several parts that no move joins is the sum of theirs, so that long sums are no harder than
their parts. Who wins then follows: Left, moving second, wins exactly the positions that are at
least 0.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from toadstone.combinatorial import CanonicalForm, number, value_of
from toadstone.combinatorial.canonical_form import fold
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import VALUE
from toadstone.core.rules import Move, State, TwoPlayerRules
from toadstone.core.solution import Solution
from toadstone.engines.adversarial.perfect_play import SolvedGame
from toadstone.engines.adversarial.query import position_result, two_player_rules
from toadstone.engines.answer import Status
from toadstone.engines.engine import EngineResult, FunctionEngine
from toadstone.engines.instance import Instance

ZERO = number(0)


class PositionValues(SolvedGame[State, Move]):
    """The values of positions of a game in which a side that cannot move loses.

    Values are kept by the texts of the parts with Left to move. Many parts have the same options,
    and so the same value.
    """

    def __init__(self, rules: TwoPlayerRules[State, Move], budget: Budget = UNLIMITED) -> None:
        self.rules = rules
        self._budget = budget
        self._parts: dict[str, State] = {}
        self._options: dict[str, list[list[list[str]]]] = {}
        self._values: dict[str, CanonicalForm] = {}
        self._sums: dict[tuple[CanonicalForm, CanonicalForm], CanonicalForm] = {}
        self._by_options: dict[tuple[frozenset[CanonicalForm], ...], CanonicalForm] = {}

    def value(self, state: State) -> CanonicalForm:
        """Return the value of a position; the side to move does not matter."""
        total = ZERO
        for part in self.rules.parts(state):
            name, check = self._name(part), self._budget.check
            total = self._sum(total, fold(name, self._successors, self._combine, check))
        return total

    def payoff(self, state: State) -> int:
        """Return 1 if the side to move wins, else -1."""
        value, left = self.value(state), self.rules.to_move(state) == self.rules.sides[0]
        lost = value <= ZERO if left else value >= ZERO
        return -1 if lost else 1

    def _sum(self, one: CanonicalForm, other: CanonicalForm) -> CanonicalForm:
        """Return the sum of two values; kept, as few different ones occur and each takes long."""
        if (one, other) not in self._sums:
            self._sums[one, other] = one + other
        return self._sums[one, other]

    def _name(self, part: State) -> str:
        rules = self.rules
        left = part if rules.to_move(part) == rules.sides[0] else rules.null_move(part)
        name = rules.position(left)
        self._parts.setdefault(name, left)
        return name

    def _parts_of(self, state: State) -> list[str]:
        return [*map(self._name, self.rules.parts(state))]

    def _successors(self, part: str) -> list[str]:
        if part in self._values:
            return []
        rules, left = self.rules, self._parts[part]
        self._options[part] = [
            [self._parts_of(rules.after(state, move)) for move in rules.legal_moves(state)]
            for state in (left, rules.null_move(left))
        ]
        return [each for side in self._options[part] for parts in side for each in parts]

    def _combine(self, part: str, values: dict[str, CanonicalForm]) -> CanonicalForm:
        if part not in self._values:
            left, right = (
                [reduce(self._sum, (values[each] for each in parts), ZERO) for parts in side]
                for side in self._options.pop(part)
            )
            options = frozenset(left), frozenset(right)
            if options not in self._by_options:
                self._by_options[options] = value_of(left, right, self._budget.check)
            self._values[part] = self._by_options[options]
        return self._values[part]


def find_value(instance: Instance, budget: Budget) -> EngineResult:
    """Find the value of the position, and by it who wins and every best move."""
    rules = two_player_rules(instance)
    start, values = rules.start(), PositionValues(rules, budget)
    position = replace(position_result(values), value=str(values.value(start)))
    moves, payoff = tuple(values.best_line(start)), values.payoff(start)
    line = Solution(instance.scenario, moves, payoff=payoff)
    return EngineResult(Status.OPTIMAL, (line,), position=position)


FIND_VALUE = FunctionEngine(
    name="exact-search",
    meaning="the values of all positions that can arise",
    questions=frozenset({VALUE.name}),
    find=find_value,
)
"""The engine of games whose rules have the question `value`."""
