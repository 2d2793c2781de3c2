"""Bounds on moves and HP together for each turn and cell, from a relaxation of the game.

Arrays have a row for each turn, from 0, and a column for each cell, from 0 at the left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd
from typing import NamedTuple

import numpy as np

from toadstone.games.river_toad.bounds_on_hp import CLOSED, Numbers, Place, River, Steps

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
    def of(cls, river: River, most: Numbers) -> Prices:
        """Return the prices for a river and its bounds on HP."""
        gain = river.scenario.flies.gain or 5
        whole = 1 + max(0, int(most[-1].max()))
        slopes = sorted({12 * gain, *(5 * price * whole for price in PRICES)})
        scale = 12 * gain * whole
        never = scale * (len(river.turns) + 1)
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

    def __init__(self, river: River, most: Numbers, need: Numbers) -> None:
        start, hp = river.start, river.scenario.toad.hp
        self.prices = Prices.of(river, most)
        slopes = self.prices.slopes
        self._most, self._need = most, need
        self.least = river.layers(CLOSED)
        self._bases = np.full((*self.least.shape, len(slopes)), self.prices.never, slopes.dtype)
        richest = np.full((self.least.shape[1], COUNTED), -CLOSED)
        self.least[0, start], self._bases[0, start], richest[start] = hp, slopes * -hp, hp
        front = Front(0, richest, self._bases[0])
        self.fronts = [front]
        for turn in river.budget.each(river.turns):
            if len(river.steps[turn - 1]):
                front = self._after(front, river.steps[turn - 1], turn)
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
