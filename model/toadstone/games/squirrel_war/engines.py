"""The engines of Squirrel War: choosing a move, perfect play, and the model of whole games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toadstone.core import __version__
from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, LimitReachedError
from toadstone.core.question import Question
from toadstone.core.solution import Solution
from toadstone.engines.adversarial.minimax import Choice
from toadstone.engines.answer import SolverFacts, Status
from toadstone.engines.cp_sat.engine import LIBRARY, SOLVER_NAME, solver_facts
from toadstone.engines.engine import Engine, EngineResult
from toadstone.engines.instance import Instance
from toadstone.games.squirrel_war.live_cells import has_room
from toadstone.games.squirrel_war.players import (
    Perfect,
    SolvedByTable,
    chooser,
    first_best,
    is_searched,
    perfect_play,
    rules_of,
    searched_play,
    table_play,
)
from toadstone.games.squirrel_war.questions import BATTLE, BEAT, BEST_MOVE, MARGIN, SHARED
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import Cell, Player, SquirrelWarScenario

if TYPE_CHECKING:
    from toadstone.engines.cp_sat.solver import Run
    from toadstone.games.squirrel_war.model import SquirrelWarHorizon


@dataclass(frozen=True, kw_only=True)
class OfOneQuestion(Engine):
    """An engine that answers one question.

    Attributes:
        question: the question.
    """

    question: Question

    def supports(self, instance: Instance) -> bool:
        """Return whether the question is asked."""
        return instance.ask == (self.question,)


@dataclass(frozen=True, kw_only=True)
class Choosing(OfOneQuestion):
    """Chooses a move by a search of some depth, as the scenario states it; it proves nothing."""

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Choose a move by this method, to the depth that the scenario states."""
        scenario = by_method(instance, self.name)
        rules = SquirrelWarRules(scenario)
        player = Player(method=scenario.method, depth=scenario.depth)
        start = rules.start()
        choice = chooser(rules, player, budget)(start)
        line = Solution(scenario, choice.line)
        reached = rules.lead(_end_of(rules, choice.line), start.turn)
        if reached != choice.value:
            raise DisagreementError(f"the search says {choice.value}, its line leads to {reached}")
        settings = {} if self.name == "greedy" else {"depth": scenario.depth}
        return EngineResult(
            Status.FEASIBLE,
            (line,),
            position={"best_moves": _first(choice.line), "value": choice.value},
            caveat="looks one ply ahead" if not settings else f"looks {scenario.depth} plies ahead",
            facts=SolverFacts(self.name, __version__, settings),
        )


