"""River Toad puzzles: roll files with exactly one best plan, and no snake too many."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, RequestError
from toadstone.engines.answer import Answer
from toadstone.engines.instance import Instance
from toadstone.engines.state_space import count_plans
from toadstone.files.scenario import Scenario
from toadstone.games.river_toad.board import RiverToadBoard
from toadstone.games.river_toad.plan_space import PlanSpace
from toadstone.games.river_toad.questions import MAX_HP, SURVIVE
from toadstone.games.river_toad.rules import Spawned, State, spawned
from toadstone.games.river_toad.scenario import Action, Board, RiverToadScenario, Toad
from toadstone.games.river_toad.toad_space import Needs
from toadstone.games.river_toad.unique_plan import (
    BestPlans,
    Cells,
    Course,
    River,
    Taste,
    minimal,
    proposed,
    without_each,
)
from toadstone.services.generation.maker import Difficulty, Features, Panel, Proposal, Wish
from toadstone.services.generation.solo import SoloMaker
from toadstone.view.board import AnyBoard, AnyMoment, Moment

LEAST_MOVES = 5
"""A puzzle's best plan moves at least once in so many turns in which rolls come down."""

LAST_THIRD = 3
"""The last snake, or fly that is eaten, comes in this last part of the turns."""

_LATE = {Difficulty.EASY: (0.0, 0.3), Difficulty.MEDIUM: (0.3, 1.0), Difficulty.HARD: (0.8, 1.0)}
"""How often a rival is stopped as late as possible, from and to, for each difficulty."""


