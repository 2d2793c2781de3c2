"""Explanations derived again, piece by piece, by the rules of the stand-alone checker.

What is said to lose is excluded as in a certificate. What is said to win has a plan that the
checker replays. Nothing here shares a statement of the rules with `explain.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.engines.answer import Status
from toadstone.engines.confirming import work_of
from toadstone.engines.state_space import moves_of_plans
from toadstone.games.river_toad.proof import (
    LONG,
    CheckedPlans,
    RiverToadCertifier,
    expect_excluded,
    plan_to,
    reaches,
)
from toadstone.games.river_toad.scenario import RiverToadScenario
from toadstone.proofs.explanation import WIDER, Cause, Causes, Core, Explanation, Repaired, Setting
from toadstone_checker.river_toad import LARGEST_NUMBER, SHIFTS, Game, Target, Toad, replay

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

ANY_HP = 2 * LARGEST_NUMBER
"""More starting HP than any scenario has; the checker cuts them down to what can be used."""

NOTHING_REQUIRED: dict[str, Any] = {
    "max_moves": None,
    "min_final_hp": None,
    "min_flies": None,
    "forbid": [],
    "visit": [],
    "avoid": [],
}
"""The requirements of a certificate that has none."""

RollTurns = frozenset[int]
"""The turns of some rolls."""


def explained_again(
    scenario: RiverToadScenario, explanation: Explanation, budget: Budget
) -> Mapping[str, Callable[[], None]]:
    """Return what derives each piece of an explanation again, see `CONFIRM_EXPLANATION`."""
    return _Pieces(scenario, explanation, budget).checks()


class _Pieces:
    """An explanation, and the checker's game that its pieces are held against."""

    def __init__(
        self, scenario: RiverToadScenario, explanation: Explanation, budget: Budget
    ) -> None:
        content = RiverToadCertifier(scenario).content()
        self._found, self._budget = explanation, budget
        self._game = Game(content, work_of(budget))
        free = content | {"require": NOTHING_REQUIRED}
        self._free = Game(free, work_of(budget))

    def checks(self) -> Mapping[str, Callable[[], None]]:
        found, checks = self._found, dict[str, Callable[[], None]]()
        checks["verdict"] = self._verdict
        if found.least is not None:
            checks[found.explainer.least_key] = partial(self._least, found.least)
        if found.forced is not None:
            checks["forced_turns"] = partial(self._forced, found.forced)
        if found.core is not None:
            checks["core"] = partial(self._core, found.core)
            checks["cores"] = partial(self._cores, found.core)
        for setting, core in found.wider.items():
            checks[f"core_{WIDER[setting]}"] = partial(self._wider, core, setting)
        repairs = {"rolls": self._rolls, "hp": self._extra_hp, "snakes": self._snakes}
        for kind, repaired in found.repairs.items():
            checks[f"repairs.{kind.name}"] = partial(repairs[kind.name], repaired)
        return checks

    # What wins and what loses

    def _expect_lost(self, game: Game, start_hp: int) -> None:
        expect_excluded(game, _target(game, start_hp))

    def _plan(self, game: Game, start_hp: int) -> list[str] | None:
        """Return a plan that wins, replayed by the checker; None if there is none."""
        plan = plan_to(game, _target(game, start_hp))
        if plan is not None:
            _expect_plan(game, plan, start_hp)
        return plan

    def _is_won(self, game: Game, start_hp: int) -> bool:
        if start_hp < 1:
            return False
        if game.turns < LONG:
            return self._plan(game, start_hp) is not None
        return reaches(game, _target(game, start_hp))

    def _expect_won(self, game: Game, start_hp: int, what: str) -> None:
        if not self._is_won(game, start_hp):
            raise DisagreementError(f"by the checker's rules {what} cannot be won")

    def _alone(self, turns: Collection[int], setting: Setting, base: Game | None = None) -> Game:
        """Return the game with the snakes of these turns only, and without flies if it is bare."""
        base, flies_stay = base or self._game, setting is not Setting.BARE
        return _with(
            base,
            [
                roll if turn in turns or (flies_stay and not _is_snakes(base, roll)) else 0
                for turn, roll in enumerate(base.rolls, 1)
            ],
        )

    def _start_hp(self, setting: Setting) -> int:
        return ANY_HP if setting is Setting.GENEROUS else self._game.hp

    # The pieces

    def _verdict(self) -> None:
        if self._found.status is Status.INFEASIBLE:
            self._expect_lost(self._game, self._game.hp)
        else:
            self._expect_won(self._game, self._game.hp, "it")

    def _least(self, least: int) -> None:
        self._expect_lost(self._game, least - 1)
        self._expect_won(self._game, least, "it with so many HP")

    def _forced(self, said: Mapping[int, str]) -> None:
        moves = enumerate(moves_of_plans(CheckedPlans(self._game, {}), self._budget), 1)
        forced = {turn: shifts for turn, shifts in moves if len(shifts) == 1}
        if forced != {turn: {SHIFTS[move]} for turn, move in said.items()}:
            raise DisagreementError("the checker's rules give other forced turns")

    def _core(self, core: Core) -> None:
        """Check the core; where a wider one is not named, the core has to do in its place."""
        self._minimal(core.causes, Setting.BARE)
        self._reason(core, Setting.BARE)
        if "core" in self._found.undecided:
            return
        for setting in WIDER.keys() - self._found.wider.keys():
            if setting is Setting.HELPED or not self._is_won(self._game, ANY_HP):
                self._expect_lost(
                    self._alone(_turns(core.causes), setting), self._start_hp(setting)
                )

    def _wider(self, core: Core, setting: Setting) -> None:
        bare = self._found.core
        if bare is None or not _turns(bare.causes) < _turns(core.causes):
            raise DisagreementError("the core is not a part of it")
        self._minimal(core.causes, setting)
        self._reason(core, setting)

    def _minimal(self, causes: Causes, setting: Setting) -> None:
        """Check that the rolls lose by themselves, and not without any one of them."""
        for cause in causes:
            _expect_cause(self._game, cause)
        turns, start_hp = _turns(causes), self._start_hp(setting)
        self._expect_lost(self._alone(turns, setting), start_hp)
        for turn in sorted(turns):
            rest = self._alone(turns - {turn}, setting)
            self._expect_won(rest, start_hp, f"it without the roll of turn {turn}")

    def _reason(self, core: Core, setting: Setting) -> None:
        """Check the reason by a plan that wins without it, and that no lesser one does."""
        turns = _turns(core.causes)
        alone, free = self._alone(turns, setting), self._alone(turns, setting, self._free)
        match core.reason.name:
            case "hp":
                self._expect_won(alone, ANY_HP, "it with any starting HP")
            case "requirements":
                self._expect_lost(alone, ANY_HP)
                self._expect_won(free, ANY_HP, "it without the requirements")
            case _:
                self._expect_lost(free, ANY_HP)

    def _cores(self, first: Core) -> None:
        """Check each core, and that no other is left if they are said to be all."""
        cores = [_turns(core) for core in self._found.cores]
        if first.causes != self._found.cores[0]:
            raise DisagreementError("the first core is another")
        if len(set(cores)) < len(cores):
            raise DisagreementError("a core is there twice")
        for core in self._found.cores[1:]:
            self._minimal(core, Setting.BARE)
        if self._found.cores_complete:
            self._expect_no_other(cores)

    def _expect_no_other(self, cores: Sequence[RollTurns]) -> None:
        """Check that each set of rolls that stops all known plans is a known core.

        Each lost set stops them all, so it holds one of the sets that are looked at. A set that is
        none of the cores is made as large as it can be without holding one, and gives another
        plan. The smallest sets that stop all plans so far are kept by Berge's algorithm.
        """
        game = self._game
        rolls = [turn for turn, roll in enumerate(game.rolls, 1) if _is_snakes(game, roll)]
        stopping, known = {RollTurns()}, set(cores)
        while unknown := stopping - known:
            self._budget.check()
            large = min(unknown, key=sorted)
            for turn in rolls:
                if not any(core <= large | {turn} for core in cores):
                    large |= {turn}
            plan = self._plan(self._alone(large, Setting.BARE), game.hp)
            if plan is None:
                raise DisagreementError(f"there is another core in turns {sorted(large)}")
            stops = self._rolls_that_stop(plan)
            kept = {each for each in stopping if each & stops}
            larger = {each | {turn} for each in stopping - kept for turn in stops}
            stopping = kept | {new for new in larger if not any(each <= new for each in kept)}

    def _rolls_that_stop(self, plan: Iterable[str]) -> RollTurns:
        """Return the turns of the rolls whose snakes would catch the toad on this plan."""
        game, cell, stops = self._game, self._game.start, set[int]()
        for turn, move in enumerate(plan, 1):
            cell += SHIFTS[move]
            spawned = turn - (game.rows - 1)
            roll = game.rolls[spawned - 1] if spawned >= 1 else 0
            if _is_snakes(game, roll) and roll & game.bit(cell):
                stops.add(spawned)
        return RollTurns(stops)

    # Repairs

    def _rolls(self, repaired: Repaired | None) -> None:
        self._fewest(repaired)
        if repaired is not None:
            turns, game = repaired.change.facts["turns"], self._game
            _expect_all_different(turns, repaired)
            gone = [0 if turn in turns else roll for turn, roll in enumerate(game.rolls, 1)]
            _expect_plan(_with(game, gone), repaired.plan, game.hp)

    def _snakes(self, repaired: Repaired | None) -> None:
        self._fewest(repaired)
        if repaired is not None:
            places = [(each["turn"], each["river"]) for each in repaired.change.facts["removed"]]
            _expect_all_different(places, repaired)
            rolls = list(self._game.rolls)
            for turn, cell in places:
                roll, bit = rolls[turn - 1], self._game.bit(cell)
                if not (_is_snakes(self._game, roll) and roll & bit):
                    raise DisagreementError(f"turn {turn} brings no snake in cell {cell}")
                rolls[turn - 1] -= bit
            _expect_plan(_with(self._game, rolls), repaired.plan, self._game.hp)

    def _fewest(self, repaired: Repaired | None) -> None:
        fewest = fewest_turns_under_snakes(self._game, self._budget)
        if fewest != (repaired and repaired.change.facts["count"]):
            raise DisagreementError(f"the checker's rules give {fewest}")

    def _extra_hp(self, repaired: Repaired | None) -> None:
        if repaired is None:
            self._expect_lost(self._game, ANY_HP)
            return
        enough = self._game.hp + repaired.change.facts["extra"]
        self._expect_lost(self._game, enough - 1)
        _expect_plan(self._game, repaired.plan, enough)
        if repaired.change.options != {"hp": enough}:
            raise DisagreementError(f"the options of the repair do not give {enough} HP")


