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

    def supports(self, instance: Instance) -> bool:
        """Return whether the questions are about plans, and the game has a model of them.

        Without the library the model cannot say what it states; then only the library is missing.
        """
        has_model = instance.about_plans and HORIZON in instance.game.parts
        return has_model and not (self.is_installed and instance.why_unsupported(HORIZON))

    def why_not(self, instance: Instance) -> str | None:
        """Return in a few words why the model does not support these questions."""
        if HORIZON not in instance.game.parts:
            return None
        return instance.why_unsupported(HORIZON) if self.is_installed else self.lack

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
    guarantee="proves the best",
    breaks_ties=True,
    library=OR_TOOLS,
)
