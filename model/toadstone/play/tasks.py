"""The questions to the engine while a game is being played.

A task can be pickled. It names a position by the moves that led to it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

from toadstone.core.budget import Budget
from toadstone.core.errors import (
    BrokenGameError,
    LimitReachedError,
    ToadstoneError,
    frames_in,
    in_one_line,
)
from toadstone.core.line import Line
from toadstone.engines.instance import Instance
from toadstone.files.scenario import Scenario, find_questions
from toadstone.game import Game, comes_with_toadstone, find_game
from toadstone.play import USUAL_SECONDS, AnyLine, Outlook
from toadstone.play.adviser import adviser_for
from toadstone.play.judging import review
from toadstone.play.players import ChosenMove, Player, player_of
from toadstone.play.review import Review

Result = TypeVar("Result")

REVIEW_SECONDS = 60.0
"""The time for a review."""

BETWEEN_LOOKS = 0.02
"""Seconds between two checks whether to stop waiting."""


class TaskContext:
    """The objects that tasks of one game share.

    Args:
        instance: the game that is played, and for which questions.
        seed: decides the dice of players.

    Attributes:
        adviser: gives advice.
        players: the players that have chosen moves so far, by side and name.
    """

    def __init__(self, instance: Instance, seed: int = 0) -> None:
        self.instance, self.seed = instance, seed
        self.adviser = adviser_for(instance)
        self.players: dict[tuple[str, str], Player] = {}
        self._preparation: Future[None] | None = None

    def begin_preparation(self) -> None:
        """Have the adviser prepare itself in a thread; tasks that need it wait for that."""
        self._preparation = ThreadPoolExecutor(1).submit(self.adviser.prepare)

    def await_preparation(self, budget: Budget) -> None:
        """Wait until the adviser is prepared, and raise what went wrong; this time does not count.

        Raises:
            LimitReachedError: the task was stopped.
        """
        with budget.pause():
            if self._preparation is None:
                self.adviser.prepare()
                return
            while not wait([self._preparation], BETWEEN_LOOKS).done:
                if budget.interrupted:
                    raise LimitReachedError
            self._preparation.result()


def as_game_error(game: Game, error: Exception) -> Exception:
    """Return the error; if the code of the game raised it, as a BrokenGameError of that game."""
    folder = Path(import_module(game.package).__file__ or "").parent
    shipped = comes_with_toadstone(game.package)
    if shipped or isinstance(error, ToadstoneError | MemoryError) or not frames_in(error, folder):
        return error
    return BrokenGameError(f"the game {game.name}: its code fails: {in_one_line(error, folder)}")


@dataclass(frozen=True)
class Task(Generic[Result]):
    """A question about a game after some moves.

    Attributes:
        work: answers it. It raises KeyboardInterrupt when it was stopped, and LimitReachedError
            when time is up and there is no other way to say so.
        moves: the moves.
        seconds: the time for it.
        advised: whether it takes an adviser, which may have something to prepare.
    """

    work: Callable[[TaskContext, AnyLine, Budget], Result]
    moves: tuple[Any, ...]
    seconds: float = USUAL_SECONDS
    advised: bool = True

    def run(self, context: TaskContext, budget: Budget) -> Result:
        """Return the result; raise IllegalMoveError if a move is not legal."""
        try:
            if self.advised:
                context.await_preparation(budget)
            return self.work(context, Line.begin(context.instance.rules, self.moves), budget)
        except Exception as error:
            raise as_game_error(context.instance.game, error) from None


def evaluate(context: TaskContext, line: AnyLine, budget: Budget) -> Outlook:
    """Return the best result still possible, for the side to move; the game may be over."""
    return context.adviser.outlook(line, budget)


def advise(context: TaskContext, line: AnyLine, budget: Budget) -> Outlook:
    """Return the advice for the next move in a game that goes on."""
    return context.adviser.advise(line, budget)


def show_line(context: TaskContext, line: AnyLine, budget: Budget) -> Outlook:
    """Return the advice with a line of best play, which ends where time ran out."""
    return context.adviser.line(line, budget)


def judge(sides: tuple[str, ...], context: TaskContext, line: AnyLine, budget: Budget) -> Review:
    """Return the review of the moves of some sides; without sides, of all moves."""
    return review(context.instance, line.moves, budget, sides, context.adviser)


def choose(side: str, name: str, context: TaskContext, line: AnyLine, budget: Budget) -> ChosenMove:
    """Return the move of the player with this name, as in `toadstone play --player`.

    Raises:
        LimitReachedError: there is none in time.
    """
    if (side, name) not in context.players:
        about = context.instance, side, context.adviser, context.seed
        context.players[side, name] = player_of(name, *about)
    return context.players[side, name](line, budget)


def context_of(instance: Instance, seed: int = 0) -> Callable[[], TaskContext]:
    """Return a function that makes the context of the tasks of one game; it can be pickled.

    A game is found by its name: the parts of a plain one cannot be pickled.
    """
    return partial(_context, instance.scenario, tuple(map(str, instance.ask)), seed)


def _context(scenario: Scenario, ask: tuple[str, ...], seed: int) -> TaskContext:
    """Make the context where the tasks run; slow preparation goes on in a thread."""
    game = find_game(scenario.game)
    context = TaskContext(Instance(game, scenario, find_questions(game.questions, ask)), seed)
    with suppress(RuntimeError):  # there are no threads in a page: the first task prepares
        context.begin_preparation()
    return context
