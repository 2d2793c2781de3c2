"""The page of an answer: a plan, a front, or the value of a position; and who can force a win."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from toadstone.core.question import REMOTENESS, Sense
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.answer import PLAYED, Answer, Status
from toadstone.game import comes_with_toadstone
from toadstone.play.words import (
    asked_figures,
    figure_in_words,
    figures_in_words,
    plies_in_words,
    result_in_words,
    unit,
    with_noun,
)
from toadstone.view.layout import View, reason_to_stop
from toadstone.view.page import (
    board_of,
    checked_line,
    figures_line,
    heading,
    legend,
    plan_drawn,
    plan_line,
    plan_view,
    solver_in_words,
    table,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.replay import Replay
    from toadstone.engines.answer import Decision
    from toadstone.proofs.certificate import Finding


def answer_page(answer: Answer, view: View = View.AUTO) -> Iterator[RenderableType]:
    """Lay out an answer as its question wants it; `view` says how to show its plan."""
    if view is View.MOVES:  # a plan without any is an empty list
        if answer.plan is not None:
            yield from answer.plan or ([] if _is_of_position(answer) else ["[]"])
        return
    yield heading(answer.instance)
    yield answer_verdict(answer)
    if answer.front is not None:
        yield from _front(answer, view)
    elif _is_of_position(answer):
        yield from _position(answer, view)
    else:
        if answer.replay is not None:
            yield plan_line(answer.replay)
            yield figures_line(answer.values or {})
            yield ""
            yield from plan_drawn(answer.instance, answer.replay, view)
            yield ""
        yield from checked_line(answer)
        if model := answer.details.get("model"):
            takes = f"would take about {model['seconds']:,} s"
            yield Text(f"The model of {model['size']} {takes}; `--method cp-sat` builds it.")
    seconds = answer.seconds
    took = f"build {seconds.build:.2f} s, solve {seconds.solve:.2f} s, total {seconds.total:.2f} s"
    yield Text(f"{solver_in_words(answer.solver)}; {took}", "dim")


def answer_verdict(answer: Answer) -> Text:
    """Say how sure the answer is, and what it is."""
    if answer.front:
        points = with_noun(len(answer.front), "point")
        if answer.status is Status.OPTIMAL:
            return Text.assemble(("Proven best", "bold green"), f": the whole front, {points}.")
        said = f"after {points} of the front. These are proven; there may be more."
        return Text.assemble(("Undecided", "bold yellow"), f": {reason_to_stop(answer)} {said}")
    verdict = _position_verdict(answer) if _is_of_position(answer) else _verdict(answer)
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


def _front(answer: Answer, view: View) -> Iterator[RenderableType]:
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
    if view is View.AUTO:
        yield "For the plans, add --view table, --view boards or --json."
    else:
        yield from _plans(answer, answer.front, view)
    yield from checked_line(answer)


def _plans(
    answer: Answer, front: Sequence[Replay[Any, Any]], view: View
) -> Iterator[RenderableType]:
    board = board_of(answer.instance.game, answer.scenario)
    for number, line in enumerate(front, 1):
        if number > 1:
            yield ""
        yield Text(f"Point {number}", "bold")
        yield from plan_view(board, line, view)
        yield figures_line(line.figures)
    yield from legend(board)
    yield ""


# The value of a position


def _position(answer: Answer, view: View) -> Iterator[RenderableType]:
    """Lay out who wins, the best moves, the book, and one line of best play."""
    if answer.position is not None:
        best = "winner" in answer.position and answer.confirmed_why != PLAYED
        if not answer.caveat:
            yield from _values(answer.position, _heading_of_moves(answer))
        if book := answer.details.get("book"):
            yield ""
            rows = [(str(n), row["position"], row["reply"]) for n, row in enumerate(book, 1)]
            yield from table(("", "position", "reply"), rows)
        if answer.replay is not None and answer.replay.moves:
            yield plan_line(answer.replay, "One line of best play" if best else "Line of play")
            yield ""
            yield from plan_drawn(answer.instance, answer.replay, view)
        yield ""
        yield from checked_line(answer)


_FIGURES = {"remoteness": "remoteness", "book": "positions", "compare-with": "relation"}
"""Under which key the figure of a question stands, where that can be open once the winner is known.
"""


def _position_verdict(answer: Answer) -> Text:
    values, why = answer.position, reason_to_stop(answer)
    if values is None:
        said = f"{why} before the position was solved"
    elif "margin_at_least" in values:
        low, high = values["margin_at_least"], values["margin_at_most"]
        wins = f"{_result({'winner': values['winner']})}, " if "winner" in values else ""
        said = f"{wins}the margin is from {low} to {high}; {why} before it was known"
    elif answer.caveat:
        move = next(iter(values["best_moves"]), "no move: the game is over")
        chosen = f"{answer.solver.name.capitalize()} chooses {move} (lead {values['value']:+})"
        return Text(f"{chosen}; not proven best.")
    elif answer.status is Status.OPTIMAL:
        return Text.assemble(("Solved", "bold green"), f": {_result(values)}.")
    else:
        said = f"{_result(values)}, but {why} before {_still_open(answer, values)}"
    return Text.assemble(("Undecided", "bold yellow"), f": {said}.")


def _still_open(answer: Answer, values: Mapping[str, Any]) -> str:
    """Say what was not known yet when the search was stopped, and what bounds it."""
    asked, bound, margin = answer.ask[0].name, answer.bounds[0], values.get("margin")
    if values.keys() == {"winner", "best_moves"} or margin == bound:
        rest = "every best move was known"
    elif values.get(_FIGURES.get(asked, "winner")) is None:
        rest = f"`{asked}` was known"
    else:
        rest = "it was proven best"
    return rest if bound in {None, margin} else f"{rest}; the best is at least {bound}"


def _result(values: Mapping[str, Any]) -> str:
    if "winner" not in values:
        figures = ((name, value) for name, value in values.items() if isinstance(value, int))
        return ", ".join(f"the {name} margin is {value:+}" for name, value in figures)
    if "other" in values:
        at_least = "at least" if values["at_least"] else "not at least"
        related = _RELATIONS.get(values.get("relation", ""), at_least)
        return f"the value is {related} {values['other']}"
    how = ""
    if (plies := values.get("remoteness")) is not None:
        how = f" in {plies_in_words(plies)}"
    if (known := values.get("positions")) is not None:
        how = f" with {with_noun(known, 'position')} to know"
    return result_in_words(values["winner"], values.get("outcome"), values.get("margin"), how)


_RELATIONS = {
    "=": "equal to",
    ">": "greater than",
    "<": "less than",
    "||": "confused with",
}


def _heading_of_moves(answer: Answer) -> str:
    """Return what the best moves are to the side to move; without scores, all of a loser's lose."""
    from toadstone.engines.adversarial.query import two_player_rules

    asked = answer.instance
    rules = two_player_rules(asked)
    mover, winner = rules.to_move(rules.start()), (answer.position or {}).get("winner")
    lost = winner in rules.sides and winner != mover and rules.highest_payoff == 1
    if answer.status is not Status.OPTIMAL:
        return "Every move loses, among them" if lost else "Best moves, as far as known"
    if lost:
        timed = REMOTENESS in asked.ask
        return "Every move loses; these last longest" if timed else "Every move loses"
    return "Best moves"


