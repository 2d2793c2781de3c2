"""The proofs of Toads and Frogs: certificates, and second derivations of all answers.

docs/toads-and-frogs.md says what certificates hold and prove. The second derivations are searches
over the checker's statement of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from toadstone.combinatorial import parse, thermograph
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import REMOTENESS, WINNER
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.adversarial.perfect_play import PerfectPlay, SolvedGame, deep_recursion
from toadstone.engines.adversarial.restated import (
    PositionConfirmation,
    RestatedConfirmer,
    RestatedPlay,
    RestatedRules,
    expect_derived,
    expect_same,
    outcome_of,
)
from toadstone.engines.adversarial.strategy import Strategy, small_strategy, timely_strategy
from toadstone.engines.answer import Answer
from toadstone.engines.confirming import work_of
from toadstone.games.toads_and_frogs.difference import (
    COMPARISONS,
    Difference,
    as_asked,
    expect_short,
    rules_of,
)
from toadstone.games.toads_and_frogs.questions import AT_LEAST, COMPARE_WITH, VALUE
from toadstone.games.toads_and_frogs.rules import FROGS, SIDES, TOADS, ToadsAndFrogsRules
from toadstone.games.toads_and_frogs.scenario import ToadsAndFrogsScenario
from toadstone_checker.toads_and_frogs import BITS, KIND, OTHER, Game, Sum

WINNERS = {
    "=": {TOADS: FROGS, FROGS: TOADS},
    ">": {TOADS: TOADS, FROGS: TOADS},
    "<": {TOADS: FROGS, FROGS: FROGS},
    "||": {TOADS: TOADS, FROGS: FROGS},
}
"""Who wins the difference, by who moves first, for each way to compare."""

_RELATION = {tuple(winners.values()): relation for relation, winners in WINNERS.items()}

_CLAIMED = {
    REMOTENESS.name: ("winner", "remoteness"),
    VALUE.name: ("value",),
    AT_LEAST.name: ("other", "at_least"),
    COMPARE_WITH.name: ("other", "relation"),
}
"""What of an answer a certificate claims."""

Position = tuple[int, str]
"""The rows and the game beside them as the checker writes them, and the side to move."""


class ToadsAndFrogsCertifier:
    """Makes certificates for the answers to one scenario.

    Raises:
        RequestError: it is to be compared with a value, and is too long for the compiled search.
    """

    def __init__(self, scenario: ToadsAndFrogsScenario) -> None:
        if isinstance(scenario, Difference):
            expect_short(scenario)
        self._scenario = scenario
        self._play = PerfectPlay(ToadsAndFrogsRules(scenario))

    def content(self) -> dict[str, Any]:
        """Return the scenario as certificates have it."""
        return {"start": list(self._scenario.start), "turn": self._scenario.turn}

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of a proven answer.

        Raises:
            RequestError: the rows are too long for the search that compares with values.
        """
        self._play.budget = budget
        question, values = answer.ask[0], dict(answer.values or {})
        strategies: dict[str, Any] | None = None
        if question.name in _CLAIMED:
            values = {name: values[name] for name in _CLAIMED[question.name]}
        if question == WINNER:
            values = dict(values["winner_when_first"])
            strategies = self._winning(values, _play_of(answer, budget) or self._play)
        elif question == REMOTENESS:
            strategies = self._timely()
        elif question.name in _CLAIMED:
            strategies = self._comparing(answer, values, budget)
        return {
            "certificate": KIND,
            "scenario": self.content(),
            "claim": {"ask": question.name, "values": values},
            "plan": answer.plan if strategies is None else None,
            "strategies": strategies,
        }

    def _winning(
        self, winner_when_first: dict[str, str], play: SolvedGame[Any, Any]
    ) -> dict[str, dict[str, str]]:
        """Return the replies of each side for the games that it wins."""
        start = play.rules.start()
        starts = {state.turn: state for state in (start, play.rules.null_move(start))}
        tables = {}
        for side in SIDES:
            won = [starts[first] for first, winner in winner_when_first.items() if winner == side]
            tables[side] = _table(small_strategy(play, side, won))
        return tables

    def _timely(self) -> dict[str, dict[str, str]]:
        start = self._play.rules.start()
        return {side: _table(timely_strategy(self._play, side, start)) for side in SIDES}

    def _comparing(
        self, answer: Answer, values: dict[str, Any], budget: Budget
    ) -> dict[str, str | None]:
        """Return the replies of each side for what it has to win with the value beside the rows."""
        from toadstone.games.toads_and_frogs.perfect_play import SolvedRows

        play = _play_of(answer, budget)
        if play is None:
            asked = replace(COMPARE_WITH, stated=values.get("value", values.get("other", "0")))
            play = SolvedRows(rules_of(as_asked(self._scenario, (asked,), {})), budget)
        winners = _winners(values)
        firsts = {
            side: [first for first, winner in winners.items() if winner == side] for side in SIDES
        }
        return {side: play.strategy(side, won) if won else None for side, won in firsts.items()}


