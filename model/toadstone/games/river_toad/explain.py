"""What there is to say of a River Toad scenario that cannot be won, or only just."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.explanation.explainer import Cause, Explainer, LeastStart, Reason, Repair, Setting
from toadstone.games.river_toad.horizon import RiverToadHorizon
from toadstone.games.river_toad.needs import Needs
from toadstone.games.river_toad.questions import MIN_START_HP
from toadstone.games.river_toad.repairs import REPAIRS
from toadstone.games.river_toad.scenario import Action, Require, RiverToadScenario

HP = Reason("hp", "HP are the reason: whoever starts with enough of them survives.")
REQUIREMENTS = Reason(
    "requirements",
    "The requirements of the file are the reason: no starting HP would do, but without `require` "
    "enough would.",
)
WALLS = Reason("walls", "Walls are the reason: it is lost whatever the starting HP.")

_ALONE = {
    "hp": "With every roll replaced by 0, flies too, it is still lost, without any snake: the "
    "starting HP are then too few for the costs and requirements of this file.",
    "requirements": "With every roll replaced by 0, flies too, it is still lost, without any "
    "snake: no starting HP would then meet the requirements.",
    "walls": "With every roll replaced by 0, flies too, it is still lost, without any snake: the "
    "river is too narrow for the actions of this file, whatever the starting HP.",
}


class RiverToadExplainer(Explainer[Action]):
    """Snakes can be to blame, roll by roll; flies and HP help."""

    least_start: ClassVar[LeastStart] = LeastStart(MIN_START_HP, "least_hp")

    def __init__(self, scenario: RiverToadScenario, budget: Budget = UNLIMITED) -> None:
        self.scenario = scenario
        self.budget = budget

    def causes(self) -> tuple[Cause, ...]:
        """Return the rolls whose snakes reach the bottom row."""
        arriving = self.scenario.turns - self.scenario.board.rows + 1
        return tuple(
            Cause(turn, {"turn": turn, "roll": roll}, self._drawing(roll))
            for turn, roll in enumerate(self.scenario.rolls[: max(0, arriving)], 1)
            if roll and not self._is_fly(roll)
        )

    def _is_fly(self, roll: int) -> bool:
        return roll >= 1 << self.scenario.board.width

    def _drawing(self, roll: int) -> str:
        river = format(roll, f"0{self.scenario.board.width}b")
        return f".|{river.replace('0', '.').replace('1', 'S')}|."

    def only(self, kept: Collection[Cause], setting: Setting) -> RiverToadScenario:
        """Return the scenario with other snakes replaced by 0, and flies too if it is to be bare.

        Generous is a starting HP that no plan can use up.
        """
        turns = {cause.turn for cause in kept}
        flies_stay = setting is not Setting.BARE
        rolls = tuple(
            roll if turn in turns or (flies_stay and self._is_fly(roll)) else 0
            for turn, roll in enumerate(self.scenario.rolls, 1)
        )
        changed = _with(self.scenario, rolls=rolls)
        return _with_enough_hp(changed) if setting is Setting.GENEROUS else changed

    def quick_plan(self, scenario: RiverToadScenario) -> list[Action] | None:  # type: ignore[override]
        """Return a winning plan, found backwards."""
        return Needs(scenario, self.budget).plan()

    def horizon(  # type: ignore[override]
        self, scenario: RiverToadScenario, plan: Sequence[Action] | None
    ) -> RiverToadHorizon:
        """Return the model, the arcs of the plan hinted.

        Without a plan the most HP are asked for: bounds on them refute a lost scenario much
        sooner than the bare question whether it can be won.
        """
        horizon = RiverToadHorizon(scenario, budget=self.budget)
        if plan is None:
            horizon.model.maximize(horizon.hp[-1])
        cell = scenario.start_cell
        for turn, action in enumerate(plan or (), 1):
            for arc in horizon.arcs[turn]:
                on_the_way = arc.source == cell and arc.action == action
                horizon.model.add_hint(arc.chosen, on_the_way)
            cell += action.shift
        return horizon

    def remedies(  # type: ignore[override]
        self, scenario: RiverToadScenario
    ) -> Sequence[tuple[Reason, RiverToadScenario]]:
        """Return the scenario with all the HP one could use, then without requirements as well."""
        rich = _with_enough_hp(scenario)
        return [(HP, rich), (REQUIREMENTS, _with(rich, require=Require()))]

    def last_reason(self) -> Reason:
        """Return `walls`."""
        return WALLS

    def suffice(self, causes: Sequence[Cause], setting: Setting) -> str:
        """Say that these rolls are enough."""
        if len(causes) == 1:
            rolls = f"The roll of turn {causes[0].turn} is enough to lose"
        else:
            rolls = f"These {len(causes)} rolls are enough to lose"
        if setting is Setting.BARE:
            return f"{rolls}, even if every other roll were 0, flies too."
        if setting is Setting.GENEROUS:
            rolls += " whatever the starting HP"
        return f"{rolls}, even if every other snake were gone and the flies came."

    def without_causes(self, reason: Reason) -> str:
        """Say what is to blame where no roll is."""
        return _ALONE[reason.name]

    def repairs(self) -> Sequence[type[Repair[Action]]]:
        """Return fewer rolls, more HP, fewer snakes."""
        return REPAIRS

    def repair(self, kind: type[Any]) -> Repair[Action]:
        """Return the model of a repair."""
        repair: Repair[Action] = kind(self.scenario, self.budget)
        return repair

    def margin(self, least: int) -> str:
        """Compare the least starting HP with those of the file."""
        hp = self.scenario.toad.hp
        spare = "none to spare" if hp == least else f"{hp - least} to spare"
        return f"The least starting HP that wins is {least}; the file gives {hp}, {spare}."

    def forced_moves(self) -> Mapping[int, Action]:
        """Return the actions that all winning plans share, by turn."""
        return Needs(self.scenario, self.budget).forced_actions()


def _with_enough_hp(scenario: RiverToadScenario) -> RiverToadScenario:
    """Return the scenario with a starting HP that no plan can use up."""
    return scenario.with_start_hp(max(scenario.enough_start_hp, scenario.toad.hp))


def _with(scenario: RiverToadScenario, **parts: object) -> RiverToadScenario:
    """Return the scenario with other parts; unlike a copy, it works out anew what is cached."""
    fields = {name: getattr(scenario, name) for name in RiverToadScenario.model_fields}
    return RiverToadScenario.model_construct(**(fields | parts))
