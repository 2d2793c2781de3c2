"""How a move is chosen: by searches of some depth, or exactly."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from toadstone.engines.adversarial.alpha_beta import AlphaBeta
from toadstone.engines.adversarial.minimax import Choice, Minimax, Visit, unseen
from toadstone.engines.adversarial.perfect_play import SolvedGame
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import Cell, Player

if TYPE_CHECKING:
    from toadstone.games.squirrel_war.endgame_table import EndgameTable

Choose = Callable[[State], Choice[Cell]]

LookUp = Callable[[int], None]
"""Hears of the nodes or entries so far; it may raise to stop."""


class SolvedByTable(SolvedGame[State, Cell]):
    """Perfect play by an endgame table."""

    def __init__(self, rules: SquirrelWarRules, table: EndgameTable) -> None:
        self.rules = rules
        self._table = table

    def payoff(self, state: State) -> int:
        """Return the payoff of perfect play to the side to move."""
        margin = self._table.margin(state)
        return margin if state.turn == "X" else -margin

    def choose(self, state: State) -> Choice[Cell]:
        """Return the first of the best moves, and all of the line that follows."""
        return Choice(self.payoff(state), tuple(self.best_line(state)))


def searcher(
    rules: SquirrelWarRules,
    method: str,
    depth: int,
    visit: Callable[[Visit[Cell]], None] = unseen,
) -> Minimax[State, Cell]:
    """Return the search of a method that looks ahead for some plies; greedy looks at one."""
    kind = AlphaBeta if method == "alpha-beta" else Minimax
    return kind(rules, rules.lead, 1 if method == "greedy" else depth, visit)


def chooser(rules: SquirrelWarRules, player: Player, look_up: LookUp) -> Choose:
    """Return what chooses the moves of a player.

    Args:
        rules: the rules, with the position at the start.
        player: the method, and its depth.
        look_up: hears now and then of the nodes so far; it may raise to stop.
    """
    if player.method == "exact":
        from toadstone.games.squirrel_war.endgame_table import EndgameTable

        return SolvedByTable(rules, EndgameTable(rules.scenario, look_up)).choose
    nodes = 0

    def count(visit: Visit[Cell]) -> None:
        nonlocal nodes
        nodes += 1
        if nodes % 1024 == 0:
            look_up(nodes)

    return searcher(rules, player.method, player.depth, count).choose
