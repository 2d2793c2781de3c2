"""The models of whole games of Squirrel War, as they are exported."""

from __future__ import annotations

from collections.abc import Mapping

from toadstone.core.budget import Budget
from toadstone.engines.instance import Instance
from toadstone.games.squirrel_war.model import SquirrelWarHorizon, other
from toadstone.games.squirrel_war.players import rules_of
from toadstone.games.squirrel_war.questions import BEAT
from toadstone.services.export.objective import Objective
from toadstone.services.export.whole_model import WholeModel


def whole_models(instance: Instance, budget: Budget) -> Mapping[str, WholeModel]:
    """Return the model for `beat`, or the two for `shared`."""
    scenario = rules_of(instance).scenario
    if instance.ask == (BEAT,):
        horizon = SquirrelWarHorizon(scenario, greedy=other(scenario.turn), budget=budget)
        return {"model": WholeModel.of(horizon, _margin(largest=scenario.turn == "X"))}
    return {
        name: WholeModel.of(SquirrelWarHorizon(scenario, budget=budget), _margin(largest=way))
        for name, way in (("largest", True), ("smallest", False))
    }


def _margin(*, largest: bool) -> Objective:
    return Objective({"margin": 1}, maximise=largest)
