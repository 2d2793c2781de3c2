"""Certificates of River Toad answers; docs/certificates.md says what they hold and why it proves.

The layers are made with the checker's own reckoning, so that nothing is left out that it would
miss. Nobody trusts them for that: the checker reads the finished certificate from the start.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import RequestError
from toadstone.engines.answer import Answer
from toadstone.games.river_toad.scenario import RiverToadScenario
from toadstone_checker.certificate_file import Budget as Work
from toadstone_checker.certificate_file import Unusable
from toadstone_checker.river_toad import KIND, REQUIREMENTS, Game, Outlook, Target, Toad, excluded

USUAL_COSTS = {"left-2": 3, "left-1": 1, "stay": 0, "right-1": 1, "right-2": 3}
"""The actions of the game's description, with the HP that each costs."""


class RiverToadCertifier:
    """Makes certificates for the answers to one scenario.

    Raises:
        RequestError: the scenario is larger than the checker reads.
    """

    def __init__(self, scenario: RiverToadScenario) -> None:
        self._content = _content(scenario)
        self._game()  # refuses what the checker would refuse, before anything is solved

    def content(self) -> dict[str, Any]:
        """Return the scenario as certificates have it."""
        return self._content

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of a proven answer, OPTIMAL or INFEASIBLE."""
        ask = [question.name for question in answer.ask]
        values = None if answer.values is None else dict(answer.values)
        game = self._game(budget)
        try:
            targets = excluded(game, ask, values)
            arguments = [target and layers(game, target) for target in targets]
        except Unusable as error:
            raise _no_certificate(error) from None
        return {
            "certificate": KIND,
            "scenario": self._content,
            "claim": {"ask": ask, "status": answer.status.value, "values": values},
            "plan": answer.plan,
            "arguments": arguments,
        }

    def _game(self, budget: Budget = UNLIMITED) -> Game:
        try:
            return Game(self._content, Work(budget.tell))
        except Unusable as error:
            raise _no_certificate(error) from None


def _no_certificate(error: Unusable) -> RequestError:
    return RequestError(f"there can be no certificate: {error}")


def _content(scenario: RiverToadScenario) -> dict[str, Any]:
    """Return the scenario with nothing left to a default of a requirement that the checker states.

    Any other requirement in use is written, too: the checker refuses it. What the file leaves out
    is stated here again, so that a fault in the defaults of `scenario.py` does not reach both.
    """
    in_use = {key.split(".")[1] for key in scenario.keys_used() if key.startswith("require.")}
    board, flies, stated = scenario.board, scenario.flies, "actions" in scenario.model_fields_set
    require = scenario.require.model_dump(mode="json", include={*REQUIREMENTS, *in_use})
    return {
        "rows": board.rows,
        "width": board.width if "width" in board.model_fields_set else 5,
        "start": scenario.toad.start or (board.width + 1) // 2,
        "hp": scenario.toad.hp,
        "gain": flies.gain if "gain" in flies.model_fields_set else 5,
        "actions": dict(scenario.actions if stated else USUAL_COSTS),
        "overdraft": scenario.overdraft,
        "rolls": list(scenario.rolls),
        "require": require,
    }


def layers(game: Game, target: Target) -> list[list[list[int]]]:
    """Return, turn by turn and cell by cell, the undominated toads from whom the target is open."""
    outlook = Outlook(game, target)
    layer = outlook.start()
    result = []
    while layer:
        result.append(_flat(game, layer))
        layer = _undominated(outlook.after(len(result) - 1, layer))
    return result


def _flat(game: Game, layer: Iterable[Toad]) -> list[list[int]]:
    cells: list[list[int]] = [[] for _ in range(game.width)]
    for cell, *numbers in layer:
        cells[cell - 1] += numbers
    return cells


def _undominated(toads: Iterable[Toad]) -> list[Toad]:
    kept: list[Toad] = []
    fewest: dict[int, dict[int, int]] = {}  # by cell and by flies, among those kept so far
    for toad in sorted(set(toads), key=lambda t: (t[0], -t[1], t[2], -t[3])):
        cell, _, moves, flies = toad
        here = fewest.setdefault(cell, {})
        if all(f < flies or least > moves for f, least in here.items()):
            kept.append(toad)
            here[flies] = moves
    return kept
