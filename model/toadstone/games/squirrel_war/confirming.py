"""Second derivations of Squirrel War, from the rules as the stand-alone checker states them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import UnconfirmedError
from toadstone.engines.adversarial.restated import expect_same
from toadstone.engines.answer import Answer
from toadstone.engines.confirming import work_of
from toadstone.games.squirrel_war.certificate import SquirrelWarCertifier
from toadstone.games.squirrel_war.endgame_table import EndgameTable
from toadstone.games.squirrel_war.players import is_searched
from toadstone.games.squirrel_war.questions import BEAT, SHARED
from toadstone.games.squirrel_war.scenario import SquirrelWarScenario
from toadstone_checker.squirrel_war import LETTERS, OTHER, SIGN, Game, Walk, each

TABLE = "exact-search"
"""The engine that answers from an endgame table."""


class SquirrelWarConfirmer:
    """Derives results again by a walk through all games over the checker's rules.

    With many empty cells that is too slow. What the compiled search found is then derived by the
    endgame table, which states the rules of raid and sneak for itself.
    """

    name = "checker"

    def __init__(self, scenario: SquirrelWarScenario, rules: object) -> None:
        self._scenario = scenario
        self._content = SquirrelWarCertifier(scenario).content()

    def confirm(self, answer: Answer, budget: Budget) -> str:
        """Derive a proven answer again; see `Confirmer`."""
        game = Game(self._content, work_of(budget))
        if SHARED in answer.ask:
            aims = {"largest": 1, "smallest": -1}
            walks = {name: Walk(game, {}, dict.fromkeys(OTHER, aim)) for name, aim in aims.items()}
            expect_same(answer, {name: walk.margin() for name, walk in walks.items()})
            return self.name
        if BEAT not in answer.ask and is_searched(self._scenario) and answer.solver.name != TABLE:
            table = EndgameTable(self._scenario, budget)
            expect_same(answer, _perfect(game, table.value))
            return TABLE
        rival = OTHER[game.turn]
        replies = {rival: game.greedy(rival)} if BEAT in answer.ask else {}
        walk = Walk(game, replies, SIGN)

        def margin(x: int, o: int, empty: int) -> int:
            mover = game.turn if empty == game.empty else rival
            return walk.after({"X": x, "O": o}, empty, mover)

        expect_same(answer, _perfect(game, margin))
        return self.name

    def count(self, figures: Mapping[str, int], budget: Budget) -> int:
        """Raise UnconfirmedError: the questions are about positions."""
        raise UnconfirmedError("there are no plans to count")


def _perfect(game: Game, margin_of: Callable[[int, int, int], int]) -> dict[str, Any]:
    """Return the margin, the winner, and every first move that leads to this margin.

    Args:
        game: the checker's rules, which say what each first move makes of the board.
        margin_of: returns the margin from the cells that X holds, that O holds, and that are empty.
    """
    margin = margin_of(game.holders["X"], game.holders["O"], game.empty)
    best = []
    for at in each(game.empty):
        after = game.take(game.holders, game.turn, at)
        if margin_of(after["X"], after["O"], game.empty & ~(1 << at)) == margin:
            best.append(f"{LETTERS[at % game.width]}{at // game.width + 1}")
    winner = "draw" if margin == 0 else "X" if margin > 0 else "O"
    return {"winner": winner, "margin": margin, "best_moves": best}
