"""Roll files with exactly one best plan, and no snake too many.

Two exact engines take turns, as in an implicit hitting set algorithm (Moreno-Centeno and Karp, "The
implicit hitting set approach to solve combinatorial optimization problems", Operations Research 61,
2013). One proposes snakes that stop every rival known so far: every other plan that ends with as
many HP. The other refutes the proposal: it counts the best plans and returns a new rival, which
the next proposal excludes. The loop ends because no rival comes twice. At last every snake is
taken away that the single best plan can do without.

Here the toad pays what the scenario says, overdraft is forbidden, and `max-hp` is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random

Snake = tuple[int, int]
"""A snake: the turn in which it comes down, from 1, and its cell, from 1."""

Cells = tuple[int, ...]
"""The toad's cell at the start and after each turn: as good a name of a plan as its actions."""


@dataclass(frozen=True)
class River:
    """What is the same for all files of one size.

    Attributes:
        turns: the number of turns.
        rows: the rows of the board; nothing comes down before turn `rows`.
        width: the river cells.
        hp: the starting HP.
        gain: what a fly is worth.
        costs: the HP that an action costs, by the cells that it goes to the right.
    """

    turns: int
    rows: int
    width: int
    hp: int
    gain: int
    costs: Mapping[int, int]

    @property
    def start(self) -> int:
        """The cell that the toad starts in."""
        return (self.width + 1) // 2

    @property
    def arrivals(self) -> range:
        """The turns in which rolls come down."""
        return range(self.rows, self.turns + 1)


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

    @property
    def rolls(self) -> tuple[int, ...]:
        """The roll file; the rolls that never arrive are 0."""
        width, delay = self.river.width, self.river.rows - 1
        rolls = [0] * self.river.turns
        for turn, cell in self.flies.items():
            rolls[turn - delay - 1] = (1 << width) + (cell != 1)
        for turn, cell in self.snakes:
            rolls[turn - delay - 1] |= 1 << (width - cell)
        return tuple(rolls)

    def final_hp(self, plan: Cells) -> int:
        """Return the HP that a plan ends with, if it can be paid."""
        costs = self.river.costs
        paid = sum(costs[after - before] for before, after in pairwise(plan))
        eaten = sum(plan[turn] == cell for turn, cell in self.flies.items())
        return self.river.hp - paid + self.river.gain * eaten


Layer = dict[int, tuple[int, int]]
"""For each cell, the most HP there and the number of plans that have them."""


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
        first: Layer = {river.start: (river.hp, 1)}
        self._layers: list[Layer] = [first] if known is None else known._layers[:since]
        closed: dict[int, set[int]] = {}
        for turn, cell in course.snakes:
            closed.setdefault(turn, set()).add(cell)
        for turn in range(len(self._layers), river.turns + 1):
            self._layers.append(self._after(turn, closed.get(turn, set())))
        self.hp = max((hp for hp, _ in self._layers[-1].values()), default=0)
        self.count = sum(ways for hp, ways in self._layers[-1].values() if hp == self.hp)

    def _after(self, turn: int, closed: set[int]) -> Layer:
        """Return, for each cell after a turn, the most HP there and the plans that have them."""
        river, fed = self.course.river, self.course.flies.get(turn)
        layer: Layer = {}
        for cell, (hp, ways) in self._layers[turn - 1].items():
            for shift, cost in river.costs.items():
                target = cell + shift
                if cost > hp or not 1 <= target <= river.width or target in closed:
                    continue
                left = hp - cost + (river.gain if target == fed else 0)
                best, known = layer.get(target, (0, 0))
                if left > best:
                    layer[target] = (left, ways)
                elif left == best and left:
                    layer[target] = (left, known + ways)
        return layer

    def plan(self, dice: Random) -> Cells:
        """Return one of the best plans, each as likely as the others; there has to be one."""
        ends = {cell: ways for cell, (hp, ways) in self._layers[-1].items() if hp == self.hp}
        cells = [_drawn(ends, dice)]
        for turn in range(self.course.river.turns, 0, -1):
            cells.append(_drawn(self._ways_to(turn, cells[-1]), dice))
        return tuple(reversed(cells))

    def _ways_to(self, turn: int, cell: int) -> dict[int, int]:
        """Return the cells before a turn from which best plans come to a cell, and how many."""
        river = self.course.river
        fed = self.course.flies.get(turn) == cell
        missing = self._layers[turn][cell][0] - (river.gain if fed else 0)
        return {
            before: ways
            for before, (hp, ways) in self._layers[turn - 1].items()
            if (cost := river.costs.get(cell - before)) is not None
            and cost <= hp
            and hp - cost == missing
        }


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
    if found.count == 1 and found.hp == course.final_hp(plan):
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
        river, flies = self.course.river, self.course.flies
        apart = [turn for turn in river.arrivals if other[turn] != self.plan[turn]]
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
    cells, flies, hp = [river.start] * (river.rows + 1), dict[int, int](), river.hp
    del cells[river.turns + 1 :]
    for turn in range(river.rows + 1, river.turns + 1):
        shift = _drawn_shift(river, taste, cells[-1], hp, dice)
        cells.append(cells[-1] + shift)
        hp -= river.costs[shift]
        if dice.random() < taste.flies:
            at_bank = cells[-1] in (1, river.width) and dice.random() < 0.75
            flies[turn] = cells[-1] if at_bank else dice.choice([1, river.width])
            hp += river.gain * (flies[turn] == cells[-1])
    return tuple(cells), flies


def _drawn_shift(river: River, taste: Taste, cell: int, hp: int, dice: Random) -> int:
    """Return how far the plan goes; it can be paid, and 1 HP is left."""
    shifts = [
        shift
        for shift, cost in river.costs.items()
        if shift and cost < hp and 1 <= cell + shift <= river.width
    ]
    if not shifts or dice.random() >= taste.moves:
        return 0
    weights = [12 // (1 + river.costs[shift]) for shift in shifts]
    return dice.choices(shifts, weights)[0]


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


def course_of(river: River, rolls: Sequence[int]) -> Course:
    """Return what a roll file brings; flies and snakes that never arrive are left out."""
    flies, snakes = dict[int, int](), set[Snake]()
    for turn, roll in zip(river.arrivals, rolls, strict=False):
        if roll >> river.width:
            flies[turn] = river.width if roll & 1 else 1
        snakes |= {
            (turn, cell)
            for cell in range(1, river.width + 1)
            if not roll >> river.width and roll >> (river.width - cell) & 1
        }
    return Course(river, flies, frozenset(snakes))
