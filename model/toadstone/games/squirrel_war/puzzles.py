"""Squirrel War puzzles: positions in which exactly one move has the best margin, and not greedy."""

from __future__ import annotations

from random import Random

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.engines.adversarial.minimax import Evaluation
from toadstone.files.scenario import Scenario
from toadstone.games.squirrel_war.players import TablePlay, lead
from toadstone.games.squirrel_war.questions import MARGIN
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import USUAL_VALUES, SquirrelWarScenario
from toadstone.services.generation.duel import DuelMaker
from toadstone.services.generation.maker import Wish


class SquirrelWarMaker(DuelMaker):
    """Makes boards in which one move alone leads to the best margin.

    Raises:
        RequestError: the board has no room for so many empty cells.
    """

    def __init__(self, wish: Wish) -> None:
        super().__init__(wish)
        sizes = wish.sizes
        cells = sizes["rows"] * sizes["columns"]
        if sizes["empty"] > cells:
            most = f"at most {cells}, the cells of the board"
            raise RequestError.about("empty", f"expected {most}, found {sizes['empty']}")

    def position(self, dice: Random, budget: Budget) -> Scenario | None:
        """Return random values, and what a random game leaves of an empty board."""
        sizes = self.wish.sizes
        values = tuple(
            tuple(dice.choice(USUAL_VALUES) for _ in range(sizes["columns"]))
            for _ in range(sizes["rows"])
        )
        board = ("." * sizes["columns"],) * sizes["rows"]
        scenario = SquirrelWarScenario(
            game="squirrel-war", values=values, board=board, ask=(MARGIN.name,)
        )
        rules = SquirrelWarRules(scenario)
        state = rules.start()
        for _ in range(sizes["rows"] * sizes["columns"] - sizes["empty"]):
            state = rules.play(state, dice.choice(rules.legal_moves(state)))
        return scenario.continued_from(state.board.split("/"), state.turn)

    def must_win(self) -> bool:
        """Return False: the margin counts, not who wins."""
        return False

    def solved(self, scenario: SquirrelWarScenario, budget: Budget) -> TablePlay:
        """Return perfect play by the endgame table of the position."""
        return TablePlay(SquirrelWarRules(scenario), budget)

    def evaluation(self, scenario: SquirrelWarScenario) -> Evaluation[State]:
        """Return the lead in points."""
        return lead(scenario)

    def task(self) -> str:
        """Return the rules and what the puzzle asks."""
        return (
            "A move takes one empty cell. A raid takes a cell beside a camp of one's own, above, "
            "below, left or right of it: all enemy camps beside the cell taken change sides. A "
            "sneak takes any other empty cell and conquers nothing. When the board is full, the "
            "side with more points wins; the margin is the difference. Find the move with the best "
            "margin, if both sides play on as well as they can. There is exactly one."
        )
