"""Squirrel War puzzles: positions in which exactly one move has the best margin, and not greedy."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from random import Random
from typing import cast

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.engines.answer import Answer
from toadstone.files.scenario import Scenario
from toadstone.games.squirrel_war.engines import Perfect, perfect_play
from toadstone.games.squirrel_war.questions import MARGIN
from toadstone.games.squirrel_war.rules import SquirrelWarRules
from toadstone.games.squirrel_war.scenario import SquirrelWarScenario
from toadstone.services.generation.maker import DuelMaker, Proposal, Wish
from toadstone.services.generation.puzzle import Difficulty, Scale

VALUES = range(1, 10)
"""The values of a puzzle's cells, so that they can be added up in the head."""

EASY_EMPTY = 6
"""The empty cells of an easy puzzle, at most."""


class SquirrelWarMaker(DuelMaker):
    """Makes boards in which one move alone leads to the best margin.

    Raises:
        RequestError: the board has no room for so many empty cells, or an easy puzzle has too many.
    """

    must_win = False
    """The margin counts, not who wins."""
    scale = Scale(easy=4.6, hard=6.5, ahead=2)

    def __init__(self, wish: Wish) -> None:
        super().__init__(wish)
        sizes = wish.sizes
        cells = sizes["rows"] * sizes["columns"]
        if sizes["empty"] > cells:
            most = f"at most {cells}, the cells of the board"
            raise RequestError.about("empty", f"expected {most}, found {sizes['empty']}")
        if sizes["empty"] > EASY_EMPTY:
            self.scale = replace(self.scale, easy=0.0)
            if wish.difficulty == Difficulty.EASY:
                unfit = f"expected at most {EASY_EMPTY} in easy puzzles, found {sizes['empty']}"
                raise RequestError.about("empty", unfit)

    def position(self, dice: Random, budget: Budget) -> Scenario | None:
        """Return random values, and the board after a random game that is cut short."""
        sizes = self.wish.sizes
        values = tuple(
            tuple(dice.choice(VALUES) for _ in range(sizes["columns"]))
            for _ in range(sizes["rows"])
        )
        scenario = SquirrelWarScenario(game="squirrel-war", values=values, ask=(MARGIN.name,))
        rules = SquirrelWarRules(scenario)
        state = rules.start()
        for _ in range(sizes["rows"] * sizes["columns"] - sizes["empty"]):
            state = rules.play(state, dice.choice(rules.legal_moves(state)))
        return scenario.continue_from(state.board.split("/"), state.turn)

    def perfect_play(self, scenario: SquirrelWarScenario, budget: Budget) -> Perfect:
        """Return perfect play by the endgame table of the position."""
        return perfect_play(SquirrelWarRules(scenario), budget, searched=False)

    def key(self, proposal: Proposal) -> Hashable:
        """Return the least of the eight ways to see values and squirrels, own and other."""
        scenario = cast(SquirrelWarScenario, proposal.scenario)
        own = str.maketrans("XO", "01" if scenario.turn == "X" else "10")
        held = (row.translate(own) for row in scenario.board)
        grid = [[*zip(*both, strict=True)] for both in zip(scenario.values, held, strict=True)]
        seen = []
        for _ in range(4):
            grid = [[*column] for column in zip(*grid[::-1], strict=True)]
            seen += [grid, grid[::-1]]
        return str(min(seen))

    def goal(self, answer: Answer) -> str:
        """Return the task."""
        return "Find the only move that leads to the best margin against best play."
