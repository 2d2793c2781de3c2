"""The CP-SAT model of a scenario as text, which CP-SAT reads without Toadstone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import RequestError
from toadstone.engines.parts import HORIZON
from toadstone.files.messages import one_of, quote

if TYPE_CHECKING:
    from toadstone.engines.instance import Instance

FORMATS = ("cp-sat",)


def export_model(instance: Instance, to: str = "cp-sat", budget: Budget = UNLIMITED) -> str:
    """Return the model of an instance with its bounds and objective, as text of a `CpModelProto`.

    Raises:
        RequestError: there is no such format, or no single model answers the questions.
        LimitReachedError: time is up.
    """
    from toadstone.engines.engine import OR_TOOLS, load_library

    if to not in FORMATS:
        raise RequestError(f"expected {one_of(FORMATS)}, found {quote(to)}")
    measured = [question for question in instance.ask if question.figure is not None]
    if instance.front or len(measured) > 1:
        advice = "a model has one objective: export one question"
        raise RequestError(advice, f"{advice}, `--ask QUESTION`")
    load_library(OR_TOOLS)
    make = instance.get(HORIZON)
    horizon = make(instance.scenario, instance.ask, bounded=instance.bounded, budget=budget).whole()
    for question in measured:
        horizon.set_objective(question)
    return str(horizon.model.proto)
