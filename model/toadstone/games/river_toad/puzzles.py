"""River Toad puzzles: roll files with exactly one best plan, and no snake too many.

Two exact engines take turns, as in an implicit hitting set algorithm (Moreno-Centeno and Karp, "The
implicit hitting set approach to solve combinatorial optimization problems", Operations Research 61,
2013). One proposes snakes that stop every rival known so far: every other plan that ends with as
many HP. The other refutes the proposal: it counts the best plans and returns a new rival, which
the next proposal excludes. The loop ends because no rival comes twice. At last every snake is
taken away without which the plan aimed at is still the only best one.

What the toad can do comes from the quick form. Overdraft is forbidden, and `max-hp` is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from functools import cache
from itertools import accumulate, pairwise
from random import Random
from typing import Any, cast

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, RequestError
from toadstone.engines.answer import Answer
from toadstone.engines.instance import Instance
from toadstone.engines.state_space import count_plans
from toadstone.files.scenario import Scenario
from toadstone.games.river_toad.board import RiverToadBoard
from toadstone.games.river_toad.questions import MAX_HP
from toadstone.games.river_toad.rules import LEFT_BANK, RiverToadRules, Row, spawn
from toadstone.games.river_toad.scenario import Action, Board, RiverToadScenario, Toad, snake_roll
from toadstone.games.river_toad.search import PlanSpace
from toadstone.games.river_toad.toad_space import ToadSpace
from toadstone.play.words import with_noun
from toadstone.services.generation.maker import Proposal, SoloMaker, Wish
from toadstone.services.generation.puzzle import Scale
from toadstone.view.board import AnyBoard, AnyMoment, Moment

MOST_STAYS = 0.5
"""The share of the turns, at most, in which the best plan stays."""

LEAST_HP = 2
"""The HP that the best plan ends with, at least."""

LAST_THIRD = 3
"""The last snake, or fly that is eaten, comes in this last part of the turns."""


class RiverToadMaker(SoloMaker):
    """Makes roll files with one best plan; the question is `max-hp`.

    Raises:
        RequestError: the board has too many rows: nothing comes down for half of the turns.
    """

    scale = Scale(easy=10.2, hard=12.8, ahead=4)

    def __init__(self, wish: Wish) -> None:
        super().__init__(wish)
        sizes = wish.sizes
        most = sizes["turns"] // 2 + 1
        if sizes["rows"] > most:
            raise RequestError.about(
                "rows",
                f"expected at most {most} rows for {sizes['turns']} turns, or nothing comes down "
                f"for half of them; found {sizes['rows']}",
            )
        start = None if sizes["width"] % 2 else (sizes["width"] + 1) // 2
        blank = RiverToadScenario(
            game="river-toad",
            board=Board(rows=sizes["rows"], width=sizes["width"]),
            toad=Toad(hp=sizes["hp"], start=start),
            rolls=(0,) * sizes["turns"],
            ask=(MAX_HP.name,),
        )
        self.blank = BlankPuzzle(blank)

    def propose(self, dice: Random, budget: Budget) -> Proposal | None:
        """Return a roll file with one best plan and no snake too many; None if it is dull."""
        budget.check()
        proposed = propose(self.blank, dice)
        if proposed is None:
            return None
        best = minimal(proposed, dice)
        plan = best.plan(dice)
        if self.is_dull(best, plan):
            return None
        moves = tuple(str(Action(after - before)) for before, after in pairwise(plan))
        return Proposal(best.scenario, moves)

    def is_dull(self, best: BestPlans, plan: Cells) -> bool:
        """Return whether the best plan mostly stays, or nothing happens towards the end.

        So is one that ends with hardly any HP: those that end with one HP less are lost.
        """
        turns = self.blank.turns
        stays = sum(before == after for before, after in pairwise(plan))
        eaten = {turn for turn in turns if best.fly(turn) == plan[turn]}
        last = max(eaten | {turn for turn, _ in best.snakes}, default=0)
        is_quiet = self.blank.scenario.turns - last > len(turns) // LAST_THIRD
        return best.hp < LEAST_HP or is_quiet or stays > MOST_STAYS * (len(plan) - 1)

    def key(self, proposal: Proposal) -> Hashable:
        """Return the snakes, or those in a mirror where the toad starts in the middle.

        Flies do not count: many are superfluous, and puzzles that differ in them look the same.
        """
        scenario = cast(RiverToadScenario, proposal.scenario)
        width = scenario.board.width
        rows = [f"{roll:0{width}b}" if roll < 2**width else "0" * width for roll in scenario.rolls]
        snakes = " ".join(rows)
        return min(snakes, " ".join(row[::-1] for row in rows)) if width % 2 else snakes

    def worth(self, scenario: RiverToadScenario) -> Callable[[Any], float]:
        """Return the toad's HP."""
        return lambda play: play.toad.hp

    def prove(self, proposal: Proposal, instance: Instance, said: Answer, budget: Budget) -> int:
        """Count the best plans exactly, and again without each of the snakes.

        The counts are those of `enumerate --count`, made apart from the counts that proposed.
        """
        plans = super().prove(proposal, instance, said, budget)
        scenario = cast(RiverToadScenario, proposal.scenario)
        hp = int((said.values or {})["hp"])
        known = BestPlans(self.blank, scenario.rolls)
        for snake in budget.each(known.snakes):
            best = known.toggled(snake)
            fewer = best.scenario
            if count_plans(PlanSpace(fewer, {"hp": best.hp}, budget), budget) != best.count:
                raise DisagreementError("two exact counts of the best plans differ")
            if (best.hp, best.count) == (hp, 1):
                raise DisagreementError("a snake can be taken away")
            if count_plans(PlanSpace(fewer, {"hp": best.hp + 1}, budget), budget):
                raise DisagreementError("two exact engines find different best HP")
        return plans

    def near_misses(self, proposal: Proposal, budget: Budget) -> int:
        """Return the number of plans that end with one HP less than the best."""
        scenario = cast(RiverToadScenario, proposal.scenario)
        hp = BestPlans(self.blank, scenario.rolls).hp
        return count_plans(PlanSpace(scenario, {"hp": hp - 1}, budget), budget)

    def drawn(self, scenario: RiverToadScenario) -> tuple[AnyBoard, AnyMoment]:
        """Draw all that comes down, on one tall board: each turn it comes one row nearer."""
        width, turns = scenario.board.width, scenario.turns
        board = scenario.board.model_copy(update={"rows": turns + 1})
        tall = scenario.model_copy(update={"board": board})
        nothing_yet = [Row()] * (scenario.board.rows - 1)
        arriving = [*nothing_yet, *(spawn(roll, width) for roll in scenario.rolls)][:turns]
        start = RiverToadRules(tall).start()._replace(rows=tuple(reversed(arriving)))
        return RiverToadBoard(tall, turns + 1), Moment(0, start)

    def task(self, scenario: RiverToadScenario) -> str:
        """Return the rules, and how to write a move."""
        blank = self.blank.scenario
        prices = {abs(a.shift): cost for a, cost in blank.costs.items() if a.shift}
        paid = " or ".join(
            f"{with_noun(cells, 'cell')} ({cost} HP)" for cells, cost in sorted(prices.items())
        )
        return (
            f"Each turn Mr. Toad ({blank.toad.hp} HP) stays (free) or goes {paid} to the left "
            "or right. Then everything comes down one row. A snake in his cell catches him, and at "
            f"0 HP he loses. A fly beside him gives {blank.flies.gain} HP. Write S, L1, L2, R1 or "
            f"R2. Your first choice is in turn {self.given() + 1}."
        )

    def given(self) -> int:
        """Return the turns that end before or when the first roll comes down: he stays.

        If he moved, it would not matter in which of them, and there would be two best plans.
        """
        return self.blank.scenario.board.rows

    def goal(self, said: Answer) -> str:
        """Return the HP to end with."""
        hp, turns = (said.values or {})["hp"], self.blank.scenario.turns
        return f"Find the only plan that ends turn {turns} with {hp} HP. More is impossible."

    def short(self, move: str) -> str:
        """Return S, or L or R with the number of cells."""
        way, _, cells = move.upper().partition("-")
        return way[0] + cells


