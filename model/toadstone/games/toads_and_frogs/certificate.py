"""Certificates of Toads and Frogs; docs/toads-and-frogs.md says what they hold and prove."""

from __future__ import annotations

from typing import Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import REMOTENESS, WINNER
from toadstone.engines.adversarial.perfect_play import PerfectPlay, SolvedGame
from toadstone.engines.adversarial.strategy import Strategy, small_strategy, timely_strategy
from toadstone.engines.answer import Answer
from toadstone.games.toads_and_frogs.difference import Difference, as_asked, expect_short, rules_of
from toadstone.games.toads_and_frogs.questions import AT_LEAST, COMPARE_WITH, VALUE
from toadstone.games.toads_and_frogs.rules import FROGS, SIDES, TOADS, ToadsAndFrogsRules
from toadstone.games.toads_and_frogs.scenario import ToadsAndFrogsScenario
from toadstone_checker.toads_and_frogs import KIND

WINNERS = {
    "=": {TOADS: FROGS, FROGS: TOADS},
    ">": {TOADS: TOADS, FROGS: TOADS},
    "<": {TOADS: FROGS, FROGS: FROGS},
    "||": {TOADS: TOADS, FROGS: FROGS},
}
"""Who wins the difference, by who moves first, for each way to compare."""


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
            strategies = self._winning(values, _play_of(answer, budget) or self._play)
        elif question == REMOTENESS:
            values = {name: values[name] for name in ("winner", "remoteness")}
            strategies = self._timely()
        elif question.name in _STATED:
            values = {name: values[name] for name in _STATED[question.name]}
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
        """Return the replies of each side, the winner hurrying and the loser delaying."""
        start = self._play.rules.start()
        return {side: _table(timely_strategy(self._play, side, start)) for side in SIDES}

    def _comparing(
        self, answer: Answer, values: dict[str, Any], budget: Budget
    ) -> dict[str, str | None]:
        """Return the replies of each side for what it has to win with the value beside the rows."""
        from toadstone.games.toads_and_frogs.solution import SolvedRows
        from toadstone.games.toads_and_frogs.written_strategy import written_strategy

        play = _play_of(answer, budget)
        if play is None:
            asked = COMPARE_WITH.with_stated(values.get("value", values.get("other", "0")))
            play = SolvedRows(rules_of(as_asked(self._scenario, (asked,), {})), budget)
        winners = _winners(values)
        firsts = {
            side: [first for first, winner in winners.items() if winner == side] for side in SIDES
        }
        return {
            side: written_strategy(play, side, won) if won else None for side, won in firsts.items()
        }


_STATED = {
    VALUE.name: ("value",),
    AT_LEAST.name: ("other", "at_least"),
    COMPARE_WITH.name: ("other", "relation"),
}
"""What of an answer is claimed."""


def _winners(values: dict[str, Any]) -> dict[str, str]:
    """Return who has to win the difference to show a claim, by who moves first."""
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
    """Return the replies by the rows; whose turn it is goes without saying."""
    return {position.split(" ")[0]: str(move) for position, move in strategy.replies.items()}