def _values(values: Mapping[str, Any], heading_of_moves: str) -> Iterator[RenderableType]:
    if values.get("relation") == "||":
        yield "Neither value is at least the other."
    if "other" in values:
        yield f"\nThe game played is the rows plus the negative of {values['other']}."
    if "best_moves" in values:
        moves = " ".join(values["best_moves"])
        yield Text(
            f"{heading_of_moves}: {moves}" if moves else "Best moves: none, the game is over"
        )
    for name in ("value", "temperature", "mean"):
        if name in values:
            yield f"{name.capitalize()}: {values[name]}"


# Proofs


def decision_page(decision: Decision) -> Iterator[RenderableType]:
    """Lay out the answer that decides; below it, whether the side to move can force a win."""
    yield from answer_page(decision.answer)
    yield from who_can_force_it(decision)


def who_can_force_it(decision: Decision) -> Iterator[str]:
    """Say, for a two-player game, whether the side to move can force a win."""
    rules = decision.instance.rules
    if isinstance(rules, TwoPlayerRules) and decision.status is not Status.UNKNOWN:
        can = "can" if decision.status is Status.FEASIBLE else "cannot"
        yield f"Proven: {rules.to_move(rules.start())}, to move, {can} force a win."


def finding_page(finding: Finding) -> Iterator[str]:
    """Say what a certificate proves, or where and why it does not."""
    if finding.proven is None:
        yield f"Invalid: {finding.at}: {finding.reason}"
    else:
        yield from ("Valid: the certificate proves its claim.", "", *finding.proven.lines())
