"""Models of whole plans with an objective, and values read back into them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ortools.sat.python.cp_model import IntVar, LinearExpr, LinearExprT
from ortools.sat.python.cp_model_helper import CpModelProto, FlatIntExpr

from toadstone.core.solution import Solution
from toadstone.engines.cp_sat.horizon import Horizon
from toadstone.services.export.format import Claim, Objective


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

    def solution(self, values: Sequence[int]) -> Solution[Any]:
        """Read the plan from the value of every variable, in their order."""

        def value_of(expression: LinearExprT) -> int:
            if isinstance(expression, IntVar):
                return values[int(expression.index)]
            flat = FlatIntExpr(LinearExpr.sum([expression]))
            terms = zip(flat.vars, flat.coeffs, strict=True)
            total = sum(int(c) * values[each.index] for each, c in terms)
            return int(flat.offset + total)

        return self.horizon.read(value_of)


def claim_of(model: WholeModel, values: list[int], stated: float | None) -> Claim:
    """Return the plan that the values of all variables mean; `stated` is the objective, if any."""
    solution = model.solution(values)
    figures = solution.figures or {}
    if stated is None or not model.objective.weights:
        return Claim(solution.moves, figures)
    return Claim(solution.moves, figures, ((model.objective, round(stated)),))
