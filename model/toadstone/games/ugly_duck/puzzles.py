"""Ugly Duck puzzles: positions in which exactly one move wins, and greedy misses it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from toadstone.core.budget import Budget
from toadstone.core.position_questions import WINNER
from toadstone.engines.adversarial.minimax import Evaluation
from toadstone.files.scenario import Scenario
from toadstone.games.ugly_duck.players import Lead
from toadstone.games.ugly_duck.rules import State, UglyDuckRules
from toadstone.games.ugly_duck.scenario import UglyDuckScenario
from toadstone.games.ugly_duck.solution import SolvedUglyDuck
from toadstone.generation.duel import DuelMaker


class UglyDuckMaker(DuelMaker):
    """Makes boards in which one move alone wins."""

    def position(self, dice: Random, budget: Budget) -> Scenario | None:
        """Return what some random moves make of the usual start; None where the game is over."""
        rows, columns = self.wish.sizes["rows"], self.wish.sizes["columns"]
        lines = ["d" * columns, *["." * columns] * (rows - 2), "D" * columns]
        scenario = _scenario(lines, "green")
        rules = UglyDuckRules(scenario)
        state = rules.start()
        for _ in range(dice.randint(columns, 3 * columns)):
            if rules.outcome(state) is not None:
                return None
            state = rules.play(state, dice.choice(rules.legal_moves(state)))
        return None if rules.outcome(state) is not None else _scenario(state.rows, state.turn)

    def solved(self, scenario: UglyDuckScenario, budget: Budget) -> SolvedUglyDuck:
        """Return proof-number search."""
        return SolvedUglyDuck(UglyDuckRules(scenario), budget)

    def evaluation(self, scenario: UglyDuckScenario) -> Evaluation[State]:
        """Return the lead in pieces, rows and moves."""
        return Lead(scenario)


def _scenario(rows: Iterable[str], turn: str) -> UglyDuckScenario:
    scenario = UglyDuckScenario(game="ugly-duck", board="\n".join(rows), ask=(WINNER.name,))
    return scenario.model_copy(update={"turn": turn})
