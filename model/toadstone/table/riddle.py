"""A puzzle at the table: its task, and the verdict on what was played."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from toadstone.core.errors import RequestError
from toadstone.core.rules import TwoPlayerRules
from toadstone.play.session import Session
from toadstone.play.words import verb, with_noun
from toadstone.services.generation.puzzle import Refutation
from toadstone.services.generation.shipped import puzzle_of_the_day, shipped
from toadstone.table.messages import Difficulty, PuzzleVerdict, PuzzleView


@dataclass(frozen=True)
class Riddle:
    """A puzzle that is played, and its answer."""

    view: PuzzleView
    solution: tuple[str, ...]
    said: str
    wrong: Mapping[str, Refutation] = field(default_factory=dict)

    def verdict(self, session: Session) -> PuzzleVerdict | None:
        """Return what the moves so far come to: those of a plan at its end, of a game at once."""
        if len(session.sides) > 1:
            return self._of_a_move(session) if session.ply else None
        if session.ending is None:
            return None
        if tuple(session.plan) == self.solution:
            return PuzzleVerdict(words=f"That is it: {self.said}, the best there is.", solved=True)
        return PuzzleVerdict(words=f"{self.said} can be reached: try again.", solved=False)

    def _of_a_move(self, session: Session) -> PuzzleVerdict:
        move, rules = session.plan[0], session.instance.rules
        points = isinstance(rules, TwoPlayerRules) and rules.highest_payoff > 1
        if move == self.solution[0]:
            least = min((each.loses for each in self.wrong.values()), default=0)
            costs = f"loses at least {with_noun(least, 'point')}"
            others = costs if points else "lets the other side win"
            words = f"That is it: {self.said}." + (f" Every other move {others}." if least else "")
            return PuzzleVerdict(words=words, solved=True)
        words, why = f"{move} is not it", self.wrong.get(move)
        if why and points:
            words = f"{move} loses {with_noun(why.loses, 'point')}"
        if why and why.line:
            other = next(side for side in session.sides if side != session.mover(1))
            words += f": {other} {verb(other, 'answer')} {why.line[0]}"
        return PuzzleVerdict(words=f"{words}. Undo it, and try again.", solved=False)


def riddle_of(game: str, difficulty: Difficulty, number: int, day: date | None) -> Riddle:
    """Return a puzzle that comes with the game.

    Args:
        game: its name.
        difficulty: easy, medium, hard, or `day`.
        number: which one, from 1; past the last one, the first again.
        day: today, for the puzzle of the day.

    Raises:
        RequestError: there is none.
    """
    day = (day or date.today()) if difficulty == "day" else None
    known = shipped(game, difficulty)
    if not (day or known):
        raise RequestError(f"no puzzles come with {game}")
    puzzle = puzzle_of_the_day(game, day) if day else known[(number - 1) % len(known)]
    view = PuzzleView(
        game=game,
        difficulty=difficulty,
        number=puzzle.number,
        name=puzzle.name,
        stars=puzzle.stars,
        task=puzzle.task,
        day=day.isoformat() if day else "",
        scenario=json.dumps(puzzle.content),
    )
    return Riddle(view, puzzle.solution, puzzle.said, puzzle.wrong)