Snake = tuple[int, int]
"""A snake: the turn in which it comes down, from 1, and its cell, from 1."""

Cells = tuple[int, ...]
"""The toad's cell at the start and after each turn: as good a name of a plan as its actions."""


class BlankPuzzle:
    """The puzzles of one size: what the toad can do there, whatever comes down in which turns.

    They are like a scenario without requirements, whose rolls do not matter.
    """

    def __init__(self, scenario: RiverToadScenario) -> None:
        self.scenario = scenario
        self.width = scenario.board.width
        self.turns = range(scenario.board.rows, scenario.turns + 1)
        self.space = ToadSpace(scenario)
        self.passage = cache(self.space.passage)


Layer = dict[int, tuple[int, dict[int, int]]]
"""For each cell, the most HP there; by the cell before it, the number of plans that have them."""


class BestPlans:
    """A roll file, and all its best plans: the most HP, the number of plans, and any of them.

    More HP in a cell never hurt, and what is to come adds as much to any HP. So every best plan
    has the most HP in each of its cells, and only plans that do are counted, layer by layer.

    Args:
        blank: the size.
        rolls: the rolls, as in the file; of those that never arrive, or are missing, none counts.
        known: the layers of a file with the same rolls, up to where they differ.

    Attributes:
        hp: the most HP at the end; 0 where no plan wins.
        count: the number of plans with so many.
    """

    def __init__(
        self, blank: BlankPuzzle, rolls: Sequence[int], known: Sequence[Layer] = ()
    ) -> None:
        self._blank = blank
        self._rolls = dict(zip(blank.turns, rolls, strict=False))
        toad = blank.space.start()
        self._layers = list(known) or [{toad.cell: (toad.hp, {toad.cell: 1})}]
        for turn in range(len(self._layers), blank.space.turns + 1):
            self._layers.append(self._after(turn))
        self.hp = max((hp for hp, _ in self._layers[-1].values()), default=0)
        last = self._layers[-1].items()
        self._ends = {cell: sum(ways.values()) for cell, (hp, ways) in last if hp == self.hp}
        self.count = sum(self._ends.values())

    @property
    def scenario(self) -> RiverToadScenario:
        """The file; its rolls that never arrive are 0."""
        blank = self._blank.scenario
        rolls = [self._rolls.get(turn, 0) for turn in self._blank.turns]
        rolls += [0] * (blank.turns - len(rolls))
        return blank.model_copy(update={"rolls": tuple(rolls)})

    @property
    def snakes(self) -> list[Snake]:
        """The snakes that come down, in their order."""
        width = self._blank.width
        return [
            (turn, cell)
            for turn, roll in self._rolls.items()
            for cell in sorted(spawn(roll, width).snakes)
        ]

    def fly(self, turn: int) -> int | None:
        """Return the cell beside the fly that comes down in a turn, if one does."""
        flies = spawn(self._rolls[turn], self._blank.width).flies
        return (1 if LEFT_BANK in flies else self._blank.width) if flies else None

    @property
    def open_turns(self) -> list[int]:
        """The turns in which a snake can be added: no fly comes, and it does not shut the row."""
        shut = self._blank.width - 1
        rows = {turn: spawn(roll, self._blank.width) for turn, roll in self._rolls.items()}
        return [t for t, row in rows.items() if not row.flies and len(row.snakes) < shut]

    def toggled(self, snake: Snake) -> BestPlans:
        """Return the file without a snake, or with one more; a fly of that turn gives way."""
        turn, cell = snake
        kept = 0 if self.fly(turn) else self._rolls[turn]
        rolls = self._rolls | {turn: kept ^ snake_roll([cell], self._blank.width)}
        return BestPlans(self._blank, [*rolls.values()], self._layers[:turn])

    def _after(self, turn: int) -> Layer:
        """Return, for each cell after a turn, the most HP there and the plans that have them."""
        layer: Layer = {}
        passage = self._blank.passage(self._rolls.get(turn, 0))
        for cell, (hp, ways) in self._layers[turn - 1].items():
            plans = sum(ways.values())
            for step in passage.steps[cell]:
                after, (most, best) = step.number_after(hp), layer.get(step.target, (0, {}))
                if after > most:
                    layer[step.target] = (after, {cell: plans})
                elif after == most > 0:
                    best[cell] = plans
        return layer

    def plan(self, dice: Random) -> Cells:
        """Return one of the best plans, each as likely as the others; there has to be one."""
        cells = [_draw_one(self._ends, dice)]
        for layer in reversed(self._layers[1:]):
            _, ways = layer[cells[-1]]
            cells.append(_draw_one(ways, dice))
        return tuple(reversed(cells))


