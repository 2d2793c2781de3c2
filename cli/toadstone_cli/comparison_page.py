"""A comparison of methods as a page for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from toadstone.core.answer import Status
from toadstone.core.question import Sense
from toadstone_cli.output import reason_to_stop
from toadstone_cli.page import heading

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.answer import Answer
    from toadstone.engines.comparison import Comparison

_VERDICTS = {
    Status.OPTIMAL: ("best", "bold green"),
    Status.FEASIBLE: ("a plan", "bold yellow"),
    Status.INFEASIBLE: ("impossible", "bold red"),
    Status.UNKNOWN: ("undecided", "bold yellow"),
}

_STATED = ("winner", "remoteness", "margin", "value", "at_least", "relation")
"""Figures of a position that have a column, where they are stated."""


def comparison_page(comparison: Comparison) -> Iterator[RenderableType]:
    """Lay out a line a method, then a word about each that proves nothing."""
    yield heading(comparison.instance)
    yield ""
    yield _table(comparison)
    yield ""
    if comparison.seconds_each is not None:
        yield f"Each method had {comparison.seconds_each:g} s; --time-limit sets another limit."
    for answer in comparison.answers:
        if answer.status in {Status.FEASIBLE, Status.UNKNOWN}:
            yield _shortcoming(answer)
    for reason in dict.fromkeys(comparison.left_out.values()):
        names = [name for name, why in comparison.left_out.items() if why == reason]
        yield Text(f"Not compared: {', '.join(names)} ({reason}).")
    if any(answer.position is not None for answer in comparison.answers):
        yield "Checked: the reference simulator played every line and agrees on how it ends."
    elif any(answer.replay is not None for answer in comparison.answers):
        yield "Checked: the reference simulator replayed every plan and agrees on every turn."


def _table(comparison: Comparison) -> Table:
    figures = _figures(comparison)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    for left in ("method", "verdict"):
        table.add_column(left, no_wrap=True)
    for right in (*figures, "seconds", "nodes"):
        table.add_column(right, justify="right", no_wrap=True)
    for answer in comparison.answers:
        values = answer.values or {}
        table.add_row(
            answer.solver.name,
            _verdict(answer),
            *(str(values.get(figure, "-")) for figure in figures),
            f"{answer.seconds.total:.3f}",
            "-" if answer.solver.nodes is None else str(answer.solver.nodes),
        )
    return table


def _figures(comparison: Comparison) -> list[str]:
    """Return the figures asked for; of a position, those that some answer states."""
    positions = [answer.position for answer in comparison.answers if answer.position]
    stated = [name for name in _STATED if any(name in position for position in positions)]
    return stated or [question.figure for question in comparison.instance.ask if question.figure]


def _verdict(answer: Answer) -> Text:
    label, style = _VERDICTS[answer.status]
    optimal = answer.status is Status.OPTIMAL
    if optimal and "winner" in (answer.position or {}):
        return Text("solved", style)
    chosen = answer.position is not None and answer.caveat is not None
    if chosen or (optimal and not any(question.figure for question in answer.ask)):
        return Text("found", style)
    sure = optimal or answer.status is Status.INFEASIBLE
    return Text(f"proven {label}" if sure else label, style)


def _shortcoming(answer: Answer) -> Text:
    """Say why a method has not proven anything."""
    what = "no plan found, none excluded" if answer.replay is None else "not proven best"
    if all(question.sense is Sense.POSITION for question in answer.ask) and answer.replay is None:
        what = "not solved"
    return Text(f"{answer.solver.name}: {what}: {answer.caveat or reason_to_stop(answer)}.")
