"""Charts in the style of the pictures: thermographs, Pareto fronts, trees of possibilities."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any, Literal

from toadstone.combinatorial.thermograph import Thermograph, Wall
from toadstone.play.tree import Branch, Fate, Tree
from toadstone.play.words import counted, figures_in_words, unit
from toadstone.view.sheet import document, heading
from toadstone.view.style import Theme
from toadstone.view.svg import (
    Markup,
    circle,
    element,
    group,
    join,
    label,
    line,
    path,
    polyline,
    rect,
    shortened,
    text_width,
    use,
)

Goal = Literal["most", "least"]

_MARGIN = 20
PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
_TICKS = 7
MOST_BRANCHES = 600
"""How many moves of a tree are drawn."""


@dataclass(frozen=True)
class Axis:
    """The numbers from one end of an axis to the other, and where the ends are drawn."""

    low: Fraction
    high: Fraction
    start: float
    end: float

    def __call__(self, value: Fraction | int) -> float:
        """Return where a number is drawn."""
        share = float((value - self.low) / (self.high - self.low))
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[Fraction]:
        """Return round numbers along the axis."""
        step = _step(self.high - self.low)
        first = math.ceil(self.low / step)
        return [step * index for index in range(first, math.floor(self.high / step) + 1)]


def thermograph_chart(
    graph: Thermograph, *, title: str = "", value: str = "", theme: Theme = "auto"
) -> str:
    """Return a thermograph as SVG: values rise to the left, taxes upward, as books draw it.

    Args:
        graph: the thermograph.
        title: the heading.
        value: the value that it belongs to, as text.
        theme: whether it follows the surroundings, or is always light or dark.
    """
    head, top = heading(title, [f"Value {value.replace('+-', PLUS_MINUS)}" if value else ""], 480)
    x, y = _thermograph_axes(graph, top)
    mast = (x(graph.mean), y(graph.temperature))
    drawn = [
        _taxes_grid(x, y),
        line(mast, (mast[0], y(y.high)), "mast"),
        _wall(graph.left_wall, graph, x, y, "wall-one"),
        _wall(graph.right_wall, graph, x, y, "wall-two"),
        circle(*mast, 4.5, "dot"),
    ]
    words = f"mean {graph.mean}, temperature {graph.temperature}"
    left = mast[0] < (x.start + x.end) / 2
    drawn.append(
        label(
            mast[0] + (9 if left else -9), mast[1] - 8, words, "b", anchor=None if left else "end"
        )
    )
    walls = [("wall-one", "left wall"), ("wall-two", "right wall")]
    named = [*(walls if graph.temperature > 0 else []), ("mast", "mast")]
    keys, height = _keys(named, y.start + 52, lambda class_: line((-14, 0), (14, 0), class_))
    told = f"Thermograph: {words}, stops {graph.left_wall[0][1]} and {graph.right_wall[0][1]}."
    return _chart([head, *drawn, keys], (480, height), title or "Thermograph", told, theme)


def _thermograph_axes(graph: Thermograph, top: float) -> tuple[Axis, Axis]:
    stops = [stop for _, stop in graph.left_wall + graph.right_wall] + [graph.mean]
    spread = max(max(stops) - min(stops), abs(graph.temperature))
    room = spread / 4 or Fraction(1, 2)
    x = Axis(min(stops) - room, max(stops) + room, 450, 66)
    low = min(Fraction(0), graph.temperature)
    high = max(graph.temperature, Fraction(0)) * Fraction(3, 2)
    high = high or (abs(low) or Fraction(1)) / 2
    return x, Axis(low, high, top + 290, top + 10)


def _taxes_grid(x: Axis, y: Axis) -> Markup:
    parts = [_grid(x, y, x_name="value", y_name="tax")]
    if y.low < 0:
        parts.append(line((x.start, y(0)), (x.end, y(0)), "axis"))
    return join(parts)


def _wall(wall: Wall, graph: Thermograph, x: Axis, y: Axis, class_: str) -> Markup:
    """Draw a wall up to the temperature, where the mast begins."""
    corners = [(x(stop), y(tax)) for tax, stop in wall if tax <= graph.temperature]
    if graph.temperature < 0:
        corners = []
    return polyline([*corners, (x(graph.mean), y(graph.temperature))], class_)


def front_chart(
    points: Sequence[Mapping[str, int]],
    goals: Mapping[str, Goal],
    *,
    title: str = "",
    theme: Theme = "auto",
) -> str:
    """Return a Pareto front as SVG, its points numbered in their order.

    Args:
        points: the figures of each point.
        goals: for each of two or three figures, whether the most or the least is wanted.
        title: the heading.
        theme: whether it follows the surroundings, or is always light or dark.
    """
    pairs = list(combinations(goals, 2))
    width = _MARGIN + 390 * len(pairs)
    head, top = heading(title, [], width)
    panels = [
        _front_panel(points, pair, goals, (_MARGIN + 390 * index, top))
        for index, pair in enumerate(pairs)
    ]
    told = "; ".join(
        f"{number}: " + figures_in_words({figure: point[figure] for figure in goals})
        for number, point in enumerate(points, 1)
    )
    told = f"Pareto front of {counted(len(points), 'point')}. {told}"
    size = (width, top + 344)
    return _chart([head, *panels], size, title or "Pareto front", told, theme)


def _front_panel(
    points: Sequence[Mapping[str, int]],
    pair: tuple[str, str],
    goals: Mapping[str, Goal],
    corner: tuple[float, float],
) -> Markup:
    """Draw two figures against each other."""
    left, top = corner
    across, up = pair
    x = _figure_axis([point[across] for point in points], left + 46, left + 360)
    y = _figure_axis([point[up] for point in points], top + 290, top + 10)
    names = [f"{unit(figure)} ({_better(goals[figure])})" for figure in pair]
    parts = [_grid(x, y, x_name=names[0], y_name=names[1])]
    if len(goals) == 2:
        parts.append(_staircase(points, pair, goals, x, y))
    places = _numbered((point[across], point[up]) for point in points)
    for (value, height), numbers in places.items():
        here = (x(value), y(height))
        parts.append(circle(*here, 5.5, "dot"))
        parts.append(label(here[0] + 8, here[1] - 7, shortened(numbers, 60, 12), "b"))
    return join(parts)


def _staircase(
    points: Sequence[Mapping[str, int]],
    pair: tuple[str, str],
    goals: Mapping[str, Goal],
    x: Axis,
    y: Axis,
) -> Markup:
    """Draw the edge of what a point of the front beats."""
    across, up = pair
    places = sorted({(point[across], point[up]) for point in points})
    corners: list[tuple[float, float]] = []
    for (value, height), (after, higher) in pairwise(places):
        # the corner is as good as the worse of both points in each figure
        worse = min(value, after) if goals[across] == "most" else max(value, after)
        lower = min(height, higher) if goals[up] == "most" else max(height, higher)
        corners += [(x(value), y(height)), (x(worse), y(lower))]
    corners += [(x(value), y(height)) for value, height in places[-1:]]
    return polyline(corners, "dots")


def _numbered(places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Return for each place the numbers of the points there."""
    found: dict[tuple[int, int], str] = {}
    for number, place in enumerate(places, 1):
        found[place] = f"{found[place]}, {number}" if place in found else str(number)
    return found


