"""Certificates of Ugly Duck; docs/ugly-duck.md says what they hold and prove."""

from __future__ import annotations

from typing import Any

from toadstone.core.answer import Answer
from toadstone.games.ugly_duck.rules import SIDES, UglyDuckRules
from toadstone.games.ugly_duck.scenario import UglyDuckScenario
from toadstone_checker.certificate_file import Hear, unheard
from toadstone_checker.ugly_duck import KIND


class UglyDuckCertifier:
    """Makes certificates for the answers to one scenario."""

    def __init__(self, scenario: UglyDuckScenario) -> None:
        self._scenario = scenario

    def certificate(self, answer: Answer, hear: Hear = unheard) -> dict[str, Any]:
        """Return the certificate of who wins: a strategy of the winner, or two that hold a draw.

        It goes on from the compiled search that found the answer, where it was compiled.
        """
        from toadstone.games.ugly_duck.solved import SolvedUglyDuck
        from toadstone.games.ugly_duck.strategy import strategy
        from toadstone.games.ugly_duck.timed import TimedUglyDuck

        rules = UglyDuckRules(self._scenario)
        search = answer.evidence
        play = search.winners if isinstance(search, TimedUglyDuck) else SolvedUglyDuck(rules, hear)
        play.hear = hear
        winner = dict(answer.values or {})["winner"]
        holders = SIDES if winner == "draw" else (winner,)
        return {
            "certificate": KIND,
            "scenario": {
                "board": list(self._scenario.lines),
                "turn": self._scenario.turn,
                "no_moves": self._scenario.no_moves,
            },
            "claim": {"ask": answer.ask[0].name, "winner": winner},
            "strategies": {
                side: strategy(play, rules.start(), side, draw_suits=winner == "draw")
                for side in holders
            },
        }
