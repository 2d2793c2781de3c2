"""Charts: the worth of each position of a review, and the points of a front."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count, pairwise

from toadstone.core.line import SOLE_SIDE
from toadstone.core.rules import DRAW
from toadstone.play import Outlook, Verdict
from toadstone.play.review import Review
from toadstone.play.words import figures_in_words, unit, verb
from toadstone.view.sheet import document, heading
from toadstone.view.svg import (
    Markup,
    circle,
    element,
    join,
    label,
    line,
    polyline,
    rect,
)

_MARGIN = 20
_TICKS = 7


@dataclass(frozen=True)
class Axis:
    """The numbers from one end of an axis to the other, and where the ends are drawn."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return where a number is drawn."""
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> range:
        """Return round numbers along the axis."""
        steps = (unit * 10**power for power in count() for unit in (1, 2, 5))
        step = next(step for step in steps if step * _TICKS >= self.high - self.low)
        return range(step * math.ceil(self.low / step), math.floor(self.high) + 1, step)


def _axis(values: Sequence[int], start: float, end: float) -> Axis:
    """Return an axis with some room at both ends."""
    room = max(1, (max(values) - min(values)) / 10)
    return Axis(min(values) - room, max(values) + room, start, end)


def front_chart(points: Sequence[Mapping[str, int]], most: Mapping[str, bool], title: str) -> str:
    """Return the points of a front by number, in a panel for each two of its figures.

    Args:
        points: the figures of each point.
        most: of each figure of the question, whether the most is best, else the least.
        title: the heading.
    """
    pairs = list(combinations(most, 2))
    size = (_MARGIN + 390 * len(pairs), 364)
    head, top = heading(title, [], size[0])
    drawn = [rect(0, 0, *size, "paper"), head]
    for index, (across, up) in enumerate(pairs):
        left = _MARGIN + 390 * index
        places = [(point[across], point[up]) for point in points]
        x = _axis([each for each, _ in places], left + 46, left + 360)
        y = _axis([each for _, each in places], top + 270, top + 10)
        names = (
            f"{unit(each)} ({'more' if most[each] else 'less'} is better)" for each in pairs[index]
        )
        drawn.append(_grid(x, y, x_name=next(names), y_name=next(names)))
        if len(pairs) == 1:
            drawn.append(polyline(_beaten(sorted(places), most[across], most[up], x, y), "dots"))
        for place in dict.fromkeys(places):
            numbers = (str(number) for number, each in enumerate(places, 1) if each == place)
            drawn.append(circle(x(place[0]), y(place[1]), 5.5, "dot"))
            drawn.append(label(x(place[0]) + 8, y(place[1]) - 7, ", ".join(numbers), "b"))
    texts = (f"{number}: {figures_in_words(each)}" for number, each in enumerate(points, 1))
    return document(join(drawn), size, title, "; ".join(texts))


def _beaten(
    places: Sequence[tuple[int, int]], most_across: bool, most_up: bool, x: Axis, y: Axis
) -> list[tuple[float, float]]:
    """Return the edge of the area that a front beats: a corner is the worse of two points."""
    worse_across, worse_up = (min if most else max for most in (most_across, most_up))
    corners = [places[0]]
    for one, other in pairwise(places):
        corners += [(worse_across(one[0], other[0]), worse_up(one[1], other[1])), other]
    return [(x(across), y(up)) for across, up in corners]


def worth_chart(review: Review) -> str:
    """Return the worth of each position of a reviewed game; empty if too little is known.

    The first of two sides is up; a single player's figure is that of the first question. Every
    point is proven.
    """
    outlooks = [review.start, *(each.after for each in review.moves)]
    worths = [(turn, _worth(each, review.start.side)) for turn, each in enumerate(outlooks)]
    points = [(turn, worth) for turn, worth in worths if worth is not None]
    if len(points) < 2:
        return ""
    head, top = heading("What each position was worth", [], 480)
    x = Axis(0, max(_TICKS, len(review.moves)), 66, 450)
    y = _axis([worth for _, worth in points], top + 190, top + 10)
    of_one = len(review.ask) > 0 and review.ask[0].figure
    name = unit(of_one) if of_one else f"1: {review.start.side} {verb(review.start.side, 'win')}"
    if review.start.side == SOLE_SIDE:
        name = f"{unit(of_one)}; 0: lost" if of_one else "1: can be won; 0: lost"
    elif any(each.figures for each in outlooks):
        name = f"points ahead for {review.start.side}"
    places = [(x(turn), y(worth)) for turn, worth in points]
    marks = (circle(*place, 4.5, "dot") for place in places)
    grid = _grid(x, y, x_name="moves made; a point is proven", y_name=name)
    description = "; ".join(f"after {turn}: {worth}" for turn, worth in points)
    size = (480, top + 240)
    drawn = [rect(0, 0, *size, "paper"), head, grid, polyline(places, "dots"), *marks]
    return document(join(drawn), size, "What each position was worth", description)


def _worth(outlook: Outlook, first: str) -> int | None:
    """Return a number for a position: a margin, a figure, or 1, 0, -1 for the side that is up."""
    if outlook.figures:
        return next(iter(outlook.figures.values()))
    if outlook.side == SOLE_SIDE:
        return {Verdict.WON: 1, Verdict.LOST: 0}.get(outlook.verdict)
    if outlook.winner is None:
        return None
    return {first: 1, DRAW: 0}.get(outlook.winner, -1)


def _grid(x: Axis, y: Axis, *, x_name: str, y_name: str) -> Markup:
    left, middle = min(x.start, x.end), (x.start + x.end) / 2
    parts = list[Markup]()
    for tick in x.ticks():
        parts.append(line((x(tick), y.start), (x(tick), y.end), "thin"))
        parts.append(label(x(tick), y.start + 15, str(tick), "f", anchor="middle"))
    for tick in y.ticks():
        parts.append(line((x.start, y(tick)), (x.end, y(tick)), "thin"))
        parts.append(label(left - 7, y(tick) + 4, str(tick), "f", anchor="end"))
    parts.append(label(middle, y.start + 33, x_name, "fb", anchor="middle"))
    where = f"translate({left - 34:g} {(y.start + y.end) / 2:g}) rotate(-90)"
    turned = label(0, 0, y_name, "fb", anchor="middle")
    return join([*parts, element("g", turned, transform=where)])