@dataclass(frozen=True, kw_only=True)
class PerfectPlay(OfOneQuestion):
    """Perfect play to the end of the game.

    Attributes:
        play: returns what knows the payoff of all positions that can come of the start.
        room: returns whether that has room for a scenario.
    """

    play: Callable[[SquirrelWarRules, Budget], Perfect]
    room: Callable[[SquirrelWarScenario], bool] = has_room

    def supports(self, instance: Instance) -> bool:
        """Return whether the question is asked, of a scenario that there is room for."""
        return super().supports(instance) and self.room(rules_of(instance).scenario)

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Find the margin of perfect play, and every best move.

        The margin is found first, then a line that shows it, then the other best moves. Where time
        ends before the margin is known, the result is between which margins it lies.
        """
        rules = rules_of(instance)
        play, start = self.play(rules, budget), rules.start()
        line: Choice[Cell] | None = None
        with budget.stoppable():
            line = Choice(play.payoff(start), tuple(play.best_line(start)))
        if line is None:
            return EngineResult(Status.UNKNOWN, position=bracket_of(play))
        firsts, proven = line.line[:1], False
        with budget.stoppable():
            firsts, line = play.best_moves(start), first_best(play, start)
            proven = True
        margin = line.value if start.turn == "X" else -line.value
        asked = self.question == BEST_MOVE
        scenario = by_method(instance, "exact") if asked else rules.scenario
        return EngineResult(
            Status.OPTIMAL if proven else Status.FEASIBLE,
            (Solution(scenario, line.line, payoff=line.value),),
            bounds=(margin,),
            position={"winner": winner(margin), "margin": margin, "best_moves": _texts(firsts)},
            evidence=play if isinstance(play, SolvedByTable) else None,
        )


def bracket_of(play: Perfect) -> dict[str, Any] | None:
    """Return what a search that was stopped knows of the margin, under the keys of an answer."""
    bracket = getattr(play, "bracket", None)
    if bracket is None:
        return None
    low, high = bracket
    known = {"winner": winner(low)} if winner(low) == winner(high) else {}
    return {**known, "margin_at_least": low, "margin_at_most": high}


@dataclass(frozen=True, kw_only=True)
class Battle(OfOneQuestion):
    """The whole game of the scenario's two players."""

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Play the game."""
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
        position = {"winner": winner(figures["margin"]), "margin": figures["margin"]}
        line = Solution(rules.scenario, tuple(moves), figures=figures)
        facts = SolverFacts(BATTLE.name, __version__, {})
        return EngineResult(Status.OPTIMAL, (line,), position=position, facts=facts)


@dataclass(frozen=True, kw_only=True)
class BestAgainstGreedy(OfOneQuestion):
    """The best game against a greedy opponent, by the horizon model."""

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Find the best game of the side to move, and every first move that is as good."""
        from toadstone.games.squirrel_war.model import SquirrelWarHorizon, other

        scenario = rules_of(instance).scenario
        horizon = SquirrelWarHorizon(scenario, greedy=other(scenario.turn), budget=budget)
        best, line = _extreme(horizon, self.question, budget, largest=scenario.turn == "X")
        margin, lines, complete = (line.figures or {})["margin"], [line], False
        if _is_proven(best):
            with budget.stoppable():
                complete = _add_other_firsts(horizon, budget, margin, lines)
        firsts = sorted(each.moves[0] for each in lines if each.moves)
        return EngineResult(
            Status.OPTIMAL if complete else Status.FEASIBLE,
            tuple(lines),
            (best.bound,),
            position={"winner": winner(margin), "margin": margin, "best_moves": _texts(firsts)},
            facts=solver_facts(budget),
        )


def _add_other_firsts(
    horizon: SquirrelWarHorizon, budget: Budget, margin: int, lines: list[Solution[Cell]]
) -> bool:
    """Add a game with this margin for every other first move; return whether all are known."""
    from toadstone.engines.cp_sat.solver import Approach, Proof, run

    horizon.model.clear_objective()  # type: ignore[no-untyped-call]
    horizon.model.add(horizon.figures["margin"] == margin)
    while lines[-1].moves:
        horizon.model.add(horizon.takes[1][lines[-1].moves[0]] == 0)
        approach = Approach(any_solution=True, strategy=horizon.strategy)
        found = run(horizon.model, budget, approach)
        if found.value_of is None:
            return found.proof is Proof.INFEASIBLE
        lines.append(horizon.read(found.value_of))
    return True


