"""The value of a position of a two-player game, as a page for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from toadstone.core.question import REMOTENESS
from toadstone.engines.adversarial.query import two_player_rules
from toadstone.engines.answer import Answer, Status
from toadstone.play.words import counted_plies, verb
from toadstone.view.layout import View, reason_to_stop
from toadstone.view.page import (
    aligned,
    board_of,
    checked_line,
    heading,
    legend,
    plan_view,
    solver_line,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

_CONTRACT = {
    "winner",
    "winner_when_first",
    "outcome",
    "best_moves",
    "remoteness",
    "positions",
    "other",
    "at_least",
    "at_most",
    "relation",
}
"""Values that have a place of their own on the page; all others are listed."""


def position_page(answer: Answer, view: View) -> Iterator[RenderableType]:
    """Lay out the answer: who wins, the best moves, the book, one line of best play."""
    if view is View.MOVES:
        yield from answer.plan or ()
        return
    yield heading(answer.instance)
    yield position_verdict(answer)
    if answer.position is not None and answer.replay is not None:
        if not answer.caveat:
            yield from _position(answer.position, _heading_of_moves(answer))
        yield from _book(answer.details.get("book", ()))
        if answer.replay.moves:
            yield "\nOne line of play that shows it:\n"
            board = board_of(answer.instance.game, answer.scenario)
            yield from plan_view(board, answer.replay, view)
            yield from legend(board)
        yield ""
        yield from checked_line(answer)
    yield solver_line(answer)


_FIGURES = {"remoteness": "remoteness", "book": "positions", "compare-with": "relation"}
"""Under which key the figure of a question stands, where that can be open once the winner is known.
"""

_PROVEN = "it was proven best"


def position_verdict(answer: Answer) -> Text:
    """Say how sure the answer is, and who wins."""
    values = answer.position
    if values is None:
        why = f"{reason_to_stop(answer)} before the position was solved."
        return Text.assemble(("Undecided", "bold yellow"), f": {why}")
    if "margin_at_least" in values:
        return Text.assemble(("Undecided", "bold yellow"), f": {_bracket(answer, values)}.")
    if answer.caveat:
        return Text(f"{_choice(answer.solver.name, values)}; not proven best.")
    if answer.status is Status.OPTIMAL:
        return Text.assemble(("Solved", "bold green"), f": {_result(values)}.")
    asked = answer.ask[0].name
    figure = _FIGURES.get(asked)
    if values.keys() == {"winner", "best_moves"} or values.get("margin") == answer.bounds[0]:
        rest = "every best move was known"
    elif values.get(figure or "winner") is None:
        rest = f"`{asked}` was known"
    else:
        rest = _PROVEN
    doubt = f"{_result(values)}, but {reason_to_stop(answer)} before {rest}"
    bound = (
        ""
        if answer.bounds[0] in {None, values.get("margin")}
        else f"; the best is at least {answer.bounds[0]}"
    )
    return Text.assemble(("Undecided", "bold yellow"), f": {doubt}{bound}.")


def _bracket(answer: Answer, values: Mapping[str, Any]) -> str:
    """Say between which margins the margin lies, and who wins if that is known."""
    wins = f"{_result({'winner': values['winner']})}, " if "winner" in values else ""
    low, high = values["margin_at_least"], values["margin_at_most"]
    known = f"{wins}the margin is from {low} to {high}"
    return f"{known}; {reason_to_stop(answer)} before it was known"


def _result(values: Mapping[str, Any]) -> str:
    if "winner" not in values:
        return ", ".join(
            f"{name} {value}" for name, value in values.items() if isinstance(value, int)
        )
    if "other" in values:
        return _relation(values)
    winner, plies = values["winner"], values.get("remoteness")
    result = "nobody wins" if winner == "draw" else f"{winner} {verb(winner, 'win')}"
    if "margin" in values:
        return f"{result}, margin {values['margin']}"
    if plies is not None:
        return f"{result} in {counted_plies(plies)}"
    if (known := values.get("positions")) is not None:
        return f"{result}, with {known} {'position' if known == 1 else 'positions'} to know"
    return result


_RELATIONS = {
    "=": "equal to",
    ">": "greater than",
    "<": "less than",
    "||": "confused with",
}


def _relation(values: Mapping[str, Any]) -> str:
    """Say how the value compares with another, as far as that is known."""
    known = "at least" if values["at_least"] else "not at least"
    return f"the value is {_RELATIONS.get(values.get('relation', ''), known)} {values['other']}"


def _heading_of_moves(answer: Answer) -> str:
    """Return what the best moves are to the side to move; without scores, all of a loser's lose."""
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


def _position(values: Mapping[str, Any], heading_of_moves: str) -> Iterator[RenderableType]:
    if values.get("relation") == "||":
        yield "Neither value is at least the other."
    if "other" in values:
        yield f"\nThe game played is the rows plus the negative of {values['other']}."
    if "winner_when_first" in values:
        yield ""
        rows = [("moves first", "wins"), *values["winner_when_first"].items()]
        yield from aligned([[Text(first), Text(wins)] for first, wins in rows])
    if values.get("outcome") is not None:
        yield _OUTCOMES.get(values["outcome"], _always(values["outcome"]))
    if "best_moves" in values:
        yield ""
        moves = " ".join(values["best_moves"])
        yield Text(
            f"{heading_of_moves}: {moves}" if moves else "Best moves: none, the game is over"
        )
    for name, value in values.items():
        if name not in _CONTRACT:
            yield f"{name.replace('_', ' ').capitalize()}: {value}"


def _choice(method: str, values: Mapping[str, Any]) -> str:
    """Return the move that a method has chosen, and the lead that it expects."""
    move = next(iter(values["best_moves"]), "no move: the game is over")
    return f"{method.capitalize()} chooses {move} (lead {values['value']:+})"


def _always(side: str) -> str:
    winner = f"{side[0].upper()}{side[1:]}"
    return f"{winner} {verb(side, 'win')}, no matter which side moves first."


_OUTCOMES = {
    "first": "The side that moves first wins.",
    "second": "The side that moves second wins.",
    "draw": "It is a draw, no matter which side moves first.",
}


def _book(book: Sequence[Mapping[str, str]]) -> Iterator[RenderableType]:
    if book:
        yield ""
        head = [Text("", "bold"), Text("position", "bold"), Text("reply", "bold")]
        rows = [
            [Text(str(number)), Text(row["position"]), Text(row["reply"])]
            for number, row in enumerate(book, 1)
        ]
        yield from aligned([head, *rows])
