"""CP-SAT as an engine: one model of the whole horizon answers any list of questions, and fronts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.metadata import version

from toadstone.core.budget import Budget
from toadstone.engines.answer import SolverFacts
from toadstone.engines.engine import OR_TOOLS, Engine, EngineResult
from toadstone.engines.instance import Instance
from toadstone.engines.parts import HORIZON

_version = cache(version)
"""Returns the version of a package, whose metadata are read once."""


class CpSat(Engine):
    """The model of the whole horizon, solved by CP-SAT."""

    def why_not(self, instance: Instance) -> str | None:
        """Return what the model does not state; without the library, it cannot say that."""
        return instance.why_unsupported(HORIZON) if self.is_installed else None

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Answer the questions one by one, or find the front of them.

        Raises:
            LimitReachedError: a limit came while the model was built.
            DisagreementError: the solver contradicts itself.
            ModelInvalidError: CP-SAT refuses the model.
        """
        from toadstone.engines.cp_sat.lexicographic import find_best, find_front

        began, make = budget.elapsed(), instance.get(HORIZON)
        horizon = make(instance.scenario, instance.ask, bounded=instance.bounded, budget=budget)
        build = budget.elapsed() - began
        find = find_front if instance.front else find_best
        facts = replace(self.facts(budget), found_by=horizon.found_by)
        return replace(find(horizon, instance.ask, budget), build=build, facts=facts)

    def facts(self, budget: Budget) -> SolverFacts:
        """Return which version of CP-SAT works, and how it is set up."""
        limits = budget.limits
        settings = {"workers": limits.workers, "seed": limits.seed}
        return SolverFacts(self.name, _version("ortools"), settings)


CP_SAT = CpSat(
    name="cp-sat",
    meaning="one constraint model of the whole horizon",
    breaks_ties=True,
    library=OR_TOOLS,
)
