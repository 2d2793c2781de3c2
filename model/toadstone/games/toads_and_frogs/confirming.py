"""Second derivations of Toads and Frogs, from the rules as the stand-alone checker states them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, ClassVar

from toadstone.combinatorial import parse, thermograph
from toadstone.core.budget import Budget
from toadstone.core.question import Sense
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.adversarial.perfect_play import deep_recursion
from toadstone.engines.adversarial.query import outcome_class
from toadstone.engines.adversarial.restated import (
    PositionConfirmation,
    RestatedGames,
    RestatedPlay,
    RestatedRules,
    confirm_length,
    expect_derived,
    expect_same,
)
from toadstone.engines.answer import Answer
from toadstone.engines.confirming import work_of
from toadstone.engines.state_space import count_plans
from toadstone.games.toads_and_frogs.certificate import WINNERS, ToadsAndFrogsCertifier
from toadstone.games.toads_and_frogs.difference import COMPARISONS
from toadstone.games.toads_and_frogs.questions import AT_LEAST, VALUE
from toadstone.games.toads_and_frogs.scenario import ToadsAndFrogsScenario
from toadstone_checker.toads_and_frogs import BITS, OTHER, Game, Sum

Position = tuple[int, str]
"""The rows and the game beside them as the checker writes them, and the side to move."""

_RELATION = {tuple(winners.values()): relation for relation, winners in WINNERS.items()}


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

    def derived(self, answer: Answer) -> Iterator[tuple[str, Any]]:
        """Yield the same as for every game, then the value, its temperature and its mean."""
        yield from super().derived(answer)
        if VALUE in answer.ask or "remoteness_when_first" in (answer.values or {}):
            value = str((answer.values or {})["value"])
            relation = self._compare(value)["relation"]
            yield "value", value if relation == "=" else f"{relation} {value}"
            graph = thermograph(parse(value))
            yield "temperature", str(graph.temperature)
            yield "mean", str(graph.mean)


class ToadsAndFrogsConfirmer:
    """Derives results again by searches over the checker's rules."""

    name = "checker"

    def __init__(self, scenario: ToadsAndFrogsScenario, rules: TwoPlayerRules[Any, Any]) -> None:
        self._rules = rules
        self._content = ToadsAndFrogsCertifier(scenario).content()

    def confirm(self, answer: Answer, budget: Budget) -> str:
        """Derive a proven answer again; see `Confirmer`."""
        question = answer.ask[0]
        if question.sense is not Sense.POSITION:
            confirm_length(answer, CheckedRows(self._content, budget), OTHER, budget)
        elif question.name in COMPARISONS:
            derived = self._compared(question.stated or "0", budget)
            if question.name == AT_LEAST.name:
                derived = {name: derived[name] for name in ("other", "at_least", "winner")}
            expect_same(answer, derived)
            expect_derived(answer, derived)
        else:
            play = RestatedPlay(CheckedRows(self._content, budget), budget)
            compare = partial(self._compared, budget=budget)
            RowsConfirmation(self._rules, play, compare).confirm(answer)
        return self.name

    def _compared(self, other: str, budget: Budget) -> dict[str, Any]:
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
            "outcome": outcome_class(rules, winners),
        }

    def count(self, figures: Mapping[str, int], budget: Budget) -> int:
        """Return the number of games of so many plies."""
        rules = CheckedRows(self._content, budget)
        return count_plans(RestatedGames(rules, OTHER, figures["plies"]), budget)
