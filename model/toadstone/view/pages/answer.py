"""The page of an answer: a plan, a front, or the value of a position; and of a decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from toadstone.core.question import Sense
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.answer import Answer, Decision, Status
from toadstone.game import comes_with_toadstone
from toadstone.play.words import (
    asked_figures,
    figure_in_words,
    figures_in_words,
    unit,
    with_noun,
)
from toadstone.view.layout import View, reason_to_stop
from toadstone.view.page import (
    checked_line,
    figures_line,
    heading,
    plan_drawn,
    plan_line,
    solver_in_words,
    table,
)

if TYPE_CHECKING:
    from rich.console import RenderableType


def answer_page(answer: Answer, view: View = View.AUTO) -> Iterator[RenderableType]:
    """Lay out an answer as its question wants it; `view` says how to show its plan."""
    if view is View.MOVES:  # a plan without any is an empty list
        if answer.plan is not None:
            yield from answer.plan or ([] if _is_of_position(answer) else ["[]"])
        return
    yield heading(answer.instance)
    yield answer_verdict(answer)
    if answer.front is not None:
        yield from _front(answer)
    elif _is_of_position(answer):
        from toadstone.view.pages.position import position_parts

        yield from position_parts(answer, view)
    else:
        if answer.replay is not None:
            yield plan_line(answer.replay)
            yield figures_line(answer.values or {})
            yield ""
            yield from plan_drawn(answer.instance, answer.replay, view)
            yield ""
        yield from checked_line(answer)
        if model := answer.spared:
            takes = f"would take about {model.seconds:,} s"
            yield Text(f"The model of {model.size} {takes}; `--method cp-sat` builds it.")
    seconds = answer.seconds
    took = f"build {seconds.build:.2f} s, solve {seconds.solve:.2f} s, total {seconds.total:.2f} s"
    yield Text(f"{solver_in_words(answer.solver)}; {took}", "dim")


def decision_page(decision: Decision) -> Iterator[RenderableType]:
    """Lay out the answer that decides; below it, whether the side to move can force a win."""
    yield from answer_page(decision.answer)
    rules = decision.instance.rules
    if isinstance(rules, TwoPlayerRules) and decision.status is not Status.UNKNOWN:
        can = "can" if decision.status is Status.FEASIBLE else "cannot"
        yield f"Proven: {rules.to_move(rules.start())}, to move, {can} force a win."


def answer_verdict(answer: Answer) -> Text:
    """Say how sure the answer is, and what it is."""
    if answer.front:
        points = with_noun(len(answer.front), "point")
        if answer.status is Status.OPTIMAL:
            return Text.assemble(("Proven best", "bold green"), f": the whole front, {points}.")
        said = f"after {points} of the front. These are proven; there may be more."
        return Text.assemble(("Undecided", "bold yellow"), f": {reason_to_stop(answer)} {said}")
    if _is_of_position(answer):
        from toadstone.view.pages.position import position_verdict

        verdict = position_verdict(answer)
    else:
        verdict = _verdict(answer)
    outside = not comes_with_toadstone(answer.instance.game.package)
    if outside and answer.is_proven and answer.confirmed_by is None:
        verdict.append(" Derived once only.", "bold yellow")
    return verdict


def _is_of_position(answer: Answer) -> bool:
    return answer.front is None and answer.ask[0].sense is Sense.POSITION


def _verdict(answer: Answer) -> Text:
    why = reason_to_stop(answer)
    named = asked_figures(answer.ask, answer.values) if answer.values else ""
    label, style = "Undecided", "bold yellow"
    if answer.status is Status.INFEASIBLE:
        label, style, said = "Proven impossible", "bold red", "there is no plan."
    elif answer.status is Status.OPTIMAL:
        measured = any(question.sense is not Sense.SATISFY for question in answer.ask)
        label, style = "Proven best" if measured else "Found", "bold green"
        said = f"{named or 'a plan'}."
    elif answer.status is Status.UNKNOWN and answer.caveat:
        said = f"no plan was found, none is excluded: {answer.solver.name} {answer.caveat}."
    elif answer.status is Status.UNKNOWN:
        said = f"{why} before a plan was found or excluded.{_bounds_known(answer)}"
    elif answer.caveat:
        said = f"{named}, not proven best: {answer.solver.name} {answer.caveat}."
    else:
        said = f"{named or 'a plan'}, but {why} before it was proven best.{_bounds_known(answer)}"
    return Text.assemble((label, style), f": {said}")


def _bounds_known(answer: Answer) -> str:
    """Say what no plan can do better than, where that is known and not reached."""
    values = answer.values or {}
    known = [
        f"at {'most' if question.sense is Sense.MAXIMISE else 'least'} "
        f"{figure_in_words(question.figure, bound)}"
        for question, bound in zip(answer.ask, answer.bounds, strict=True)
        if bound is not None and question.figure and values.get(question.figure) != bound
    ]
    return f" Proven: {', '.join(known)}." if known else ""


# A front


def _front(answer: Answer) -> Iterator[RenderableType]:
    if not answer.front:
        yield from checked_line(answer)
        return
    names = [question.figure for question in answer.ask if question.figure]
    points = [line.figures for line in answer.front]
    yield ""
    rows = list[list[Text | str]]()
    for number, point in enumerate(points, 1):
        others = figures_in_words({name: n for name, n in point.items() if name not in names})
        figures = [str(point[name]) for name in names]
        rows.append([str(number), *figures, Text(others, "dim")])
    head = ("point", *map(unit, names), "beside that")
    yield from table(head, rows, right=range(len(names) + 1))
    yield ""
    yield "For the plans: --json, or toadstone draw SCENARIO -o FILE.html."
    yield from checked_line(answer)