def _figure_axis(values: Sequence[int], start: float, end: float) -> Axis:
    low, high = min(values), max(values)
    room = max(Fraction(1), Fraction(high - low, 10))
    return Axis(low - room, high + room, start, end)


def _better(goal: Goal) -> str:
    return "more is better" if goal == "most" else "less is better"


def tree_chart(tree: Tree[Any, Any], *, title: str = "", theme: Theme = "auto") -> str:
    """Return a tree of possibilities as SVG, from left to right; each move has a sign for its fate.

    The first move that was tried stands beside the one before it, the others below.
    """
    drawn = tree.branches[:MOST_BRANCHES]
    rows = _rows(drawn)
    step = 34 + max((text_width(str(each.move), 13) for each in drawn), default=0)
    width = max(
        [420.0]
        + [_MARGIN + 30 + step * each.depth + text_width(_after(each), 11) + 20 for each in drawn]
    )
    counts = [
        f"{tree.counts.get(fate, 0)} {_FATES[fate]}" for fate in Fate if tree.counts.get(fate)
    ]
    head, top = heading(title, [", ".join(counts), _left_out(tree)], width)
    top += 14
    places = [
        (_MARGIN + step * (each.depth - 1) + 26, top + 26 * row)
        for each, row in zip(drawn, rows, strict=True)
    ]
    parts = [
        head,
        *_edges(drawn, places, (_MARGIN + 4, top)),
        circle(_MARGIN + 4, top, 4, "dot"),
    ]
    parts += [_twig(each, place) for each, place in zip(drawn, places, strict=True)]
    signs = [(fate.value, words) for fate, words in _FATES.items() if tree.counts.get(fate)]
    bottom = top + 26 * (max(rows, default=0) + 1) + 12
    keys, height = _keys(signs, bottom, lambda name: use(name, 4, 0))
    told = f"The tree of possibilities: {', '.join(counts) or 'no moves'}."
    return _chart([*parts, keys], (width, height), title or "Tree of possibilities", told, theme)


_FATES = {
    Fate.TAKEN: "taken",
    Fate.TAKEN_BACK: "taken back",
    Fate.NEVER_TRIED: "never tried",
    Fate.OPEN: "open when stopped",
}
_EDGES = {
    Fate.TAKEN: "good-line",
    Fate.TAKEN_BACK: "axis",
    Fate.NEVER_TRIED: "dots",
    Fate.OPEN: "axis",
}


