"""The engines of Squirrel War, and its adviser: perfect play, and whole games."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import DisagreementError, LimitReachedError
from toadstone.core.line import Line
from toadstone.core.question import Question, Sense
from toadstone.core.rules import TwoPlayerRules
from toadstone.core.solution import Conditions, Solution
from toadstone.engines.adversarial.alpha_beta import Evaluation
from toadstone.engines.adversarial.perfect_play import PerfectPlay, SearchedGame, SolvedGame
from toadstone.engines.adversarial.query import winner_of
from toadstone.engines.answer import PositionResult, Status
from toadstone.engines.cp_sat.engine import CP_SAT, solve_in_order
from toadstone.engines.engine import NUMBA, OR_TOOLS, EngineResult, FunctionEngine, has_library
from toadstone.engines.instance import Instance
from toadstone.games.squirrel_war.kernels import has_room
from toadstone.games.squirrel_war.questions import BEAT, MARGIN, SHARED
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import Cell, Side, SquirrelWarScenario, other
from toadstone.play.adviser import TimelyAdviser

if TYPE_CHECKING:
    from toadstone.games.squirrel_war.model import SquirrelWarHorizon

Perfect = SolvedGame[State, Cell]

MOST_EMPTY_IN_A_TABLE = 12
"""Empty cells up to which an endgame table is made faster than compiled code is loaded."""

MEMORY_OF_HINTS = 1 << 28
"""Bytes that the search may take while a game is played."""


def rules_of(instance: Instance) -> SquirrelWarRules:
    """Return the rules of an instance of this game."""
    return cast(SquirrelWarRules, instance.rules)


def lead(scenario: SquirrelWarScenario) -> Evaluation[State]:
    """Return the lead in points."""
    return SquirrelWarRules(scenario).lead


def conditions(scenario: SquirrelWarScenario, ask: tuple[Question, ...]) -> Conditions[State, Cell]:
    """Return the conditions on a line of play: the opponent of `beat` is greedy."""
    if ask != (BEAT,):
        return Conditions()
    rules = SquirrelWarRules(scenario)

    def why_not_greedy(state: State, move: Cell) -> str | None:
        moves = rules.legal_moves(state)
        most = max(moves, key=lambda each: rules.lead(rules.play(state, each), state.turn))
        fits = state.turn == scenario.turn or move == most
        return None if fits else f"{state.turn} (greedy) takes {most} here, not {move}"

    return Conditions(why_excluded=why_not_greedy)


# Perfect play


def perfect_play(
    rules: SquirrelWarRules,
    budget: Budget,
    memory: int | None = None,
    *,
    searched: bool | None = None,
) -> Perfect:
    """Return perfect play by a search with so many bytes, or by a table; by default the faster.

    Without compiled code, it is the search of every game.
    """
    if not has_library(NUMBA):
        return PerfectPlay(rules, budget)
    if is_searched(rules.scenario) if searched is None else searched:
        from toadstone.games.squirrel_war.search import SearchedPlay

        return SearchedPlay(rules, budget, memory)
    from toadstone.games.squirrel_war.kernels.endgame_table import EndgameTable

    return EndgameTable(rules, budget)


def is_searched(scenario: SquirrelWarScenario) -> bool:
    """Return whether perfect play is better searched than looked up in a table."""
    is_large = len(scenario.empty_cells) > MOST_EMPTY_IN_A_TABLE
    return is_large and has_room(scenario) and has_library(NUMBA)


def _find_margin(instance: Instance, budget: Budget, searched: bool | None = None) -> EngineResult:
    """Find the margin of perfect play, then a line that shows it, then the other best moves.

    If time ends before the margin is known, the result is the bracket in which it lies.
    """
    rules = rules_of(instance)
    play, start = perfect_play(rules, budget, searched=searched), rules.start()
    solved: tuple[int, tuple[Cell, ...]] | None = None
    with budget.stoppable():
        solved = play.payoff(start), tuple(play.best_line(start))
    if solved is None:
        return EngineResult(Status.UNKNOWN, position=_bracket_of(play))
    payoff, line = solved
    best_moves, proven = line[:1], False
    with budget.stoppable():
        every = play.best_moves(start)
        after = rules.play(start, every[0]) if every else start
        best_moves, line, proven = every, (*every[:1], *play.best_line(after)), True
    margin = payoff if start.turn == "X" else -payoff
    return EngineResult(
        Status.OPTIMAL if proven else Status.FEASIBLE,
        (Solution(rules.scenario, line, payoff=payoff),),
        bounds=(margin,),
        position=replace(_margin_and_winner(rules, margin), best_moves=tuple(map(str, best_moves))),
        evidence=None if isinstance(play, SearchedGame) else play,
    )


def _bracket_of(play: Perfect) -> PositionResult | None:
    """Return the bracket of the margin that a stopped search knows."""
    bracket = getattr(play, "bracket", None)
    if bracket is None:
        return None
    low, high = (winner_of(play.rules, "X", margin) for margin in bracket)
    winner = low if low == high else None
    return PositionResult(winner=winner, margin_at_least=bracket[0], margin_at_most=bracket[1])


def _margin_and_winner(rules: TwoPlayerRules[State, Cell], margin: int) -> PositionResult:
    return PositionResult(winner=winner_of(rules, "X", margin), margin=margin)


class SquirrelWarAdviser(TimelyAdviser[State, Cell]):
    """Advises both sides; the play of a position serves all positions that follow."""

    rules: SquirrelWarRules

    def __init__(self, instance: Instance) -> None:
        rules = rules_of(instance)
        super().__init__(rules, rules.lead)
        self._solved: dict[State, Perfect] = {}

    def prepare(self) -> None:
        """Have the search compiled, which takes some seconds when it was just installed."""
        if is_searched(self.rules.scenario):
            from toadstone.games.squirrel_war.search import warm_up

            with suppress(MemoryError):
                warm_up(UNLIMITED)

    def exact_play(self, game: Line[State, Cell], budget: Budget) -> Perfect:
        """Return the play of a position that the game has been in, or else a new one."""
        for state in game.states:
            if play := self._solved.get(state):
                if isinstance(play, SearchedGame):
                    play.budget = budget
                return play
        rows, turn = game.state.board.split("/"), game.state.turn
        rules = SquirrelWarRules(self.rules.scenario.continue_from(rows, turn))
        play = perfect_play(rules, budget, MEMORY_OF_HINTS)
        self._solved = {game.state: play}
        return play


# The model of whole games


def _find_by_model(instance: Instance, budget: Budget) -> EngineResult:
    find = _find_best_against_greed if instance.ask == (BEAT,) else _find_both_extremes
    return find(instance, budget)


def _find_best_against_greed(instance: Instance, budget: Budget) -> EngineResult:
    """Find the best game against a greedy opponent, and every first move that is as good."""
    turn = rules_of(instance).scenario.turn
    horizon, best = _find_extreme(instance, budget, largest=turn == "X", greedy=other(turn))
    lines, complete = [*best.solutions], False
    margin = (lines[0].figures or {})["margin"]
    if best.status is Status.OPTIMAL:
        with budget.stoppable():
            complete = _add_other_firsts(horizon, budget, lines)
    firsts = sorted(each.moves[0] for each in lines if each.moves)
    return EngineResult(
        Status.OPTIMAL if complete else Status.FEASIBLE,
        tuple(lines),
        best.bounds,
        position=replace(
            _margin_and_winner(rules_of(instance), margin), best_moves=tuple(map(str, firsts))
        ),
        facts=CP_SAT.facts(budget),
    )


def _add_other_firsts(
    horizon: SquirrelWarHorizon, budget: Budget, lines: list[Solution[Cell]]
) -> bool:
    """Add a game with the margin held for every other first move; return whether all are known."""
    from toadstone.engines.cp_sat.solver import run

    horizon.model.clear_objective()  # type: ignore[no-untyped-call]
    while lines[-1].moves:
        horizon.model.add(horizon.takes[1][lines[-1].moves[0]] == 0)
        result = run(horizon.model, budget, horizon.strategy, any_solution=True)
        if result.value_of is None:
            return result.status is Status.INFEASIBLE
        lines.append(horizon.read(result.value_of))
    return True


def _find_both_extremes(instance: Instance, budget: Budget) -> EngineResult:
    """Find the games with the largest and the smallest margin that there can be."""
    results = {
        name: _find_extreme(instance, budget, largest=name == "largest", greedy=None)[1]
        for name in ("largest", "smallest")
    }
    games = {name: each.solutions[0] for name, each in results.items()}
    proven = all(each.status is Status.OPTIMAL for each in results.values())
    return EngineResult(
        Status.OPTIMAL if proven else Status.FEASIBLE,
        tuple(games.values()),
        position=PositionResult(
            margins={name: (line.figures or {})["margin"] for name, line in games.items()},
            games={name: tuple(map(str, line.moves)) for name, line in games.items()},
        ),
        facts=CP_SAT.facts(budget),
    )


def _find_extreme(
    instance: Instance, budget: Budget, *, largest: bool, greedy: Side | None
) -> tuple[SquirrelWarHorizon, EngineResult]:
    """Find the game with the largest or the smallest margin, and the model that has it.

    Raises LimitReachedError if there was no time.
    """
    from toadstone.games.squirrel_war.model import SquirrelWarHorizon

    horizon = SquirrelWarHorizon(rules_of(instance).scenario, greedy=greedy, budget=budget)
    sense = Sense.MAXIMISE if largest else Sense.MINIMISE
    margin = replace(instance.ask[0], sense=sense, figure="margin")
    result = solve_in_order(horizon, (margin,), budget)
    if result.status is Status.INFEASIBLE:
        raise DisagreementError("the rules allow a game, the model has none")
    if not result.solutions:
        raise LimitReachedError
    return horizon, result


# The engines


def stated_method(scenario: SquirrelWarScenario, ask: tuple[Question, ...]) -> str | None:
    """Return the method that suits a position."""
    return "compiled-search" if ask == (MARGIN,) and is_searched(scenario) else None


_MARGIN = frozenset({MARGIN.name})

ENGINES = (
    FunctionEngine(
        "exact-search",
        "an endgame table of all that can come",
        questions=_MARGIN,
        find=partial(_find_margin, searched=False),
    ),
    FunctionEngine(
        "compiled-search",
        "whether the margin is at least so much, asked again and again",
        library=NUMBA,
        questions=_MARGIN,
        find=partial(_find_margin, searched=True),
        room=has_room,
    ),
    FunctionEngine(
        CP_SAT.name,
        "one constraint model of whole games",
        library=OR_TOOLS,
        questions=frozenset({BEAT.name, SHARED.name}),
        find=_find_by_model,
    ),
)
