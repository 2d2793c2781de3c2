"""Certificates of Ugly Duck; docs/ugly-duck.md says what they hold and prove."""

from __future__ import annotations

from typing import Any

from toadstone.answer import Answer
from toadstone.games.ugly_duck.rules import SIDES, State, UglyDuckRules
from toadstone.games.ugly_duck.scenario import UglyDuckScenario
from toadstone_checker.ugly_duck import KIND


class UglyDuckCertifier:
    """Makes certificates for the answers to one scenario."""

    def __init__(self, scenario: UglyDuckScenario) -> None:
        self._scenario = scenario

    def certificate(self, answer: Answer) -> dict[str, Any]:
        """Return the certificate of who wins: a strategy of the winner, or two that hold a draw."""
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
            "strategies": {side: self._replies(side) for side in holders},
        }

    def _replies(self, side: str) -> dict[str, str]:
        """Return the replies of a side, by board; of a board and its mirror image only one."""
        from toadstone.games.ugly_duck.judging import solved

        rules = UglyDuckRules(self._scenario)
        play = solved(rules)
        replies: dict[str, str] = {}
        seen: set[State] = set()
        waiting = [rules.start()]
        while waiting:
            state = _upright(waiting.pop())
            if state in seen or rules.outcome(state) is not None:
                continue
            seen.add(state)
            if state.turn == side:
                move = next(iter(play.best_line(state)))
                replies["/".join(state.rows)] = str(move)
                waiting.append(rules.play(state, move))
            else:
                waiting += [rules.play(state, move) for move in rules.legal_moves(state)]
        return replies


def _upright(state: State) -> State:
    """Return the state or its mirror image, whichever has the smaller text; the plies as 0."""
    return State(min(state.rows, tuple(row[::-1] for row in state.rows)), state.turn)
