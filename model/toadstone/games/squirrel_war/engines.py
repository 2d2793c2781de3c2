"""The engines of Squirrel War: choosing a move, perfect play, and the model of whole games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from toadstone.core import __version__
from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, LimitReachedError
from toadstone.core.question import Question
from toadstone.core.solution import Solution
from toadstone.engines.adversarial.minimax import Choice
from toadstone.engines.answer import SolverFacts, Status
from toadstone.engines.cp_sat.engine import CP_SAT
from toadstone.engines.engine import OR_TOOLS, Engine, EngineResult
from toadstone.engines.instance import Instance
from toadstone.games.squirrel_war.kernels import has_room
from toadstone.games.squirrel_war.players import (
    Perfect,
    TablePlay,
    chooser,
    first_best,
    is_searched,
    perfect_play,
    play_by_search,
    rules_of,
)
from toadstone.games.squirrel_war.questions import BATTLE, BEAT, BEST_MOVE, MARGIN, SHARED
from toadstone.games.squirrel_war.rules import SquirrelWarRules
from toadstone.games.squirrel_war.scenario import (
    Cell,
    Player,
    SquirrelWarScenario,
    other,
    winner_with,
)

if TYPE_CHECKING:
    from toadstone.games.squirrel_war.model import SquirrelWarHorizon
    from toadstone.services.export.parts import Aim


@dataclass(frozen=True, kw_only=True)
class QuestionEngine(Engine):
    """An engine that answers one question.

    Attributes:
        question: the question.
        find: answers it.
        room: returns whether there is room for a scenario; None where there always is, or where a
            table that turns out too large is undecided.
    """

    question: Question
    find: Callable[[Instance, Budget], EngineResult]
    room: Callable[[SquirrelWarScenario], bool] | None = None

    def supports(self, instance: Instance) -> bool:
        """Return whether the question is asked, of a scenario that there is room for."""
        asked = instance.ask == (self.question,)
        return asked and (self.room is None or self.room(rules_of(instance).scenario))

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Answer the question."""
        return self.find(instance, budget)


# Choosing moves by stated methods


def _find_move(method: str, instance: Instance, budget: Budget) -> EngineResult:
    """Choose a move by a search to the depth that the scenario states; it proves nothing."""
    scenario = _by_method(instance, method)
    rules = SquirrelWarRules(scenario)
    start, player = rules.start(), Player(method=scenario.method, depth=scenario.depth)
    choice = chooser(rules, player, budget)(start)
    end = start
    for move in choice.line:
        end = rules.play(end, move)
    if (reached := rules.lead(end, start.turn)) != choice.value:
        raise DisagreementError(f"the search says {choice.value}, its line leads to {reached}")
    plies = "one ply" if method == "greedy" else f"{scenario.depth} plies"
    settings = {} if method == "greedy" else {"depth": scenario.depth}
    return EngineResult(
        Status.FEASIBLE,
        (Solution(scenario, choice.line),),
        position={"best_moves": _texts(choice.line[:1]), "value": choice.value},
        caveat=f"looks {plies} ahead",
        facts=SolverFacts(method, __version__, settings),
    )


def _play_battle(instance: Instance, budget: Budget) -> EngineResult:
    """Play the game of the scenario's two players."""
    rules = rules_of(instance)
    players = rules.scenario.players
    if players is None:
        raise DisagreementError("a battle without players")
    choosers = {
        side: chooser(rules, player, budget)
        for side, player in (("X", players.X), ("O", players.O))
    }
    state, moves = rules.start(), list[Cell]()
    while rules.outcome(state) is None:
        budget.check()
        moves.append(choosers[state.turn](state).line[0])
        state = rules.play(state, moves[-1])
    figures = rules.figures(state)
    line = Solution(rules.scenario, tuple(moves), figures=figures)
    facts = SolverFacts(BATTLE.name, __version__, {})
    position = _margin_and_winner(figures["margin"])
    return EngineResult(Status.OPTIMAL, (line,), position=position, facts=facts)


def _by_method(instance: Instance, method: str) -> SquirrelWarScenario:
    return rules_of(instance).scenario.model_copy(update={"method": method})


# Perfect play