def _draw_one(ways: Mapping[int, int], dice: Random) -> int:
    """Return one of the keys, as likely as its number says; any two seeds of a machine agree."""
    at = dice.randrange(sum(ways.values()))
    sums = accumulate(ways.values())
    return next(key for key, end in zip(ways, sums, strict=True) if at < end)


def propose(blank: BlankPuzzle, dice: Random) -> BestPlans | None:
    """Return a file with exactly one best plan; None where no snake stops a rival.

    It need not be minimal yet. All rivals excluded stay excluded, for no snake is taken away. Of
    the turns, a tenth to three tenths bring a fly. A rival is stopped by a snake in some turn, and
    as often as `late` says as late as possible, so that a mistake shows late.
    """
    flies, moves, late = 0.1 + 0.2 * dice.random(), 0.6 + 0.35 * dice.random(), dice.random()
    plan, rolls = _aim(blank, flies, moves, dice)
    found = BestPlans(blank, rolls)
    while found.count != 1 or found.plan(copy(dice)) != plan:
        rival = plan
        while rival == plan:  # where it is one of several best plans, another one comes soon
            rival = found.plan(dice)
        apart = [turn for turn in blank.turns if rival[turn] != plan[turn]]
        turns = [turn for turn in apart if not found.fly(turn)]
        # a fly that the plan leaves alone gives way where nothing else can stop the rival
        turns = turns or [turn for turn in apart if found.fly(turn) != plan[turn]]
        if not turns:
            return None
        turn = turns[-1] if dice.random() < late else dice.choice(turns)
        found = found.toggled((turn, rival[turn]))
    return found


