"""The page of an answer: a plan, a front, or the value of a position; and of a decision."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich.text import Text

from toadstone.core.question import REMOTENESS, Sense
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.answer import Answer, Decision, PositionResult, Status
from toadstone.game import comes_with_toadstone
from toadstone.play.words import (
    asked_figures,
    figure_in_words,
    figures_in_words,
    result_in_words,
    unit,
    with_noun,
)
from toadstone.view.layout import View, reason_to_stop
from toadstone.view.page import (
    derivation,
    figures_line,
    heading,
    plan_drawn,
    solver_in_words,
    table,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.replay import Replay


def answer_page(answer: Answer, view: View = View.AUTO) -> Iterator[RenderableType]:
    """Lay out an answer as its question wants it; `view` says how to show its plan."""
    if view is View.MOVES:  # a plan without any is an empty list
        if answer.plan is not None:
            yield from answer.plan or (["[]"] if answer.instance.about_plans else [])
        return
    yield heading(answer.instance)
    yield answer_verdict(answer)
    if answer.front is not None:
        yield from _front(answer)
    elif not answer.instance.about_plans:
        yield from _position(answer, view)
    else:
        if answer.replay is not None:
            yield _plan_line(answer.replay)
            yield figures_line(answer.values or {})
            yield ""
            yield from plan_drawn(answer.instance, answer.replay, view)
            yield ""
        yield from _checked_line(answer)
        if model := answer.spared:
            takes = f"would take about {model.seconds:,} s"
            yield Text(f"The model of {model.size} {takes}; `--method cp-sat` builds it.")
    seconds = answer.seconds
    took = f"build {seconds.build:.2f} s, solve {seconds.solve:.2f} s, total {seconds.total:.2f} s"
    yield Text(f"{solver_in_words(answer.solver)}; {took}", "dim")


def decision_page(decision: Decision) -> Iterator[RenderableType]:
    """Lay out the answer that decides; below it, whether the side to move can force a win."""
    yield from answer_page(decision.answer)
    rules = decision.answer.instance.rules
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
    verdict = _verdict(answer) if answer.instance.about_plans else _position_verdict(answer)
    outside = not comes_with_toadstone(answer.instance.game.package)
    if outside and answer.is_proven and answer.confirmed_by is None:
        verdict.append(" Derived once only.", "bold yellow")
    return verdict


def _verdict(answer: Answer) -> Text:
    named = asked_figures(answer.ask, answer.values) if answer.values else ""
    label, style = "Undecided", "bold yellow"
    if answer.status is Status.INFEASIBLE:
        label, style, said = "Proven impossible", "bold red", "there is no plan."
    elif answer.status is Status.OPTIMAL:
        measured = any(question.sense is not Sense.SATISFY for question in answer.ask)
        label, style = "Proven best" if measured else "Found", "bold green"
        said = f"{named or 'a plan'}."
    elif answer.status is Status.UNKNOWN:
        said = (
            f"{reason_to_stop(answer)} before a plan was found or excluded.{_bounds_known(answer)}"
        )
    elif answer.caveat:
        said = f"{named}, not proven best: {answer.solver.name} {answer.caveat}."
    else:
        why = f"but {reason_to_stop(answer)} before it was proven best"
        said = f"{named or 'a plan'}, {why}.{_bounds_known(answer)}"
    return Text.assemble((label, style), f": {said}")


def _plan_line(line: Replay[Any, Any], name: str = "Plan") -> Text:
    """Return all moves on a line, each run of the same move once."""
    runs = [(move, len(list(run))) for move, run in groupby(map(str, line.moves))]
    many = "{} \N{MULTIPLICATION SIGN}{}".format
    moves = ", ".join(move if number == 1 else many(move, number) for move, number in runs)
    return Text(f"{name}: {moves or 'no move'}")


def _checked_line(answer: Answer) -> Iterator[Text]:
    """Say who checked an answer: the simulator, and the part that derived it a second time."""
    replayed = ["replayed by the simulator"] if answer.replay is not None else []
    derived = []
    known = answer.position
    if answer.is_proven:
        derived = [derivation(answer.solver.name, answer)]
    elif known is not None and known.winner:
        derived = [f"derived once ({answer.solver.name})"]
    if answer.solver.found_by and answer.replay is not None:
        yield Text(f"Found by {answer.solver.found_by}, decided by {answer.solver.name}.")
    if replayed or derived:
        yield Text(f"Checked: {'; '.join(replayed + derived)}.")


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
        yield from _checked_line(answer)
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
    yield from _checked_line(answer)


# A position


def _position(answer: Answer, view: View) -> Iterator[RenderableType]:
    """Lay out who wins, the best moves, and one line of best play."""
    if (known := answer.position) is None:
        return
    yield from _figures(known, _heading_of_moves(answer, known))
    if answer.replay is not None and answer.replay.moves:
        best = known.winner is not None
        yield _plan_line(answer.replay, "One line of best play" if best else "Line of play")
        yield ""
        yield from plan_drawn(answer.instance, answer.replay, view)
    yield ""
    yield from _checked_line(answer)


def _position_verdict(answer: Answer) -> Text:
    """Say how sure it is, and who wins."""
    known, why = answer.position, reason_to_stop(answer)
    if known is None:
        said = f"{why} before the position was solved"
    elif known.margin_at_least is not None:
        wins = f"{result_in_words(known.winner)}, " if known.winner else ""
        between = f"from {known.margin_at_least} to {known.margin_at_most}"
        said = f"{wins}the margin is {between}; {why} before it was known"
    elif answer.status is Status.OPTIMAL:
        return Text.assemble(("Solved", "bold green"), f": {_result(known)}.")
    else:
        bound = answer.bounds[0]
        best = "" if bound in {None, known.margin} else f"; the best is at least {bound}"
        said = f"{_result(known)}, but {why} before all of it was known{best}"
    return Text.assemble(("Undecided", "bold yellow"), f": {said}.")


def _result(known: PositionResult) -> str:
    if known.winner is None:
        margins = (known.margins or {}).items()
        return ", ".join(f"the {name} margin is {margin:+}" for name, margin in margins)
    if known.other is not None:
        at_least = "at least" if known.at_least else "not at least"
        return f"the value is {_RELATIONS.get(known.relation, at_least)} {known.other}"
    how = "" if known.remoteness is None else f" in {with_noun(known.remoteness, 'ply')}"
    return result_in_words(known.winner, known.outcome, known.margin, how)


_RELATIONS: dict[str | None, str] = {
    "=": "equal to",
    ">": "greater than",
    "<": "less than",
    "||": "confused with",
}


def _heading_of_moves(answer: Answer, known: PositionResult) -> str:
    """Return what the best moves are to the side to move; without scores, all of a loser's lose."""
    from toadstone.engines.adversarial.query import two_player_rules

    asked = answer.instance
    rules = two_player_rules(asked)
    mover, decisive = rules.to_move(rules.start()), known.winner in rules.sides
    lost = decisive and known.winner != mover and rules.highest_payoff == 1
    if answer.status is not Status.OPTIMAL:
        return "Every move loses, among them" if lost else "Best moves, as far as known"
    if lost:
        timed = REMOTENESS in asked.ask
        return "Every move loses; these last longest" if timed else "Every move loses"
    return "Best moves"


def _figures(known: PositionResult, heading_of_moves: str) -> Iterator[RenderableType]:
    if known.relation == "||":
        yield "Neither value is at least the other."
    if known.other is not None:
        yield f"\nThe game played is the rows plus the negative of {known.other}."
    if known.best_moves is not None:
        moves = " ".join(known.best_moves)
        yield Text(
            f"{heading_of_moves}: {moves}" if moves else "Best moves: none, the game is over"
        )
    if known.value is not None:
        yield f"Value: {known.value}"
