"""What is said of a game that is being played: hints, and how it has ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from toadstone.play.advice import Advice, Verdict
from toadstone.play.players import PERSON
from toadstone.play.words import counted_plies, verb

if TYPE_CHECKING:
    from toadstone.core.rules import Outcome
    from toadstone.play.players import ChosenPlayer


def in_words(names: Sequence[object]) -> str:
    """Return names as one says them: `a, b or c`."""
    *others, last = map(str, names)
    return f"{', '.join(others)} or {last}" if others else last


def advice_in_words(advice: Advice[Any], to_move: str, sides: Sequence[str], seconds: float) -> str:
    """Say what to do next.

    Args:
        advice: the advice.
        to_move: the side that it is for.
        sides: all sides of the game.
        seconds: the time that there was.
    """
    if advice.verdict is Verdict.UNDECIDED:
        best = f"; {in_words(advice.moves)} looks best" if advice.moves else ""
        return f"Undecided: no answer within {seconds:g} s{best}."
    alone = len(sides) == 1
    if advice.verdict is Verdict.LOST:
        return "Lost: no plan wins from here." if alone else _lost_to(advice, to_move, sides)
    moves = ", or ".join(map(str, advice.moves))
    if not alone:
        wins = verb(to_move, "win")
        promise = wins if advice.verdict is Verdict.WON else "can be sure of a draw"
        soon = f" in {counted_plies(advice.plies)}" if advice.plies is not None else ""
        return f"Hint: {moves} ({to_move} {promise}{soon} with it)."
    known = ", ".join(f"{name} = {value}" for name, value in advice.figures.items())
    how_sure = "proven best" if advice.proven else "not proven best"
    return f"Hint: {moves} ({f'{known}, {how_sure}' if known else 'it can still be won'})."


def _lost_to(advice: Advice[Any], to_move: str, sides: Sequence[str]) -> str:
    """Say that every move of a side loses, and which last longest if that is known."""
    other = next((side for side in sides if side != to_move), "")
    lost = f"Lost: {other} can force a win after every move of {to_move}."
    if advice.plies is None:
        return lost
    last = "lasts" if len(advice.moves) == 1 else "last"
    return f"{lost} {in_words(advice.moves)} {last} longest, {counted_plies(advice.plies)}."


def ending_in_words(outcome: Outcome, sides: Sequence[str]) -> Text:
    """Say how the game has ended."""
    reason = f": {outcome.reason}."
    if outcome.is_loss:
        return Text.assemble(("Lost", "bold red"), reason)
    if len(sides) == 1:
        return Text.assemble(("Won", "bold green"), reason)
    if outcome.winner is None:
        return Text.assemble(("A draw", "bold yellow"), reason)
    wins = f"{outcome.winner} {verb(outcome.winner, 'win')}"
    return Text.assemble((wins, "bold green"), reason)


def result_for_person(outcome: Outcome, chosen: Mapping[str, ChosenPlayer]) -> str | None:
    """Say whether the person has won, where one of two sides is played by one."""
    people = [side for side, each in chosen.items() if each.kind is PERSON]
    others = [side for side in chosen if side not in people]
    if not len(people) == len(others) == 1 or outcome.winner not in chosen:
        return None
    won = outcome.winner in people
    return f"You have {'won against' if won else 'lost to'} {chosen[others[0]]}."
