"""Advisers: hints for a player; in a one-player game, from the best plan."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, LimitReachedError
from toadstone.core.line import SOLE_SIDE
from toadstone.core.replay import Replay, replay
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.answer import Answer, Status
from toadstone.engines.answering import answer, engine_for
from toadstone.engines.engine import load_library
from toadstone.engines.instance import Instance
from toadstone.engines.parts import SEARCH_PROBLEM
from toadstone.engines.search.graph_search import a_star, backtracking
from toadstone.engines.search.problem import Cost, RulesProblem
from toadstone.play.advice import Advice, Adviser, AnyLine, Continuation, Outlook, Verdict
from toadstone.play.parts import ADVISER, CONTINUED


def problem_by_the_rules(instance: Instance, budget: Budget) -> RulesProblem[Any, Any] | None:
    """Return the search problem, which can start anywhere if its states are those of the rules."""
    if SEARCH_PROBLEM not in instance.game.parts or instance.unsupported(SEARCH_PROBLEM):
        return None
    problem = instance.game.get(SEARCH_PROBLEM)(instance.scenario, instance.ask, budget)
    return problem if isinstance(problem, RulesProblem) else None


def to_go_on_with(instance: Instance) -> Instance:
    """Return the questions of a game that has begun.

    What a question would change of the scenario is fixed once the game has begun, and of a
    front only its first question can be followed.
    """
    open_ = [question for question in instance.ask if not question.changes_scenario]
    asked = open_[:1] if instance.front else open_
    return instance.asking(*asked or [instance.game.decision])


def adviser_for(instance: Instance) -> Adviser:
    """Return the adviser of a game that is played for these questions.

    Where the game's own does not support the scenario, it is one that asks the simulator.
    """
    if (make := instance.game.find(ADVISER)) and not instance.asking().unsupported(ADVISER):
        return make(instance)
    if isinstance(instance.rules, TwoPlayerRules):
        from toadstone.play.two_player_adviser import PerfectPlayAdviser

        return PerfectPlayAdviser(instance)
    return PlanAdviser(instance)


class PlanAdviser:
    """Advises a single player, using the best plan from the current state.

    It keeps the plan: while the game follows it, no new search is needed.
    """

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._kept_after: tuple[Any, ...] = ()
        self._kept: Advice[Any] | None = None

    def prepare(self) -> None:
        """Load the engine's library, if it needs one."""
        library = engine_for(self.instance).library
        if library is not None and CONTINUED in self.instance.game.parts:
            load_library(library)

    def outlook(self, game: AnyLine, budget: Budget, *, plies: bool = True) -> Outlook:
        """Return the best result of the game that is still possible."""
        if game.ending is not None:
            return outlook_at_end(self.instance, game)
        said = self.advise(game, budget)
        proven = said.verdict is not Verdict.UNDECIDED and said.proven
        return Outlook(
            SOLE_SIDE, said.verdict, figures=said.figures, bounds=said.bounds, proven=proven
        )

    def line(self, game: AnyLine, budget: Budget) -> Advice[Any]:
        """Return the advice, which includes the whole plan."""
        return self.advise(game, budget)

    def advise(self, game: AnyLine, budget: Budget) -> Advice[Any]:
        """Return the next move of the best plan, or that no plan wins from here."""
        if kept := self._from_the_plan_in_hand(game):
            return kept
        if continued := self.instance.game.find(CONTINUED):
            advice = self._solve(game, continued(self.instance.scenario, game), budget)
        else:
            advice = self._search(game, budget) or any_win(game, budget)
        if advice.proven and advice.moves:
            self._kept_after, self._kept = game.moves, advice
        return advice

    def _from_the_plan_in_hand(self, game: AnyLine) -> Advice[Any] | None:
        if self._kept is None:
            return None
        whole = (*self._kept_after, *self._kept.line)
        done = len(game.moves)
        if not len(self._kept_after) <= done < len(whole) or game.moves != whole[:done]:
            return None
        line = whole[done:]
        return replace(self._kept, moves=line[:1], line=line)

    def _solve(self, game: AnyLine, continuation: Continuation, budget: Budget) -> Advice[Any]:
        said = answer(self.instance.about(continuation.scenario), budget)
        if said.interrupted:
            raise KeyboardInterrupt
        if said.replay is None:
            lost = said.status is Status.INFEASIBLE
            return Advice(Verdict.LOST if lost else Verdict.UNDECIDED)
        line = said.replay.moves[continuation.played :]
        verdict = Verdict.WON if line else Verdict.LOST
        proven = said.status is Status.OPTIMAL
        figures = self._figures(game, line)
        bounds = {} if proven else self._bounds(said, said.replay, figures)
        return Advice(verdict, line[:1], figures, proven, line, bounds)

    def _search(self, game: AnyLine, budget: Budget) -> Advice[Any] | None:
        """Search from the current state; None where the game's search cannot start there."""
        problem = problem_by_the_rules(self.instance, budget)
        if problem is None:
            return None
        problem.begun = game.state
        try:
            found = a_star(problem, budget)
        except (LimitReachedError, MemoryError):
            return Advice(Verdict.UNDECIDED)
        if found.goal is None:
            return Advice(Verdict.LOST)
        line = tuple(node.move for node in found.goal.line()[1:])
        return Advice(Verdict.WON, line[:1], self._figures(game, line), True, line)

    def _bounds(
        self, said: Answer, plan: Replay[Any, Any], figures: dict[str, int]
    ) -> dict[str, int]:
        """Return the bound on the first question that has a figure, for the whole game."""
        for question, bound in zip(said.ask, said.bounds, strict=True):
            if question.figure is not None:
                before = figures[question.name] - plan.figures[question.figure]
                return {} if bound is None else {question.name: bound + before}
        return {}

    def _figures(self, game: AnyLine, line: tuple[Any, ...]) -> dict[str, int]:
        """Measure the whole game that ends with a line, on the rules that it is played by."""
        asked = self.instance
        whole = replay(game.rules, (*game.moves, *line), asked.conditions)
        if whole.failure:
            raise DisagreementError(
                f"turn {whole.failure.turn}: the continued scenario has a plan, the game played "
                f"says: {whole.failure.reason}"
            )
        return {each.name: whole.figures[each.figure] for each in asked.ask if each.figure}


