"""Models of whole plans with an objective, as they are exported, and values read back into them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ortools.sat.python.cp_model import IntVar, LinearExpr, LinearExprT
from ortools.sat.python.cp_model_helper import CpModelProto, FlatIntExpr

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.core.question import Sense
from toadstone.core.solution import Solution
from toadstone.engines.cp_sat.horizon import Horizon
from toadstone.engines.instance import Instance
from toadstone.engines.parts import HORIZON
from toadstone.exporting.objective import Objective, objective_of
from toadstone.exporting.parts import WHOLE_MODELS
from toadstone.files.messages import one_of


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
                return values[expression.index]
            flat = FlatIntExpr(_expression(expression))
            terms = zip(flat.vars, flat.coeffs, strict=True)
            return int(flat.offset) + sum(c * values[each.index] for each, c in terms)

        return self.horizon.read(value_of)


def whole_models(instance: Instance, budget: Budget) -> Mapping[str, WholeModel]:
    """Return the models that answer an instance, by short names; one alone is `model`.

    Where there are several, they have the same variables and objectives of the same figures.

    Raises:
        RequestError: a front is asked for, or no model of a whole plan answers the questions.
        LimitReachedError: time is up.
    """
    if instance.front:
        raise RequestError("a front takes many models: export one question, `--ask QUESTION`")
    if (of_the_game := instance.game.find(WHOLE_MODELS)) is not None:
        return of_the_game(instance, budget)
    make = instance.game.get(HORIZON)
    if not instance.about_plans:
        raise RequestError(_no_model(instance))
    horizon = make(instance.scenario, instance.ask, bounded=instance.bounded, budget=budget)
    whole = horizon.whole()
    ranges = {name: whole.figure_range(name) for name in whole.figures}
    return {"model": WholeModel.of(whole, objective_of(instance.ask, ranges))}


def _no_model(instance: Instance) -> str:
    game, asked = instance.game, ", ".join(f"`{question}`" for question in instance.ask)
    others = [each.name for each in game.questions if each.sense is not Sense.POSITION]
    return (
        f"{asked} of {game.name} is about the position: no model of a whole game states it. "
        f"Expected --ask {one_of(others)}"
    )


def _expression(expression: LinearExprT) -> LinearExpr:
    return LinearExpr.sum([expression])
