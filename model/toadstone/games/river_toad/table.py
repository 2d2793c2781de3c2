"""River Toad by a table: the most HP in each cell after each turn.

Of two toads in one cell after the same turn, the one with more HP can do all that the other can. So
one number a cell says which plans there are. Moves, and flies that are missed, count by how far
they are above the fewest to the end (reduced cost); a cell with such an excess is a place of its
own. The best plans have a small excess, so few places are needed.

A table knows no rules: it is given arcs, by the quick form or by the model.
"""

# ruff: noqa: PLR1730  (calls of `min` and `max` would double the time of a table)

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from toadstone.core.budget import Budget
from toadstone.core.process import expect_held
from toadstone.core.question import Question
from toadstone.games.river_toad.questions import MAX_HP, MIN_MOVES, SURVIVE

NEVER = 1 << 60
"""More HP, and a greater excess, than any plan has."""

MOST_EXCESS = 64
"""The greatest excess that is tried."""

NUMBERS_TO_A_NODE = 8
"""Numbers of a table that take as much memory as a node of a search."""


class Arc(NamedTuple):
    """A way through a turn.

    Attributes:
        source: the place before it.
        target: the place after it.
        asks: the least number with which it can be taken, at least 1.
        change: by how much it changes the number.
        least: the number after it is this at least.
        moved: 1 if it is a move.
        missed: 1 if it misses a fly.
    """

    source: int
    target: int
    asks: int
    change: int
    least: int
    moved: int
    missed: int

    def number_after(self, number: int) -> int:
        """Return the number after it; 0 where it cannot be taken with so little."""
        return max(number + self.change, self.least) if number >= self.asks else 0

    def number_before(self, least: int) -> int:
        """Return the least number with which it can be taken and leads to so much at least."""
        return self.asks if least <= self.least else max(self.asks, least - self.change)


PlainArc = tuple[int, int, int, int, int, int, int]
"""The numbers of an arc: a plain tuple is taken apart twice as quickly."""

Layer = list[int]
"""A number for each place."""


