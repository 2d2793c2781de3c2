"""Certificates of Toads and Frogs; docs/toads-and-frogs.md says what they hold and prove."""

from __future__ import annotations

from typing import Any

from toadstone.core.answer import Answer
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.position_questions import REMOTENESS, WINNER
from toadstone.engines.adversarial.perfect_play import PerfectPlay
from toadstone.engines.adversarial.strategy import Strategy, small_strategy, timely_strategy
from toadstone.games.toads_and_frogs.rules import SIDES, ToadsAndFrogsRules
from toadstone.games.toads_and_frogs.scenario import ToadsAndFrogsScenario
from toadstone_checker.toads_and_frogs import KIND


class ToadsAndFrogsCertifier:
    """Makes certificates for the answers to one scenario."""

    def __init__(self, scenario: ToadsAndFrogsScenario) -> None:
        self._scenario = scenario
        self._play = PerfectPlay(ToadsAndFrogsRules(scenario))

    def content(self) -> dict[str, Any]:
        """Return the scenario as certificates have it."""
        return {"start": list(self._scenario.start), "turn": self._scenario.turn}

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of a proven answer about the winner, or the plies."""
        self._play.budget = budget
        question, values = answer.ask[0], dict(answer.values or {})
        strategies: dict[str, Any] | None = None
        if question == WINNER:
            values = dict(values["winner_when_first"])
            strategies = self._winning(values)
        elif question == REMOTENESS:
            values = {name: values[name] for name in ("winner", "remoteness")}
            strategies = self._timely()
        return {
            "certificate": KIND,
            "scenario": self.content(),
            "claim": {"ask": question.name, "values": values},
            "plan": answer.plan if strategies is None else None,
            "strategies": strategies,
        }

    def _winning(self, winner_when_first: dict[str, str]) -> dict[str, dict[str, str]]:
        """Return the replies of each side for the games that it wins."""
        start = self._play.rules.start()
        starts = {state.turn: state for state in (start, self._play.rules.null_move(start))}
        tables = {}
        for side in SIDES:
            won = [starts[first] for first, winner in winner_when_first.items() if winner == side]
            tables[side] = _table(small_strategy(self._play, side, won))
        return tables

    def _timely(self) -> dict[str, dict[str, str]]:
        """Return the replies of each side, the winner hurrying and the loser delaying."""
        start = self._play.rules.start()
        return {side: _table(timely_strategy(self._play, side, start)) for side in SIDES}


def _table(strategy: Strategy[Any]) -> dict[str, str]:
    """Return the replies by the rows; whose turn it is goes without saying."""
    return {position.split(" ")[0]: str(move) for position, move in strategy.replies.items()}
