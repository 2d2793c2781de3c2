"""Bounds on HP and moves in every turn and cell, from a game with fewer rules.

A relaxation drops rules, so whatever a plan can do, it can do there too: what nobody can do there,
no plan can. Nothing here is needed for the model to be right; it only makes its search shorter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import NamedTuple

from toadstone.games.river_toad.scenario import RiverToadScenario

PRICES = (0, 1, 2, 3, 4, 6, 8, 12, 18, 24, 48, 120)
"""Prices of as many HP as a fly gives, in twelfths of five moves."""


class Step(NamedTuple):
    """One way through a turn: from a cell to a cell, its cost, what flies add, and its moves."""

    source: int
    target: int
    cost: int
    gain: int
    moves: int


@dataclass(frozen=True)
class River:
    """What of the game the relaxation keeps: the steps of each turn that end in no snake.

    Attributes:
        steps: for each turn from 1 the steps that are open; index 0 is empty.
    """

    scenario: RiverToadScenario
    steps: Sequence[Sequence[Step]]


Layer = Mapping[int, int]
"""A number for each cell that is open; a cell that is not has none."""


def most_hp(river: River) -> list[Layer]:
    """Return the most HP in each cell after each turn, as if HP never ran out.

    Sound, because the rules dropped (no action without its HP, none of the dead goes on) only
    take ways away. Cells that are not reached, or only with no HP at all, have no number.
    """
    layer = {river.scenario.start_cell: river.scenario.toad.hp}
    layers: list[Layer] = [layer]
    for steps in river.steps[1:]:
        following: dict[int, int] = {}
        for step in steps:
            if step.source in layer:
                hp = layer[step.source] - step.cost + step.gain
                following[step.target] = max(hp, following.get(step.target, hp))
        layer = following
        layers.append({cell: hp for cell, hp in layer.items() if hp >= 1})
    return layers


def least_hp(river: River) -> list[Layer]:
    """Return the least HP in each cell after each turn with which it can go on to the end.

    Sound, because moves and HP asked for at the end do not count, and more HP never hurt: with
    overdraft forbidden a step asks for its cost, and for what is needed after it.
    """
    cells = range(1, river.scenario.board.width + 1)
    layer: dict[int, int] = dict.fromkeys(cells, 1)
    layers: list[Layer] = [layer]
    for steps in reversed(river.steps[1:]):
        before: dict[int, int] = {}
        for step in steps:
            if step.target in layer:
                hp = max(1, step.cost + max(0, layer[step.target] - step.gain))
                before[step.source] = min(hp, before.get(step.source, hp))
        layer = before
        layers.append(layer)
    return layers[::-1]


class Line(NamedTuple):
    """`scale` times the moves are at least `base` plus `slope` times the HP."""

    scale: int
    slope: int
    base: int


def _rounded(scale: int, slope: int, base: int) -> Line:
    """Return the line in its smallest whole numbers; moves and HP are whole, so it rounds up."""
    divisor = gcd(scale, slope)
    return Line(scale // divisor, slope // divisor, -(-base // divisor))


@dataclass(frozen=True)
class _Front:
    """The HP possible in a cell, and for each price the least of moves minus priced HP."""

    least: int
    bases: list[int]


class PricedMoves:
    """Lower bounds on the moves so far, given cell and HP, from HP that are bought with moves.

    The Lagrangian relaxation of HP: at a fixed price each plan pays for its moves and is paid for
    its HP, and the cheapest way to a cell bounds every plan that is there. Many prices make many
    lines, of which all hold. Where a step asks for more HP than its source is sure to have, the
    lines are lifted to where HP are enough: plans with fewer cannot take it. The lowest price above
    none is so low that all the HP there are do not pay for one move: fewest moves, then most HP.
    """

    def __init__(self, river: River, most: Sequence[Layer], least: Sequence[Layer]) -> None:
        gain = river.scenario.flies.gain or 5
        whole = 1 + max(most[-1].values(), default=0)
        self.scale = 12 * gain * whole
        self.slopes = sorted({12 * gain, *(5 * price * whole for price in PRICES)})
        start, hp = river.scenario.start_cell, river.scenario.toad.hp
        front = {start: _Front(hp, [-slope * hp for slope in self.slopes])}
        self._fronts = [front]
        for turn, steps in enumerate(river.steps[1:], 1):
            front = self._after(front, steps, most[turn - 1], (least[turn], most[turn]))
            self._fronts.append(front)

    def _after(
        self,
        before: Mapping[int, _Front],
        steps: Sequence[Step],
        most_before: Layer,
        bounds: tuple[Layer, Layer],
    ) -> dict[int, _Front]:
        least, most = bounds
        after: dict[int, _Front] = {}
        for source, target, cost, gain, moves in steps:
            came = before.get(source)
            if came is None or target not in least or target not in most:
                continue
            net = gain - cost
            enough = max(came.least, cost, least[target] - net)
            if enough > min(most_before[source], most[target] - net):
                continue
            paid = self.scale * moves
            bases = came.bases if enough == came.least else self._lifted(came.bases, enough)
            bases = [b + paid - s * net for b, s in zip(bases, self.slopes, strict=True)]
            here = after.get(target)
            if here is None:
                after[target] = _Front(enough + net, bases)
            else:
                lower = list(map(min, here.bases, bases))
                after[target] = _Front(min(here.least, enough + net), lower)
        return after

    def _lifted(self, bases: list[int], enough: int) -> list[int]:
        """Return the lines of the plans that have at least so many HP."""
        values = [base + slope * enough for base, slope in zip(bases, self.slopes, strict=True)]
        highest = max(values)
        return [
            max(base, highest - slope * enough)
            if slope <= self.slopes[values.index(highest)]
            else base
            for base, slope in zip(bases, self.slopes, strict=True)
        ]

    def lines(self, turn: int, cell: int, most: int) -> Iterator[Line]:
        """Yield the lines that are the highest for some HP up to the most; none where closed."""
        front = self._fronts[turn].get(cell)
        if front is None:
            return
        bases, hp = front.bases, front.least
        i = max(range(len(bases)), key=lambda j: (bases[j] + self.slopes[j] * hp, -j))
        if i:
            yield _rounded(self.scale, 0, bases[0])
        while True:
            yield _rounded(self.scale, self.slopes[i], bases[i])
            crossings = [
                ((bases[i] - bases[j]) / (self.slopes[j] - self.slopes[i]), -j)
                for j in range(i + 1, len(bases))
            ]
            if not crossings or min(crossings)[0] > most:
                return
            i = -min(crossings)[1]

    def lines_anywhere(self, turn: int) -> Iterator[Line]:
        """Yield, for each price, the line that holds in every cell; none where all are closed."""
        fronts = self._fronts[turn].values()
        for i, slope in enumerate(self.slopes):
            if fronts:
                yield _rounded(self.scale, slope, min(front.bases[i] for front in fronts))

    def least_hp(self, turn: int, cell: int) -> int | None:
        """Return the least HP of a plan that is there; None where none is."""
        front = self._fronts[turn].get(cell)
        return None if front is None else front.least
