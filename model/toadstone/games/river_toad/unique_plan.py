"""Roll files with exactly one best plan, and no snake too many.

Two exact engines take turns, as in an implicit hitting set algorithm (Moreno-Centeno and Karp, "The
implicit hitting set approach to solve combinatorial optimization problems", Operations Research 61,
2013). One proposes snakes that stop every rival known so far: every other plan that ends with as
many HP. The other refutes the proposal: it counts the best plans and returns a new rival, which
the next proposal excludes. The loop ends because no rival comes twice. At last every snake is
taken away that the single best plan can do without.

What the toad can do comes from the quick form, what a roll brings from the simulator. Overdraft is
forbidden, and `max-hp` is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from random import Random

from toadstone.games.river_toad.rules import LEFT_BANK, spawned
from toadstone.games.river_toad.scenario import RiverToadScenario, snake_roll
from toadstone.games.river_toad.toad_space import Step, ToadSpace

Snake = tuple[int, int]
"""A snake: the turn in which it comes down, from 1, and its cell, from 1."""

Cells = tuple[int, ...]
"""The toad's cell at the start and after each turn: as good a name of a plan as its actions."""


class River:
    """The files of one size: what the toad can do there, whatever comes down.

    Args:
        blank: such a file, without requirements; its rolls do not matter.
    """

    def __init__(self, blank: RiverToadScenario) -> None:
        self.blank = blank
        self.space = ToadSpace(blank)
        self.steps = cache(self._steps)
        self._passage = cache(self.space.passage)

    def _steps(self, roll: int, cell: int, hp: int) -> Sequence[tuple[Step, int]]:
        """Return each step that a toad survives when a roll comes down, with his HP after it."""
        steps = self._passage(roll).steps[cell]
        return [(step, after) for step in steps if (after := self.space.hp_after(step, hp))]

    @property
    def arrivals(self) -> range:
        """The turns in which rolls come down."""
        return range(self.blank.board.rows, self.blank.turns + 1)

    def course(self, rolls: Iterable[int]) -> Course:
        """Return what rolls bring; flies and snakes that never arrive are left out."""
        flies, snakes, width = dict[int, int](), set[Snake](), self.blank.board.width
        for turn, roll in zip(self.arrivals, rolls, strict=False):
            came = spawned(roll, width)
            snakes |= {(turn, cell) for cell in came.snakes}
            if came.flies:
                flies[turn] = 1 if LEFT_BANK in came.flies else width
        return Course(self, flies, frozenset(snakes))


@dataclass(frozen=True)
class Course:
    """What comes down in which turn.

    Attributes:
        river: the sizes.
        flies: the cell beside the fly, by turn; no snakes come in such a turn.
        snakes: the snakes.
    """

    river: River
    flies: Mapping[int, int] = field(default_factory=dict)
    snakes: frozenset[Snake] = frozenset()

    @cached_property
    def arriving(self) -> Sequence[int]:
        """The roll that comes down in each turn, from turn 0 on; 0 before the first."""
        blank = self.river.blank
        rolls, width = [0] * (blank.turns + 1), blank.board.width
        for turn, cell in self.flies.items():
            rolls[turn] = 2**width + (cell != 1)
        for turn, cell in self.snakes:
            rolls[turn] |= snake_roll([cell], width)
        return rolls

    @property
    def scenario(self) -> RiverToadScenario:
        """The file; its rolls that never arrive are 0."""
        rows = self.river.blank.board.rows
        rolls = (*self.arriving[rows:], *[0] * (rows - 1))
        return self.river.blank.model_copy(update={"rolls": rolls})


Layer = dict[int, tuple[int, dict[int, int]]]
"""For each cell, the most HP there; by the cell before it, the number of plans that have them."""


class BestPlans:
    """All best plans of a course: the most HP at the end, the number of plans, and any of them.

    More HP in a cell never hurt, and what is to come adds as much to any HP. So every best plan
    has the most HP in each of its cells, and only plans that do are counted, layer by layer.

    Args:
        course: what comes down.
        known: the same for a course that is equal before a turn, to go on from.
        since: that turn.

    Attributes:
        hp: the most HP at the end; 0 where no plan wins.
        count: the number of plans with so many.
    """

    def __init__(self, course: Course, known: BestPlans | None = None, since: int = 1) -> None:
        self.course = course
        river = course.river
        toad = river.space.start()
        first: Layer = {toad.cell: (toad.hp, {toad.cell: 1})}
        self._layers: list[Layer] = [first] if known is None else known._layers[:since]
        for turn in range(len(self._layers), river.space.turns + 1):
            self._layers.append(self._after(turn))
        self.hp = max((hp for hp, _ in self._layers[-1].values()), default=0)
        self.count = sum(self._ends().values())

    def _after(self, turn: int) -> Layer:
        """Return, for each cell after a turn, the most HP there and the plans that have them."""
        layer: Layer = {}
        steps, roll = self.course.river.steps, self.course.arriving[turn]
        for cell, (hp, ways) in self._layers[turn - 1].items():
            plans = sum(ways.values())
            for (_, target, _, _), after in steps(roll, cell, hp):
                if target not in layer or after > layer[target][0]:
                    layer[target] = (after, {cell: plans})
                elif after == layer[target][0]:
                    layer[target][1][cell] = plans
        return layer

    def _ends(self) -> dict[int, int]:
        """Return the cells in which best plans end, and how many."""
        last = self._layers[-1].items()
        return {cell: sum(ways.values()) for cell, (hp, ways) in last if hp == self.hp}

    def plan(self, dice: Random) -> Cells:
        """Return one of the best plans, each as likely as the others; there has to be one."""
        cells = [_drawn(self._ends(), dice)]
        for layer in reversed(self._layers[1:]):
            _, ways = layer[cells[-1]]
            cells.append(_drawn(ways, dice))
        return tuple(reversed(cells))