def outlook_at_end(instance: Instance, game: AnyLine) -> Outlook:
    """Return the result of a finished one-player game.

    Where he only has to last long, the turn in which he lost does not count.
    """
    rules, conditions = game.rules, instance.conditions
    over = game.ending
    lost = over is None or over.is_loss
    if lost and conditions.must_end:
        return Outlook(SOLE_SIDE, Verdict.LOST)
    line = replay(rules, game.moves, conditions)
    if line.failure:
        line = replay(rules, game.moves[:-1], conditions)
    figures = {each.name: line.figures[each.figure] for each in instance.ask if each.figure}
    return Outlook(SOLE_SIDE, Verdict.LOST if lost else Verdict.WON, figures=figures)


class _FromHere(RulesProblem[Any, Any]):
    """Any win from the state that a game has come to."""

    zero = ()

    def __init__(self, game: AnyLine) -> None:
        super().__init__(game.rules)
        self.begun = game.state

    def cost(self, before: Any, move: Any, after: Any) -> Cost:
        """Return nothing: any win will do."""
        return ()


def any_win(game: AnyLine, budget: Budget) -> Advice[Any]:
    """Return how a single player can still win, by backtracking on the rules alone.

    It serves a game that does not say how its scenarios are continued; it finds some plan, not
    the best one.
    """
    try:
        found = backtracking(_FromHere(game), budget)
    except (LimitReachedError, MemoryError):
        return Advice(Verdict.UNDECIDED)
    if found.goal is None:
        return Advice(Verdict.LOST)
    line = tuple(node.move for node in found.goal.line()[1:])
    return Advice(Verdict.WON, line[:1], line=line)
