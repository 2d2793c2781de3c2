"""The part of a page that says what is known of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from toadstone.core.question import REMOTENESS
from toadstone.engines.answer import Answer, PositionResult, Status
from toadstone.play.words import plies_in_words, result_in_words
from toadstone.view.layout import View, reason_to_stop
from toadstone.view.page import checked_line, plan_drawn, plan_line

if TYPE_CHECKING:
    from rich.console import RenderableType


def position_parts(answer: Answer, view: View) -> Iterator[RenderableType]:
    """Lay out who wins, the best moves, and one line of best play."""
    if (known := answer.position) is None:
        return
    yield from _figures(known, _heading_of_moves(answer, known))
    if answer.replay is not None and answer.replay.moves:
        best = known.winner is not None
        yield plan_line(answer.replay, "One line of best play" if best else "Line of play")
        yield ""
        yield from plan_drawn(answer.instance, answer.replay, view)
    yield ""
    yield from checked_line(answer)


def position_verdict(answer: Answer) -> Text:
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
    how = "" if known.remoteness is None else f" in {plies_in_words(known.remoteness)}"
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
