"""Every plan, or every best plan: counted, or found one by one.

The optimum comes from the model. The plans with exactly its figures come from a walk through the
game's state space. They are not trusted: the reference simulator replays each plan, the plan of the
model has to be among them, and if there is none, the model has to find none, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from toadstone.core.budget import Budget, Confirm
from toadstone.core.errors import DisagreementError, LimitReachedError, RequestError
from toadstone.core.question import Sense
from toadstone.core.replay import crosscheck
from toadstone.core.solution import Solution
from toadstone.engines import STATE_SPACE, Confirmer
from toadstone.engines.answer import Answer, Status
from toadstone.engines.answering import answer
from toadstone.engines.confirming import second_derivation
from toadstone.engines.instance import Instance
from toadstone.engines.state_space import StateSpace, contains, count_plans, walk_plans
from toadstone.files.messages import one_of


def expect_plans(instance: Instance) -> None:
    """Raise RequestError if there are no plans to list, or the game cannot list them."""
    game, question = instance.game, instance.ask[0]
    if instance.about_plans:
        instance.get(STATE_SPACE)
        return
    plans = [each.name for each in game.questions if each.sense is not Sense.POSITION]
    if not plans:
        raise RequestError(f"{game.name} has no `enumerate`: its questions are about positions")
    raise RequestError(f"`{question}` is about the position: to list plans, ask {one_of(plans)}")


class Enumeration(Iterator[list[str]]):
    """Every best plan, found one by one or counted; without a figure, every plan.

    The best is found first, so a limit or an error may come at once. Each plan comes once, as the
    texts of its moves. After the last plan, or with the count, the number is derived again; if it
    is 0, by the model.

    Args:
        instance: the scenario and the questions.
        budget: when to stop; without one there is no limit.
        confirm: how long the second derivation may take.
        best: the answer, if it is known already.

    Attributes:
        figures: the figures that all plans have, if there is one best: none on a front.
        confirmed_by, confirmed_why: what derived again their number, once it is known, and before
            that the best; see `Answer`.

    Raises:
        DisagreementError: two parts of Toadstone disagree; this is a defect.
        LimitReachedError: the budget ended first; there may be more plans.
        RequestError: the question is about a position, so there are no plans.
    """

    def __init__(
        self,
        instance: Instance,
        budget: Budget | None = None,
        confirm: Confirm = Confirm.NEVER,
        best: Answer | None = None,
    ) -> None:
        expect_plans(instance)
        self._instance, self._budget, self._mode = instance, budget or Budget(), confirm
        self._best = best
        self.confirmed_by: str | None = None
        self.confirmed_why: str | None = None
        if best or any(question.figure is not None for question in instance.ask):
            self._spaces = self._best_spaces()
        else:
            self._spaces = [({}, self._space({}))]
        self.figures = self._spaces[0][0] if len(self._spaces) == 1 else {}
        self._each = self._walk()

    def _space(self, figures: Mapping[str, int]) -> StateSpace[Any, Any]:
        instance = self._instance
        return instance.get(STATE_SPACE)(instance.scenario, figures, self._budget)

    def _best_spaces(self) -> list[tuple[Mapping[str, int], StateSpace[Any, Any]]]:
        """Find the best; return its figures, or those of each point of a front, with its plans."""
        instance, budget = self._instance, self._budget
        self._best = best = self._best or answer(instance, budget, confirm=self._mode)
        if best.status is Status.INFEASIBLE:
            return []
        if best.status is not Status.OPTIMAL or best.replay is None:
            raise LimitReachedError("the time limit came before the best was known")
        self.confirmed_by, self.confirmed_why = best.confirmed_by, best.confirmed_why
        self._instance = best.instance
        names = [question.figure for question in best.ask if question.figure]
        spaces = list[tuple[Mapping[str, int], StateSpace[Any, Any]]]()
        for line in (best.replay,) if best.front is None else best.front:
            figures = {name: line.figures[name] for name in names}
            spaces.append((figures, self._space(figures)))
            if not contains(spaces[-1][1], line.moves):
                raise DisagreementError(
                    "the model has a best plan that the state space does not have"
                )
        return spaces

    def __next__(self) -> list[str]:
        return next(self._each)

    def _walk(self) -> Iterator[list[str]]:
        number = 0
        for number, moves in enumerate(self._replayed(), 1):  # noqa: B007
            yield moves
        self._confirm(number)

    def _replayed(self) -> Iterator[list[str]]:
        rules, conditions = self._instance.rules, self._instance.conditions()
        for figures, space in self._spaces:
            for moves in walk_plans(space, self._budget):
                solution = Solution(self._instance.scenario, moves)
                line = crosscheck(rules, solution, conditions, "the state space")
                for name, value in figures.items():
                    if line.figures[name] != value:
                        both = f"{value} in the state space, {line.figures[name]} in the simulator"
                        raise DisagreementError(f"at the end: {name} is {both}")
                yield [str(move) for move in moves]

    def count(self) -> int:
        """Return the exact number of plans, of which the simulator replays one."""
        next(self._replayed(), None)
        number = sum(count_plans(space, self._budget) for _, space in self._spaces)
        self._confirm(number)
        return number

    def _confirm(self, number: int) -> None:
        """Derive the number again by another statement of the rules, or by the model if it is 0."""
        budget, mode = self._budget, self._mode

        def count(confirmer: Confirmer, within: Budget) -> str:
            recount = sum(confirmer.count(figures, within) for figures, _ in self._spaces)
            if recount != number:
                raise DisagreementError(
                    f"the state space has {number} plans, {confirmer.name} counts {recount}"
                )
            return confirmer.name

        if number:
            derived = second_derivation(self._instance, count, budget, budget.elapsed(), mode)
        else:
            self._best = best = self._best or answer(self._instance, budget, confirm=mode)
            if best.replay is not None:
                raise DisagreementError("the model has a plan, the state space has none")
            if best.status is not Status.INFEASIBLE:
                raise LimitReachedError("the time limit came before the model had said so, too")
            derived = best.confirmed_by, best.confirmed_why
        self.confirmed_by, self.confirmed_why = derived
