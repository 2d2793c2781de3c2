"""Second derivations of Squirrel War, from the rules as the stand-alone checker states them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toadstone.core.answer import Answer
from toadstone.core.budget import Budget
from toadstone.core.errors import UnconfirmedError
from toadstone.engines.adversarial.restated import expect_same
from toadstone.engines.confirming import work_of
from toadstone.games.squirrel_war.certificate import SquirrelWarCertifier
from toadstone.games.squirrel_war.questions import BATTLE, BEAT, SHARED
from toadstone.games.squirrel_war.scenario import SquirrelWarScenario
from toadstone_checker.squirrel_war import LETTERS, OTHER, SIGN, Game, Walk, each


class SquirrelWarConfirmer:
    """Derives results again by a walk through all games over the checker's rules."""

    name = "checker"

    def __init__(self, scenario: SquirrelWarScenario, rules: object) -> None:
        self._content = SquirrelWarCertifier(scenario).content()

    def confirm(self, answer: Answer, budget: Budget) -> None:
        """Derive a proven answer again; see `Confirmer`."""
        if BATTLE in answer.ask:
            raise UnconfirmedError("a battle is played, not proven")
        game = Game(self._content, work_of(budget))
        if SHARED in answer.ask:
            aims = {"largest": 1, "smallest": -1}
            walks = {name: Walk(game, {}, dict.fromkeys(OTHER, aim)) for name, aim in aims.items()}
            expect_same(answer, {name: walk.margin() for name, walk in walks.items()})
            return
        rival = OTHER[game.turn]
        replies = {rival: game.greedy(rival)} if BEAT in answer.ask else {}
        expect_same(answer, _perfect(game, Walk(game, replies, SIGN)))

    def count(self, figures: Mapping[str, int], budget: Budget) -> int:
        """Raise UnconfirmedError: the questions are about positions."""
        raise UnconfirmedError("there are no plans to count")


def _perfect(game: Game, walk: Walk) -> dict[str, Any]:
    """Return the margin, the winner, and every first move that leads to this margin."""
    margin = walk.margin()
    best = [
        f"{LETTERS[at % game.width]}{at // game.width + 1}"
        for at in each(game.empty)
        if walk.taken(game.holders, game.empty, game.turn, at) == margin
    ]
    winner = "draw" if margin == 0 else "X" if margin > 0 else "O"
    return {"winner": winner, "margin": margin, "best_moves": best}