def _left_out(tree: Tree[Any, Any]) -> str:
    more = tree.left_out + max(0, len(tree.branches) - MOST_BRANCHES)
    return f"{counted(more, 'more move')} not drawn" if more else ""


def _rows(branches: Sequence[Branch[Any, Any]]) -> list[int]:
    """Return the row of each move: its parent's for the first below it, a new one for others."""
    rows: list[int] = []
    row, depth = 0, 0
    for branch in branches:
        if rows and branch.depth <= depth:
            row += 1
        rows.append(row)
        depth = branch.depth
    return rows


def _edges(
    branches: Sequence[Branch[Any, Any]],
    places: Sequence[tuple[float, float]],
    root: tuple[float, float],
) -> list[Markup]:
    """Draw a line from every move to the one before it; those taken lie on top."""
    line_above: dict[int, tuple[float, float]] = {0: root}
    parts = []
    for branch, (x, y) in zip(branches, places, strict=True):
        from_x, from_y = line_above[branch.depth - 1]
        line_above[branch.depth] = (x, y)
        way = f"M{from_x:g} {from_y:g}{_bend((x, y), from_y)}H{x:g}"
        parts.append((branch.fate is Fate.TAKEN, path(way, _EDGES[branch.fate])))
    return [part for _, part in sorted(parts, key=lambda each: each[0])]


def _bend(place: tuple[float, float], from_y: float) -> str:
    """Return the way down to a lower row, its corners round; nothing within a row."""
    x, y = place[0] - 18, place[1]
    if y == from_y:
        return ""
    down = f"H{x - 6:g}Q{x:g} {from_y:g} {x:g} {from_y + 6:g}"
    return f"{down}V{y - 6:g}Q{x:g} {y:g} {x + 6:g} {y:g}"


def _twig(branch: Branch[Any, Any], place: tuple[float, float]) -> Markup:
    x, y = place
    move = str(branch.move)
    class_ = "f" if branch.fate is Fate.NEVER_TRIED else "t"
    width = text_width(move, 13)
    parts = [
        rect(x - 8, y - 8, width + 21, 16, "paper"),
        use(branch.fate.value, x, y),
        label(x + 11, y + 4, move, class_),
    ]
    if words := _after(branch):
        parts.append(label(x + 18 + width, y + 4, words, "f"))
    return element("g", *parts)


def _after(branch: Branch[Any, Any]) -> str:
    """Say how the game ends, and what is hidden below."""
    hidden = f"+{branch.hidden} below" if branch.hidden else ""
    return ", ".join(words for words in (branch.note, hidden) if words)


def _step(span: Fraction) -> Fraction:
    """Return a round distance of ticks."""
    steps = [*(Fraction(1, 2**power) for power in range(10, -1, -1)), Fraction(2), Fraction(5)]
    while steps[-1] * _TICKS < span:
        steps += [step * 10 for step in steps[-3:]]
    return next(step for step in steps if step * _TICKS >= span)


def _grid(x: Axis, y: Axis, *, x_name: str, y_name: str) -> Markup:
    """Draw the axes with their ticks and names."""
    parts: list[str] = []
    for tick in x.ticks():
        place = x(tick)
        parts.append(line((place, y.start), (place, y.end), "thin"))
        parts.append(label(place, y.start + 15, str(tick), "f", anchor="middle"))
    left = min(x.start, x.end)
    for tick in y.ticks():
        place = y(tick)
        parts.append(line((x.start, place), (x.end, place), "thin"))
        parts.append(label(left - 7, place + 4, str(tick), "f", anchor="end"))
    middle = (x.start + x.end) / 2
    parts.append(label(middle, y.start + 33, x_name, "fb", anchor="middle"))
    turned = label(0, 0, y_name, "fb", anchor="middle")
    where = f"translate({left - 34:g} {(y.start + y.end) / 2:g}) rotate(-90)"
    parts.append(element("g", turned, transform=where))
    return join(parts)


def _keys(
    keys: Sequence[tuple[str, str]], y: float, draw: Callable[[str], Markup]
) -> tuple[Markup, float]:
    """Return what signs stand for, and where the chart ends."""
    parts, x = [], float(_MARGIN)
    for sign, words in keys:
        parts.append(group(draw(sign), x=x + 14, y=y))
        parts.append(label(x + 36, y + 4, words, "f"))
        x += 36 + text_width(words, 11) + 20
    return join(parts), y + 24


def _chart(
    parts: Sequence[str], size: tuple[float, float], title: str, told: str, theme: Theme
) -> str:
    return document(join([rect(0, 0, *size, "paper"), *parts]), size, title, told, theme=theme)
