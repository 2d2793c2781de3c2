"""Every plan, or every best plan: counted, or found one by one.

The optimum comes from the model. What has exactly its figures is then a walk through the game's
state space, and nothing that comes from there is believed: each plan is replayed on the reference
simulator before it is handed on, the plan of the model has to be among them, and where there is
none, the model has to say so too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toadstone.core.budget import UNLIMITED, Budget, Confirm
from toadstone.core.errors import DisagreementError, LimitReachedError, RequestError
from toadstone.core.question import Sense
from toadstone.core.replay import Replay, expect_readable, replay
from toadstone.core.rules import Rules
from toadstone.engines.answer import Answer, Status
from toadstone.engines.answering import answer
from toadstone.engines.confirming import second_derivation
from toadstone.engines.instance import Instance
from toadstone.engines.parts import STATE_SPACE, Confirmer
from toadstone.engines.state_space import StateSpace, contains, count_plans, walk_plans
from toadstone.files.messages import one_of


@dataclass(frozen=True)
class _Group:
    """Plans that all have the same figures."""

    figures: Mapping[str, int]
    space: StateSpace[Any, Any]


@dataclass(frozen=True)
class Plans:
    """All plans that answer the questions."""

    instance: Instance
    _groups: tuple[_Group, ...]

    @property
    def figures(self) -> Mapping[str, int]:
        """The figures asked for, where they are the same for all plans: not on a front."""
        return self._groups[0].figures if len(self._groups) == 1 else {}

    def count(self, budget: Budget = UNLIMITED) -> int:
        """Return their exact number, without finding them one by one; see `count_plans`."""
        return sum(count_plans(group.space, budget) for group in self._groups)

    def confirm(
        self, number: int, budget: Budget, seconds: float, wanted: Confirm
    ) -> tuple[str | None, str | None]:
        """Count the plans again by another statement of the rules; see `second_derivation`.

        Args:
            number: how many were found.
            budget: when to stop.
            seconds: what it took to find them.
            wanted: how long the second count may take.

        Raises:
            DisagreementError: the second count is another.
        """

        def count(confirmer: Confirmer, within: Budget) -> str:
            again = sum(confirmer.count(group.figures, within) for group in self._groups)
            if again != number:
                raise DisagreementError(
                    f"the state space has {number} plans, {confirmer.name} counts {again}"
                )
            return confirmer.name

        return second_derivation(self.instance, count, budget, seconds, wanted)

    def each(self, budget: Budget = UNLIMITED) -> Iterator[list[str]]:
        """Yield the moves of every plan, each plan once, replayed on the simulator before.

        Raises:
            DisagreementError: the simulator refuses a plan, or measures other figures.
            LimitReachedError: time is up.
        """
        rules, conditions = self.instance.rules, self.instance.conditions
        for group in self._groups:
            for moves in walk_plans(group.space, budget):
                _confirm(rules, replay(rules, moves, conditions), group.figures)
                yield [str(move) for move in moves]


def _confirm(rules: Rules[Any, Any], line: Replay[Any, Any], wanted: Mapping[str, int]) -> None:
    expect_readable(rules, line.moves)
    if line.failure:
        raise DisagreementError(
            f"turn {line.failure.turn}: the state space has a plan, the simulator says: "
            f"{line.failure.reason}"
        )
    for name, value in wanted.items():
        if line.figures[name] != value:
            raise DisagreementError(
                f"at the end: {name} is {value} in the state space, "
                f"{line.figures[name]} in the simulator"
            )


def expect_plans(instance: Instance) -> None:
    """Raise RequestError where there are no plans to list, or the game cannot list them."""
    game, asked = instance.game, instance.ask[0]
    if instance.about_plans:
        instance.get(STATE_SPACE)
        return
    about_plans = [each.name for each in game.questions if each.sense is not Sense.POSITION]
    if not about_plans:
        raise RequestError(f"{game.name} has no `enumerate`: its questions are about positions")
    raise RequestError(f"`{asked}` is about the position: to list plans, ask {one_of(about_plans)}")


def every_plan(instance: Instance, budget: Budget = UNLIMITED) -> Plans:
    """Return every plan of the scenario; raises like `expect_plans`."""
    expect_plans(instance)
    space = instance.get(STATE_SPACE)(instance.scenario, {}, budget)
    return Plans(instance, (_Group({}, space),))


def best_plans(answer: Answer, budget: Budget = UNLIMITED) -> Plans:
    """Return every plan that is as good as the one of an answer, or as one of its front.

    Raises:
        DisagreementError: a plan of the answer is not among them.
        LimitReachedError: time is up.
        ValueError: the answer does not settle what the best is.
    """
    if answer.replay is None or answer.status is not Status.OPTIMAL:
        raise ValueError("the best is not known")
    instance, groups = answer.instance, list[_Group]()
    for line in (answer.replay,) if answer.front is None else answer.front:
        figures = {q.figure: line.figures[q.figure] for q in instance.ask if q.figure is not None}
        space = instance.get(STATE_SPACE)(instance.scenario, figures, budget)
        if not contains(space, line.moves):
            raise DisagreementError("the model has a best plan that the state space does not have")
        groups.append(_Group(figures, space))
    return Plans(instance, tuple(groups))


class Enumeration(Iterator[list[str]]):
    """Every best plan, found one by one or counted; without a figure, every plan.

    The best is found first, so that a limit or an error may come at once. After the last plan, or
    with the count, the number is derived again; that there is none, by the model.

    Args:
        instance: what is asked.
        budget: when to stop.
        confirm: how long the second derivation may take.

    Attributes:
        figures: the figures that all plans have, if there is one best.
        confirmed_by, confirmed_why: what derived again their number, once it is known, and before
            that the best; see `Answer`.

    Raises:
        DisagreementError: two parts of Toadstone disagree; this is a defect.
        LimitReachedError: the budget ended first; there may be more plans.
        RequestError: the question is about a position, so there are no plans.
    """

    def __init__(self, instance: Instance, budget: Budget, confirm: Confirm) -> None:
        expect_plans(instance)
        self._instance, self._budget, self._wanted = instance, budget, confirm
        self._known: Answer | None = None
        self.confirmed_by: str | None = None
        self.confirmed_why: str | None = None
        self._plans = self._all()
        self.figures = self._plans.figures
        self._each = self._walk()

    def _all(self) -> Plans:
        instance, budget = self._instance, self._budget
        if all(question.figure is None for question in instance.ask):
            return every_plan(instance, budget)
        self._known = answer(instance, budget, confirm=self._wanted)
        if self._known.status is Status.INFEASIBLE:
            return Plans(instance, ())
        if self._known.status is not Status.OPTIMAL:
            raise LimitReachedError("the time limit came before the best was known")
        self.confirmed_by = self._known.confirmed_by
        self.confirmed_why = self._known.confirmed_why
        return best_plans(self._known, budget)

    def __next__(self) -> list[str]:
        return next(self._each)

    def _walk(self) -> Iterator[list[str]]:
        number = 0
        for number, moves in enumerate(self._plans.each(self._budget), 1):  # noqa: B007
            yield moves
        self._confirm(number)

    def count(self) -> int:
        """Return the exact number of plans, of which the simulator replays one."""
        next(self._plans.each(self._budget), None)
        number = self._plans.count(self._budget)
        self._confirm(number)
        return number

    def _confirm(self, number: int) -> None:
        budget, wanted = self._budget, self._wanted
        if number:
            derived = self._plans.confirm(number, budget, budget.elapsed(), wanted)
        else:
            said = self._known or answer(self._instance, budget, confirm=wanted)
            if said.replay is not None:
                raise DisagreementError("the model has a plan, the state space has none")
            if said.status is not Status.INFEASIBLE:
                raise LimitReachedError("the time limit came before the model had said so, too")
            derived = said.confirmed_by, said.confirmed_why
        self.confirmed_by, self.confirmed_why = derived