def _drawn(ways: Mapping[int, int], dice: Random) -> int:
    """Return one of the keys, as likely as its number says; any two seeds of a machine agree."""
    at = dice.randrange(sum(ways.values()))
    for key, number in ways.items():
        at -= number
        if at < 0:
            return key
    raise ValueError("there is nothing to draw from")


def rival(course: Course, plan: Cells, dice: Random) -> Cells | None:
    """Return another plan that ends with as many HP or more; None where the plan is the only best.

    This is the engine that refutes.
    """
    found = BestPlans(course)
    if found.count == 1 and found.plan(copy(dice)) == plan:
        return None
    other = plan
    while other == plan:  # where it is one of several best plans, another one comes soon
        other = found.plan(dice)
    return other


@dataclass(frozen=True)
class Taste:
    """What the puzzle is to be like, as shares from 0 to 1.

    Attributes:
        flies: the turns in which a fly comes down.
        moves: the turns in which the plan that is aimed at moves.
        late: how often a rival is stopped as late as possible, so that a mistake shows late.
    """

    flies: float
    moves: float
    late: float


class Proposer:
    """Proposes snakes for a plan that is to be the only best one; the engine that proposes.

    Args:
        course: the flies; more snakes come.
        plan: the plan that is aimed at; no snake comes into its way.
        taste: what the puzzle is to be like.
        dice: decides where there is a choice.
    """

    def __init__(self, course: Course, plan: Cells, taste: Taste, dice: Random) -> None:
        self.course = course
        self.plan = plan
        self._taste = taste
        self._dice = dice

    def exclude(self, other: Cells) -> bool:
        """Put a snake into a rival's way; return False where there is no place for one.

        All rivals excluded before stay excluded, for no snake is taken away. A fly that the plan
        leaves alone gives way where nothing else can stop the rival.
        """
        flies = self.course.flies
        apart = [turn for turn in self.course.river.arrivals if other[turn] != self.plan[turn]]
        places = [turn for turn in apart if turn not in flies]
        if not places:
            places = [turn for turn in apart if flies[turn] != self.plan[turn]]
            if not places:
                return False
        late = self._dice.random() < self._taste.late
        turn = places[-1] if late else self._dice.choice(places)
        kept = {each: cell for each, cell in flies.items() if each != turn}
        snakes = self.course.snakes | {(turn, other[turn])}
        self.course = replace(self.course, flies=kept, snakes=snakes)
        return True


def proposed(river: River, taste: Taste, dice: Random) -> tuple[Course, int] | None:
    """Return a course with exactly one best plan, and the rivals that were excluded; None at times.

    It need not be minimal yet.
    """
    plan, flies = _aim(river, taste, dice)
    proposer = Proposer(Course(river, flies), plan, taste, dice)
    excluded = 0
    while (other := rival(proposer.course, plan, dice)) is not None:
        if not proposer.exclude(other):
            return None
        excluded += 1
    return proposer.course, excluded


def _aim(river: River, taste: Taste, dice: Random) -> tuple[Cells, dict[int, int]]:
    """Return a plan to aim at, and flies, some of which it eats.

    Until the first roll comes down the toad stays: nothing could tell apart when he moved.
    """
    banks, gain, flies = (1, river.blank.board.width), river.blank.flies.gain, dict[int, int]()
    cell, hp, *_ = river.space.start()
    cells = [cell] * (river.blank.board.rows + 1)
    for turn in river.arrivals[1:]:
        moves = [(step, after) for step, after in river.steps(0, cell, hp) if step.action.shift]
        if moves and dice.random() < taste.moves:
            weights = [12 // (1 + step.cost) for step, _ in moves]
            (move, hp), *_ = dice.choices(moves, weights)
            cell = move.cell
        cells.append(cell)
        if dice.random() < taste.flies:
            at_bank = cell in banks and dice.random() < 0.75
            flies[turn] = cell if at_bank else dice.choice(banks)
            hp += gain * (flies[turn] == cell)
    return tuple(cells), flies


def minimal(course: Course, dice: Random) -> Course:
    """Return a course with one best plan from which no snake can be taken away.

    Without any single one of its snakes the number of best plans is not 1. The course given has
    one best plan. As long as any, snakes go without which that plan stays the only best one. After
    that a snake may be left without which another plan is the only best one; then it goes, too, of
    several the one that leaves the most snakes, and all begins again with the new plan.
    """
    while True:
        course = _needed_for_its_plan(course, dice)
        other = [best.course for _, best in without_each(course) if best.count == 1]
        if not other:
            return course
        course = max((_needed_for_its_plan(each, dice) for each in other), key=_snakes)


def _snakes(course: Course) -> int:
    return len(course.snakes)


def _needed_for_its_plan(course: Course, dice: Random) -> Course:
    """Return a course with the same only best plan, which needs each of its snakes.

    Each snake is tried once: more rivals are left when fewer snakes are, so what is needed once
    stays needed.
    """
    waiting, known = sorted(course.snakes), BestPlans(course)
    dice.shuffle(waiting)
    for snake in waiting:
        fewer = BestPlans(replace(course, snakes=course.snakes - {snake}), known, snake[0])
        if fewer.count == 1 and fewer.hp == known.hp:
            course, known = fewer.course, fewer
    return course


def without_each(course: Course) -> Iterator[tuple[Snake, BestPlans]]:
    """Yield, for every snake, the best plans of the course without it."""
    known = BestPlans(course)
    for snake in sorted(course.snakes):
        fewer = replace(course, snakes=course.snakes - {snake})
        yield snake, BestPlans(fewer, known, snake[0])
