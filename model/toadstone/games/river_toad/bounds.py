"""Redundant bounds on River Toad's model, a search order, and a first hint.

The model is correct without them; they only make its search shorter. The bounds come from two
relaxations of the game, made of the model's own arcs, snakes, flies and shut cells. A relaxation
drops rules, so every legal plan stays legal in it and its bounds hold for every plan.

Arrays have a row for each turn, from 0, and a column for each cell, from 0 at the left.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
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

from toadstone.core.budget import Budget
from toadstone.core.part import Support
from toadstone.core.question import Question
from toadstone.engines.cp_sat.horizon import SearchStrategy, Turns
from toadstone.games.river_toad.model import RiverToadHorizon, Unit, cost, units_with
from toadstone.games.river_toad.questions import KEYS, MIN_MOVES, SURVIVE
from toadstone.games.river_toad.scenario import RiverToadScenario

SUPPORT = Support(
    {"survive": "satisfy", "max-hp": "maximise hp", "min-moves": "minimise moves"},
    KEYS - {"overdraft", "require.min_flies"},
)
"""What the bounds are valid for; with anything else the model goes without them."""


def guided_horizon(
    scenario: RiverToadScenario, ask: tuple[Question, ...], *, bounded: bool, budget: Budget
) -> RiverToadHorizon:
    """Return the model, with bounds and a search order where they support the questions."""
    if bounded and supports(scenario, ask):
        return BoundedHorizon(scenario, ask, budget=budget)
    return HintedHorizon(scenario, ask, budget=budget)


def supports(scenario: RiverToadScenario, ask: Sequence[Question]) -> bool:
    """Return whether the bounds are valid for this scenario and support all questions."""
    return SUPPORT.unstated(ask, scenario.keys_used()) is None


class HintedHorizon(RiverToadHorizon):
    """The model, which tries the empty plan first where any number of turns will do."""

    def set_objective(self, question: Question) -> None:
        """Set the question as the objective, and give the hint if there is none yet."""
        super().set_objective(question)
        if not self.must_win and not self.model.proto.solution_hint.vars:
            self._hint_no_turn()

    def _hint_no_turn(self) -> None:
        """Hint a plan in which the toad survives no turn and HP stay the same.

        The hint has a value for each variable, so that CP-SAT has a plan before the search.
        """
        hints = dict.fromkeys(range(len(self.model.proto.variables)), 0)
        kept = (*self.hp, *self.hp_paid[1:], *self.hp_after_action[1:])
        hints |= {hp.index: self.scenario.toad.hp for hp in kept}
        hints[self.position[0][self.scenario.start_cell].index] = 1
        for index, value in hints.items():
            self.model.add_hint(self.model.get_int_var_from_proto_index(index), value)


def one_cell_at_a_time(h: RiverToadHorizon) -> None:
    """State in one clause a turn what follows from the unit `movement`."""
    for turn in h.turns:
        h.model.add_exactly_one(h.position[turn].values())


def cost_in_clauses(h: RiverToadHorizon) -> None:
    """State the unit `cost` as an implication for each cost, as suits a search without sums."""
    for turn in h.turns:
        for price, arcs in h.arcs_by_price(turn).items():
            pays = h.model.new_bool_var(f"pays[{turn},{price}]")
            h.model.add_exactly_one([*arcs, ~pays])
            h.model.add(h.hp_paid[turn] == h.hp[turn - 1] - price).only_enforce_if(pays)


class BoundedHorizon(RiverToadHorizon):
    """The model with bounds, and a search order: first where the bounds leave most slack.

    Attributes:
        way: the cells, up to the last turn, in which the bounds leave most slack; it need not
            begin at the start.
    """

    strategy = SearchStrategy.AS_STATED

    def __init__(
        self,
        scenario: RiverToadScenario,
        ask: Sequence[Question] = (),
        *,
        units: Sequence[Unit] | None = None,
        budget: Budget,
    ) -> None:
        if units is None:
            units = [one_cell_at_a_time, *units_with(cost, cost_in_clauses)]
        super().__init__(scenario, ask, units=units, budget=budget)
        self.fewest_first = next((q for q in ask if q != SURVIVE), None) == MIN_MOVES
        self.way: list[int] = []
        self.add_bounds(budget)

    def add_bounds(self, budget: Budget) -> None:
        """Add the bounds on HP and, if moves count, the bounds on moves."""
        relaxed = RelaxedSteps.of(self)
        most = most_hp(relaxed)
        self._bound_hp(most.tolist())
        priced = PricedMoves(relaxed, most, least_hp(relaxed)) if self.counts_moves else None
        if priced:
            self._bound_moves(priced, budget)
        way = self._way_back(relaxed, most, priced)
        self.way = [self.cells[column] for column in reversed(way)]

    def _way_back(
        self, relaxed: RelaxedSteps, most: Numbers, priced: PricedMoves | None
    ) -> list[int]:
        most_moves = self.scenario.require.max_moves
        if priced and self.fewest_first:
            return way_back(relaxed, priced.fewest_end(), priced.room)
        if priced and most_moves is not None:
            return way_back(relaxed, priced.richest_end(most_moves), priced.room)
        return way_back(relaxed, richest_end(most), room_below(most))

    def _bound_hp(self, most: list[list[int]]) -> None:
        for turn in self.turns:
            if (highest := max(most[turn])) >= 1:
                self.model.add_linear_constraint(self.hp[turn], 1, highest)
            for here, hp in zip(self.position[turn].values(), most[turn], strict=True):
                if hp < 1:
                    self.model.add_bool_and([~here])
                else:
                    self.model.add(self.hp[turn] <= hp).only_enforce_if(here)

    def _bound_moves(self, priced: PricedMoves, budget: Budget) -> None:
        least = priced.least.tolist()
        for turn in self.turns:
            for here, hp in zip(self.position[turn].values(), least[turn], strict=True):
                if hp == CLOSED:
                    self.model.add_bool_and([~here])
                elif hp > 1:
                    self.model.add(self.hp[turn] >= hp).only_enforce_if(here)
        for turn, column, line in budget.each(priced.lines()):
            here = self.position[turn][self.cells[column]]
            self.model.add(self._on_or_above(line, turn)).only_enforce_if(here)
        for line in priced.lines_anywhere(self.scenario.turns):
            self.model.add(self._on_or_above(line, self.scenario.turns))

    def _on_or_above(self, line: Line, turn: int) -> BoundedLinearExpression | bool:
        scale, slope, base = line
        return scale * self.moves_after[turn] - slope * self.hp[turn] >= base

    def set_objective(self, question: Question) -> None:
        """Set the question as the objective, and the order: its best figure, then the cells.

        The cells come from the last turn back: the bounds are about all earlier turns, so a
        partial way from the end that they do not refute seldom fails later. For the fewest moves,
        high final HP come first, as they leave more slack.
        """
        super().set_objective(question)
        self.model.proto.search_strategy.clear()
        if question == MIN_MOVES:
            self.model.add_decision_strategy([self.moves_after[-1]], CHOOSE_FIRST, SELECT_MIN_VALUE)
        self.model.add_decision_strategy([self.hp[-1]], CHOOSE_FIRST, SELECT_MAX_VALUE)
        self.model.add_decision_strategy(self._backwards(), CHOOSE_FIRST, SELECT_MAX_VALUE)

    def _backwards(self) -> list[IntVar]:
        """Return the cells from the last turn back; in each turn those nearest to `way` first."""
        near = chain(reversed(self.way), repeat(self.scenario.start_cell))
        return [
            at[cell]
            for at, middle in zip(reversed(self.position), near, strict=False)
            for cell in sorted(at, key=lambda cell: abs(cell - middle))
        ]


Numbers = NDArray[Any]
"""Whole numbers of 64 bits, or Python integers if those may be too small."""

CLOSED = 1 << 60
"""More HP than any plan has: the HP needed in a cell that cannot go on. Negative: not reached."""


class Steps:
    """The arcs of a turn that lead to no shut cell, by target; `stay` first, then by cost.

    Args:
        h: the model.
        turn: the turn.
        shut: the cells that the toad cannot be in after it.

    Attributes:
        source, target, cost, gain, moves: for each step its two cells, its cost, the HP from
            flies, and 1 if it is a move.
        net: the HP that each step adds, flies and cost together.
        targets: the cells that can be reached, in their order.
    """

    def __init__(self, h: RiverToadHorizon, turn: int, shut: Container[int]) -> None:
        costs, fed = h.scenario.costs, {h.fly_cell(turn): h.scenario.flies.gain}
        steps = [
            (a.source - 1, a.target - 1, costs[a.action], fed.get(a.target, 0), a.action.shift != 0)
            for a in h.arcs[turn]
            if a.target not in shut and a.action not in h.scenario.forbidden
        ]
        steps.sort(key=lambda step: (step[1], step[4], step[2]))
        columns = np.array(steps, np.int64).reshape(len(steps), 5)
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
class RelaxedSteps:
    """The relaxed game: the steps that are possible in each turn, from turn 1.

    Attributes:
        scenario: the scenario.
        turns: all the turns.
        steps: the steps of each turn, from turn 1 on.
    """

    scenario: RiverToadScenario
    turns: Turns
    steps: Sequence[Steps]

    @classmethod
    def of(cls, h: RiverToadHorizon) -> RelaxedSteps:
        """Return the steps of a model; turns with the same shut cells and fly share theirs."""
        shut: list[set[int]] = [set(), *(set(h.snake_cells(turn)) for turn in h.turns)]
        for turn, cell in chain(h.shut_by_visit(), h.shut_by_avoid()):
            shut[turn].add(cell)
        known: dict[tuple[frozenset[int], int | None], Steps] = {}
        steps = []
        for turn in h.turns:
            key = frozenset(shut[turn]), h.fly_cell(turn)
            if key not in known:
                known[key] = Steps(h, turn, shut[turn])
            steps.append(known[key])
        return cls(h.scenario, h.turns, steps)

    @property
    def start(self) -> int:
        """The column of the starting cell."""
        return self.scenario.start_cell - 1

    def layers(self, value: int) -> Numbers:
        """Return an array for each turn and cell with this value everywhere."""
        return np.full((len(self.turns) + 1, self.scenario.board.width), value)


def most_hp(relaxed: RelaxedSteps) -> Numbers:
    """Return an upper bound on HP for each turn and cell.

    Ignores the rule that an action must be affordable when it is taken; more HP never hurts, so
    the bound is valid. Cells that cannot be reached alive have a value below 1.
    """
    layers = relaxed.layers(-CLOSED)
    layers[0, relaxed.start] = relaxed.scenario.toad.hp
    for turn in relaxed.turns:
        steps = relaxed.steps[turn - 1]
        if len(steps):
            before = layers[turn - 1, steps.source]
            after = np.where(before >= 1, before + steps.net, -CLOSED)
            layers[turn, steps.targets] = steps.most_to(after)
    return layers


def least_hp(relaxed: RelaxedSteps) -> Numbers:
    """Return, for each turn and cell, a lower bound on the HP needed to reach the end.

    Ignores all limits on moves; more HP never hurts, so the bound is valid. A cell from which no
    plan survives has `CLOSED`.
    """
    layers = relaxed.layers(CLOSED)
    layers[-1] = max(1, relaxed.scenario.require.min_final_hp or 0)
    for turn in reversed(relaxed.turns):
        steps = relaxed.steps[turn - 1]
        after = layers[turn, steps.target]
        before = np.maximum(1, steps.cost + np.maximum(0, after - steps.gain))
        needed = np.where(after < CLOSED, before, CLOSED)
        np.minimum.at(layers[turn - 1], steps.source, needed)
    return layers


class Place(NamedTuple):
    """Where a plan is after a turn: its column, its moves so far, and its HP."""

    column: int
    moves: int
    hp: int


Room = Callable[[int, Numbers, Numbers, Numbers], Numbers]
"""The slack of places (turn, columns, moves, HP) to their bounds; negative if they violate one."""


def way_back(relaxed: RelaxedSteps, end: Place, room: Room) -> list[int]:
    """Return the columns of a way from the end to the start, at each step with the most slack.

    The way uses only the bounds, so it need not be a plan; it is a hint for the search. It
    backtracks from dead ends. After one more of them than there are turns, it stops where it is.
    """
    way, nowhere = [end], set[tuple[int, Place]]()
    while len(way) <= len(relaxed.turns) and len(nowhere) <= len(relaxed.turns):
        turn = len(relaxed.turns) - len(way)
        before = _places_before(way[-1], relaxed.steps[turn], turn, room)
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


PRICES = (0, 1, 2, 3, 4, 6, 8, 12, 18, 24, 48, 120)
"""Prices, in twelfths of five moves, of the HP that one fly gives."""

COUNTED = 16
"""For each turn, this many numbers of moves are kept apart, from the fewest on."""


class Line(NamedTuple):
    """`scale` times the moves are at least `base` plus `slope` times the HP."""

    scale: int
    slope: int
    base: int


@dataclass(frozen=True)
class Prices:
    """Prices of HP, each with a line: a lower bound on moves minus price times HP.

    Moves, prices and lines are counted in parts of a move, so that all are whole numbers. The
    smallest price above 0 is so small that all HP together cost less than one move: fewest moves
    first, then most HP.

    Attributes:
        scale: the parts of one move.
        slopes: the price of one HP, from 0 on.
        never: more than the moves of any plan.
    """

    scale: int
    slopes: Numbers
    never: int

    @classmethod
    def of(cls, relaxed: RelaxedSteps, most: Numbers) -> Prices:
        """Return the prices for relaxed steps and its bounds on HP."""
        gain = relaxed.scenario.flies.gain or 5
        whole = 1 + max(0, int(most[-1].max()))
        slopes = sorted({12 * gain, *(5 * price * whole for price in PRICES)})
        scale = 12 * gain * whole
        never = scale * (len(relaxed.turns) + 1)
        largest = never + scale * COUNTED + 2 * slopes[-1] * int(most.max())
        return cls(scale, np.array(slopes, np.int64 if largest < CLOSED else np.object_), never)

    def rounded_up(self, bases: Numbers) -> Numbers:
        """Return the lines with their bases rounded up.

        Moves and HP are whole numbers, so each base may be raised to a multiple of the greatest
        common divisor of its price and `scale`.
        """
        divisors = np.gcd(self.slopes, self.scale)
        return -(-bases // divisors) * divisors

    def line(self, price: int, base: int) -> Line:
        """Return the line with a rounded base for the price at this position, in lowest terms."""
        slope = int(self.slopes[price])
        divisor = gcd(self.scale, slope)
        return Line(self.scale // divisor, slope // divisor, base // divisor)

    def points(self, fewest: int, richest: Numbers) -> Numbers:
        """Return for each place and price the lowest line through a counted point.

        Args:
            fewest: the first number of moves.
            richest: for each place the HP with so many moves, with one more, and so on; 0 or less
                if there is no point.
        """
        moves = np.arange(fewest, fewest + richest.shape[1]).astype(self.slopes.dtype)
        points = (self.scale * moves)[:, np.newaxis] - self.slopes * richest[:, :, np.newaxis]
        lowest: Numbers = np.where(richest[:, :, np.newaxis] > 0, points, self.never).min(axis=1)
        return lowest

    def lifted(self, bases: Numbers, enough: Numbers) -> Numbers:
        """Return the lines of the plans that have at least `enough` HP."""
        priced = self.slopes * enough[:, np.newaxis]
        values = bases + priced
        steepest = values.argmax(axis=1)[:, np.newaxis]
        highest = np.take_along_axis(values, steepest, axis=1)
        return np.where(np.arange(len(self.slopes)) <= steepest, highest - priced, bases)

    def highest(self, bases: Numbers, least: Numbers, most: Numbers) -> Numbers:
        """Say for each place which lines are the highest for some whole HP from least to most."""
        kept = np.zeros(bases.shape, bool)
        places, hp, prices = np.arange(len(bases)), least, np.arange(len(self.slopes))
        highest = (bases + self.slopes * hp[:, np.newaxis]).argmax(axis=1)
        while len(places):
            kept[places, highest] = True
            here, steeper = bases[places], prices > highest[:, np.newaxis]
            own = np.take_along_axis(here, highest[:, np.newaxis], axis=1)
            rise = np.where(steeper, self.slopes - self.slopes[highest][:, np.newaxis], 1)
            crossing = np.where(steeper, (own - here) // rise, CLOSED).min(axis=1) + 1
            on = crossing <= most[places]
            places, hp = places[on], crossing[on]
            values = here[on] + self.slopes * hp[:, np.newaxis]
            highest = np.where(steeper[on], values, -CLOSED).argmax(axis=1)
        return kept

    def hp_within(self, moves: Numbers, bases: Numbers, most: Numbers) -> Numbers:
        """Return an upper bound on HP for each place and number of moves."""
        paid = (self.scale * moves.astype(bases.dtype))[:, np.newaxis] - bases[:, np.newaxis, 1:]
        within: Numbers = np.minimum((paid // self.slopes[1:]).min(axis=2), most[:, np.newaxis])
        return within


@dataclass(frozen=True)
class Front:
    """Bounds after one turn on moves and HP together.

    Attributes:
        fewest: a lower bound on the moves of any plan.
        richest: for each cell, the most HP with `fewest` moves, with at most one more, and so on;
            0 or less if that is not possible.
        bases: for each cell and price, the line.
    """

    fewest: int
    richest: Numbers
    bases: Numbers


class PricedMoves:
    """Lower bounds on the moves so far, for each turn, cell and HP, by a Lagrangian relaxation.

    At a fixed price of HP, the value of a plan is its moves minus the price of its HP. The least
    value on a way to a cell bounds all plans in that cell; each price gives one line, and all lines
    are valid. If a step needs more HP than the source's lower bound, the lines are raised to the HP
    it needs, as plans with fewer HP cannot take it.

    Lines ignore that moves are whole numbers, and are weak where HP are short. So for the smallest
    numbers of moves after a turn, the most HP are kept for each number (see `COUNTED`). Plans with
    more moves have only the lines. Requirements about moves are ignored.

    Attributes:
        least: a lower bound on the HP of a plan for each turn and cell; `CLOSED` if there is none.
        prices: the prices of HP.
        fronts: the bounds after each turn. After a turn without steps it is the one before.
    """

    def __init__(self, relaxed: RelaxedSteps, most: Numbers, need: Numbers) -> None:
        start, hp = relaxed.start, relaxed.scenario.toad.hp
        self.prices = Prices.of(relaxed, most)
        slopes = self.prices.slopes
        self._most, self._need = most, need
        self.least = relaxed.layers(CLOSED)
        self._bases = np.full((*self.least.shape, len(slopes)), self.prices.never, slopes.dtype)
        richest = np.full((self.least.shape[1], COUNTED), -CLOSED)
        self.least[0, start], self._bases[0, start], richest[start] = hp, slopes * -hp, hp
        front = Front(0, richest, self._bases[0])
        self.fronts = [front]
        for turn in relaxed.turns:
            if len(relaxed.steps[turn - 1]):
                front = self._after(front, relaxed.steps[turn - 1], turn)
            self.fronts.append(front)

    def _after(self, before: Front, steps: Steps, turn: int) -> Front:
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
        bases = self.prices.lifted(before.bases[steps.source], beyond)
        bases += self.prices.scale * steps.moves.astype(bases.dtype)[:, np.newaxis]
        bases -= steps.net.astype(bases.dtype)[:, np.newaxis] * self.prices.slopes
        bases[shut] = self.prices.never
        counted = self.prices.points(before.fewest, richest[steps.targets])
        self._bases[turn, steps.targets] = np.minimum(steps.least_to(bases), counted)
        return self._moved_on(Front(before.fewest, richest, self._bases[turn]), turn)

    def _counted(self, hp: Numbers, asked: Numbers, shut: Numbers, steps: Steps) -> Numbers:
        """Return the most HP after each step for each counted number of moves."""
        possible = (hp >= asked[:, np.newaxis]) & ~shut[:, np.newaxis]
        after = np.where(possible, hp + steps.net[:, np.newaxis], -CLOSED)
        moved = np.pad(after, ((0, 0), (1, 0)), constant_values=-CLOSED)[:, :-1]
        return np.where(steps.moves[:, np.newaxis] == 1, moved, after)

    def _moved_on(self, front: Front, turn: int) -> Front:
        """Return the front from its first possible number of moves on; lines bound the new ones."""
        possible = (front.richest > 0).any(axis=0)
        skipped = int(possible.argmax()) if possible.any() else COUNTED
        if not skipped:
            return front
        fewest = front.fewest + skipped
        moves = np.arange(fewest + COUNTED - skipped, fewest + COUNTED)
        hp = self.prices.hp_within(moves, front.bases, self._most[turn])
        hp = np.where(hp < self.least[turn][:, np.newaxis], -CLOSED, hp).astype(np.int64)
        return Front(fewest, np.hstack([front.richest[:, skipped:], hp]), front.bases)

    def lines(self) -> Iterator[tuple[int, int, Line]]:
        """Yield turn, cell and line for each line that is the highest for some HP in the cell."""
        turns, cells = np.nonzero(self.least < CLOSED)
        bases = self.prices.rounded_up(self._bases[turns, cells])
        reach = self._most[turns, cells]
        kept = self.prices.highest(bases, self.least[turns, cells], reach)
        kept &= bases + self.prices.slopes * reach[:, np.newaxis] > 0
        places, prices = np.nonzero(kept)
        at = turns[places].tolist(), cells[places].tolist()
        kept_bases = bases[places, prices].tolist()
        for turn, cell, price, base in zip(*at, prices.tolist(), kept_bases, strict=True):
            yield turn, cell, self.prices.line(price, base)

    def lines_anywhere(self, turn: int) -> Iterator[Line]:
        """Yield, for each price, the line that holds in every cell after a turn."""
        bases = self.prices.rounded_up(self._bases[turn].min(axis=0))
        for price, base in enumerate(bases.tolist()):
            yield self.prices.line(price, base)

    def fewest_end(self) -> Place:
        """Return the place after the last turn with the fewest moves, and then the most HP."""
        fewest = int(self._bases[-1, :, 0].min())  # at price 0, lines are the moves alone
        return self.richest_end(-(-fewest // self.prices.scale))

    def richest_end(self, moves: int) -> Place:
        """Return the place after the last turn with the most HP for this number of moves."""
        hp = self.prices.hp_within(np.array([moves]), self._bases[-1], self._most[-1])[:, 0]
        return Place(int(hp.argmax()), moves, int(hp.max()))

    def room(self, turn: int, columns: Numbers, moves: Numbers, hp: Numbers) -> Numbers:
        """Return the slack of places above the highest line, in scaled moves.

        Places with too many HP for their moves, or with too few HP, have a negative slack.
        """
        front = self.fronts[turn]
        priced = front.bases[columns] + self.prices.slopes * hp[:, np.newaxis]
        rooms = self.prices.scale * moves.astype(priced.dtype) - priced.max(axis=1)
        more = moves - front.fewest
        richest = front.richest[columns, np.clip(more, 0, COUNTED - 1)]
        too_rich = (more < 0) | ((more < COUNTED) & (hp > richest))
        return np.where(too_rich | (hp < self.least[turn, columns]), -CLOSED, rooms)
