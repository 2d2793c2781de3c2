"""What an exported model optimises: figures of the plan, weighted so that their order is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from toadstone.core.errors import RequestError
from toadstone.core.question import Question, Sense

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
