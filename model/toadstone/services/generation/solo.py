"""Puzzles for one player: exactly one best plan, counted; what bounded solvers make of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable
from functools import partial
from math import inf
from random import Random
from statistics import fmean
from typing import Any, Generic

from toadstone.core.budget import Budget, Confirm
from toadstone.core.errors import DisagreementError
from toadstone.core.replay import replay
from toadstone.core.rules import RULES, Move, State
from toadstone.engines.answer import Answer
from toadstone.engines.enumeration import best_plans
from toadstone.engines.instance import Instance, make_instance
from toadstone.engines.parts import SEARCH_PROBLEM
from toadstone.engines.search.problem import SearchProblem
from toadstone.files.scenario import Scenario
from toadstone.services.generation.maker import (
    DEEPEST,
    RANDOM,
    RESTARTS,
    SOLVERS,
    Features,
    Maker,
    Panel,
    Proposal,
)

Steps = tuple[tuple[Move, State], ...]


class Sight(Generic[State, Move]):
    """What a bounded solver sees of a game for one player; what was found is kept.

    Args:
        problem: the game; its steps leave out the moves that lose at once.
        worth: what a state looks worth, the more the better.
        budget: when to stop.
    """

    def __init__(
        self,
        problem: SearchProblem[State, Move],
        worth: Callable[[State], float],
        budget: Budget,
    ) -> None:
        self.problem = problem
        self._worth = worth
        self._budget = budget
        self._steps: dict[Hashable, Steps[Move, State]] = {}
        self._ahead: dict[tuple[Hashable, int], float] = {}
        self._lives: dict[Hashable, tuple[bool, int]] = {}

    def steps(self, state: State) -> Steps[Move, State]:
        """Return the moves that do not lose at once, with what they lead to; none at the goal."""
        key = self.problem.key(state)
        if key not in self._steps:
            self._budget.check()
            over = self.problem.is_goal(state)
            found = () if over else self.problem.steps(state)
            self._steps[key] = tuple((s.move, s.state) for s in found if s.move is not None)
        return self._steps[key]

    def ahead(self, state: State, turns: int) -> float:
        """Return the most worth that so many more turns can lead to; -infinite if all lines lose.

        A line that reaches the goal sooner is worth what the goal is.
        """
        if turns == 0 or self.problem.is_goal(state):
            return self._worth(state)
        key = self.problem.key(state), turns
        if key not in self._ahead:
            values = (self.ahead(after, turns - 1) for _, after in self.steps(state))
            self._ahead[key] = max(values, default=-inf)
        return self._ahead[key]

    def choice(self, state: State, turns: int) -> tuple[Move, State]:
        """Return the first step that looks best so many turns after it; there has to be a step."""
        return max(self.steps(state), key=lambda step: self.ahead(step[1], turns))

    def can_win(self, state: State) -> bool:
        """Return whether any plan leads on from a state to the goal."""
        return self._life(state)[0]

    def longest(self, state: State) -> int:
        """Return the most turns that can be played from a state without losing."""
        return self._life(state)[1]

    def _life(self, state: State) -> tuple[bool, int]:
        key = self.problem.key(state)
        if key not in self._lives:
            lives = [self._life(after) for _, after in self.steps(state)]
            won = self.problem.is_goal(state) or any(wins for wins, _ in lives)
            self._lives[key] = won, max((1 + turns for _, turns in lives), default=0)
        return self._lives[key]

    def played(self, choose: Callable[[State], tuple[Move, State]]) -> tuple[Move, ...]:
        """Return the game that comes of choosing each move in turn, up to its end."""
        state, moves = self.problem.start(), list[Move]()
        while self.steps(state):
            move, state = choose(state)
            moves.append(move)
        return tuple(moves)

    def line(self, moves: Iterable[str]) -> list[tuple[State, Move, State]]:
        """Return each move of a plan between the states before and after it."""
        state, line = self.problem.start(), []
        for text in moves:
            move, after = next(step for step in self.steps(state) if str(step[0]) == text)
            line.append((state, move, after))
            state = after
        return line


class SoloMaker(Maker):
    """Makes puzzles for one player."""

    @abstractmethod
    def worth(self, scenario: Any) -> Callable[[Any], float]:
        """Return what a state of the search problem looks worth to a bounded solver."""

    def sight(self, scenario: Scenario, budget: Budget) -> Sight[Any, Any]:
        """Return what bounded solvers see of a scenario."""
        instance = make_instance(scenario)
        problem = instance.get(SEARCH_PROBLEM)(scenario, instance.ask, budget)
        return Sight(problem, self.worth(scenario), budget)

    def panel(self, proposal: Proposal, budget: Budget) -> Panel:
        """Let each solver play the whole game; it solves the puzzle by the one best plan."""
        sight = self.sight(proposal.scenario, budget)
        return panel_of(sight, proposal.solution)

    def prove(self, proposal: Proposal, instance: Instance, said: Answer, budget: Budget) -> int:
        """Count the best plans exactly and twice, and hold the one proposed against them."""
        best = best_plans(said, budget)
        plans = best.count(budget)
        best.confirm(plans, budget, said.seconds.solve, Confirm.AUTO)
        if plans == 1 and tuple(said.plan or ()) != proposal.solution:
            raise DisagreementError("the only best plan is not the one that was proposed")
        return plans

    def features(self, proposal: Proposal, said: Answer, panel: Panel, budget: Budget) -> Features:
        """Measure the puzzle along its best plan."""
        return features_of(self.sight(proposal.scenario, budget), said)


def panel_of(sight: Sight[Any, Any], solution: tuple[str, ...]) -> Panel:
    """Return which solvers of the panel find a plan.

    Greedy takes the move that leads to the most worth at once; look-ahead N the one that leads to
    the most worth N turns later; random restarts play 200 games at random. Of moves that look the
    same they take the first.
    """
    found = {}
    for depth, name in enumerate(SOLVERS[: DEEPEST + 1]):
        found[name] = _texts(sight.played(partial(sight.choice, turns=depth))) == solution
    dice = Random(RANDOM)  # noqa: S311  # a fixed seed, not a secret
    games = (sight.played(lambda state: dice.choice(sight.steps(state))) for _ in range(RESTARTS))
    found[RANDOM] = any(_texts(plan) == solution for plan in games)
    return Panel(found)


def _texts(moves: Iterable[Any]) -> tuple[str, ...]:
    return tuple(map(str, moves))


def features_of(sight: Sight[Any, Any], said: Answer) -> Features:
    """Return the measures of a puzzle, along its best plan; docs/generate.md defines them."""
    if said.replay is None:
        raise ValueError("a puzzle has a plan")
    rules = said.instance.game.get(RULES)(said.scenario)
    line = sight.line(said.plan or ())
    others = [[step for step in sight.steps(state) if step[0] != move] for state, move, _ in line]
    critical = sum(not any(sight.can_win(after) for _, after in steps) for steps in others)
    misleading = sum(
        any(sight.ahead(other, 0) > sight.ahead(after, 0) for _, other in steps)
        for (_, _, after), steps in zip(line, others, strict=True)
    )
    shows = [
        1 + sight.longest(after)
        for steps in others
        for _, after in steps
        if not sight.can_win(after)
    ]
    return {
        "turns": len(line),
        "branching": _mean([len(rules.legal_moves(s)) for s in said.replay.states[:-1]]),
        "forced": _share(sum(not steps for steps in others), len(line)),
        "critical": _share(critical, len(line)),
        "misleading": misleading,
        "mistake_shows": _mean(shows),
        "greedy_regret": _regret(sight, said),
    }


def _regret(sight: Sight[Any, Any], said: Answer) -> int | None:
    """Return by how much the figure of the greedy plan is worse; None where greedy has no plan."""
    instance = said.instance
    plan = sight.played(lambda state: sight.choice(state, 0))
    line = replay(instance.rules, plan, instance.conditions)
    figure = said.ask[0].figure
    if line.failure or figure is None or said.values is None:
        return None
    return abs(int(said.values[figure]) - line.figures[figure])


def _mean(numbers: list[int]) -> float | None:
    return round(fmean(numbers), 4) if numbers else None


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
