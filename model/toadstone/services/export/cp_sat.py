"""CP-SAT's own form of a model, as text, and the text of a response."""

from __future__ import annotations

from ortools.sat.python.cp_model_helper import CpSolverResponse

from toadstone.core.budget import Budget
from toadstone.engines.instance import Instance
from toadstone.files.source import Source
from toadstone.services.export.format import Claim, Files, Format, no_plan, stopped_without_plan
from toadstone.services.export.models import whole_models
from toadstone.services.export.whole_model import WholeModel


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


def claim_of(model: WholeModel, values: list[int], stated: float | None) -> Claim:
    """Return the plan that the values of all variables mean; `stated` is the objective, if any."""
    solution = model.solution(values)
    figures = solution.figures or {}
    if stated is None or not model.objective.weights:
        return Claim(solution.moves, figures)
    return Claim(solution.moves, figures, ((model.objective, round(stated)),))
