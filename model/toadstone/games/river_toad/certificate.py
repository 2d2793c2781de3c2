"""Certificates of River Toad answers; docs/certificates.md says what they hold and why it proves.

The layers are made with the checker's own reckoning, so that nothing is left out that it would
miss. Nobody trusts them for that: the checker reads the finished certificate from the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from toadstone.answer import Answer
from toadstone.errors import RequestError
from toadstone.games.river_toad.scenario import RiverToadScenario
from toadstone.proof import checker
from toadstone.proof.checker import Game, Outlook, Target

Element = tuple[int, int, int, int]
"""A toad: his cell, HP, moves and flies."""


class RiverToadCertifier:
    """Makes certificates for the answers to one scenario.

    Raises:
        RequestError: the scenario is larger than the checker reads.
    """

    def __init__(self, scenario: RiverToadScenario) -> None:
        self._content = _scenario(scenario)
        try:
            self._game = Game(self._content)
        except checker.Unusable as error:
            raise RequestError(f"there can be no certificate: {error}") from None

    def certificate(self, answer: Answer) -> dict[str, Any]:
        """Return the certificate of a proven answer, OPTIMAL or INFEASIBLE."""
        ask = [question.name for question in answer.ask]
        values = None if answer.values is None else dict(answer.values)
        targets = checker.excluded(self._game, ask, values)
        return {
            "certificate": "toadstone river-toad 1",
            "scenario": self._content,
            "claim": {"ask": ask, "status": answer.status.value, "values": values},
            "plan": answer.plan,
            "arguments": [target and layers(self._game, target) for target in targets],
        }


def _scenario(scenario: RiverToadScenario) -> dict[str, Any]:
    """Return the scenario with nothing left to a default."""
    require = scenario.require.model_dump(mode="json")
    return {
        "rows": scenario.board.rows,
        "width": scenario.board.width,
        "start": scenario.start_cell,
        "hp": scenario.toad.hp,
        "gain": scenario.flies.gain,
        "actions": dict(scenario.actions),
        "overdraft": scenario.overdraft,
        "rolls": list(scenario.rolls),
        "require": require,
    }


def layers(game: Game, target: Target) -> list[list[list[int]]]:
    """Return, turn by turn and cell by cell, the undominated toads from whom the target is open."""
    outlook = Outlook(game, target)
    start = (game.start, *target.relevant(0, target.start_hp, 0, 0))
    layer = [] if outlook.hopeless(0, *start) else [start]
    result = []
    turn = 0
    while layer:
        result.append(_flat(game, layer))
        turn += 1
        layer = _undominated(_successors(game, target, outlook, turn, layer))
    return result


def _flat(game: Game, layer: Iterable[Element]) -> list[list[int]]:
    cells: list[list[int]] = [[] for _ in range(game.width)]
    for cell, *numbers in layer:
        cells[cell - 1] += numbers
    return cells


def _successors(
    game: Game, target: Target, outlook: Outlook, turn: int, layer: Iterable[Element]
) -> Iterator[Element]:
    if turn > game.turns:
        return
    steps = game.steps(turn)
    for cell, hp, moves, flies in layer:
        for new_cell, cost, moved, fed in steps[cell]:
            new_hp = game.hp_after(hp, cost, fed)
            toad = (new_cell, *target.relevant(turn, new_hp, moves + moved, flies + fed))
            if new_hp >= 1 and not outlook.hopeless(turn, *toad):
                yield toad


def _undominated(toads: Iterable[Element]) -> list[Element]:
    kept: list[Element] = []
    fewest: dict[tuple[int, int], int] = {}
    for toad in sorted(set(toads), key=lambda t: (t[0], -t[1], t[2], -t[3])):
        cell, _, moves, flies = toad
        if not any(c == cell and f >= flies and least <= moves for (c, f), least in fewest.items()):
            kept.append(toad)
            fewest[cell, flies] = moves
    return kept
