"""How the questions about a Squirrel War position are answered, by search."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toadstone import __version__
from toadstone.core.answer import SolverFacts
from toadstone.core.errors import DisagreementError
from toadstone.core.question import Question
from toadstone.core.replay import Replay, replay
from toadstone.engines.adversarial.answering import Inquiry, Judge, Judgement, confirmed_line
from toadstone.engines.adversarial.method import EXACT_SEARCH
from toadstone.games.squirrel_war.choosing import SolvedByTable, chooser
from toadstone.games.squirrel_war.questions import BATTLE, BEST_MOVE, MARGIN
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import Cell, Player, Players, Side

Line = Replay[State, Cell]


def judge_best_move(inquiry: Inquiry) -> Judgement:
    """Choose a move by the method that the scenario states."""
    rules = rules_of(inquiry)
    scenario, start = rules.scenario, rules.start()
    if scenario.method == "exact":
        return _perfectly(inquiry, scenario.method)
    player = Player(method=scenario.method, depth=scenario.depth)
    choice = chooser(rules, player, _look_up(inquiry, BEST_MOVE))(start)
    line = replay(rules, choice.line, must_end=False)
    reached = rules.lead(line.states[-1], start.turn)
    if line.failure or reached != choice.value:
        raise DisagreementError(f"the search says {choice.value}, its line leads to {reached}")
    best = [str(move) for move in choice.line[:1]]
    settings = {} if scenario.method == "greedy" else {"depth": scenario.depth}
    facts = SolverFacts(scenario.method, __version__, settings)
    return Judgement({"best_moves": best, "value": choice.value}, line, facts)


def judge_margin(inquiry: Inquiry) -> Judgement:
    """Find the margin of perfect play, and every best move, by an endgame table."""
    return _perfectly(inquiry, EXACT_SEARCH.name)


def _perfectly(inquiry: Inquiry, method: str) -> Judgement:
    from toadstone.games.squirrel_war.endgame_table import EndgameTable

    rules = rules_of(inquiry)
    start = rules.start()
    table = EndgameTable(rules.scenario, _look_up(inquiry, MARGIN))
    play = SolvedByTable(rules, table)
    line = confirmed_line(rules, play.best_line(start), play.payoff(start))
    margin = table.margin(start)
    values = {
        "winner": winner(margin),
        "margin": margin,
        "best_moves": [str(move) for move in play.best_moves(start)],
    }
    return Judgement(values, line, SolverFacts(method, __version__, {}, table.entries))


def judge_battle(inquiry: Inquiry) -> Judgement:
    """Play the whole game of the scenario's two players."""
    rules = rules_of(inquiry)
    players = rules.scenario.players
    if players is None:
        raise DisagreementError("a battle without players")
    look_up = _look_up(inquiry, BATTLE)
    choosers = {side: chooser(rules, player, look_up) for side, player in _by_side(players)}
    state, moves = rules.start(), []
    while rules.outcome(state) is None:
        inquiry.watch.keep_going()
        moves.append(choosers[state.turn](state).line[0])
        state = rules.play(state, moves[-1])
    line = replay(rules, moves)
    margin = rules.figures(state)["margin"]
    facts = SolverFacts(BATTLE.name, __version__, {})
    return Judgement({"winner": winner(margin), "margin": margin}, line, facts)


JUDGES: Mapping[str, Judge] = {
    BEST_MOVE.name: judge_best_move,
    MARGIN.name: judge_margin,
    BATTLE.name: judge_battle,
}


def rules_of(inquiry: Inquiry) -> SquirrelWarRules:
    """Return the rules of the game in question."""
    if not isinstance(inquiry.rules, SquirrelWarRules):
        raise TypeError("these are the questions of another game")
    return inquiry.rules


def _by_side(players: Players) -> list[tuple[Side, Player]]:
    return [("X", players.X), ("O", players.O)]


def winner(margin: int) -> str:
    """Return the side that a margin makes the winner, or `draw`."""
    return "draw" if margin == 0 else "X" if margin > 0 else "O"


def _look_up(inquiry: Inquiry, question: Question) -> Callable[[int], None]:
    """Return what looks at the clock, and tells how far a search is."""

    def look_up(count: int) -> None:
        inquiry.watch.keep_going()
        inquiry.reporting.tell(f"{question}: {count:,} positions")

    return look_up
