"""A comparison of methods as a page for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from toadstone.core.question import Sense
from toadstone.engines.answer import Status
from toadstone.play.words import unit
from toadstone.view.layout import page_width, reason_to_stop
from toadstone.view.page import GAP, aligned, derivation, heading

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.engines.answer import Answer
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
    yield from _methods(comparison)
    yield ""
    if comparison.seconds_each is not None:
        limit = f"{comparison.seconds_each:g} s"
        yield Text(f"Each method had {limit}; --time-limit sets another limit.")
    for answer in comparison.answers:
        if answer.status in {Status.FEASIBLE, Status.UNKNOWN}:
            yield _shortcoming(answer)
    for reason in dict.fromkeys(comparison.left_out.values()):
        names = [name for name, why in comparison.left_out.items() if why == reason]
        yield Text(f"Not compared: {', '.join(names)} ({reason}).")
    surest = comparison.surest()
    if surest.is_proven:
        derived = derivation(surest.solver.name, comparison)
        yield Text(f"Checked: every line replayed by the simulator; {derived}.")
    elif surest.replay is not None:
        yield Text("Checked: every line replayed by the simulator.")


def _methods(comparison: Comparison) -> Iterator[RenderableType]:
    """Lay out a table of the methods, or a few lines for each where no table fits."""
    names = [*_figures(comparison), "seconds", "nodes"]
    rows = [_row(answer, names) for answer in comparison.answers]
    head = [Text(each, "bold") for each in ("method", "verdict", *map(unit, names))]
    if _width([head, *rows]) <= page_width():
        yield from aligned([head, *rows], right=range(2, len(head)))
        return
    for method, said, *figures in rows:
        yield Text.assemble(method, ": ", said)
        shown = (f"{unit(name)} {figure}" for name, figure in zip(names, figures, strict=True))
        yield Text(f"  {', '.join(shown)}")


def _row(answer: Answer, names: Sequence[str]) -> list[Text]:
    """Return the method, its verdict, and its figures by their names."""
    nodes = answer.solver.nodes
    effort = {"seconds": f"{answer.seconds.total:.3f}", "nodes": "-" if nodes is None else nodes}
    values = {**(answer.values or {}), **effort}
    figures = [Text(str(values.get(name, "-"))) for name in names]
    return [Text(answer.solver.name), _verdict(answer), *figures]


def _width(rows: Sequence[Sequence[Text]]) -> int:
    """Return the columns that a table needs if nothing in it is cut."""
    widths: list[int] = [max(text.cell_len for text in each) for each in zip(*rows, strict=True)]
    return sum(widths) + GAP * (len(widths) - 1)


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
