"""Puzzles for one player: exactly one best plan, counted; what its turns look like."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence
from math import inf
from typing import Any, Generic

from toadstone.core.budget import Budget, Confirm
from toadstone.core.errors import DisagreementError
from toadstone.core.rules import Move, State
from toadstone.engines.answer import Answer
from toadstone.engines.enumeration import Enumeration
from toadstone.engines.instance import Instance, make_instance
from toadstone.engines.parts import SEARCH_PROBLEM
from toadstone.engines.search.problem import SearchProblem
from toadstone.files.scenario import Scenario
from toadstone.services.generation.grade import GLANCE, Turn, has_enough
from toadstone.services.generation.maker import Maker, Proposal

DEEPEST = 6
"""The most turns after a move that the solver looks ahead."""


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
        self._steps: dict[Hashable, dict[str, State]] = {}
        self._ahead: dict[tuple[Hashable, int], float] = {}

    def steps(self, state: State) -> dict[str, State]:
        """Return the moves that do not lose at once, with what they lead to; none at the goal."""
        key = self.problem.key(state)
        if key not in self._steps:
            self._budget.check()
            over = self.problem.is_goal(state)
            found = () if over else self.problem.steps(state)
            self._steps[key] = {str(s.move): s.state for s in found if s.move is not None}
        return self._steps[key]

    def ahead(self, state: State, turns: int) -> float:
        """Return the most worth that so many more turns can lead to; -infinite if all lines lose.

        A line that reaches the goal sooner is worth what the goal is.
        """
        if turns == 0 or self.problem.is_goal(state):
            return self._worth(state)
        key = self.problem.key(state), turns
        if key not in self._ahead:
            values = (self.ahead(after, turns - 1) for after in self.steps(state).values())
            self._ahead[key] = max(values, default=-inf)
        return self._ahead[key]

    def turns(self, plan: Sequence[str], depths: int) -> list[Turn]:
        """Return the turns of a plan, which alone is right, as seen at so many depths."""
        state, turns = self.problem.start(), []
        for move in plan:
            steps = self.steps(state)
            looks = [
                {each: self.ahead(after, depth) for each, after in steps.items()}
                for depth in range(depths)
            ]
            turns.append(Turn(looks, frozenset([move])))
            state = steps[move]
        return turns


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

    def turns(self, proposal: Proposal, budget: Budget) -> Sequence[Turn]:
        """Return the turns of the one best plan; of too few decisions only what a glance shows."""
        sight = self.sight(proposal.scenario, budget)
        glance = sight.turns(proposal.solution, GLANCE + 1)
        return sight.turns(proposal.solution, DEEPEST + 1) if has_enough(glance) else glance

    def prove(self, proposal: Proposal, instance: Instance, said: Answer, budget: Budget) -> int:
        """Count the best plans exactly and twice, and hold the one proposed against them."""
        plans = Enumeration(said.instance, budget.within(None), Confirm.AUTO, said).count()
        if plans == 1 and tuple(said.plan or ()) != proposal.solution:
            raise DisagreementError("the only best plan is not the one that was proposed")
        return plans
