"""The page of a comparison of methods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from toadstone.core.question import Sense
from toadstone.engines.answer import Answer, Status
from toadstone.play.words import unit
from toadstone.view.layout import reason_to_stop
from toadstone.view.page import derivation, heading, table

if TYPE_CHECKING:
    from rich.console import RenderableType

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
    positions = [each.position.figures() for each in comparison.answers if each.position]
    stated = [name for name in _STATED if any(name in figures for figures in positions)]
    figures = [question.figure for question in comparison.instance.ask if question.figure]
    names = [*(stated or figures), "seconds", "nodes"]
    head = ("method", "verdict", *map(unit, names))
    rows = [_method(answer, names) for answer in comparison.answers]
    yield from table(head, rows, right=range(2, len(head)))
    yield ""
    if comparison.seconds_each is not None:
        limit = f"{comparison.seconds_each:g} s"
        yield Text(f"Each method had {limit}; --time-limit sets another limit.")
    for answer in comparison.answers:
        if answer.status in {Status.FEASIBLE, Status.UNKNOWN}:
            what = "no plan found, none excluded" if answer.replay is None else "not proven best"
            if answer.replay is None and all(q.sense is Sense.POSITION for q in answer.ask):
                what = "not solved"
            why = answer.caveat or reason_to_stop(answer)
            yield Text(f"{answer.solver.name}: {what}: {why}.")
    for reason in dict.fromkeys(comparison.left_out.values()):
        names = [name for name, why in comparison.left_out.items() if why == reason]
        yield Text(f"Not compared: {', '.join(names)} ({reason}).")
    surest = comparison.surest()
    if surest.is_proven:
        derived = derivation(surest.solver.name, comparison)
        yield Text(f"Checked: every line replayed by the simulator; {derived}.")
    elif surest.replay is not None:
        yield Text("Checked: every line replayed by the simulator.")


def _method(answer: Answer, names: Sequence[str]) -> list[Text | str]:
    nodes = answer.solver.nodes
    effort = {"seconds": f"{answer.seconds.total:.3f}", "nodes": "-" if nodes is None else nodes}
    values = {**(answer.values or {}), **effort}
    return [answer.solver.name, _verdict(answer), *(str(values.get(name, "-")) for name in names)]


def _verdict(answer: Answer) -> Text:
    label, style = _VERDICTS[answer.status]
    optimal = answer.status is Status.OPTIMAL
    if optimal and answer.position is not None and answer.position.winner:
        return Text("solved", style)
    if optimal and not any(question.figure for question in answer.ask):
        return Text("found", style)
    sure = optimal or answer.status is Status.INFEASIBLE
    return Text(f"proven {label}" if sure else label, style)