def _target(game: Game, start_hp: int) -> Target:
    """Return what every plan has to reach that begins with so many HP."""
    target = Target(game, [])
    target.start_hp = start_hp
    return target


def _turns(causes: Causes) -> RollTurns:
    return RollTurns(cause.turn for cause in causes)


def _with(game: Game, rolls: list[int]) -> Game:
    changed = copy(game)
    changed.rolls = rolls
    return changed


def _is_snakes(game: Game, roll: int) -> bool:
    return 0 < roll < 1 << game.width


def _expect_cause(game: Game, cause: Cause) -> None:
    """Check that a cause is a roll of snakes, and is named and drawn as it is."""
    roll = game.rolls[cause.turn - 1]
    drawn = "".join("S" if roll & game.bit(cell) else "." for cell in game.cells)
    named = cause.facts == {"turn": cause.turn, "roll": roll}
    if not (named and cause.drawing == f".|{drawn}|." and _is_snakes(game, roll)):
        raise DisagreementError(f"the roll of turn {cause.turn} is not what is said of it")


def _expect_plan(game: Game, plan: list[str], start_hp: int) -> None:
    """Check that a plan wins, by the checker's replay."""
    figures = replay(game, plan, start_hp)
    reached = (figures[name] for name in ("turns", "hp", "moves", "flies"))
    if not Target(game, []).met_by(*reached):
        raise DisagreementError("by the checker's rules its plan does not win")


