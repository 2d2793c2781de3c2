"""What can be asked of the engine while a game is being played.

A task can be pickled. It names a position by the moves that led to it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from threading import Thread
from typing import Any, Generic, TypeVar

from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import LimitReachedError
from toadstone.core.line import Line
from toadstone.engines.instance import Instance
from toadstone.files.scenario import Scenario
from toadstone.game import find_game
from toadstone.play.advice import Advice, Adviser, AnyLine, Outlook
from toadstone.play.adviser import adviser_for
from toadstone.play.parts import Player, PlayerSetup
from toadstone.play.players import kinds_of_players, player_named
from toadstone.play.review import Review
from toadstone.play.reviewer import review
from toadstone.workers import WorkerPool

Result = TypeVar("Result")
Moves = tuple[Any, ...]

USUAL_SECONDS, REVIEW_SECONDS = 10.0, 60.0
"""The time for a task that states none, and for a review."""

BETWEEN_LOOKS = 0.02
"""Seconds between two looks at whether to go on waiting."""


@dataclass
class TaskContext:
    """What is kept from one task of a game to the next.

    Attributes:
        instance: the game that is played, and for which questions.
        seed: decides the dice of players.
        adviser: what gives advice.
        players: the players that have chosen moves so far, by side and name.
        unproven: whether the last choice was made without a proof that it looked for.
    """

    instance: Instance
    seed: int = 0
    adviser: Adviser = field(init=False)
    players: dict[tuple[str, str], Player] = field(init=False, default_factory=dict)
    unproven: bool = field(init=False, default=False)
    _preparation: Thread | None = field(init=False, default=None)
    _failure: Exception | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.adviser = adviser_for(self.instance)

    def begin_preparation(self) -> None:
        """Have the adviser prepare itself in a thread; tasks that need it wait for that."""
        self._preparation = Thread(target=self._prepare, daemon=True)
        self._preparation.start()

    def _prepare(self) -> None:
        try:
            self.adviser.prepare()
        except Exception as error:  # the task that needs it will say so
            self._failure = error

    def await_preparation(self, budget: Budget) -> None:
        """Wait until the adviser is prepared; this time does not count.

        Raises:
            LimitReachedError: the task was stopped.
        """
        with budget.uncounted():
            if self._preparation is None:
                self._prepare()
            while self._preparation is not None and self._preparation.is_alive():
                self._preparation.join(BETWEEN_LOOKS)
                if budget.interrupted:
                    raise LimitReachedError
        if self._failure is not None:
            raise self._failure

    def game(self, moves: Moves) -> AnyLine:
        """Return the game after some moves; raise IllegalMoveError where one is not legal."""
        game = Line.begin(self.instance.rules)
        for move in moves:
            game = game.after(move)
        return game

    def player(self, side: str, name: str) -> Player:
        """Return the player of a side that is written so.

        Raises:
            RequestError: there is no such player, or it is a person.
        """
        if (side, name) not in self.players:
            chosen = player_named(kinds_of_players(self.instance), name)
            setup = PlayerSetup(
                self.instance, side, chosen.argument, self.adviser, self.seed, self._note_unproven
            )
            self.players[side, name] = chosen.make(setup)
        return self.players[side, name]

    def _note_unproven(self, move: Any) -> None:
        self.unproven = True


@dataclass(frozen=True)
class Task(ABC, Generic[Result]):
    """Something to find out about a game after some moves, within some seconds."""

    moves: Moves
    seconds: float = field(default=USUAL_SECONDS, kw_only=True)

    advised = True
    """Whether it takes an adviser, which may have something to prepare."""

    @abstractmethod
    def find(self, context: TaskContext, budget: Budget) -> Result:
        """Return what was found out.

        Raises:
            KeyboardInterrupt: it was stopped.
            LimitReachedError: time is up, where there is no other way to say so.
        """

    def run(self, context: TaskContext, budget: Budget) -> Result:
        """Return what was found out, once the adviser is prepared, if one is needed; see `find`."""
        if self.advised:
            context.await_preparation(budget)
        return self.find(context, budget)


class Evaluate(Task[Outlook]):
    """The best result still possible, for the side to move; the game may be over."""

    def find(self, context: TaskContext, budget: Budget) -> Outlook:
        """Return the evaluation."""
        return context.adviser.outlook(context.game(self.moves), budget)


class Hint(Task[Advice[Any]]):
    """What to do next in a game that goes on."""

    def find(self, context: TaskContext, budget: Budget) -> Advice[Any]:
        """Return the advice."""
        return context.adviser.advise(context.game(self.moves), budget)


class ShowLine(Task[Advice[Any]]):
    """What to do next, and a line of best play from there to the end."""

    def find(self, context: TaskContext, budget: Budget) -> Advice[Any]:
        """Return the advice; its line may be cut short where time ran out."""
        return context.adviser.line(context.game(self.moves), budget)


@dataclass(frozen=True)
class ReviewGame(Task[Review]):
    """What each move of the game cost; `sides` are those whose moves are judged, by default all."""

    sides: tuple[str, ...] = ()
    seconds: float = field(default=REVIEW_SECONDS, kw_only=True)

    def find(self, context: TaskContext, budget: Budget) -> Review:
        """Return the review."""
        return review(context.instance, self.moves, budget, self.sides, context.adviser)


@dataclass(frozen=True)
class Chosen:
    """What a player chose.

    Attributes:
        move: the move; None to give up.
        proven: false where a player of proven moves had no time for the proof.
    """

    move: Any | None
    proven: bool = True


@dataclass(frozen=True)
class ChooseMove(Task[Chosen]):
    """The move of a player, as `toadstone play --player` names it."""

    side: str = field(kw_only=True)
    player: str = field(kw_only=True)

    @property
    def advised(self) -> bool:  # type: ignore[override]
        """Whether the player asks an adviser."""
        return self.player == "perfect"

    def find(self, context: TaskContext, budget: Budget) -> Chosen:
        """Return the choice; raise LimitReachedError where there is none in time."""
        context.unproven = False
        player = context.player(self.side, self.player)
        move = player.choose(context.game(self.moves), budget)
        return Chosen(move, proven=not context.unproven)


class Assistant:
    """Answers tasks about one game, one after the other, in a process of its own.

    The process starts at once and warms up in the background. It is replaced when it dies and when
    it does not stop in time. It ends with `close`, with the assistant, and with this process.

    Args:
        instance: the game that is played, and for which questions.
        seed: decides the dice of players.
        workers: threads of the solver.
    """

    def __init__(self, instance: Instance, *, seed: int = 0, workers: int = 1) -> None:
        self._limits = Limits(None, workers, seed)
        asked = tuple(map(str, instance.ask))
        self._pool = WorkerPool(partial(_context, instance.scenario, asked, seed))
        self._pool.start()

    def __enter__(self) -> Assistant:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def ask(self, task: Task[Result]) -> Future[Result]:
        """Ask for something; return at once what will hold the result; see `WorkerPool.submit`."""
        limits = Limits(task.seconds, self._limits.workers, self._limits.seed)
        return self._pool.submit(task.run, limits)

    def close(self) -> None:
        """Cancel what is asked for and end the process; a closed assistant can be closed again."""
        self._pool.close()


def _context(scenario: Scenario, ask: tuple[str, ...], seed: int) -> TaskContext:
    """Make what the tasks need, in their process; what takes time goes on in a thread."""
    game = find_game(scenario.game)
    questions = {question.name: question for question in game.questions}
    context = TaskContext(Instance(game, scenario, tuple(questions[name] for name in ask)), seed)
    context.begin_preparation()
    return context
