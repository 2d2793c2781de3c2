"""Certificates of Squirrel War; docs/squirrel-war.md says what they hold and prove."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import RequestError
from toadstone.engines.answer import Answer
from toadstone.games.squirrel_war.endgame_table import EndgameTable
from toadstone.games.squirrel_war.players import is_searched
from toadstone.games.squirrel_war.questions import BEAT, MARGIN
from toadstone.games.squirrel_war.rules import SquirrelWarRules
from toadstone.games.squirrel_war.scenario import SIDES, SquirrelWarScenario
from toadstone_checker.certificate_file import Budget as Work
from toadstone_checker.certificate_file import Unusable
from toadstone_checker.squirrel_war import KIND, LETTERS, SIGN, Game, Holders, Walk


class SquirrelWarCertifier:
    """Makes certificates for the answers to one scenario."""

    def __init__(self, scenario: SquirrelWarScenario) -> None:
        self._scenario = scenario

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of a proven answer to `margin`, `beat` or `shared`.

        Raises:
            RequestError: it would take too long to check.
        """
        question, values = answer.ask[0], dict(answer.values or {})
        names = ("winner", "margin") if question in {MARGIN, BEAT} else ("largest", "smallest")
        return {
            "certificate": KIND,
            "scenario": self.content(),
            "claim": {"ask": question.name, "values": {name: values[name] for name in names}},
            "plan": answer.plan if question == BEAT else None,
            "strategies": self._strategies(budget) if question == MARGIN else None,
        }

    def content(self) -> dict[str, Any]:
        """Return the scenario as certificates have it."""
        scenario = self._scenario
        return {
            "values": [list(row) for row in scenario.values],
            "board": list(scenario.board),
            "turn": scenario.turn,
        }

    def _strategies(self, budget: Budget) -> dict[str, str]:
        """Return the replies of either side in the order in which the checker asks for them."""
        game = Game(self.content(), Work(budget.tell))
        best = self._best_replies(game, budget)
        strategies: dict[str, str] = {}
        for side in SIDES:
            letters: list[str] = []

            def reply(
                live: Holders, empty: int, side: str = side, letters: list[str] = letters
            ) -> int:
                budget.check()
                at = best(side, live, empty)
                letters.append(LETTERS[at])
                return at

            try:
                Walk(game, {side: reply}, SIGN).margin()
            except Unusable as error:
                raise RequestError(f"there can be no certificate: {error}") from None
            strategies[side] = "".join(letters)
        return strategies

    def _best_replies(self, game: Game, budget: Budget) -> Callable[[str, Holders, int], int]:
        """Return what knows a best reply of a side, for holders and empty cells."""
        if is_searched(self._scenario):
            from toadstone.games.squirrel_war.searched_play import SearchedPlay

            play = SearchedPlay(SquirrelWarRules(self._scenario), budget)
            play.payoff(play.rules.start())
            return play.best_reply
        table = EndgameTable(self._scenario, budget)

        def best(side: str, live: Holders, empty: int) -> int:
            def value(at: int) -> int:
                after = game.take(live, side, at)
                return SIGN[side] * table.value(after["X"], after["O"], empty & ~(1 << at))

            return max((at for at in range(len(game.values)) if empty >> at & 1), key=value)

        return best
