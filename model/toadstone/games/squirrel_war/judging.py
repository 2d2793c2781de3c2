"""How the questions about a Squirrel War position are answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toadstone import __version__
from toadstone.answer import SolverFacts, Status
from toadstone.errors import DisagreementError, LimitReachedError
from toadstone.games.squirrel_war.cell import Cell
from toadstone.games.squirrel_war.choosing import SolvedByTable, chooser
from toadstone.games.squirrel_war.endgame_table import EndgameTable
from toadstone.games.squirrel_war.horizon import SquirrelWarHorizon, other
from toadstone.games.squirrel_war.questions import BATTLE, BEAT, BEST_MOVE, MARGIN, SHARED
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import Player, Players, Side
from toadstone.plan import Reading
from toadstone.question import Question
from toadstone.simulator import Replay, crosscheck, replay
from toadstone.solver import Approach, Proof, Run, run
from toadstone.solving import solver_facts
from toadstone.two_player.answering import Inquiry, Judge, Judgement, confirmed_line
from toadstone.two_player.method import EXACT_SEARCH

Line = Replay[State, Cell]


def judge_best_move(inquiry: Inquiry) -> Judgement:
    """Choose a move by the method that the scenario states."""
    rules = _rules(inquiry)
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
    rules = _rules(inquiry)
    start = rules.start()
    table = EndgameTable(rules.scenario, _look_up(inquiry, MARGIN))
    play = SolvedByTable(rules, table)
    line = confirmed_line(rules, play.best_line(start), play.payoff(start))
    margin = table.margin(start)
    values = {
        "winner": _winner(margin),
        "margin": margin,
        "best_moves": [str(move) for move in play.best_moves(start)],
    }
    return Judgement(values, line, SolverFacts(method, __version__, {}, table.entries))


def judge_beat(inquiry: Inquiry) -> Judgement:
    """Find the best game of the side to move against a greedy opponent, by the horizon model."""
    rules, watch = _rules(inquiry), inquiry.watch
    mover = rules.scenario.turn
    horizon = SquirrelWarHorizon(rules.scenario, greedy=other(mover), keep_going=watch.keep_going)
    result, line = _extreme(inquiry, horizon, BEAT, largest=mover == "X")
    _expect_greed(rules, line, other(mover))
    margin = rules.figures(line.states[-1])["margin"]
    values = {
        "winner": _winner(margin),
        "margin": margin,
        "best_moves": [str(move) for move in line.moves[:1]],
    }
    return Judgement(values, line, solver_facts(watch.limits), _status(result), bound=result.bound)


def judge_shared(inquiry: Inquiry) -> Judgement:
    """Find the largest and the smallest margin that there can be, by the horizon model."""
    rules, watch = _rules(inquiry), inquiry.watch
    ends: dict[str, tuple[Run, Line]] = {}
    for name, largest in (("largest", True), ("smallest", False)):
        horizon = SquirrelWarHorizon(rules.scenario, keep_going=watch.keep_going)
        ends[name] = _extreme(inquiry, horizon, SHARED, largest=largest)
    lines = {name: line for name, (_, line) in ends.items()}
    margins = {name: rules.figures(line.states[-1])["margin"] for name, line in lines.items()}
    proven = all(result.proof is Proof.OPTIMAL for result, _ in ends.values())
    return Judgement(
        margins,
        lines["largest"],
        solver_facts(watch.limits),
        Status.OPTIMAL if proven else Status.FEASIBLE,
        {"games": {name: [str(move) for move in line.moves] for name, line in lines.items()}},
    )


def judge_battle(inquiry: Inquiry) -> Judgement:
    """Play the whole game of the scenario's two players."""
    rules = _rules(inquiry)
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
    best = [str(move) for move in moves[:1]]
    facts = SolverFacts(BATTLE.name, __version__, {})
    return Judgement({"winner": _winner(margin), "margin": margin, "best_moves": best}, line, facts)


JUDGES: Mapping[str, Judge] = {
    BEST_MOVE.name: judge_best_move,
    MARGIN.name: judge_margin,
    BEAT.name: judge_beat,
    SHARED.name: judge_shared,
    BATTLE.name: judge_battle,
}


def _rules(inquiry: Inquiry) -> SquirrelWarRules:
    if not isinstance(inquiry.rules, SquirrelWarRules):
        raise TypeError("these are the questions of another game")
    return inquiry.rules


def _by_side(players: Players) -> list[tuple[Side, Player]]:
    return [("X", players.X), ("O", players.O)]


def _winner(margin: int) -> str:
    return "draw" if margin == 0 else "X" if margin > 0 else "O"


def _status(result: Run) -> Status:
    return Status.OPTIMAL if result.proof is Proof.OPTIMAL else Status.FEASIBLE


def _look_up(inquiry: Inquiry, question: Question) -> Callable[[int], None]:
    """Return what looks at the clock, and tells how far a search is."""

    def look_up(count: int) -> None:
        inquiry.watch.keep_going()
        inquiry.reporting.tell(f"{question}: {count:,} positions")

    return look_up


def _extreme(
    inquiry: Inquiry, horizon: SquirrelWarHorizon, question: Question, *, largest: bool
) -> tuple[Run, Line]:
    """Return the game with the largest or smallest margin, as the simulator replays it.

    Raises:
        DisagreementError: the simulator does not confirm it, or the model has no game at all.
        LimitReachedError: a limit came before any game was found.
    """
    aim = horizon.model.maximize if largest else horizon.model.minimize
    aim(horizon.figures["margin"])
    result = run(
        horizon.model,
        inquiry.watch,
        inquiry.reporting.listeners(question),
        Approach(lead=horizon.lead),
    )
    if result.value_of is None:
        if result.proof is Proof.INFEASIBLE:
            raise DisagreementError("the rules allow a game, the model has none")
        raise LimitReachedError
    reading: Reading[Cell] = horizon.read(result.value_of)
    return result, crosscheck(inquiry.rules, reading)


def _expect_greed(rules: SquirrelWarRules, line: Line, side: Side) -> None:
    """Raise DisagreementError where a side does not move as the greedy search does."""
    greedy = chooser(rules, Player(method="greedy"), lambda nodes: None)
    for ply, (state, move) in enumerate(zip(line.states, line.moves, strict=False), 1):
        if state.turn == side and greedy(state).line[0] != move:
            raise DisagreementError(f"turn {ply}: a greedy {side} would not take {move}")
