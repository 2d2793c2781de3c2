"""The players that a question states, and the lines of play that they rule out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toadstone.core.question import Question
from toadstone.games.squirrel_war.choosing import chooser
from toadstone.games.squirrel_war.questions import BATTLE, BEAT, BEST_MOVE
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import Cell, Player, SquirrelWarScenario

GREEDY = Player(method="greedy")


def restriction(
    rules: SquirrelWarRules, ask: tuple[Question, ...]
) -> Callable[[State, Cell], str | None]:
    """Return what says why a move is not the one that its side chooses by a stated method.

    For `best-move` that is the first move alone: the line after it is not played, but expected.
    Nobody is held to `exact`, as whether a move is the best one is not for a replay to say.
    """
    stated = _stated_players(rules.scenario, ask)
    searching = {side: each for side, each in stated.items() if each.method != "exact"}
    choosers = {side: chooser(rules, each, _go_on) for side, each in searching.items()}
    first_only, start = ask == (BEST_MOVE,), rules.start()

    def why_not(state: State, move: Cell) -> str | None:
        if state.turn not in choosers or (first_only and state != start):
            return None
        chosen = choosers[state.turn](state).line[0]
        how = _in_words(searching[state.turn])
        return None if move == chosen else f"{state.turn} ({how}) takes {chosen} here, not {move}"

    return why_not


def _stated_players(
    scenario: SquirrelWarScenario, ask: tuple[Question, ...]
) -> Mapping[str, Player]:
    """Return the sides that choose their moves in a way that the question states."""
    if ask == (BEAT,):
        return {"O" if scenario.turn == "X" else "X": GREEDY}
    if ask == (BATTLE,) and scenario.players:
        return {"X": scenario.players.X, "O": scenario.players.O}
    if ask == (BEST_MOVE,):
        return {scenario.turn: Player(method=scenario.method, depth=scenario.depth)}
    return {}


def _in_words(player: Player) -> str:
    return "greedy" if player.method == "greedy" else f"{player.method} to depth {player.depth}"


def _go_on(nodes: int) -> None:
    """Let a search go on, however many nodes it has seen."""
