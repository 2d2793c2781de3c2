"""Formats: how a scenario is written for another solver, and how its output is read back.

A format states what it optimises as one objective: figures, weighted so that their order is kept.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.core.question import Question, Sense
from toadstone.engines.instance import Instance
from toadstone.files.source import Source

MOST_WEIGHT = 2**53
"""Whole numbers above this are not all numbers of 64-bit floating point, as solvers use them."""


@dataclass(frozen=True)
class Objective:
    """A weighted sum of figures, to be maximised or minimised.

    Attributes:
        weights: the weight of each figure, by its name; none where any plan will do.
        maximise: whether the largest sum is the best.
        constant: added to the sum.
    """

    weights: Mapping[str, int]
    maximise: bool = True
    constant: int = 0

    def value(self, figures: Mapping[str, int]) -> int:
        """Return the objective of a plan with these figures."""
        return self.constant + sum(weight * figures[name] for name, weight in self.weights.items())

    def minimised(self) -> Objective:
        """Return the same objective to be minimised: its signs turned where it is maximised."""
        if not self.maximise:
            return self
        weights = {name: -weight for name, weight in self.weights.items()}
        return Objective(weights, maximise=False, constant=-self.constant)

    def __str__(self) -> str:
        words = {1: "", -1: "-"}
        terms = [f"{words.get(w, f'{w} ')}{name}" for name, w in self.weights.items()]
        constant = [str(self.constant)] if self.constant else []
        return " + ".join([*terms, *constant]).replace("+ -", "- ") or "nothing"


Files = Mapping[str, str]
"""The texts of some files by their names."""


@dataclass(frozen=True)
class Claim:
    """A plan in the output of another solver, and what that output states of it.

    Attributes:
        moves: the plan.
        figures: figures that the output states.
        objectives: objectives, each with the value that the output states.
    """

    moves: tuple[Any, ...]
    figures: Mapping[str, int] = field(default_factory=dict)
    objectives: tuple[tuple[Objective, int], ...] = ()


@dataclass(frozen=True)
class Format(ABC):
    """One format.

    Attributes:
        name: what `--to` calls it.
    """

    name: str

    @abstractmethod
    def write(self, instance: Instance, budget: Budget) -> Files:
        """Return the files that state the questions of an instance; most often it is one.

        Raises:
            RequestError: the format cannot state the scenario or the questions.
            LimitReachedError: time is up.
        """

    @abstractmethod
    def read(self, instance: Instance, source: Source, budget: Budget) -> Claim:
        """Read a solver's output for what `write` has written.

        Raises:
            InputError: there is no plan in it; the error says where and why.
            RequestError: the format cannot state the scenario or the questions.
            LimitReachedError: time is up.
        """


def no_plan(source: Source) -> str:
    """Return the message for an output that says that there is no plan."""
    return (
        f"{source.name} holds no plan: its solver says that there is none. "
        "`toadstone prove SCENARIO` decides that"
    )


def stopped_without_plan(source: Source) -> str:
    """Return the message for an output of a solver that stopped before it found anything."""
    return (
        f"{source.name} holds no plan: its solver found no plan before it stopped. "
        "Give it more time"
    )


def no_front() -> RequestError:
    """Return the error for a front: it has no model, as it takes many."""
    advice = "a front takes many models: export one question"
    return RequestError(advice, f"{advice}, `--ask QUESTION`")


def objective_of(ask: Sequence[Question], ranges: Mapping[str, tuple[int, int]]) -> Objective:
    """Return one objective for a list of questions: its best plans are the best of the list.

    A step of one figure weighs more than all that the figures after it can differ by.

    Args:
        ask: the questions, the most important first.
        ranges: the least and the most of each figure in any plan.

    Raises:
        RequestError: the weights would be too large for a solver.
    """
    measured = _measured(ask)
    if not measured:
        return Objective({})
    maximise = measured[0].sense is Sense.MAXIMISE
    spans = [high - low + 1 for low, high in (ranges[str(q.figure)] for q in measured)]
    if prod(spans) > MOST_WEIGHT:
        weight = f"{len(measured)} questions in one objective need weights up to {prod(spans):,}"
        problem, first = f"{weight}, more than solvers count exactly", measured[0]
        raise RequestError(
            f"{problem}: export `{first}` alone", f"{problem}: export `--ask {first}` alone"
        )
    weights = {}
    for place, question in enumerate(measured):
        same = (question.sense is Sense.MAXIMISE) == maximise
        weights[str(question.figure)] = prod(spans[place + 1 :]) * (1 if same else -1)
    return Objective(weights, maximise)


def _measured(ask: Sequence[Question]) -> list[Question]:
    """Return the questions with a figure; of two about the same figure, the first."""
    first: dict[str, Question] = {}
    for question in ask:
        if question.figure is not None:
            first.setdefault(question.figure, question)
    return list(first.values())