class Table:
    """All lines of play from a place and a number to the end, with enough left there.

    Attributes:
        arcs: for each turn, the arcs.
        places: the number of places.
        start: the first place, and the number there.
        enough: the least number after the last turn, at least 1.
    """

    def __init__(
        self,
        arcs: Sequence[Sequence[PlainArc]],
        places: int,
        start: tuple[int, int],
        enough: int,
        budget: Budget,
    ) -> None:
        self.arcs, self.places, self.start = arcs, places, start
        self.enough, self._budget = enough, budget
        expect_held(len(arcs) * places // NUMBERS_TO_A_NODE)

    def _with(self, arcs: Sequence[Sequence[PlainArc]], places: int, enough: int) -> Table:
        return Table(arcs, places, self.start, enough, self._budget)

    def _each(self, turns: Iterable[Sequence[PlainArc]]) -> Iterator[Sequence[PlainArc]]:
        """Yield the arcs of each turn; raise LimitReachedError when time is up."""
        self._budget.nodes = (self._budget.nodes or 0) + self.places * len(self.arcs)
        return self._budget.each(turns)

    @cached_property
    def most(self) -> list[Layer]:
        """The largest number in each place after each turn; 0 where nobody is."""
        here = [0] * self.places
        here[self.start[0]] = self.start[1]
        layers = [here]
        for arcs in self._each(self.arcs):
            after = [0] * self.places
            for source, target, asks, change, least, _, _ in arcs:
                number = here[source]
                if number >= asks:
                    number += change
                    if number < least:
                        number = least
                    if number > after[target]:
                        after[target] = number
            here = after
            layers.append(here)
        return layers

    @property
    def best(self) -> int:
        """The largest number after the last turn; 0 if no line of play has enough."""
        best = max(self.most[-1])
        return best if best >= self.enough else 0

    @cached_property
    def needs(self) -> list[Layer]:
        """The least number in each place after each turn with which enough are left at the end."""
        after = [self.enough] * self.places
        layers = [after]
        for arcs in self._each(reversed(self.arcs)):
            here = [NEVER] * self.places
            for source, target, asks, change, least, _, _ in arcs:
                need = after[target]
                if need > least and need - change > asks:
                    asks = need - change  # noqa: PLW2901  (this loop is what takes the time)
                if need < NEVER and asks < here[source]:
                    here[source] = asks
            after = here
            layers.append(here)
        return layers[::-1]

    def fewest(self, figure: str) -> list[Layer]:
        """Return how much `moved` or `missed` come to from each place to the end, at least."""
        at, after = Arc._fields.index(figure), [0] * self.places
        layers = [after]
        for arcs in self._each(reversed(self.arcs)):
            here = [NEVER] * self.places
            for arc in arcs:
                source, count = arc[0], after[arc[1]] + arc[at]
                if count < here[source]:
                    here[source] = count
            after = here
            layers.append(here)
        return layers[::-1]

    def pruned(self) -> Table:
        """Return the table of those arcs that some line of play with enough at the end takes."""
        kept = list[list[PlainArc]]()
        for here, after, arcs in zip(
            self.most, self.needs[1:], self._each(self.arcs), strict=False
        ):
            chosen = list[PlainArc]()
            for arc in arcs:
                source, target, asks, change, least, _, _ = arc
                number, need = here[source], after[target]
                if number >= asks and (number + change >= need or least >= need):
                    chosen.append(arc)
            kept.append(chosen)
        return self._with(kept, self.places, self.enough)

    def cut(self) -> Table | None:
        """Return the table of the turns up to the last one after which somebody has enough."""
        ends = (turn for turn, layer in enumerate(self.most) if max(layer) >= self.enough)
        last = max(ends, default=None)
        return None if last is None else self._with(self.arcs[:last], self.places, self.enough)

    def with_most(self) -> Table | None:
        """Return the table of the lines of play that end with the largest number."""
        return self._with(self.arcs, self.places, self.best).pruned() if self.best else None

    def with_fewest(self, figure: str) -> Table | None:
        """Return the table of the lines of play with the fewest of `moved` or `missed`.

        Returns:
            The table; None where no line of play has enough at the end.

        Raises:
            OverflowError: their excess is more than `MOST_EXCESS`.
        """
        if (first := self._within(figure, self.fewest(figure), 0)).best:
            return first
        if not self.best:
            return None
        table, room = self.pruned(), 0
        fewest = table.fewest(figure)
        while room <= MOST_EXCESS:
            counted = table._within(figure, fewest, room)
            ends = (at for at, number in enumerate(counted.most[-1]) if number >= self.enough)
            if (end := next(ends, None)) is not None:
                excess = end // self.places
                return counted if excess == room else table._within(figure, fewest, excess)
            room = 2 * room or 1
        raise OverflowError

    def _within(self, figure: str, fewest: list[Layer], room: int) -> Table:
        """Return the table of the lines of play with an excess up to `room`: a place for each."""
        made = dict[tuple[int, int], list[PlainArc]]()
        at, places = Arc._fields.index(figure), self.places

        def in_places(arc: PlainArc, excess: int) -> list[PlainArc]:
            further = range(0, places * (room + 1 - excess), places)
            more = places * excess
            return [(arc[0] + e, arc[1] + e + more, *arc[2:]) for e in further]

        kept = list[list[PlainArc]]()
        for before, after, arcs in zip(fewest, fewest[1:], self._each(self.arcs), strict=False):
            if room == 0:
                kept.append([arc for arc in arcs if after[arc[1]] + arc[at] == before[arc[0]]])
                continue
            chosen = list[PlainArc]()
            for arc in arcs:
                excess = after[arc[1]] + arc[at] - before[arc[0]]
                if excess <= room:
                    if (same := made.get((id(arc), excess))) is None:  # turns share their arcs
                        same = made[id(arc), excess] = in_places(arc, excess)
                    chosen += same
            kept.append(chosen)
        return self._with(kept, places * (room + 1), self.enough)

    def folded(self, figures: Iterable[str]) -> Table:
        """Return a table whose numbers also say how small further figures are, in this order.

        A number is taken times more than a figure can come to, less the figure. Of arcs with a
        `least` this is not possible.
        """
        table = self
        for at in map(Arc._fields.index, figures):
            table = table._folded(at, len(self.arcs) + 1)
        return table

    def _folded(self, at: int, factor: int) -> Table:
        made = dict[int, list[PlainArc]]()
        for arcs in self._each(self.arcs):
            if id(arcs) not in made:  # turns share their arcs
                made[id(arcs)] = [
                    (*arc[:2], (arc[2] - 1) * factor + 1, arc[3] * factor - arc[at], *arc[4:])
                    for arc in arcs
                ]
        folded = [made[id(arcs)] for arcs in self.arcs]
        table = self._with(folded, self.places, (self.enough - 1) * factor + 1)
        table.start = self.start[0], self.start[1] * factor
        return table

    def line(self, cells: int) -> list[int] | None:
        """Return the cells of a best line of play, from the start; None if none has enough.

        Args:
            cells: the number of places before any excess was counted.
        """
        if not self.best:
            return None
        place, number = self.most[-1].index(self.best), self.best
        line = [place % cells]
        for here, arcs in zip(self.most[-2::-1], self._each(reversed(self.arcs)), strict=True):
            for source, target, asks, change, least, _, _ in arcs:
                before = here[source]
                is_it = target == place and before >= asks
                if is_it and max(before + change, least) == number:
                    place, number = source, before
                    break
            line.append(place % cells)
        return line[::-1]


# When it answers in place of the model


def model_size(scenario: Any, ask: Collection[Question]) -> tuple[str, float] | None:
    """Return the number of turns in words, and the seconds that the model takes about.

    With bounds, they are as many as it has arcs; without, they grow faster. None where a toad is
    more than a cell and a number, and no table knows the answer.
    """
    turns, require = scenario.turns, scenario.require
    if require.max_moves is not None or require.min_flies:
        return None
    actions = scenario.board.width * len(scenario.actions) / USUAL_ACTIONS
    bounded = {*ask} <= {SURVIVE, MAX_HP, MIN_MOVES} and scenario.overdraft == "forbidden"
    seconds = BOUNDED_TURN * turns if bounded else SQUARED_TURN * turns**2
    return f"{turns:,} turns", actions * seconds


USUAL_ACTIONS = 5 * 5
"""Cells times actions on the usual board."""
BOUNDED_TURN = 3e-4
"""Seconds of the model with bounds for each turn on the usual board (10,000 turns: 3 s)."""
SQUARED_TURN = 4e-6
"""Seconds of the model without bounds for the square of the turns (1,000 turns: 1 to 10 s)."""
