"""The models of whole games of Squirrel War, as they are exported."""

from __future__ import annotations

from collections.abc import Mapping

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.engines.instance import Instance
from toadstone.exporting.objective import Objective
from toadstone.exporting.whole_model import WholeModel
from toadstone.games.squirrel_war.horizon import SquirrelWarHorizon, other
from toadstone.games.squirrel_war.players import rules_of
from toadstone.games.squirrel_war.questions import BEAT, SHARED


def whole_models(instance: Instance, budget: Budget) -> Mapping[str, WholeModel]:
    """Return the model for `beat`, or the two for `shared`; raise RequestError for others."""
    scenario = rules_of(instance).scenario
    if instance.ask == (BEAT,):
        horizon = SquirrelWarHorizon(scenario, greedy=other(scenario.turn), budget=budget)
        return {"model": WholeModel.of(horizon, _margin(largest=scenario.turn == "X"))}
    if instance.ask == (SHARED,):
        return {
            name: WholeModel.of(SquirrelWarHorizon(scenario, budget=budget), _margin(largest=way))
            for name, way in (("largest", True), ("smallest", False))
        }
    asked = ", ".join(f"`{question}`" for question in instance.ask)
    no_model = f"{asked} of {instance.game.name} is about the position: no model of a whole game"
    wanted = f"`{BEAT}` or `{SHARED}`"
    raise RequestError(
        f"{no_model} states it. Expected {wanted}", f"{no_model} states it. Expected --ask {wanted}"
    )


def _margin(*, largest: bool) -> Objective:
    return Objective({"margin": 1}, maximise=largest)