class RiverToadMaker(SoloMaker):
    """Makes roll files with one best plan; the question is `max-hp`.

    Raises:
        RequestError: the board has too many rows for anything to come down in time.
    """

    def __init__(self, wish: Wish) -> None:
        super().__init__(wish)
        sizes = wish.sizes
        if sizes["rows"] >= sizes["turns"]:
            raise RequestError.about(
                "rows",
                f"expected fewer rows than the {sizes['turns']} turns, or nothing to dodge comes "
                f"down; found {sizes['rows']}",
            )
        start = None if sizes["width"] % 2 else (sizes["width"] + 1) // 2
        blank = RiverToadScenario(
            game="river-toad",
            board=Board(rows=sizes["rows"], width=sizes["width"]),
            toad=Toad(hp=sizes["hp"], start=start),
            rolls=(0,) * sizes["turns"],
            ask=(MAX_HP.name,),
        )
        self.river = River(blank)

    def propose(self, dice: Random, budget: Budget) -> Proposal | None:
        """Return a roll file with one best plan and no snake too many; None if it is dull.

        It is dull where the best plan hardly moves, or where nothing happens towards the end.
        """
        budget.check()
        found = proposed(self.river, self.taste(dice), dice)
        if found is None:
            return None
        course = minimal(found[0], dice)
        plan = BestPlans(course).plan(dice)
        if self.is_dull(course, plan):
            return None
        moves = tuple(str(Action(b - a)) for a, b in pairwise(plan))
        return Proposal(course.scenario, moves)

    def taste(self, dice: Random) -> Taste:
        """Return what a puzzle is to be like, by these dice and the difficulty wished for."""
        least, most = _LATE[self.wish.difficulty] if self.wish.difficulty else (0.0, 1.0)
        flies, moves = 0.1 + 0.2 * dice.random(), 0.3 + 0.4 * dice.random()
        return Taste(flies, moves, least + (most - least) * dice.random())

    def is_dull(self, course: Course, plan: Cells) -> bool:
        """Return whether the best plan hardly moves, or nothing happens towards the end."""
        arrivals = len(self.river.arrivals)
        moves = sum(before != after for before, after in pairwise(plan))
        eaten = {turn for turn, cell in course.flies.items() if plan[turn] == cell}
        last = max(eaten | {turn for turn, _ in course.snakes}, default=0)
        quiet = self.river.blank.turns - last
        return moves < max(1, arrivals // LEAST_MOVES) or quiet > arrivals // LAST_THIRD

    def worth(self, scenario: RiverToadScenario) -> Callable[[Any], float]:
        """Return the toad's HP."""
        return lambda play: play.toad.hp

    def prove(self, proposal: Proposal, instance: Instance, said: Answer, budget: Budget) -> int:
        """Count the best plans exactly, and again without each of the snakes.

        The counts are those of `enumerate --count`, made apart from the counts that proposed.
        """
        plans = super().prove(proposal, instance, said, budget)
        scenario = _of_river_toad(proposal)
        for _, best in budget.each(without_each(self.river.course(scenario.rolls))):
            fewer = best.course.scenario
            more_hp = PlanSpace(fewer, {"hp": best.hp + 1}, budget)
            if count_plans(PlanSpace(fewer, {"hp": best.hp}, budget), budget) != best.count:
                raise DisagreementError("two exact counts of the best plans differ")
            if best.count == 1 or count_plans(more_hp, budget):
                raise DisagreementError("a snake can be taken away")
        return plans

    def features(self, proposal: Proposal, said: Answer, panel: Panel, budget: Budget) -> Features:
        """Return the usual measures, the moves, the HP to spare, and the snakes."""
        scenario = _of_river_toad(proposal)
        least = least_hp(scenario, budget)
        hp = scenario.toad.hp
        return {
            **super().features(proposal, said, panel, budget),
            "moves": int((said.values or {})["moves"]),
            "slack_hp": None if least is None else hp - least,
            "snakes": len(self.river.course(scenario.rolls).snakes),
        }

    def twin(self, scenario: RiverToadScenario, budget: Budget) -> tuple[Scenario, Scenario] | None:
        """Return the same file with one HP too few, and with just enough; None below 1 HP."""
        least = least_hp(scenario, budget)
        if least is None or least < 2:
            return None
        survive = scenario.model_copy(update={"ask": (SURVIVE.name,)})
        return survive.with_start_hp(least - 1), survive.with_start_hp(least)

    def drawn(self, scenario: RiverToadScenario) -> tuple[AnyBoard, AnyMoment]:
        """Draw all that comes down, on one tall board: each turn it comes one row nearer."""
        width, turns = scenario.board.width, scenario.turns
        board = scenario.board.model_copy(update={"rows": turns + 1})
        tall = scenario.model_copy(update={"board": board})
        nothing_yet = [Spawned()] * (scenario.board.rows - 1)
        arriving = [*nothing_yet, *(spawned(roll, width) for roll in scenario.rolls)][:turns]
        snakes, flies = zip(*reversed(arriving), strict=True)
        start = State(
            width=width,
            turn=0,
            cell=scenario.start_cell,
            hp=scenario.toad.hp,
            start_hp=scenario.toad.hp,
            snakes=snakes,
            flies_waiting=flies,
        )
        return RiverToadBoard(tall, turns + 1), Moment(0, start)

    def task(self) -> str:
        """Return what the puzzle asks."""
        blank = self.river.blank
        prices = {abs(a.shift): cost for a, cost in blank.costs.items() if a.shift}
        paid = ", ".join(f"{cells} to a side {cost} HP" for cells, cost in sorted(prices.items()))
        return (
            f"Each turn Mr. Toad acts: staying is free, {paid}. Then everything comes down one "
            f"row. A snake in his cell catches him, a fly beside him is {blank.flies.gain} HP, and "
            f"with 0 HP he has lost. Bring him through all {blank.turns} turns with the most "
            "HP. There is exactly one best plan."
        )


def _of_river_toad(proposal: Proposal) -> RiverToadScenario:
    if not isinstance(proposal.scenario, RiverToadScenario):
        raise TypeError("this makes puzzles of River Toad")
    return proposal.scenario


def least_hp(scenario: RiverToadScenario, budget: Budget) -> int | None:
    """Return the least starting HP that win; None where none do."""
    rich = scenario.with_start_hp(scenario.enough_start_hp)
    needs = Needs(rich, budget).layers[0].get(scenario.start_cell)
    return min(need.hp for need in needs) if needs else None
