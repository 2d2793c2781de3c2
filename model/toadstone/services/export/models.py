"""Models of whole plans: which answer an instance, their text for CP-SAT, and values read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ortools.sat.python.cp_model import IntVar, LinearExpr, LinearExprT
from ortools.sat.python.cp_model_helper import CpModelProto, CpSolverResponse, FlatIntExpr

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.core.part import Part
from toadstone.engines.cp_sat.horizon import Horizon
from toadstone.engines.instance import Instance
from toadstone.engines.parts import HORIZON
from toadstone.files.messages import one_of
from toadstone.files.source import Source
from toadstone.services.export.parts import (
    WHOLE_MODELS,
    Claim,
    Files,
    Format,
    Objective,
    no_plan,
    objective_of,
    refuse_front,
)


@dataclass(frozen=True)
class WholeModel:
    """A model of the whole plan, and what it optimises.

    Attributes:
        horizon: the model; its objective is set.
        objective: the same objective, in terms of figures.
    """

    horizon: Horizon[Any]
    objective: Objective

    @classmethod
    def of(cls, horizon: Horizon[Any], objective: Objective) -> WholeModel:
        """Give a horizon its objective; without one, any plan will do."""
        figures = [horizon.bounded_figure(name) for name in objective.weights]
        if figures:
            total = LinearExpr.weighted_sum(figures, list(objective.weights.values()))
            set_objective = horizon.model.maximize if objective.maximise else horizon.model.minimize
            set_objective(total + objective.constant)
        return cls(horizon, objective)

    @property
    def proto(self) -> CpModelProto:
        """The model as CP-SAT has it."""
        return self.horizon.model.proto

    def claim(
        self, values: Sequence[int], stated: float | None, objective: Objective | None = None
    ) -> Claim:
        """Return the plan that the values of all variables mean.

        Args:
            values: the values, in the order of the variables.
            stated: the value of the objective, if one is stated.
            objective: the objective that was stated; by default this model's own.
        """

        def value_of(expression: LinearExprT) -> int:
            if isinstance(expression, IntVar):
                return values[int(expression.index)]
            flat = FlatIntExpr(LinearExpr.sum([expression]))
            terms = zip(flat.vars, flat.coeffs, strict=True)
            total = sum(int(c) * values[each.index] for each, c in terms)
            return int(flat.offset + total)

        solution = self.horizon.read(value_of)
        objective = objective or self.objective
        figures = solution.figures or {}
        if stated is None or not objective.weights:
            return Claim(solution.moves, figures)
        return Claim(solution.moves, figures, [(objective, round(stated))])


def whole_models(instance: Instance, budget: Budget) -> Mapping[str, WholeModel]:
    """Return the models that answer an instance, by short names; one alone is `model`.

    Where there are several, they have the same variables and objectives of the same figures.

    Raises:
        RequestError: a front is asked for, or no model of a whole plan answers the questions.
        LimitReachedError: time is up.
    """
    refuse_front(instance)
    if WHOLE_MODELS in instance.game.parts:
        _expect_stated(instance, WHOLE_MODELS)
        models = instance.get(WHOLE_MODELS)(instance, budget)
        return {name: WholeModel.of(*aim) for name, aim in models.items()}
    _expect_stated(instance, HORIZON)
    make = instance.get(HORIZON)
    horizon = make(instance.scenario, instance.ask, bounded=instance.bounded, budget=budget)
    whole = horizon.whole()
    ranges = {name: whole.figure_range(name) for name in whole.figures}
    return {"model": WholeModel.of(whole, objective_of(instance.ask, ranges))}


def _expect_stated(instance: Instance, part: Part[Any]) -> None:
    """Raise RequestError where the question is about the position, and models state others."""
    game, asked = instance.game, ", ".join(f"`{question}`" for question in instance.ask)
    stated = [q.name for q in game.questions if not instance.asking(q).why_unsupported(part)]
    if instance.about_plans or not stated or instance.ask[0].name in stated:
        return
    no_model = f"{asked} of {game.name} is about the position: no model of a whole game states it"
    wanted = one_of(stated)
    raise RequestError(f"{no_model}. Expected {wanted}", f"{no_model}. Expected --ask {wanted}")


def write_cp_sat(instance: Instance, budget: Budget) -> Files:
    """Return the text of each model, as `toadstone solve` gives it to CP-SAT, with its bounds."""
    models = whole_models(instance, budget)
    return {f"{name}.pbtxt": str(model.proto) for name, model in models.items()}


def read_cp_sat(instance: Instance, source: Source, budget: Budget) -> Claim:
    """Read the text of a `CpSolverResponse`, as Python's `str` and `sat_runner` write it."""
    response = CpSolverResponse()
    if not response.parse_text_format(source.text):
        raise source.error("expected the text of a CpSolverResponse: `status:`, `solution:`")
    values = list(response.solution)
    if not values:
        if "INFEASIBLE" in source.text or "UNKNOWN" in source.text:
            raise source.error(no_plan(source, stopped="INFEASIBLE" not in source.text))
        raise source.error("the response has no `solution`")
    model = next(iter(whole_models(instance, budget).values()))
    wanted = len(model.proto.variables)
    if len(values) != wanted:
        raise source.error(
            f"expected the values of {wanted} variables, found {len(values)}: is it the "
            "solution of another scenario?"
        )
    return model.claim(values, response.objective_value)


FORMATS = {"cp-sat": Format(write_cp_sat, read_cp_sat)}
