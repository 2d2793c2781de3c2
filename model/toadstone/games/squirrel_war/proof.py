"""Certificates of Squirrel War, and second derivations; checker/README.md says why.

Both use the rules as the stand-alone checker states them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import UnconfirmedError
from toadstone.engines.adversarial.restated import expect_same, named_winner
from toadstone.engines.answer import Answer
from toadstone.engines.confirming import work_of
from toadstone.engines.engine import NUMBA, load_library
from toadstone.games.squirrel_war.engines import is_searched
from toadstone.games.squirrel_war.questions import BEAT, MARGIN, SHARED
from toadstone.games.squirrel_war.rules import SquirrelWarRules
from toadstone.games.squirrel_war.scenario import SIDES, SquirrelWarScenario
from toadstone_checker.certificate_file import Budget as Work
from toadstone_checker.squirrel_war import KIND, LETTERS, OTHER, SIGN, Game, Holders, Walk, each

if TYPE_CHECKING:
    from toadstone.games.squirrel_war.kernels.endgame_table import EndgameTable

TABLE = "exact-search"
"""The engine that answers from an endgame table."""


class SquirrelWarCertifier:
    """Makes certificates for the answers to one scenario."""

    def __init__(self, scenario: SquirrelWarScenario) -> None:
        self._scenario = scenario

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of a proven answer to `margin`, `beat` or `shared`.

        Raises:
            Unusable: it would take too long to check.
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
        """Return the replies of each side in the order in which the checker asks for them."""
        game = Game(self.content(), Work(budget.tell))
        best_reply = self._best_replies(game, budget)
        letters: dict[str, list[str]] = {side: [] for side in SIDES}

        def reply(side: str, live: Holders, empty: int) -> int:
            budget.check()
            at = best_reply(side, live, empty)
            letters[side].append(LETTERS[at])
            return at

        for side in SIDES:
            Walk(game, {side: partial(reply, side)}, SIGN).margin()
        return {side: "".join(replies) for side, replies in letters.items()}

    def _best_replies(self, game: Game, budget: Budget) -> Callable[[str, Holders, int], int]:
        """Return the function that finds a best reply of a side, given holders and empty cells."""
        if is_searched(self._scenario):
            from toadstone.games.squirrel_war.search import SearchedPlay

            play = SearchedPlay(SquirrelWarRules(self._scenario), budget)
            play.payoff(play.rules.start())
            return play.best_reply
        table = _endgame_table(SquirrelWarRules(self._scenario), budget)

        def best(side: str, live: Holders, empty: int) -> int:
            def value(at: int) -> int:
                after = game.take(live, side, at)
                return SIGN[side] * table.value(after["X"], after["O"], empty & ~(1 << at))

            return max((at for at in range(len(game.values)) if empty >> at & 1), key=value)

        return best


def _endgame_table(rules: SquirrelWarRules, budget: Budget) -> EndgameTable:
    load_library(NUMBA)
    from toadstone.games.squirrel_war.kernels.endgame_table import EndgameTable

    return EndgameTable(rules, budget)


class SquirrelWarConfirmer:
    """Derives results again by a walk through all games over the checker's rules.

    With many empty cells that is too slow. Then the endgame table, with its own statement of raid
    and sneak, derives the results of the compiled search.
    """

    name = "checker"

    def __init__(self, scenario: SquirrelWarScenario, rules: SquirrelWarRules) -> None:
        self._scenario, self._rules = scenario, rules

    def confirm(self, answer: Answer, budget: Budget) -> str:
        """Derive a proven answer again; see `Confirmer`."""
        game = Game(SquirrelWarCertifier(self._scenario).content(), work_of(budget))
        if SHARED in answer.ask:
            aims = {"largest": 1, "smallest": -1}
            walks = {name: Walk(game, {}, dict.fromkeys(OTHER, aim)) for name, aim in aims.items()}
            expect_same(answer, {name: walk.margin() for name, walk in walks.items()})
            return self.name
        if BEAT not in answer.ask and is_searched(self._scenario) and answer.solver.name != TABLE:
            table = _endgame_table(self._rules, budget)
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
        game: the checker's rules, which give the board after each first move.
        margin_of: returns the margin from the cells that X holds, that O holds, and that are empty.
    """
    margin = margin_of(game.holders["X"], game.holders["O"], game.empty)
    best = []
    for at in each(game.empty):
        after = game.take(game.holders, game.turn, at)
        if margin_of(after["X"], after["O"], game.empty & ~(1 << at)) == margin:
            best.append(f"{LETTERS[at % game.width]}{at // game.width + 1}")
    return {
        "winner": named_winner(("X", "O"), "X", margin),
        "margin": margin,
        "best_moves": best,
    }
