"""The proofs of Toads and Frogs: certificates, and second derivations of all answers.

checker/README.md says what certificates hold and prove. The second derivations are searches
over the checker's statement of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import REMOTENESS, WINNER
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.adversarial.perfect_play import (
    PerfectPlay,
    deep_recursion,
    small_strategy,
    timely_strategy,
)
from toadstone.engines.adversarial.restated import (
    RestatedConfirmer,
    RestatedPlay,
    RestatedRules,
    expect_derived,
    expect_same,
    outcome_of,
)
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

_RELATION = {(True, True): "=", (True, False): ">", (False, True): "<", (False, False): "||"}
"""How rows compare with a value, by whether they are at least and at most the value."""

_CLAIMED = {
    REMOTENESS.name: ("winner", "remoteness"),
    VALUE.name: ("value",),
    AT_LEAST.name: ("other", "at_least"),
    COMPARE_WITH.name: ("other", "relation"),
}
"""The values of an answer that a certificate claims, if not all."""

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
        if question == WINNER:
            values = dict(values["winner_when_first"])
            play = _play_of(answer, budget) or self._play
            start = play.rules.start()
            starts = {state.turn: state for state in (start, play.rules.null_move(start))}
            strategies = {
                side: _texts(small_strategy(play, side, [starts[first] for first in firsts]))
                for side, firsts in _firsts(values).items()
            }
        elif question == REMOTENESS:
            start = self._play.rules.start()
            strategies = {side: _texts(timely_strategy(self._play, side, start)) for side in SIDES}
        elif question.name in _CLAIMED:
            strategies = self._comparing(answer, values, budget)
        return {
            "certificate": KIND,
            "scenario": self.content(),
            "claim": {
                "ask": question.name,
                "values": {name: values[name] for name in _CLAIMED.get(question.name, values)},
            },
            "plan": answer.plan if strategies is None else None,
            "strategies": strategies,
        }

    def _comparing(
        self, answer: Answer, values: Mapping[str, Any], budget: Budget
    ) -> dict[str, str | None]:
        """Return the replies of each side in the games with the value that it has to win."""
        from toadstone.games.toads_and_frogs.perfect_play import SolvedRows

        play, question = _play_of(answer, budget), answer.ask[0]
        if play is None:
            comparison = COMPARE_WITH.with_stated(question.stated or values["value"])
            play = SolvedRows(rules_of(as_asked(self._scenario, (comparison,), {})), budget)
        winners = {TOADS: FROGS, FROGS: TOADS}
        if question.name == AT_LEAST.name:
            winners = {FROGS: values["winner"]}
        elif question.name == COMPARE_WITH.name:
            winners = values["winner_when_first"]
        firsts = _firsts(winners)
        return {side: play.strategy(side, won) if won else None for side, won in firsts.items()}


def _firsts(winners: Mapping[str, str]) -> dict[str, list[str]]:
    """Return, for each side, the first player of each game that it wins."""
    return {side: [first for first, won in winners.items() if won == side] for side in SIDES}


def _play_of(answer: Answer, budget: Budget) -> Any:
    """Return the compiled search that found an answer, to continue it; None if another did."""
    if answer.solver.name != "compiled-search" or answer.evidence is None:
        return None
    play: Any = answer.evidence
    play.budget = budget
    return play


def _texts(replies: Mapping[str, Any]) -> dict[str, str]:
    """Return the replies of one side by rows."""
    return {position.split(" ")[0]: str(move) for position, move in replies.items()}


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

    def position_of(self, state: Any) -> Position:
        """Return the position of a state of rows alone."""
        line, bits = "+".join(state.rows), self._sum.bits
        beside = self._sum.start >> 2 * BITS << 2 * BITS
        return bits(line, "T") | bits(line, "F") << BITS | beside, state.turn


class ToadsAndFrogsConfirmer(RestatedConfirmer[Position]):
    """Derives results again by searches over the checker's rules."""

    winners = SIDES

    def __init__(self, scenario: ToadsAndFrogsScenario, rules: TwoPlayerRules[Any, Any]) -> None:
        super().__init__(rules)
        self._content = ToadsAndFrogsCertifier(scenario).content()

    def restate(self, budget: Budget) -> CheckedRows:
        """Return the checker's rules of the rows alone."""
        return CheckedRows(self._content, budget)

    def confirm_position(self, answer: Answer, budget: Budget) -> None:
        """Derive the values of an answer about the position, or of a comparison, again."""
        question, values = answer.ask[0], answer.values or {}
        if question.name in COMPARISONS:
            derived = self._compare(question.stated or "0", budget)
            if question.name == AT_LEAST.name:
                derived = {name: derived[name] for name in ("other", "at_least", "winner")}
            expect_same(answer, derived)
            expect_derived(answer, derived)
            return
        play = RestatedPlay(self.restate(budget), budget)
        further = self._value(str(values["value"]), budget) if question == VALUE else ()
        self.confirm_play(answer, play, further)

    def _value(self, value: str, budget: Budget) -> Iterator[tuple[str, Any]]:
        """Yield the value of the rows, if they are equal to it."""
        relation = self._compare(value, budget)["relation"]
        yield "value", value if relation == "=" else f"{relation} {value}"

    def _compare(self, other: str, budget: Budget) -> dict[str, Any]:
        """Return how the rows compare with a value, by the winner with its negative beside them.

        The question is about the difference in which the frogs move first.
        """
        rules = CheckedRows(self._content, budget, other)
        play = RestatedPlay(rules, budget)
        winners = {}
        with deep_recursion():
            for first in OTHER:
                winners[first] = first if play.payoff(rules.start(first)) > 0 else OTHER[first]
        at_least, at_most = winners["frogs"] == "toads", winners["toads"] == "frogs"
        return {
            "other": other,
            "winner": winners["frogs"],
            "at_least": at_least,
            "at_most": at_most,
            "relation": _RELATION[at_least, at_most],
            "winner_when_first": winners,
            "outcome": outcome_of(rules.sides, winners),
        }
