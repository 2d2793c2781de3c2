"""A puzzle at the table: its task, and the verdict on the moves."""

from __future__ import annotations

import json
from datetime import date

from toadstone.core.rules import TwoPlayerRules
from toadstone.play.session import Session
from toadstone.play.words import verb, with_noun
from toadstone.services.generation.shipped import ShippedPuzzle
from toadstone.table.messages import PuzzleVerdict, PuzzleView


def puzzle_view(puzzle: ShippedPuzzle, day: date | None) -> PuzzleView:
    """Return a puzzle, or that of a day, as the page shows it."""
    return PuzzleView(
        game=puzzle.game,
        difficulty="day" if day else puzzle.difficulty.value,
        number=puzzle.number,
        name=puzzle.name,
        stars=puzzle.stars,
        task=puzzle.task,
        day=day.isoformat() if day else "",
        scenario=json.dumps(puzzle.content),
    )


def verdict_on(puzzle: ShippedPuzzle, session: Session) -> PuzzleVerdict | None:
    """Return the verdict on the moves so far: on a plan at its end, on a game at once."""
    if len(session.sides) > 1:
        return _verdict_on_a_move(puzzle, session) if session.ply else None
    if session.ending is None:
        return None
    if tuple(session.plan) == puzzle.solution:
        return PuzzleVerdict(words=f"That is it: {puzzle.said}, the best there is.", solved=True)
    return PuzzleVerdict(words=f"{puzzle.said} can be reached: try again.", solved=False)


def _verdict_on_a_move(puzzle: ShippedPuzzle, session: Session) -> PuzzleVerdict:
    move, rules = session.plan[0], session.instance.rules
    points = isinstance(rules, TwoPlayerRules) and rules.highest_payoff > 1
    if move == puzzle.solution[0]:
        least = min((each.loses for each in puzzle.wrong.values()), default=0)
        loses = with_noun(least, "point")
        others = f"loses at least {loses}" if points else "lets the other side win"
        words = f"That is it: {puzzle.said}." + (f" Every other move {others}." if least else "")
        return PuzzleVerdict(words=words, solved=True)
    words, why = f"{move} is not it", puzzle.wrong.get(move)
    if why and points:
        words = f"{move} loses {with_noun(why.loses, 'point')}"
    if why and why.line:
        other = next(side for side in session.sides if side != session.mover(1))
        words += f": {other} {verb(other, 'answer')} {why.line[0]}"
    return PuzzleVerdict(words=f"{words}. Undo it, and try again.", solved=False)
