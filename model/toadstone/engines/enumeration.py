"""Every plan, or every best plan: counted, or found one by one.

The optimum comes from the model. What has exactly its figures is then a walk through the game's
state space, and nothing that comes from there is believed: each plan is replayed on the reference
simulator before it is handed on, the plan of the model has to be among them, and where there is
none, the model has to say so too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from toadstone.core.budget import UNLIMITED, Budget, Confirm
from toadstone.core.errors import DisagreementError, LimitReachedError, RequestError
from toadstone.core.question import Sense
from toadstone.core.replay import Replay, expect_readable, replay
from toadstone.core.rules import Move, Rules
from toadstone.engines.answer import Answer, Status
from toadstone.engines.answering import answer
from toadstone.engines.confirming import second_derivation
from toadstone.engines.instance import Instance
from toadstone.engines.parts import STATE_SPACE, Confirmer
from toadstone.engines.state_space import Element, StateSpace
from toadstone.files.messages import one_of


def count_plans(space: StateSpace[Element, Any], budget: Budget = UNLIMITED) -> int:
    """Return the exact number of plans, however large.

    One layer is kept at a time: each of its elements with the number of ways to it.

    Raises:
        LimitReachedError: time is up.
    """
    start = space.start()
    layer: dict[Element, int] = {} if start is None else {start: 1}
    plans = _ways_to_plans(space, 0, layer)
    for turn in range(1, space.turns + 1):
        budget.check()
        following: dict[Element, int] = {}
        successors, known = space.successors, following.get
        for element, ways in layer.items():
            for _, after in successors(turn, element):
                following[after] = known(after, 0) + ways
        layer = following
        plans += _ways_to_plans(space, turn, layer)
    return plans


def _ways_to_plans(space: StateSpace[Element, Any], turn: int, layer: Mapping[Element, int]) -> int:
    accepts = space.accepts
    return sum(ways for element, ways in layer.items() if accepts(turn, element))


@dataclass
class _Visit(Generic[Element, Move]):
    """Where the walk stands in one layer: the steps not taken yet, and whether any led to plans."""

    element: Element
    steps: Iterator[tuple[Move, Element]]
    fruitful: bool = False


def walk_plans(
    space: StateSpace[Element, Move], budget: Budget = UNLIMITED
) -> Iterator[tuple[Move, ...]]:
    """Yield every plan once, in the order in which the space gives the moves.

    Depth first. An element from which nothing came is remembered and never entered again, so
    there are no dead ends but the first time, and the memory is at most that of the state space,
    whatever the number of plans.

    Raises:
        LimitReachedError: time is up.
    """
    start = space.start()
    if start is None:
        return
    if space.accepts(0, start):
        yield ()
    barren: list[set[Element]] = [set() for _ in range(space.turns)]
    path = [_Visit(start, iter(space.successors(1, start)))] if space.turns else []
    moves: list[Move] = []
    while path:
        budget.check()
        visit, turn = path[-1], len(path)
        for move, after in visit.steps:
            if space.accepts(turn, after):
                visit.fruitful = True
                yield (*moves, move)
            if turn < space.turns and after not in barren[turn]:
                moves.append(move)
                path.append(_Visit(after, iter(space.successors(turn + 1, after))))
                break
        else:
            path.pop()
            del moves[-1:]
            if not visit.fruitful:
                barren[turn - 1].add(visit.element)
            elif path:
                path[-1].fruitful = True


def contains(space: StateSpace[Any, Move], moves: Sequence[Move]) -> bool:
    """Say whether these moves are one of the plans."""
    if len(moves) > space.turns:
        return False
    element = space.start()
    for turn, move in enumerate(moves, 1):
        if element is not None:
            element = dict(space.successors(turn, element)).get(move)
    return element is not None and space.accepts(len(moves), element)


@dataclass(frozen=True)
class _Group:
    """Plans that all have the same figures."""

    figures: Mapping[str, int]
    space: StateSpace[Any, Any]


@dataclass(frozen=True)
class Plans:
    """All plans that answer the questions; `every_plan` and `best_plans` make them."""

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
    """Return every plan of the scenario; where there is none, `confirm_none` has to follow.

    Raises:
        RequestError: the question is about a position, so there are no plans.
    """
    expect_plans(instance)
    space = instance.get(STATE_SPACE)(instance.scenario, {}, budget)
    return Plans(instance, (_Group({}, space),))


def confirm_none(said: Answer) -> None:
    """Hold the claim that there is no plan against the model's own answer.

    Raises:
        DisagreementError: the model has a plan, and the simulator confirmed it.
    """
    if said.replay is not None:
        raise DisagreementError("the model has a plan, the state space has none")


def is_known(said: Answer) -> bool:
    """Return whether an answer settles what the best is."""
    return said.status is Status.OPTIMAL and said.replay is not None


def best_plans(instance: Instance, said: Answer, budget: Budget = UNLIMITED) -> Plans:
    """Return every plan that is as good as the one of an answer, or as one of its front.

    Args:
        instance: what was asked.
        said: an answer that settles what the best is, see `is_known`.
        budget: when to stop.

    Raises:
        DisagreementError: a plan of the answer is not among them.
        LimitReachedError: time is up.
    """
    if said.replay is None or not is_known(said):
        raise ValueError("the best is not known")
    answered = instance.about(said.scenario)
    lines = (said.replay,) if said.front is None else said.front
    return Plans(answered, tuple(_group_of(answered, line, budget) for line in lines))


def _group_of(instance: Instance, line: Replay[Any, Any], budget: Budget) -> _Group:
    figures = {q.figure: line.figures[q.figure] for q in instance.ask if q.figure is not None}
    space = instance.get(STATE_SPACE)(instance.scenario, figures, budget)
    if not contains(space, line.moves):
        raise DisagreementError("the model has a best plan that the state space does not have")
    return _Group(figures, space)


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
        if not is_known(self._known):
            raise LimitReachedError("the time limit came before the best was known")
        self.confirmed_by = self._known.confirmed_by
        self.confirmed_why = self._known.confirmed_why
        return best_plans(instance, self._known, budget)

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
            confirm_none(said)
            if said.status is not Status.INFEASIBLE:
                raise LimitReachedError("the time limit came before the model had said so, too")
            derived = said.confirmed_by, said.confirmed_why
        self.confirmed_by, self.confirmed_why = derived