def _aim(
    blank: BlankPuzzle, share_of_flies: float, share_of_moves: float, dice: Random
) -> tuple[Cells, list[int]]:
    """Return a plan to aim at, and rolls: flies, some of which it eats; in shares of the turns.

    Until the first roll comes down the toad stays: nothing could tell apart when he moved.
    """
    width, gain = blank.width, blank.scenario.flies.gain
    cell, hp, *_ = blank.space.start()
    cells, rolls = [cell] * (blank.scenario.board.rows + 1), [0]
    free = blank.passage(0)
    for _ in blank.turns[1:]:
        moves = (step for step in free.steps[cell] if step.moved)
        steps = [(step, after) for step in moves if (after := step.number_after(hp))]
        if steps and dice.random() < share_of_moves:
            weights = [12 // (1 - step.change) ** 2 for step, _ in steps]
            (step, hp), *_ = dice.choices(steps, weights)
            cell = step.target
        cells.append(cell)
        rolls.append(0)
        if dice.random() < share_of_flies:
            at_bank = cell in (1, width) and dice.random() < 0.75
            beside = cell if at_bank else dice.choice((1, width))
            rolls[-1] = 2**width + (beside != 1)
            hp += gain * (beside == cell)
    return tuple(cells), rolls


def minimal(known: BestPlans, dice: Random) -> BestPlans:
    """Return a file with the same only best plan, which needs each of its snakes.

    Each snake is tried once: more rivals are left when fewer snakes are, so what is needed once
    stays needed.
    """
    waiting = known.snakes
    dice.shuffle(waiting)
    for snake in waiting:
        fewer = known.toggled(snake)
        if fewer.count == 1 and fewer.hp == known.hp:
            known = fewer
    return known


MOST_TRIES = 400
"""Files tried on the way from a puzzle to one that cannot be won."""


def unwinnable(scenario: RiverToadScenario, dice: Random, budget: Budget) -> Scenario | None:
    """Return a file that no plan survives, with as many rolls, snakes and flies, and as many HP.

    Snakes move, one after the other, into the way of a best plan, as long as that leaves no more
    HP; no row is ever shut. None where that does not end.
    """
    known = BestPlans(BlankPuzzle(scenario), scenario.rolls)
    for _ in budget.each(range(MOST_TRIES)):
        plan, taken = known.plan(dice), dice.choice(known.snakes)
        free = [turn for turn in known.open_turns if turn != taken[0]]
        fewer = known.toggled(taken)
        turn = dice.choice(free)
        if (turn, plan[turn]) in known.snakes:
            continue
        other = fewer.toggled((turn, plan[turn]))
        if other.hp <= known.hp:
            known = other
        if not known.hp:
            return known.scenario
    return None
