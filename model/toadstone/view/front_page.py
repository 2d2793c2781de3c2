"""A front as a page for people: a table, a plot where there are two questions, and the plans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from toadstone.engines.answer import Answer, Status
from toadstone.view.layout import View, page_width, reason_to_stop
from toadstone.view.page import (
    board_of,
    checked_line,
    figures_line,
    heading,
    legend,
    moves_alone,
    plan_view,
    solver_line,
    verdict,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_ROWS = 16
"""Height of the plot."""
WIDEST = 80
"""Columns of the page that the plot fills at most."""


def front_page(answer: Answer, view: View) -> Iterator[RenderableType]:
    """Lay out a front: how sure it is, its points, and, where a view is asked for, their plans."""
    if view is View.MOVES:
        yield from moves_alone(answer)
        return
    yield heading(answer.instance)
    front = answer.front or ()
    yield _verdict_on_front(answer, len(front)) if front else verdict(answer)
    if front:
        names = [question.figure for question in answer.ask if question.figure]
        points = [line.figures for line in front]
        yield ""
        yield _table(names, points)
        if len(names) == 2 and len(points) > 1:
            yield ""
            yield from plot(names[0], names[1], [(p[names[0]], p[names[1]]) for p in points])
        yield ""
        yield from _plans(answer, view)
        yield from checked_line(answer)
    yield solver_line(answer)


def _verdict_on_front(answer: Answer, size: int) -> Text:
    points = "1 point" if size == 1 else f"{size} points"
    if answer.status is Status.OPTIMAL:
        return Text.assemble(("Proven best", "bold green"), f": the whole front, {points}.")
    why = reason_to_stop(answer)
    return Text.assemble(
        ("Undecided", "bold yellow"),
        f": {why} after {points} of the front. These are proven; there may be more.",
    )


def _table(names: list[str], points: Iterable[Mapping[str, int]]) -> Table:
    """Draw one line a point: what is traded off, then the other figures."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    for name in ("point", *names):
        table.add_column(name, justify="right")
    table.add_column("beside that", style="dim")
    for number, point in enumerate(points, 1):
        others = ", ".join(f"{name} {value}" for name, value in point.items() if name not in names)
        table.add_row(str(number), *(str(point[name]) for name in names), others)
    return table


def _plans(answer: Answer, view: View) -> Iterator[RenderableType]:
    if view is View.AUTO:
        yield "For the plans, add --view table, --view boards or --json."
        return
    board = board_of(answer.instance.game, answer.scenario)
    for number, line in enumerate(answer.front or (), 1):
        if number > 1:
            yield ""
        yield Text(f"Point {number}", "bold")
        yield from plan_view(board, line, view)
        yield figures_line(line.figures)
    yield from legend(board)
    yield ""


def plot(x_name: str, y_name: str, points: list[tuple[int, int]]) -> Iterator[str]:
    """Draw the points of two figures, the first to the right, the second upwards."""
    xs, ys = {x for x, _ in points}, {y for _, y in points}
    margin = max(len(y_name), *(len(str(y)) for y in ys)) + 1
    room = min(page_width(), WIDEST) - margin - 5 - len(f"{max(xs)}{x_name}")
    columns = _scale(xs, room, 6)
    rows = _scale(ys, MOST_ROWS)
    yield f"{y_name:>{margin}}"
    for row in range(max(rows.values()), -1, -1):
        labels = [str(y) for y in sorted(ys) if rows[y] == row]
        here = {columns[x] for x, y in points if rows[y] == row}
        marks = "".join(
            "*" if column in here else " " for column in range(max(here, default=0) + 1)
        )
        yield f"{labels[-1] if labels else '':>{margin}} | {marks}".rstrip()
    yield f"{'':>{margin}} +{'-' * (max(columns.values()) + 3)}"
    yield f"{'':>{margin}}   {_ticks(columns)}  {x_name}"


def _scale(values: set[int], cells: int, most_per_unit: int = 1) -> dict[int, int]:
    """Return the place of each value in so many cells, all to the same scale."""
    least, spread = min(values), max(1, max(values) - min(values))
    used = min(cells - 1, spread * most_per_unit)
    return {value: (value - least) * used // spread for value in values}


def _ticks(columns: Mapping[int, int]) -> str:
    """Return the values under their columns, leaving out those there is no room for."""
    line = ""
    for value, column in sorted(columns.items()):
        if not line or len(line) < column:
            line = f"{line:<{column}}{value}"
    return line
