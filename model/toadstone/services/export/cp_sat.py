"""Which models of whole plans answer an instance, and CP-SAT's own form of them as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ortools.sat.python.cp_model_helper import CpSolverResponse

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.core.part import Part
from toadstone.engines.instance import Instance
from toadstone.engines.parts import HORIZON
from toadstone.files.messages import one_of
from toadstone.files.source import Source
from toadstone.services.export.format import (
    Claim,
    Files,
    Format,
    no_front,
    no_plan,
    objective_of,
    stopped_without_plan,
)
from toadstone.services.export.models import WholeModel, claim_of
from toadstone.services.export.parts import WHOLE_MODELS


def whole_models(instance: Instance, budget: Budget) -> Mapping[str, WholeModel]:
    """Return the models that answer an instance, by short names; one alone is `model`.

    Where there are several, they have the same variables and objectives of the same figures.

    Raises:
        RequestError: a front is asked for, or no model of a whole plan answers the questions.
        LimitReachedError: time is up.
    """
    if instance.front:
        raise no_front()
    if WHOLE_MODELS in instance.game.parts:
        _expect_stated(instance, WHOLE_MODELS)
        return instance.get(WHOLE_MODELS)(instance, budget)
    _expect_stated(instance, HORIZON)
    make = instance.get(HORIZON)
    horizon = make(instance.scenario, instance.ask, bounded=instance.bounded, budget=budget)
    whole = horizon.whole()
    ranges = {name: whole.figure_range(name) for name in whole.figures}
    return {"model": WholeModel.of(whole, objective_of(instance.ask, ranges))}


def _expect_stated(instance: Instance, part: Part[Any]) -> None:
    """Raise RequestError where the question is about the position, and models state others."""
    game, asked = instance.game, ", ".join(f"`{question}`" for question in instance.ask)
    stated = [q.name for q in game.questions if not instance.asking(q).unsupported(part)]
    if instance.about_plans or not stated or instance.ask[0].name in stated:
        return
    no_model = f"{asked} of {game.name} is about the position: no model of a whole game states it"
    wanted = one_of(stated)
    raise RequestError(f"{no_model}. Expected {wanted}", f"{no_model}. Expected --ask {wanted}")


class CpSatFormat(Format):
    """The model that `toadstone solve` gives to CP-SAT, with its bounds."""

    def write(self, instance: Instance, budget: Budget) -> Files:
        """Return a file for each model."""
        models = whole_models(instance, budget)
        return {f"{name}.pbtxt": str(model.proto) for name, model in models.items()}

    def read(self, instance: Instance, source: Source, budget: Budget) -> Claim:
        """Read the text of a `CpSolverResponse`, as Python's `str` and `sat_runner` write it."""
        response = CpSolverResponse()
        if not response.parse_text_format(source.text):
            raise source.error("expected the text of a CpSolverResponse: `status:`, `solution:`")
        values = list(response.solution)
        if not values:
            if "INFEASIBLE" in source.text:
                raise source.error(no_plan(source))
            if "UNKNOWN" in source.text:
                raise source.error(stopped_without_plan(source))
            raise source.error("the response has no `solution`")
        models = whole_models(instance, budget)
        fitting = [each for each in models.values() if len(each.proto.variables) == len(values)]
        if not fitting:
            wanted = len(next(iter(models.values())).proto.variables)
            raise source.error(
                f"expected the values of {wanted} variables, found {len(values)}: is it the "
                "solution of another scenario?"
            )
        return claim_of(fitting[0], values, response.objective_value)