def _expect_all_different(changes: Sequence[object], repaired: Repaired) -> None:
    if len(set(changes)) != repaired.change.facts["count"]:
        raise DisagreementError("what is changed is not what is counted")


def fewest_turns_under_snakes(game: Game, budget: Budget) -> int | None:
    """Return in how few turns a winning toad is under a snake, if snakes did not bite.

    So many rolls, or as many snakes, have to go before the scenario can be won; None if that does
    not help. Of toads in the same cell with as many such turns, moves and flies, the one with the
    most HP can do all that the others can.
    """
    calm, target = copy(game), Target(game, [])
    calm.rolls = [0 if roll < 1 << game.width else roll for roll in game.rolls]
    most = {(game.start, 0, 0, 0): game.hp}
    for turn in budget.each(range(1, game.turns + 1)):
        ways, safe, following = calm.ways(turn), game.ways(turn), dict[Toad, int]()
        for (cell, times, moves, flies), hp in most.items():
            for way in ways[cell]:
                to, cost, moved, fed = way
                left = game.hp_after(hp, cost, fed)
                if left >= 1:
                    numbers = to, left, moves + moved, flies + fed
                    _, _, counted, eaten = target.relevant(turn, numbers)
                    after = to, times + (way not in safe[cell]), counted, eaten
                    following[after] = max(left, following.get(after, 0))
        most = following
    return min(
        (
            times
            for (_, times, moves, flies), hp in most.items()
            if target.met_by(game.turns, hp, moves, flies)
        ),
        default=None,
    )