def _winners(values: dict[str, Any]) -> dict[str, str]:
    if "at_least" in values:
        return {FROGS: TOADS if values["at_least"] else FROGS}
    return WINNERS[values.get("relation", "=")]


def _play_of(answer: Answer, budget: Budget) -> Any:
    """Return the compiled search that found an answer, to go on from; None if another did."""
    if answer.solver.name != "compiled-search" or answer.evidence is None:
        return None
    play: Any = answer.evidence
    play.budget = budget
    return play


def _table(strategy: Strategy[Any]) -> dict[str, str]:
    return {position.split(" ")[0]: str(move) for position, move in strategy.replies.items()}


class CheckedRows(RestatedRules[Position]):
    """The checker's rules of rows with the negative of a value beside them.

    Raises:
        Unusable: the rows are too long for the checker.
    """

    sides: ClassVar[tuple[str, str]] = ("toads", "frogs")

    def __init__(self, content: Mapping[str, Any], budget: Budget, beside: str = "0") -> None:
        game = Game(dict(content), work_of(budget))
        self.turn = game.turn
        self._sum = Sum(game, beside)

    def start(self, first: str) -> Position:
        """Return the start with this side to move."""
        return self._sum.start, first

    def after(self, position: Position) -> list[Position]:
        """Return the position after each move."""
        rows, mover = position
        other = OTHER[mover]
        return [(each, other) for each in self._sum.moves(rows, mover)]

    def payoff(self, position: Position) -> int:
        """Return -1: a side that cannot move loses."""
        return -1

    def mover(self, position: Position) -> str:
        """Return the side to move."""
        return position[1]

    def seen(self, state: Any) -> Position:
        """Return the position of a state of rows alone."""
        line, bits = "+".join(state.rows), self._sum.bits
        beside = self._sum.start >> 2 * BITS << 2 * BITS
        return bits(line, "T") | bits(line, "F") << BITS | beside, state.turn


class RowsConfirmation(PositionConfirmation[Position]):
    """Derives the value of rows again, too: that they are equal to it.

    Args:
        simulator: the simulator, which names moves.
        play: perfect play by the checker's rules.
        compare: returns how the rows compare with a value.
    """

    def __init__(
        self,
        simulator: TwoPlayerRules[Any, Any],
        play: RestatedPlay[Position],
        compare: Callable[[str], Mapping[str, Any]],
    ) -> None:
        super().__init__(simulator, play)
        self._compare = compare

    def derive(self, answer: Answer) -> Iterator[tuple[str, Any]]:
        """Yield the same as for every game, then the value, its temperature and its mean."""
        yield from super().derive(answer)
        if VALUE in answer.ask or "remoteness_when_first" in (answer.values or {}):
            value = str((answer.values or {})["value"])
            relation = self._compare(value)["relation"]
            yield "value", value if relation == "=" else f"{relation} {value}"
            graph = thermograph(parse(value))
            yield "temperature", str(graph.temperature)
            yield "mean", str(graph.mean)


class ToadsAndFrogsConfirmer(RestatedConfirmer[Position]):
    """Derives results again by searches over the checker's rules."""

    winners = SIDES

    def __init__(self, scenario: ToadsAndFrogsScenario, rules: TwoPlayerRules[Any, Any]) -> None:
        self._rules = rules
        self._content = ToadsAndFrogsCertifier(scenario).content()

    def restate(self, budget: Budget) -> CheckedRows:
        """Return the checker's rules of the rows alone."""
        return CheckedRows(self._content, budget)

    def confirm_position(self, answer: Answer, budget: Budget) -> None:
        """Derive what an answer says of the position, or of a comparison, again."""
        question = answer.ask[0]
        if question.name in COMPARISONS:
            derived = self._compare(question.stated or "0", budget)
            if question.name == AT_LEAST.name:
                derived = {name: derived[name] for name in ("other", "at_least", "winner")}
            expect_same(answer, derived)
            expect_derived(answer, derived)
        else:
            play = RestatedPlay(self.restate(budget), budget)
            compare = partial(self._compare, budget=budget)
            RowsConfirmation(self._rules, play, compare).confirm(answer)

    def _compare(self, other: str, budget: Budget) -> dict[str, Any]:
        """Return how the rows compare with a value: by who wins them with its negative beside.

        The question is about the difference in which the frogs move first.
        """
        rules = CheckedRows(self._content, budget, other)
        play = RestatedPlay(rules, budget)
        winners = {}
        with deep_recursion():
            for first in OTHER:
                winners[first] = first if play.payoff(rules.start(first)) > 0 else OTHER[first]
        return {
            "other": other,
            "winner": winners["frogs"],
            "at_least": winners["frogs"] == "toads",
            "at_most": winners["toads"] == "frogs",
            "relation": _RELATION[winners["toads"], winners["frogs"]],
            "winner_when_first": winners,
            "outcome": outcome_of(rules.sides, winners),
        }
