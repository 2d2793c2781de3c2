"""MPS and LP files, and the solution files of the solvers that read them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toadstone.core.budget import Budget
from toadstone.engines.instance import Instance
from toadstone.exporting.cp_sat import claim_of
from toadstone.exporting.format import Claim, Files, Format
from toadstone.exporting.linear import LinearProgramme, readable_names
from toadstone.exporting.models import whole_models
from toadstone.exporting.solution_file import read_values
from toadstone.exporting.whole_model import WholeModel
from toadstone.files.source import Source

if TYPE_CHECKING:
    from ortools.linear_solver.python.model_builder import Model


@dataclass(frozen=True)
class LinearFormat(Format):
    """A mixed-integer linear programme; the model without bounds, which leads by its relaxation."""

    def write(self, instance: Instance, budget: Budget) -> Files:
        """Return a file for each model."""
        return {
            f"{name}.{self.name}": self.text(LinearProgramme(model.proto, budget).built())
            for name, model in _models(instance, budget).items()
        }

    @abstractmethod
    def text(self, model: Model) -> str:
        """Return the file of a model."""

    def read(self, instance: Instance, source: Source, budget: Budget) -> Claim:
        """Read a solution file; a variable that it leaves out is 0."""
        model = next(iter(_models(instance, budget).values()))
        names = readable_names([each.name for each in model.proto.variables])
        found = read_values(source, {name: number for number, name in enumerate(names)})
        lows = [each.domain[0] for each in model.proto.variables]
        highs = [each.domain[len(each.domain) - 1] for each in model.proto.variables]
        missing = [low if low == high else 0 for low, high in zip(lows, highs, strict=True)]
        values = [found.values.get(number, value) for number, value in enumerate(missing)]
        return claim_of(model, values, found.objective)


class MpsFormat(LinearFormat):
    """MPS, in its free form."""

    def text(self, model: Model) -> str:
        """Return the MPS file of a model."""
        return model.export_to_mps_string()


class LpFormat(LinearFormat):
    """LP, as CPLEX defines it."""

    def text(self, model: Model) -> str:
        """Return the LP file of a model."""
        return model.export_to_lp_string()


def _models(instance: Instance, budget: Budget) -> Mapping[str, WholeModel]:
    return whole_models(replace(instance, bounded=False), budget)