def _find_margin(
    play_of: Callable[[SquirrelWarRules, Budget], Perfect], instance: Instance, budget: Budget
) -> EngineResult:
    """Find the margin of perfect play, and every best move.

    The margin is found first, then a line that shows it, then the other best moves. Where time
    ends before the margin is known, the result is between which margins it lies.
    """
    rules = rules_of(instance)
    play, start = play_of(rules, budget), rules.start()
    line: Choice[Cell] | None = None
    with budget.stoppable():
        line = Choice(play.payoff(start), tuple(play.best_line(start)))
    if line is None:
        return EngineResult(Status.UNKNOWN, position=_bracket_of(play))
    firsts, proven = line.line[:1], False
    with budget.stoppable():
        firsts, line = play.best_moves(start), first_best(play, start)
        proven = True
    margin = line.value if start.turn == "X" else -line.value
    asked = instance.ask == (BEST_MOVE,)
    scenario = _by_method(instance, "exact") if asked else rules.scenario
    return EngineResult(
        Status.OPTIMAL if proven else Status.FEASIBLE,
        (Solution(scenario, line.line, payoff=line.value),),
        bounds=(margin,),
        position=_margin_and_winner(margin) | {"best_moves": _texts(firsts)},
        evidence=play if isinstance(play, TablePlay) else None,
    )


def _bracket_of(play: Perfect) -> dict[str, Any] | None:
    """Return what a search that was stopped knows of the margin, under the keys of an answer."""
    bracket = getattr(play, "bracket", None)
    if bracket is None:
        return None
    low, high = bracket
    winner = winner_with(low)
    known = {"winner": winner} if winner == winner_with(high) else {}
    return {**known, "margin_at_least": low, "margin_at_most": high}


def _margin_and_winner(margin: int) -> dict[str, Any]:
    return {"winner": winner_with(margin), "margin": margin}


def _texts(cells: Iterable[Cell]) -> list[str]:
    return [str(cell) for cell in cells]


# The model of whole games


def _find_best_against_greed(instance: Instance, budget: Budget) -> EngineResult:
    """Find the best game against a greedy opponent, and every first move that is as good."""
    from toadstone.games.squirrel_war.model import SquirrelWarHorizon

    scenario = rules_of(instance).scenario
    horizon = SquirrelWarHorizon(scenario, greedy=other(scenario.turn), budget=budget)
    line, bound, proven = _find_extreme(horizon, BEAT, budget, largest=scenario.turn == "X")
    margin, lines, complete = (line.figures or {})["margin"], [line], False
    if proven:
        with budget.stoppable():
            complete = _add_other_firsts(horizon, budget, margin, lines)
    firsts = sorted(each.moves[0] for each in lines if each.moves)
    return EngineResult(
        Status.OPTIMAL if complete else Status.FEASIBLE,
        tuple(lines),
        (bound,),
        position=_margin_and_winner(margin) | {"best_moves": _texts(firsts)},
        facts=CP_SAT.facts(budget),
    )


def _add_other_firsts(
    horizon: SquirrelWarHorizon, budget: Budget, margin: int, lines: list[Solution[Cell]]
) -> bool:
    """Add a game with this margin for every other first move; return whether all are known."""
    from toadstone.engines.cp_sat.solver import Proof, run

    horizon.model.clear_objective()  # type: ignore[no-untyped-call]
    horizon.model.add(horizon.figures["margin"] == margin)
    while lines[-1].moves:
        horizon.model.add(horizon.takes[1][lines[-1].moves[0]] == 0)
        found = run(horizon.model, budget, horizon.strategy, any_solution=True)
        if found.value_of is None:
            return found.proof is Proof.INFEASIBLE
        lines.append(horizon.read(found.value_of))
    return True


def _find_both_extremes(instance: Instance, budget: Budget) -> EngineResult:
    """Find the games with the largest and the smallest margin that there can be."""
    from toadstone.games.squirrel_war.model import SquirrelWarHorizon

    scenario = rules_of(instance).scenario
    games, all_proven = dict[str, Solution[Cell]](), True
    for name in ("largest", "smallest"):
        horizon = SquirrelWarHorizon(scenario, budget=budget)
        games[name], _, proven = _find_extreme(horizon, SHARED, budget, largest=name == "largest")
        all_proven = all_proven and proven
    return EngineResult(
        Status.OPTIMAL if all_proven else Status.FEASIBLE,
        tuple(games.values()),
        position={name: (line.figures or {})["margin"] for name, line in games.items()},
        details={"games": {name: _texts(line.moves) for name, line in games.items()}},
        facts=CP_SAT.facts(budget),
    )


