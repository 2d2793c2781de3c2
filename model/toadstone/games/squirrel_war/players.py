"""The players of Squirrel War: searches to a depth, and perfect play by a table or a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import cast

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.line import Line
from toadstone.core.question import Question
from toadstone.core.solution import Conditions
from toadstone.engines.adversarial.minimax import (
    AlphaBeta,
    Choice,
    Evaluation,
    Minimax,
    Visit,
    unseen,
)
from toadstone.engines.adversarial.perfect_play import SearchedGame, SolvedGame
from toadstone.engines.instance import Instance
from toadstone.games.squirrel_war.kernels import has_room
from toadstone.games.squirrel_war.questions import BATTLE, BEAT, BEST_MOVE
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import (
    Cell,
    Player,
    SquirrelWarScenario,
    other,
    usual_start,
)
from toadstone.play.adviser import TimelyAdviser

Choose = Callable[[State], Choice[Cell]]

Perfect = SolvedGame[State, Cell]

GREEDY = Player(method="greedy")

MOST_EMPTY_IN_A_TABLE = 12
"""Empty cells up to which an endgame table is made faster than compiled code is loaded."""

MEMORY_OF_HINTS = 1 << 28
"""Bytes that the search may take while a game is played."""


def rules_of(instance: Instance) -> SquirrelWarRules:
    """Return the rules of an instance of this game."""
    return cast(SquirrelWarRules, instance.rules)


class TablePlay(SolvedGame[State, Cell]):
    """Perfect play by an endgame table."""

    def __init__(self, rules: SquirrelWarRules, budget: Budget) -> None:
        from toadstone.games.squirrel_war.kernels.endgame_table import EndgameTable

        self.rules = rules
        self._table = EndgameTable(rules.scenario, budget)

    def payoff(self, state: State) -> int:
        """Return the payoff of perfect play to the side to move."""
        margin = self._table.margin(state)
        return margin if state.turn == "X" else -margin


def play_by_search(rules: SquirrelWarRules, budget: Budget, memory: int | None = None) -> Perfect:
    """Return perfect play by a compiled search; its table may take so many bytes."""
    from toadstone.games.squirrel_war.search import SearchedPlay

    return SearchedPlay(rules, budget, memory)


def perfect_play(rules: SquirrelWarRules, budget: Budget, memory: int | None = None) -> Perfect:
    """Return perfect play by a table, or by a search where a table would be slower."""
    if is_searched(rules.scenario):
        return play_by_search(rules, budget, memory)
    return TablePlay(rules, budget)


def is_searched(scenario: SquirrelWarScenario) -> bool:
    """Return whether perfect play is better searched than looked up in a table."""
    return len(scenario.empty_cells) > MOST_EMPTY_IN_A_TABLE and has_room(scenario)


def first_best(play: Perfect, state: State) -> Choice[Cell]:
    """Return the first of the best moves, and a line of best play that begins with it."""
    moves = play.best_moves(state)[:1]
    after = play.rules.play(state, moves[0]) if moves else state
    return Choice(play.payoff(state), (*moves, *play.best_line(after)))


def searcher(
    rules: SquirrelWarRules,
    method: str,
    depth: int,
    visit: Callable[[Visit[Cell]], None] = unseen,
) -> Minimax[State, Cell]:
    """Return the search of a method that looks ahead for some plies; greedy looks at one."""
    kind = AlphaBeta if method == "alpha-beta" else Minimax
    return kind(rules, rules.lead, 1 if method == "greedy" else depth, visit)


def chooser(rules: SquirrelWarRules, player: Player, budget: Budget = UNLIMITED) -> Choose:
    """Return what chooses the moves of a player.

    Args:
        rules: the rules, with the position at the start.
        player: the method, and its depth.
        budget: when to stop.
    """
    if player.method == "exact":
        play = perfect_play(rules, budget)
        return lambda state: Choice(play.payoff(state), (play.first_best(state),))
    nodes = 0

    def count(visit: Visit[Cell]) -> None:
        nonlocal nodes
        nodes += 1
        if nodes % 1024 == 0:
            budget.tell(f"{nodes:,} positions")

    return searcher(rules, player.method, player.depth, count).choose


def conditions(
    scenario: SquirrelWarScenario, ask: tuple[Question, ...], budget: Budget = UNLIMITED
) -> Conditions[State, Cell]:
    """Return what the questions ask of a line of play.

    A move that is chosen goes on with the line that is expected, up to where the search stopped;
    every other question is about whole games.
    """
    return Conditions(ask != (BEST_MOVE,), _why_not_chosen(SquirrelWarRules(scenario), ask, budget))


def _why_not_chosen(
    rules: SquirrelWarRules, ask: tuple[Question, ...], budget: Budget
) -> Callable[[State, Cell], str | None]:
    """Return what says why a move is not the one that its side chooses by a stated method.

    For `best-move` that is the first move alone: the line after it is not played, but expected.
    A replay does not hold any player to `exact`: it cannot say whether a move is the best.
    """
    stated = _stated_players(rules.scenario, ask)
    searching = {side: each for side, each in stated.items() if each.method != "exact"}
    choosers = {side: chooser(rules, each, budget) for side, each in searching.items()}
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
        return {other(scenario.turn): GREEDY}
    if ask == (BATTLE,) and scenario.players:
        return {"X": scenario.players.X, "O": scenario.players.O}
    if ask == (BEST_MOVE,):
        return {scenario.turn: Player(method=scenario.method, depth=scenario.depth)}
    return {}


def _in_words(player: Player) -> str:
    return "greedy" if player.method == "greedy" else f"{player.method} to depth {player.depth}"


def lead(scenario: SquirrelWarScenario) -> Evaluation[State]:
    """Return the lead in points, by which the searches of `best-move` evaluate as well."""
    return SquirrelWarRules(scenario).lead


class SquirrelWarAdviser(TimelyAdviser[State, Cell]):
    """Advises both sides; what serves a position serves all that comes after it."""

    rules: SquirrelWarRules

    def __init__(self, instance: Instance) -> None:
        rules = rules_of(instance)
        super().__init__(rules, rules.lead)
        self._solved: dict[State, Perfect] = {}

    def prepare(self) -> None:
        """Have the search compiled, which takes some seconds when it was just installed."""
        if is_searched(self.rules.scenario):
            with suppress(MemoryError):
                small = SquirrelWarRules(usual_start())
                play_by_search(small, UNLIMITED).best_moves(small.start())

    def exact_play(self, game: Line[State, Cell], budget: Budget) -> Perfect:
        """Return the play of a position that the game has been in, or else a new one."""
        for state in game.states:
            if state in self._solved:
                return self._in_time(self._solved[state], budget)
        rows, turn = game.state.board.split("/"), game.state.turn
        rules = SquirrelWarRules(self.rules.scenario.continue_from(rows, turn))
        self._solved = {game.state: perfect_play(rules, budget, MEMORY_OF_HINTS)}
        return self._solved[game.state]

    @staticmethod
    def _in_time(play: Perfect, budget: Budget) -> Perfect:
        if isinstance(play, SearchedGame):
            play.budget = budget
        return play
