"""Why a River Toad scenario cannot be won or only just, and the least change that wins it.

A repair is the model of `model.py` with one unit relaxed: what the scenario fixes becomes a
choice, and the size of the change is minimised. A solution is a change together with the plan that
wins the changed scenario.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.core.solution import Solution
from toadstone.engines.answering import answer, engine_for
from toadstone.engines.instance import make_instance
from toadstone.games.river_toad.questions import MIN_START_HP
from toadstone.games.river_toad.rules import State, row_text, spawn
from toadstone.games.river_toad.scenario import Action, Require, RiverToadScenario, snake_roll
from toadstone.play.words import in_words, with_noun
from toadstone.proofs.explanation import Cause, Change, Core, Explainer, Reason, Repair, Setting

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar

    from toadstone.engines.cp_sat.horizon import ValueOf
    from toadstone.games.river_toad.model import RiverToadHorizon

MOST_NAMED = 12
"""Turns that a sentence names before it says "and so on"."""

HP = Reason("hp", "Cause: too little starting HP.")
REQUIREMENTS = Reason(
    "requirements",
    "Cause: the requirements. No starting HP meets them; without them, enough HP win.",
)
WALLS = Reason("walls", "Cause: walls of snakes. No starting HP wins.")

_ALONE = {
    HP: "too little starting HP for the costs and requirements of this file.",
    REQUIREMENTS: "the requirements. No starting HP meets them.",
    WALLS: "the river is too narrow for the actions of this file. No starting HP wins.",
}
"""What is to blame where no roll is."""


Snakes = tuple[int, tuple[int, ...]]
"""Snakes that go together: the turn of their roll, and their cells."""


class FewestRemoved(Repair[Action]):
    """Remove snakes, as few as can be; `removed` is whether those that go together are removed."""

    whole_rolls: ClassVar[bool]

    def __init__(self, scenario: RiverToadScenario, budget: Budget = UNLIMITED) -> None:
        from toadstone.games.river_toad.model import UNITS, RiverToadHorizon, snakes

        self.scenario = scenario
        self.removed: dict[Snakes, IntVar] = {}
        units = [self._state_snakes if each is snakes else each for each in UNITS]
        self.horizon = RiverToadHorizon(scenario, units=units, budget=budget)
        self.size = sum(self.removed.values())

    def _state_snakes(self, h: RiverToadHorizon) -> None:
        """Phase 2, relaxed: snakes come down unless they were removed."""
        for turn in h.turns:
            cells, spawned = h.snake_cells[turn], turn - (h.scenario.board.rows - 1)
            h.caught[turn] = h.model.new_bool_var(f"caught[{turn}]")
            h.model.add(h.caught[turn] <= sum(h.here(turn, cells)))
            groups = [cells] if self.whole_rolls else [[cell] for cell in cells]
            for group in filter(None, groups):
                removed = h.model.new_bool_var(f"removed[{spawned},{group}]")
                under = sum(h.here(turn, group))
                h.model.add(h.caught[turn] >= under - removed)
                h.model.add(h.caught[turn] + under + removed <= 2)
                self.removed[spawned, tuple(group)] = removed

    def without(self, value_of: ValueOf) -> tuple[list[Snakes], Solution[Action]]:
        """Read what is removed, and the plan that wins without it."""
        removed = [each for each, literal in self.removed.items() if value_of(literal)]
        rolls = list(self.scenario.rolls)
        for turn, cells in removed:
            rolls[turn - 1] -= snake_roll(cells, self.scenario.board.width)
        changed = RiverToadScenario.changing(self.scenario, rolls=tuple(rolls))
        return removed, replace(self.horizon.read(value_of), scenario=changed)


class FewestRolls(FewestRemoved):
    """Replace rolls by 0, as few as can be."""

    whole_rolls: ClassVar[bool] = True
    name: ClassVar[str] = "rolls"
    goal: ClassVar[str] = "the fewest rolls to replace by 0"
    no_help: ClassVar[str] = "Replacing rolls by 0 does not help, not even all of them."

    def read(self, value_of: ValueOf) -> tuple[Change, Solution[Action]]:
        """Read the turns of the rolls, and the plan."""
        removed, solution = self.without(value_of)
        turns, s = [turn for turn, _ in removed], "" if len(removed) == 1 else "s"
        words = f"Replace the roll{s} of turn{s} {_list_texts(map(str, turns))} by 0."
        facts = {"count": len(turns), "turns": turns}
        return Change(facts, words), solution


class FewestSnakes(FewestRemoved):
    """Remove single snakes, as few as can be."""

    whole_rolls: ClassVar[bool] = False
    name: ClassVar[str] = "snakes"
    goal: ClassVar[str] = "the fewest snakes to remove"
    no_help: ClassVar[str] = "Removing snakes does not help, not even all of them."

    def read(self, value_of: ValueOf) -> tuple[Change, Solution[Action]]:
        """Read the turn and the cell of each snake, and the plan."""
        removed, solution = self.without(value_of)
        places = [{"turn": turn, "river": cell} for turn, (cell,) in removed]
        named = _list_texts(f"turn {turn} river cell {cell}" for turn, (cell,) in removed)
        words = f"Remove {with_noun(len(removed), 'snake')}: {named}."
        facts = {"count": len(removed), "removed": places}
        return Change(facts, words), solution


class LeastHp(Repair[Action]):
    """Start with more HP, as few more as can be."""

    name: ClassVar[str] = "hp"
    goal: ClassVar[str] = "the least extra starting HP"
    no_help: ClassVar[str] = "More starting HP do not help, however many."

    def __init__(self, scenario: RiverToadScenario, budget: Budget = UNLIMITED) -> None:
        from toadstone.games.river_toad.model import RiverToadHorizon

        self.scenario = scenario
        self.horizon = RiverToadHorizon(scenario, (MIN_START_HP,), budget=budget)
        self.size = self.horizon.hp[0] - scenario.toad.hp

    def read(self, value_of: ValueOf) -> tuple[Change, Solution[Action]]:
        """Read the extra HP, and the plan."""
        extra, given = value_of(self.size), self.scenario.toad.hp
        words = f"Start with {extra} more HP: {given + extra} instead of {given}."
        change = Change({"extra": extra}, words, {"hp": given + extra})
        return change, self.horizon.read(value_of)


class RiverToadExplainer(Explainer[Action]):
    """Snakes can be to blame, roll by roll; flies and HP help."""

    least_start: ClassVar[Question] = MIN_START_HP
    least_key: ClassVar[str] = "least_hp"
    last_reason: ClassVar[Reason] = WALLS
    repairs: ClassVar[Sequence[type[Repair[Any]]]] = (FewestRolls, LeastHp, FewestSnakes)

    def __init__(self, scenario: RiverToadScenario, budget: Budget = UNLIMITED) -> None:
        self.scenario = scenario
        self.budget = budget

    def causes(self) -> tuple[Cause, ...]:
        """Return the rolls whose snakes reach the bottom row."""
        width, arriving = self.scenario.board.width, self.scenario.turns - self.scenario.board.rows
        causes = []
        for turn, roll in enumerate(self.scenario.rolls[: max(0, arriving + 1)], 1):
            if spawn(roll, width).snakes:
                letters = row_text(width, spawn(roll, width))
                drawing = f"{letters[0]}|{letters[1:-1]}|{letters[-1]}"
                causes.append(Cause(turn, {"turn": turn, "roll": roll}, drawing))
        return tuple(causes)

    def only(self, kept: Collection[Cause], setting: Setting) -> RiverToadScenario:
        """Return the scenario with other snakes replaced by 0, and flies too if it is to be bare.

        Generous is a starting HP that no plan can use up.
        """
        turns, width = {cause.turn for cause in kept}, self.scenario.board.width
        flies_stay = setting is not Setting.BARE
        rolls = tuple(
            roll if turn in turns or (flies_stay and spawn(roll, width).flies) else 0
            for turn, roll in enumerate(self.scenario.rolls, 1)
        )
        changed = RiverToadScenario.changing(self.scenario, rolls=rolls)
        return _with_enough_hp(changed) if setting is Setting.GENEROUS else changed

    def horizon(self, scenario: RiverToadScenario) -> RiverToadHorizon:  # type: ignore[override]
        """Return the model that asks for the most HP: bounds on them refute it much sooner."""
        from toadstone.games.river_toad.model import RiverToadHorizon

        horizon = RiverToadHorizon(scenario, budget=self.budget)
        horizon.model.maximize(horizon.hp[-1])
        return horizon

    def remedies(  # type: ignore[override]
        self, scenario: RiverToadScenario
    ) -> Sequence[tuple[Reason, RiverToadScenario]]:
        """Return the scenario with all the HP one could use, then without requirements as well."""
        rich = _with_enough_hp(scenario)
        return [(HP, rich), (REQUIREMENTS, RiverToadScenario.changing(rich, require=Require()))]

    def suffice(self, core: Core, setting: Setting, *, too: bool) -> str:
        """Say that the rolls of a core are enough, or what is to blame where no roll is."""
        causes = core.causes
        if not causes:
            even_so = "Unwinnable even with every roll (flies included) set to 0."
            return f"{even_so} Cause: {_ALONE[core.reason]}"
        if too:
            turns = _list_texts(str(cause.turn) for cause in causes)
            enough = f"turn {turns} alone is" if len(causes) == 1 else f"turns {turns} are"
            bare = setting is Setting.BARE
            where = "Without the flies" if bare else "With any starting HP"
            return f"{where}, {enough} enough."
        rolls = f"These {len(causes)} rolls alone make it unwinnable"
        if len(causes) == 1:
            rolls = f"The roll of turn {causes[0].turn} alone makes it unwinnable"
        if setting is Setting.BARE:
            return f"{rolls}, with all other rolls (flies included) set to 0."
        if setting is Setting.GENEROUS:
            rolls += " with any starting HP"
        return f"{rolls}, with all other snakes removed and the flies kept."

    def cheapest_way(self, core: Core, setting: Setting) -> str:
        """Say in which cells the toad is when the snakes arrive, and what that costs."""
        if core.reason is not HP or setting is not Setting.BARE:
            return ""
        alone = make_instance(self.only(core.causes, setting), [MIN_START_HP.name])
        cheapest = answer(alone, self.budget, engine_for(alone, "layered"))
        if cheapest.confirmed_by is None or cheapest.replay is None:
            return ""
        states: Sequence[State] = cheapest.replay.states
        passed = [states[cause.turn + self.scenario.board.rows - 1] for cause in core.causes]
        cells = ", ".join(str(state.cell) for state in (states[0], *passed)[: MOST_NAMED + 1])
        cost, given = states[0].hp - passed[-1].hp, self.scenario.toad.hp
        more = ", …" if len(passed) > MOST_NAMED else ""
        way = f"The cheapest way past them, cells {cells}{more}, costs {cost} of {given} HP."
        return way if cost >= given else ""

    def margin(self, least: int) -> str:
        """Compare the least starting HP with those of the file."""
        hp = self.scenario.toad.hp
        spare = hp - least or "none"
        return f"The least starting HP that wins is {least}; the file gives {hp}, {spare} to spare."


def _with_enough_hp(scenario: RiverToadScenario) -> RiverToadScenario:
    return scenario.with_start_hp(max(scenario.enough_start_hp, scenario.toad.hp))


def _list_texts(texts: Iterable[str]) -> str:
    named = list(texts)
    if len(named) > MOST_NAMED:
        return f"{', '.join(named[:MOST_NAMED])} and {len(named) - MOST_NAMED} more"
    return in_words(named, "and")