@dataclass(frozen=True, kw_only=True)
class Together(OfOneQuestion):
    """The largest and the smallest margin that there can be, by the horizon model."""

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Find the games with both margins."""
        from toadstone.games.squirrel_war.model import SquirrelWarHorizon

        scenario = rules_of(instance).scenario
        lines, proven = list[Solution[Cell]](), True
        for largest in (True, False):
            horizon = SquirrelWarHorizon(scenario, budget=budget)
            found, line = _extreme(horizon, self.question, budget, largest=largest)
            lines.append(line)
            proven = proven and _is_proven(found)
        games = dict(zip(("largest", "smallest"), lines, strict=True))
        return EngineResult(
            Status.OPTIMAL if proven else Status.FEASIBLE,
            tuple(lines),
            position={name: (line.figures or {})["margin"] for name, line in games.items()},
            details={"games": {name: _texts(line.moves) for name, line in games.items()}},
            facts=solver_facts(budget),
        )


def _extreme(
    horizon: SquirrelWarHorizon, question: Question, budget: Budget, *, largest: bool
) -> tuple[Run, Solution[Cell]]:
    """Return the game with the largest or smallest margin.

    Raises:
        DisagreementError: the model has no game at all.
        LimitReachedError: a limit came before any game was found.
    """
    from toadstone.engines.cp_sat.solver import Approach, Proof, run

    set_objective = horizon.model.maximize if largest else horizon.model.minimize
    set_objective(horizon.figures["margin"])
    found = run(horizon.model, budget, Approach(strategy=horizon.strategy, question=question))
    if found.value_of is None:
        if found.proof is Proof.INFEASIBLE:
            raise DisagreementError("the rules allow a game, the model has none")
        raise LimitReachedError
    return found, horizon.read(found.value_of)


def by_method(instance: Instance, method: str) -> SquirrelWarScenario:
    """Return the scenario with its move chosen by this method."""
    return rules_of(instance).scenario.model_copy(update={"method": method})


def stated_method(scenario: SquirrelWarScenario, ask: tuple[Question, ...]) -> str | None:
    """Return the method that the scenario names for its best move, or that suits it otherwise."""
    if ask == (MARGIN,) and is_searched(scenario):
        return "compiled-search"
    return scenario.method if ask == (BEST_MOVE,) else None


def winner(margin: int) -> str:
    """Return the side that a margin makes the winner, or `draw`."""
    return "draw" if margin == 0 else "X" if margin > 0 else "O"


def _is_proven(found: Run) -> bool:
    from toadstone.engines.cp_sat.solver import Proof

    return found.proof is Proof.OPTIMAL


def _end_of(rules: SquirrelWarRules, moves: tuple[Cell, ...]) -> State:
    state = rules.start()
    for move in moves:
        state = rules.play(state, move)
    return state


def _first(line: tuple[Cell, ...]) -> list[str]:
    return _texts(line[:1])


def _texts(cells: Any) -> list[str]:
    return [str(cell) for cell in cells]


def _any_room(scenario: SquirrelWarScenario) -> bool:
    """Return True: a table that turns out too large is undecided."""
    return True


_TO_A_DEPTH = "proves the best to that depth"

ENGINES: tuple[Engine, ...] = (
    Choosing(
        "greedy",
        "the move that gains most at once",
        "proves nothing",
        chooses=True,
        question=BEST_MOVE,
    ),
    Choosing(
        "minimax", "every line of play to a depth", _TO_A_DEPTH, chooses=True, question=BEST_MOVE
    ),
    Choosing(
        "alpha-beta",
        "lines of play to a depth, without those that cannot matter",
        _TO_A_DEPTH,
        chooses=True,
        question=BEST_MOVE,
    ),
    PerfectPlay(
        "exact",
        "an endgame table of all that can come, or a search of it",
        "proves the best",
        question=BEST_MOVE,
        play=perfect_play,
        room=_any_room,
    ),
    PerfectPlay(
        "exact-search",
        "an endgame table of all that can come",
        "proves the best",
        question=MARGIN,
        play=table_play,
        room=_any_room,
    ),
    PerfectPlay(
        "compiled-search",
        "whether the margin is at least so much, asked again and again",
        "proves the best",
        question=MARGIN,
        play=searched_play,
    ),
    Battle(
        BATTLE.name,
        "each side by its own method",
        "the game itself",
        chooses=True,
        question=BATTLE,
    ),
    BestAgainstGreedy(
        SOLVER_NAME,
        "one constraint model of whole games",
        "proves the best",
        library=LIBRARY,
        question=BEAT,
    ),
    Together(
        SOLVER_NAME,
        "one constraint model of whole games",
        "proves the best",
        library=LIBRARY,
        question=SHARED,
    ),
)