def _find_extreme(
    horizon: SquirrelWarHorizon, question: Question, budget: Budget, *, largest: bool
) -> tuple[Solution[Cell], int | None, bool]:
    """Return the game with the largest or smallest margin, the bound, and whether it is proven.

    Raises:
        DisagreementError: the model has no game at all.
        LimitReachedError: a limit came before any game was found.
    """
    from toadstone.engines.cp_sat.solver import Proof, run

    set_objective = horizon.model.maximize if largest else horizon.model.minimize
    set_objective(horizon.figures["margin"])
    found = run(horizon.model, budget, horizon.strategy, question=question)
    if found.value_of is None:
        if found.proof is Proof.INFEASIBLE:
            raise DisagreementError("the rules allow a game, the model has none")
        raise LimitReachedError
    return horizon.read(found.value_of), found.bound, found.proof is Proof.OPTIMAL


def whole_models(instance: Instance, budget: Budget) -> Mapping[str, Aim]:
    """Return the models to export: one for `beat`, two for `shared`."""
    from toadstone.games.squirrel_war.model import SquirrelWarHorizon
    from toadstone.services.export.parts import Objective

    scenario = rules_of(instance).scenario
    greedy, aims = None, {"largest": True, "smallest": False}
    if instance.ask == (BEAT,):
        greedy, aims = other(scenario.turn), {"model": scenario.turn == "X"}
    return {
        name: (
            SquirrelWarHorizon(scenario, greedy=greedy, budget=budget),
            Objective({"margin": 1}, maximise=largest),
        )
        for name, largest in aims.items()
    }


# The engines


def stated_method(scenario: SquirrelWarScenario, ask: tuple[Question, ...]) -> str | None:
    """Return the method that the scenario names for its best move, or that suits it otherwise."""
    if ask == (MARGIN,) and is_searched(scenario):
        return "compiled-search"
    return scenario.method if ask == (BEST_MOVE,) else None


def _choosing(name: str, meaning: str, guarantee: str) -> QuestionEngine:
    find = partial(_find_move, name)
    return QuestionEngine(name, meaning, guarantee, chooses=True, question=BEST_MOVE, find=find)


def _perfect(
    name: str,
    meaning: str,
    question: Question,
    play_of: Callable[[SquirrelWarRules, Budget], Perfect],
    room: Callable[[SquirrelWarScenario], bool] | None = None,
) -> QuestionEngine:
    find, guarantee = partial(_find_margin, play_of), "proves the best"
    return QuestionEngine(name, meaning, guarantee, question=question, find=find, room=room)


def _by_model(
    question: Question, find: Callable[[Instance, Budget], EngineResult]
) -> QuestionEngine:
    meaning = "one constraint model of whole games"
    return QuestionEngine(
        CP_SAT.name, meaning, "proves the best", library=OR_TOOLS, question=question, find=find
    )


_TO_A_DEPTH = "proves the best to that depth"
_TABLE = "an endgame table of all that can come"

ENGINES: tuple[Engine, ...] = (
    _choosing("greedy", "the move that gains most at once", "proves nothing"),
    _choosing("minimax", "every line of play to a depth", _TO_A_DEPTH),
    _choosing(
        "alpha-beta", "lines of play to a depth, without those that cannot matter", _TO_A_DEPTH
    ),
    _perfect("exact", f"{_TABLE}, or a search of it", BEST_MOVE, perfect_play),
    _perfect("exact-search", _TABLE, MARGIN, TablePlay),
    _perfect(
        "compiled-search",
        "whether the margin is at least so much, asked again and again",
        MARGIN,
        play_by_search,
        has_room,
    ),
    QuestionEngine(
        BATTLE.name,
        "each side by its own method",
        "the game itself",
        chooses=True,
        question=BATTLE,
        find=_play_battle,
    ),
    _by_model(BEAT, _find_best_against_greed),
    _by_model(SHARED, _find_both_extremes),
)
