"""What a game brings to be exported, and what all formats share.

A format writes a scenario for another solver, and reads that solver's output back. It states what
it optimises as one objective: figures, weighted so that their order is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.core.part import Part
from toadstone.core.question import Question, Sense

if TYPE_CHECKING:
    from toadstone.engines.cp_sat.horizon import Horizon
    from toadstone.engines.instance import Instance
    from toadstone.files.source import Source

MOST_WEIGHT = 2**53
"""Whole numbers above this are not all numbers of 64-bit floating point, as solvers use them."""

Files = Mapping[str, str]
"""The texts of some files by their names."""


class Format(NamedTuple):
    """How a scenario is written for another solver, and how its output is read back.

    Both functions raise RequestError where the format cannot state the scenario or the questions,
    and LimitReachedError when time is up. `read` raises InputError where the output has no plan.
    """

    write: Callable[[Instance, Budget], Files]
    read: Callable[[Instance, Source, Budget], Claim]


FORMATS = Part[Mapping[str, Format]]("export formats")
"""Formats that only this game has, by name, beside those for every model of a whole plan."""


class Objective(NamedTuple):
    """A weighted sum of figures and a constant, to be maximised or minimised.

    There are no weights where any plan will do.
    """

    weights: Mapping[str, int]
    maximise: bool = True
    constant: int = 0

    def value(self, figures: Mapping[str, int]) -> int:
        """Return the objective of a plan with these figures."""
        return self.constant + sum(weight * figures[name] for name, weight in self.weights.items())

    def to_minimise(self) -> Objective:
        """Return the same objective to be minimised, with its signs turned where it is not."""
        if not self.maximise:
            return self
        weights = {name: -weight for name, weight in self.weights.items()}
        return Objective(weights, maximise=False, constant=-self.constant)

    def __str__(self) -> str:
        words = {1: "", -1: "-"}
        terms = [f"{words.get(w, f'{w} ')}{name}" for name, w in self.weights.items()]
        constant = [str(self.constant)] if self.constant else []
        return " + ".join([*terms, *constant]).replace("+ -", "- ") or "nothing"


Aim = tuple["Horizon[Any]", Objective]
"""A model of the whole plan, and what it is to optimise."""

WHOLE_MODELS = Part[Callable[["Instance", Budget], Mapping[str, Aim]]]("whole models")
"""Returns the models that answer an instance, by short names, where its horizon is not enough."""


class Claim(NamedTuple):
    """A plan in the output of another solver, with the figures and objectives that it states."""

    moves: tuple[Any, ...]
    figures: Mapping[str, int]
    objectives: Sequence[tuple[Objective, int]] = ()


def no_plan(source: Source, *, stopped: bool = False) -> str:
    """Return the message for an output without a plan; `stopped` says that there may be one."""
    none = "says that there is none. `toadstone prove SCENARIO` decides that"
    reason = "found no plan before it stopped. Give it more time" if stopped else none
    return f"{source.name} holds no plan: its solver {reason}"


def refuse_front(instance: Instance) -> None:
    """Raise RequestError where a front is asked for: it has no model, as it takes many."""
    if instance.front:
        advice = "a front takes many models: export one question"
        raise RequestError(advice, f"{advice}, `--ask QUESTION`")


def too_large(problem: str, first: Question) -> RequestError:
    """Return the error for a list of questions whose weights a solver cannot count."""
    return RequestError(
        f"{problem}: export `{first}` alone", f"{problem}: export `--ask {first}` alone"
    )


def objective_of(ask: Sequence[Question], ranges: Mapping[str, tuple[int, int]]) -> Objective:
    """Return one objective for a list of questions: its best plans are the best of the list.

    A step of one figure weighs more than all that the figures after it can differ by in `ranges`:
    the least and the most of each in any plan. Of two questions about the same figure the first
    counts.

    Raises:
        RequestError: the weights would be too large for a solver.
    """
    first: dict[str, Question] = {}
    for question in ask:
        if question.figure is not None:
            first.setdefault(question.figure, question)
    questions = list(first.values())
    if not questions:
        return Objective({})
    maximise = questions[0].sense is Sense.MAXIMISE
    spans = [high - low + 1 for low, high in (ranges[figure] for figure in first)]
    if prod(spans) > MOST_WEIGHT:
        weight = f"{len(questions)} questions in one objective need weights up to {prod(spans):,}"
        raise too_large(f"{weight}, more than solvers count exactly", questions[0])
    weights = {}
    for place, (figure, question) in enumerate(first.items(), 1):
        same = (question.sense is Sense.MAXIMISE) == maximise
        weights[figure] = prod(spans[place:]) * (1 if same else -1)
    return Objective(weights, maximise)
