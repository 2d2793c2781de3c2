"""Second derivations of Toads and Frogs, from the rules as the stand-alone checker states them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from toadstone.combinatorial import parse, thermograph
from toadstone.core.answer import Answer
from toadstone.core.budget import Budget
from toadstone.core.question import Sense
from toadstone.engines.adversarial.perfect_play import deep_recursion
from toadstone.engines.adversarial.restated import (
    RestatedGames,
    RestatedPlay,
    RestatedRules,
    confirm_length,
    derived_position,
    expect_same,
)
from toadstone.engines.confirming import work_of
from toadstone.engines.enumeration import count_plans
from toadstone.engines.instance import Instance
from toadstone.games.toads_and_frogs.certificate import WINNERS, ToadsAndFrogsCertifier
from toadstone.games.toads_and_frogs.difference import COMPARISONS
from toadstone.games.toads_and_frogs.questions import VALUE
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


class ToadsAndFrogsConfirmer:
    """Derives results again by searches over the checker's rules."""

    name = "checker"

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._content = ToadsAndFrogsCertifier(instance.scenario).content()

    def confirm(self, answer: Answer, budget: Budget) -> None:
        """Derive a proven answer again; see `Confirmer`."""
        question = answer.ask[0]
        if question.sense is not Sense.POSITION:
            confirm_length(answer, CheckedRows(self._content, budget), OTHER, budget)
        elif question.name in COMPARISONS:
            with deep_recursion():
                expect_same(answer, self._compared(question.stated or "0", budget))
        else:
            play = RestatedPlay(CheckedRows(self._content, budget), budget)
            with deep_recursion():
                derived = derived_position(self._instance, answer, play)
                if question == VALUE:
                    derived |= self._value(answer, budget)
                expect_same(answer, derived)

    def _compared(self, other: str, budget: Budget) -> dict[str, Any]:
        """Return how the rows compare with a value; in their difference, frogs move first."""
        play = RestatedPlay(CheckedRows(self._content, budget, other), budget)
        winners = {side: play.winner(side) for side in OTHER}
        return {
            "other": other,
            "winner": winners["frogs"],
            "at_least": winners["frogs"] == "toads",
            "at_most": winners["toads"] == "frogs",
            "relation": _RELATION[winners["toads"], winners["frogs"]],
            **play.outcomes(),
        }

    def _value(self, answer: Answer, budget: Budget) -> dict[str, str]:
        """Return the value claimed if the rows are equal to it, and what follows from it."""
        value = str((answer.values or {})["value"])
        relation = self._compared(value, budget)["relation"]
        graph = thermograph(parse(value))
        return {
            "value": value if relation == "=" else f"{relation} {value}",
            "temperature": str(graph.temperature),
            "mean": str(graph.mean),
        }

    def count(self, figures: Mapping[str, int], budget: Budget) -> int:
        """Return the number of games of so many plies."""
        rules = CheckedRows(self._content, budget)
        return count_plans(RestatedGames(rules, OTHER, figures["plies"]), budget)
