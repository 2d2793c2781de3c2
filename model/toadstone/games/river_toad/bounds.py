"""Bounds on HP and moves for each turn and cell, from a relaxation of the game.

A relaxation drops rules, so every legal plan stays legal in it and its bounds hold for every plan.
The model is correct without these bounds; they only make its search shorter.

Arrays have a row for each turn, from 0, and a column for each cell, from 0 at the left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, repeat
from math import gcd
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python.cp_model import (
    CHOOSE_FIRST,
    SELECT_MAX_VALUE,
    SELECT_MIN_VALUE,
    BoundedLinearExpression,
    IntVar,
)

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.engines.cp_sat.horizon import SearchStrategy
from toadstone.games.river_toad.horizon import RiverToadHorizon
from toadstone.games.river_toad.questions import MAX_HP, MIN_MOVES, SURVIVE
from toadstone.games.river_toad.scenario import RiverToadScenario
from toadstone.games.river_toad.toad_space import Passage, ToadSpace

Numbers = NDArray[Any]
"""Whole numbers of 64 bits, or Python integers if those may be too small."""

CLOSED = 1 << 60
"""More HP than any plan has: the HP needed in a cell that cannot go on. Negative: not reached."""

PRICES = (0, 1, 2, 3, 4, 6, 8, 12, 18, 24, 48, 120)
"""Prices, in twelfths of five moves, of the HP that one fly gives."""

COUNTED = 16
"""For each turn, this many numbers of moves are kept apart, from the fewest on."""


class Steps:
    """The steps of a passage as arrays, sorted by target; `stay` first, then by cost.

    Attributes:
        source, target, cost, gain, moves: for each step its two cells, its cost, the HP from
            flies, and 1 if it is a move.
        net: the HP that each step adds, flies and cost together.
        targets: the cells that can be reached.
        sources: the cells that can be left.
    """

    def __init__(self, passage: Passage, gain: int) -> None:
        steps = [
            (cell - 1, step.cell - 1, step.cost, gain * step.fed, step.action.shift != 0)
            for cell, ways in passage.steps.items()
            for step in ways
        ]
        steps.sort(key=lambda step: (step[1], step[4], step[2]))
        columns = np.array(steps, np.int64).reshape(-1, 5)
        self.source, self.target, self.cost, self.gain, self.moves = columns.T.copy()
        self.net = self.gain - self.cost
        self.targets, self._first_to = np.unique(self.target, return_index=True)

    def __len__(self) -> int:
        return len(self.target)

    def least_to(self, values: Numbers) -> Numbers:
        """Return for each target the least value of its steps."""
        return np.minimum.reduceat(values, self._first_to)

    def most_to(self, values: Numbers) -> Numbers:
        """Return for each target the largest value of its steps."""
        return np.maximum.reduceat(values, self._first_to)


@dataclass(frozen=True)
class River:
    """The relaxed game: the steps that are possible in each turn, from turn 1.

    Attributes:
        scenario: the scenario.
        space: the toad's possible steps.
        steps: the steps of each turn, from turn 1 on.
        budget: when to stop.
    """

    scenario: RiverToadScenario
    space: ToadSpace
    steps: Sequence[Steps]
    budget: Budget

    @classmethod
    def of(cls, scenario: RiverToadScenario, budget: Budget = UNLIMITED) -> River:
        """Return the river of a scenario."""
        space, gain = ToadSpace(scenario), scenario.flies.gain
        steps = cache(lambda passage: Steps(passage, gain))
        passages = (space.passages[turn] for turn in range(1, scenario.turns + 1))
        return cls(scenario, space, [steps(each) for each in budget.each(passages)], budget)

    @property
    def turns(self) -> range:
        """All the turns."""
        return range(1, self.scenario.turns + 1)

    @property
    def start(self) -> int:
        """The column of the starting cell."""
        return self.scenario.start_cell - 1

    def layers(self, value: int) -> Numbers:
        """Return an array for each turn and cell with this value everywhere."""
        return np.full((len(self.turns) + 1, self.scenario.board.width), value)


def most_hp(river: River) -> Numbers:
    """Return an upper bound on HP for each turn and cell.

    Ignores the rule that an action must be affordable when it is taken; more HP never hurts, so
    the bound is valid. Cells that cannot be reached alive have a value below 1.
    """
    layers = river.layers(-CLOSED)
    layers[0, river.start] = river.scenario.toad.hp
    for turn in river.budget.each(river.turns):
        steps = river.steps[turn - 1]
        if len(steps):
            before = layers[turn - 1, steps.source]
            after = np.where(before >= 1, before + steps.net, -CLOSED)
            layers[turn, steps.targets] = steps.most_to(after)
    return layers


def least_hp(river: River) -> Numbers:
    """Return, for each turn and cell, a lower bound on the HP needed to reach the end.

    Ignores all limits on moves; more HP never hurts, so the bound is valid. A cell from which no
    plan survives has `CLOSED`.
    """
    space = river.space
    layer = dict.fromkeys(space.cells, space.least_final_hp)
    layers = [list(layer.values())]
    for turn in river.budget.each(reversed(river.turns)):
        steps = space.passages[turn].steps
        layer = {
            cell: min(
                (
                    space.least_hp_before(step, layer[step.cell])
                    for step in steps[cell]
                    if layer[step.cell] < CLOSED
                ),
                default=CLOSED,
            )
            for cell in space.cells
        }
        layers.append(list(layer.values()))
    return np.array(layers[::-1], np.int64)


class Place(NamedTuple):
    """Where a plan is after a turn: its column, its moves so far, and its HP."""

    column: int
    moves: int
    hp: int


Room = Callable[[int, Numbers, Numbers, Numbers], Numbers]
"""The slack of places (turn, columns, moves, HP) to their bounds; negative if they violate one."""


def way_back(river: River, end: Place, room: Room) -> list[int]:
    """Return the columns of a way from the end to the start, at each step with the most slack.

    The way uses only the bounds, so it need not be a plan; it is a hint for the search. It
    backtracks from dead ends, at most once for each turn, and then stops where it is.
    """
    way, nowhere = [end], set[tuple[int, Place]]()
    while len(way) <= len(river.turns) and len(nowhere) <= len(river.turns):
        turn = len(river.turns) - len(way)
        before = _places_before(way[-1], river.steps[turn], turn, room)
        onwards = next((place for place in before if (turn, place) not in nowhere), None)
        if onwards is not None:
            way.append(onwards)
        elif len(way) > 1:
            nowhere.add((turn + 1, way.pop()))
        else:
            break
    return [place.column for place in way]


def _places_before(place: Place, steps: Steps, turn: int, room: Room) -> Iterator[Place]:
    """Yield the places before a step to this place that satisfy the bounds; most slack first."""
    came = np.flatnonzero(steps.target == place.column)
    columns, moves = steps.source[came], place.moves - steps.moves[came]
    hp = place.hp - steps.net[came]
    rooms = np.where(hp < steps.cost[came], -CLOSED, room(turn, columns, moves, hp))
    for best in (-rooms).argsort(kind="stable").tolist():
        if rooms[best] >= 0:
            yield Place(int(columns[best]), int(moves[best]), int(hp[best]))


def richest_end(most: Numbers) -> Place:
    """Return the place after the last turn with the highest bound on HP."""
    return Place(int(most[-1].argmax()), 0, int(most[-1].max()))


def room_below(most: Numbers) -> Room:
    """Return the slack to the bound on HP."""
    return lambda turn, columns, _, hp: most[turn, columns] - hp


class Line(NamedTuple):
    """`scale` times the moves are at least `base` plus `slope` times the HP."""

    scale: int
    slope: int
    base: int


@dataclass(frozen=True)
class _Front:
    """Bounds after one turn on moves and HP together.

    Attributes:
        fewest: a lower bound on the moves of any plan.
        richest: for each cell, the most HP with `fewest` moves, with at most one more, and so on;
            0 or less if that is not possible.
        bases: for each cell and price, the least value of moves minus price times HP.
    """

    fewest: int
    richest: Numbers
    bases: Numbers


class PricedMoves:
    """Lower bounds on the moves so far, for each turn, cell and HP, by a Lagrangian relaxation.

    At a fixed price of HP, the value of a plan is its moves minus the price of its HP. The least
    value on a way to a cell bounds all plans in that cell; each price gives one line, and all lines
    are valid. If a step needs more HP than the source's lower bound, the lines are raised to the HP
    it needs, as plans with fewer HP cannot take it. The smallest price above 0 is so small that all
    HP together cost less than one move: fewest moves first, then most HP.

    Lines ignore that moves are whole numbers, and are weak where HP are short. So for the smallest
    numbers of moves after a turn, the most HP are kept for each number (see `COUNTED`). Plans with
    more moves have only the lines. Requirements about moves are ignored.

    Attributes:
        least: a lower bound on the HP of a plan for each turn and cell; `CLOSED` if there is none.
    """

    def __init__(self, river: River, most: Numbers, need: Numbers) -> None:
        gain = river.scenario.flies.gain or 5
        whole = 1 + max(0, int(most[-1].max()))
        slopes = sorted({12 * gain, *(5 * price * whole for price in PRICES)})
        turns, start, hp = len(river.turns), river.start, river.scenario.toad.hp
        self._scale = 12 * gain * whole
        self._never = self._scale * (turns + 1)
        largest = self._never + self._scale * COUNTED + 2 * slopes[-1] * int(most.max())
        kind = np.int64 if largest < CLOSED else np.object_
        self._slopes = np.array(slopes, kind)
        self._most, self._need = most, need
        self.least = river.layers(CLOSED)
        self._bases = np.full((*self.least.shape, len(slopes)), self._never, kind)
        richest = np.full((self.least.shape[1], COUNTED), -CLOSED)
        self.least[0, start], self._bases[0, start], richest[start] = hp, self._slopes * -hp, hp
        front = _Front(0, richest, self._bases[0])
        self._fronts = [front]
        for turn in river.budget.each(river.turns):
            if len(river.steps[turn - 1]):
                front = self._after(front, river.steps[turn - 1], turn)
            self._fronts.append(front)

    def _after(self, before: _Front, steps: Steps, turn: int) -> _Front:
        """Return the front after a turn.

        A plan that is no longer counted has only lines. It has at least the largest counted number
        of moves. If it has at most the HP of that number, the counted point is a bound for it, and
        no line lies above that point.
        """
        asked = np.maximum(steps.cost, self._need[turn, steps.target] - steps.net)
        enough = np.maximum(asked, self.least[turn - 1, steps.source])
        room = self._most[turn, steps.target] - steps.net
        shut = enough > np.minimum(room, self._most[turn - 1, steps.source])
        self.least[turn, steps.targets] = steps.least_to(np.where(shut, CLOSED, enough + steps.net))
        hp = before.richest[steps.source]
        richest = np.full_like(before.richest, -CLOSED)
        richest[steps.targets] = steps.most_to(self._counted(hp, asked, shut, steps))
        beyond = np.where(shut, 0, np.maximum(asked, hp[:, -1]))
        bases = self._lifted(before.bases[steps.source], beyond)
        bases += self._scale * steps.moves.astype(bases.dtype)[:, np.newaxis]
        bases -= steps.net.astype(bases.dtype)[:, np.newaxis] * self._slopes
        bases[shut] = self._never
        counted = self._bases_of(before.fewest, richest[steps.targets])
        self._bases[turn, steps.targets] = np.minimum(steps.least_to(bases), counted)
        return self._moved_on(_Front(before.fewest, richest, self._bases[turn]), turn)

    def _counted(self, hp: Numbers, asked: Numbers, shut: Numbers, steps: Steps) -> Numbers:
        """Return the most HP after each step for each counted number of moves."""
        possible = (hp >= asked[:, np.newaxis]) & ~shut[:, np.newaxis]
        after = np.where(possible, hp + steps.net[:, np.newaxis], -CLOSED)
        moved = np.pad(after, ((0, 0), (1, 0)), constant_values=-CLOSED)[:, :-1]
        return np.where(steps.moves[:, np.newaxis] == 1, moved, after)

    def _bases_of(self, fewest: int, richest: Numbers) -> Numbers:
        """Return for each price the line through the lowest counted point."""
        moves = np.arange(fewest, fewest + COUNTED).astype(self._slopes.dtype)
        points = (self._scale * moves)[:, np.newaxis] - self._slopes * richest[:, :, np.newaxis]
        lowest: Numbers = np.where(richest[:, :, np.newaxis] > 0, points, self._never).min(axis=1)
        return lowest

    def _moved_on(self, front: _Front, turn: int) -> _Front:
        """Return the front from its first possible number of moves on; lines bound the new ones."""
        possible = (front.richest > 0).any(axis=0)
        skipped = int(possible.argmax()) if possible.any() else COUNTED
        if not skipped:
            return front
        fewest = front.fewest + skipped
        moves = np.arange(fewest + COUNTED - skipped, fewest + COUNTED)
        hp = self._hp_within(moves, front.bases, self._most[turn])
        hp = np.where(hp < self.least[turn][:, np.newaxis], -CLOSED, hp).astype(np.int64)
        return _Front(fewest, np.hstack([front.richest[:, skipped:], hp]), front.bases)

    def _lifted(self, bases: Numbers, enough: Numbers) -> Numbers:
        """Return the lines of the plans that have at least `enough` HP."""
        priced = self._slopes * enough[:, np.newaxis]
        values = bases + priced
        steepest = values.argmax(axis=1)[:, np.newaxis]
        highest = np.take_along_axis(values, steepest, axis=1)
        return np.where(np.arange(len(self._slopes)) <= steepest, highest - priced, bases)

    def lines(self) -> Iterator[tuple[int, int, Line]]:
        """Yield turn, cell and line for each line that is the highest for some HP in the cell."""
        turns, cells = np.nonzero(self.least < CLOSED)
        divisors = np.array([gcd(self._scale, slope) for slope in self._slopes.tolist()])
        rounded = (self._bases[turns, cells] + divisors - 1) // divisors
        reach = self._most[turns, cells]
        kept = self._highest(rounded * divisors, self.least[turns, cells], reach)
        kept &= rounded * divisors + self._slopes * reach[:, np.newaxis] > 0
        scales, slopes = (self._scale // divisors).tolist(), (self._slopes // divisors).tolist()
        places, prices = np.nonzero(kept)
        at = zip(turns[places].tolist(), cells[places].tolist(), strict=True)
        bases = rounded[places, prices].tolist()
        for (turn, cell), price, base in zip(at, prices.tolist(), bases, strict=True):
            yield turn, cell, Line(scales[price], slopes[price], base)

    def _highest(self, bases: Numbers, least: Numbers, most: Numbers) -> Numbers:
        """Say for each place which lines are the highest for some whole HP from least to most."""
        kept = np.zeros(bases.shape, bool)
        places, hp, prices = np.arange(len(bases)), least, np.arange(len(self._slopes))
        highest = (bases + self._slopes * hp[:, np.newaxis]).argmax(axis=1)
        while len(places):
            kept[places, highest] = True
            here, steeper = bases[places], prices > highest[:, np.newaxis]
            own = np.take_along_axis(here, highest[:, np.newaxis], axis=1)
            rise = np.where(steeper, self._slopes - self._slopes[highest][:, np.newaxis], 1)
            crossing = np.where(steeper, (own - here) // rise, CLOSED).min(axis=1) + 1
            on = crossing <= most[places]
            places, hp = places[on], crossing[on]
            values = here[on] + self._slopes * hp[:, np.newaxis]
            highest = np.where(steeper[on], values, -CLOSED).argmax(axis=1)
        return kept

    def lines_anywhere(self, turn: int) -> Iterator[Line]:
        """Yield, for each price, the line that holds in every cell after a turn."""
        bases = self._bases[turn].min(axis=0).tolist()
        for slope, base in zip(self._slopes.tolist(), bases, strict=True):
            divisor = gcd(self._scale, slope)
            yield Line(self._scale // divisor, slope // divisor, -(-base // divisor))

    def fewest_end(self) -> Place:
        """Return the place after the last turn with the fewest moves, and then the most HP."""
        bases, least = self._bases[-1], self.least[-1]
        open_ends = np.where(least < CLOSED, least, 0)[:, np.newaxis]
        priced = (bases + self._slopes * open_ends).max(axis=1)
        priced = np.where(least < CLOSED, priced, self._never).min(keepdims=True)
        return self.richest_end(int((priced[0] + self._scale - 1) // self._scale))

    def richest_end(self, moves: int) -> Place:
        """Return the place after the last turn with the most HP for this number of moves."""
        hp = self._hp_within(np.array([moves]), self._bases[-1], self._most[-1])[:, 0]
        return Place(int(hp.argmax()), moves, int(hp.max()))

    def room(self, turn: int, columns: Numbers, moves: Numbers, hp: Numbers) -> Numbers:
        """Return the slack of places above the highest line, in scaled moves.

        Places with too many HP for their moves, or with too few HP, have a negative slack.
        """
        front = self._fronts[turn]
        priced = front.bases[columns] + self._slopes * hp[:, np.newaxis]
        rooms = self._scale * moves.astype(priced.dtype) - priced.max(axis=1)
        more = moves - front.fewest
        richest = front.richest[columns, np.clip(more, 0, COUNTED - 1)]
        too_rich = (more < 0) | ((more < COUNTED) & (hp > richest))
        return np.where(too_rich | (hp < self.least[turn, columns]), -CLOSED, rooms)

    def _hp_within(self, moves: Numbers, bases: Numbers, most: Numbers) -> Numbers:
        """Return an upper bound on HP for each cell and number of moves."""
        paid = (self._scale * moves.astype(bases.dtype))[:, np.newaxis] - bases[:, np.newaxis, 1:]
        within: Numbers = np.minimum((paid // self._slopes[1:]).min(axis=2), most[:, np.newaxis])
        return within


def supports(scenario: RiverToadScenario, ask: Sequence[Question]) -> bool:
    """Return whether the bounds are valid for this scenario and support all questions."""
    return (
        set(ask) <= {SURVIVE, MAX_HP, MIN_MOVES}
        and scenario.overdraft == "forbidden"
        and scenario.require.min_flies is None
    )


class Bounds:
    """Adds the bounds to a model, and a search order: first where the bounds leave most slack.

    Attributes:
        way: the cells, up to the last turn, in which the bounds leave most slack; it need not
            begin at the start.
    """

    strategy = SearchStrategy.AS_STATED

    def __init__(self, scenario: RiverToadScenario, ask: Sequence[Question]) -> None:
        self.scenario = scenario
        self.fewest_first = next((q for q in ask if q != SURVIVE), None) == MIN_MOVES
        self.way: list[int] = []

    def constrain(self, h: RiverToadHorizon) -> None:
        """Add the bounds on HP and, if moves count, the bounds on moves."""
        river = River.of(self.scenario, h.budget)
        most = most_hp(river)
        self._bound_hp(h, most.tolist())
        priced = PricedMoves(river, most, least_hp(river)) if h.counts_moves else None
        if priced:
            self._bound_moves(h, priced)
        self.way = [h.cells[column] for column in reversed(self._way_back(river, most, priced))]

    def _way_back(self, river: River, most: Numbers, priced: PricedMoves | None) -> list[int]:
        most_moves = self.scenario.require.max_moves
        if priced and self.fewest_first:
            return way_back(river, priced.fewest_end(), priced.room)
        if priced and most_moves is not None:
            return way_back(river, priced.richest_end(most_moves), priced.room)
        return way_back(river, richest_end(most), room_below(most))

    def _bound_hp(self, h: RiverToadHorizon, most: list[list[int]]) -> None:
        for turn in h.budget.each(h.turns):
            if (highest := max(most[turn])) >= 1:
                h.model.add_linear_constraint(h.hp[turn], 1, highest)
            for here, hp in zip(h.at[turn].values(), most[turn], strict=True):
                if hp < 1:
                    h.model.add_bool_and([~here])
                else:
                    h.model.add(h.hp[turn] <= hp).only_enforce_if(here)

    def _bound_moves(self, h: RiverToadHorizon, priced: PricedMoves) -> None:
        least = priced.least.tolist()
        for turn in h.budget.each(h.turns):
            for here, hp in zip(h.at[turn].values(), least[turn], strict=True):
                if hp == CLOSED:
                    h.model.add_bool_and([~here])
                elif hp > 1:
                    h.model.add(h.hp[turn] >= hp).only_enforce_if(here)
        for turn, column, line in h.budget.each(priced.lines()):
            here = h.at[turn][h.cells[column]]
            h.model.add(_on_or_above(h, line, turn)).only_enforce_if(here)
        for line in priced.lines_anywhere(self.scenario.turns):
            h.model.add(_on_or_above(h, line, self.scenario.turns))

    def order(self, h: RiverToadHorizon, question: Question) -> None:
        """Set the order of decisions: the best figure, then the cells from the last turn back.

        The bounds are about all earlier turns, so a partial way from the end that they do not
        refute seldom fails later. For the fewest moves, high final HP come first, as they leave
        more slack. In each turn, the cells nearest to `way` come first.
        """
        if question == MIN_MOVES:
            h.model.add_decision_strategy([h.moves[-1]], CHOOSE_FIRST, SELECT_MIN_VALUE)
        h.model.add_decision_strategy([h.hp[-1]], CHOOSE_FIRST, SELECT_MAX_VALUE)
        h.model.add_decision_strategy(self._backwards(h), CHOOSE_FIRST, SELECT_MAX_VALUE)

    def _backwards(self, h: RiverToadHorizon) -> list[IntVar]:
        """Return the cells from the last turn back; in each turn those nearest to `way` first."""
        near = chain(reversed(self.way), repeat(self.scenario.start_cell))
        return [
            at[cell]
            for at, middle in zip(reversed(h.at), near, strict=False)
            for cell in sorted(at, key=lambda cell: abs(cell - middle))
        ]


def _on_or_above(h: RiverToadHorizon, line: Line, turn: int) -> BoundedLinearExpression | bool:
    scale, slope, base = line
    return scale * h.moves[turn] - slope * h.hp[turn] >= base


def guided_horizon(
    scenario: RiverToadScenario, ask: tuple[Question, ...], *, bounded: bool, budget: Budget
) -> RiverToadHorizon:
    """Return the model, with bounds and a search order where they support the questions."""
    guidance = Bounds(scenario, ask) if bounded and supports(scenario, ask) else None
    return RiverToadHorizon(scenario, ask, guidance=guidance, budget=budget)
