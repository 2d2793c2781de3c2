"""MPS and LP files, and the solution files of the solvers that read them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace

from toadstone.core.budget import Budget
from toadstone.engines.instance import Instance
from toadstone.files.source import Source
from toadstone.services.export.cp_sat import claim_of
from toadstone.services.export.format import Claim, Files, Format
from toadstone.services.export.linear import LinearProgramme, readable_names
from toadstone.services.export.models import whole_models
from toadstone.services.export.solution_file import read_values
from toadstone.services.export.whole_model import WholeModel


@dataclass(frozen=True)
class LinearFormat(Format):
    """A mixed-integer linear programme; the model without bounds, which leads by its relaxation."""

    def write(self, instance: Instance, budget: Budget) -> Files:
        """Return a file for each model."""
        return {
            f"{name}.{self.name}": self.text(LinearProgramme(model.proto, budget))
            for name, model in _models(instance, budget).items()
        }

    @abstractmethod
    def text(self, programme: LinearProgramme) -> str:
        """Return the file of a programme."""

    def read(self, instance: Instance, source: Source, budget: Budget) -> Claim:
        """Read a solution file; a variable that it leaves out is 0, or as near as it can be."""
        model = next(iter(_models(instance, budget).values()))
        names = readable_names([each.name for each in model.proto.variables])
        found = read_values(source, {name: number for number, name in enumerate(names)})
        lows = [each.domain[0] for each in model.proto.variables]
        highs = [each.domain[len(each.domain) - 1] for each in model.proto.variables]
        missing = [max(low, min(high, 0)) for low, high in zip(lows, highs, strict=True)]
        values = [found.values.get(number, value) for number, value in enumerate(missing)]
        return claim_of(model, values, found.objective)


class MpsFormat(LinearFormat):
    """MPS, in its free form.

    It has no agreed way to say that the objective is to be maximised: CBC ignores `OBJSENSE`. So it
    is always minimised, if need be with its signs turned.
    """

    def text(self, programme: LinearProgramme) -> str:
        """Return the MPS file of a programme."""
        return programme.built(minimised=True).export_to_mps_string()

    def read(self, instance: Instance, source: Source, budget: Budget) -> Claim:
        """Read a solution file of the objective that is minimised."""
        claim = super().read(instance, source, budget)
        stated = tuple((objective.minimised(), value) for objective, value in claim.objectives)
        return replace(claim, objectives=stated)


class LpFormat(LinearFormat):
    """LP, as CPLEX defines it."""

    def text(self, programme: LinearProgramme) -> str:
        """Return the LP file of a programme."""
        return programme.built().export_to_lp_string()


def _models(instance: Instance, budget: Budget) -> Mapping[str, WholeModel]:
    return whole_models(replace(instance, bounded=False), budget)
