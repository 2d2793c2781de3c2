"""What can be asked of the engine while a game is being played.

A task can be pickled. It names a position by the moves that led to it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from threading import Thread
from typing import Any, Generic, TypeVar

from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import LimitReachedError
from toadstone.core.line import Line
from toadstone.engines.instance import Instance
from toadstone.files.scenario import Scenario
from toadstone.game import find_game
from toadstone.play.adviser import adviser_for
from toadstone.play.parts import Advice, AnyLine, Outlook, Player, PlayerSetup
from toadstone.play.players import kinds_of_players, player_named
from toadstone.play.review import Review, review
from toadstone.workers import WorkerPool

Result = TypeVar("Result")

USUAL_SECONDS, REVIEW_SECONDS = 10.0, 60.0
"""The time for a task that states none, and for a review."""

BETWEEN_LOOKS = 0.02
"""Seconds between two looks at whether to go on waiting."""


class TaskContext:
    """What is kept from one task of a game to the next.

    Args:
        instance: the game that is played, and for which questions.
        seed: decides the dice of players.

    Attributes:
        adviser: what gives advice.
        players: the players that have chosen moves so far, by side and name.
        unproven: the moves that were chosen without a proof that was looked for.
    """

    def __init__(self, instance: Instance, seed: int = 0) -> None:
        self.instance, self.seed = instance, seed
        self.adviser = adviser_for(instance)
        self.players: dict[tuple[str, str], Player] = {}
        self.unproven: list[Any] = []
        self._preparation: Thread | None = None
        self._failure: Exception | None = None

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
        with budget.pause():
            if self._preparation is None:
                self._prepare()
            while self._preparation is not None and self._preparation.is_alive():
                self._preparation.join(BETWEEN_LOOKS)
                if budget.interrupted:
                    raise LimitReachedError
        if self._failure is not None:
            raise self._failure

    def player(self, side: str, name: str) -> Player:
        """Return the player of a side that is written so.

        Raises:
            RequestError: there is no such player, or it is a person.
        """
        if (side, name) not in self.players:
            chosen = player_named(kinds_of_players(self.instance), name)
            given = (self.instance, side, chosen.argument, self.adviser, self.seed)
            self.players[side, name] = chosen.make(PlayerSetup(*given, self.unproven.append))
        return self.players[side, name]


@dataclass(frozen=True)
class Task(Generic[Result]):
    """Something to find out about a game after some moves.

    Attributes:
        work: finds it out. It raises KeyboardInterrupt when it was stopped, and LimitReachedError
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
        """Return what was found out; raise IllegalMoveError where a move is not legal."""
        if self.advised:
            context.await_preparation(budget)
        line: AnyLine = Line.begin(context.instance.rules)
        for move in self.moves:
            line = line.after(move)
        return self.work(context, line, budget)


def evaluate(context: TaskContext, line: AnyLine, budget: Budget) -> Outlook:
    """Return the best result still possible, for the side to move; the game may be over."""
    return context.adviser.outlook(line, budget)


def advise(context: TaskContext, line: AnyLine, budget: Budget) -> Advice[Any]:
    """Return what to do next in a game that goes on."""
    return context.adviser.advise(line, budget)


def show_line(context: TaskContext, line: AnyLine, budget: Budget) -> Advice[Any]:
    """Return what to do next, with a line of best play; it is cut short where time ran out."""
    return context.adviser.line(line, budget)


def judge(sides: tuple[str, ...], context: TaskContext, line: AnyLine, budget: Budget) -> Review:
    """Return what each move of some sides cost; of no sides, what each move cost."""
    return review(context.instance, line.moves, budget, sides, context.adviser)


@dataclass(frozen=True)
class Chosen:
    """The move of a player, None to give up; not proven where a proof took too long."""

    move: Any | None
    proven: bool = True


def choose(side: str, player: str, context: TaskContext, line: AnyLine, budget: Budget) -> Chosen:
    """Return the move of a player, as `toadstone play --player` names it.

    Raises:
        LimitReachedError: there is none in time.
    """
    context.unproven.clear()
    move = context.player(side, player).choose(line, budget)
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
        self._workers, self._seed = workers, seed
        asked = tuple(map(str, instance.ask))
        self._pool = WorkerPool(partial(_context, instance.scenario, asked, seed))
        self._pool.start()

    def ask(self, task: Task[Result]) -> Future[Result]:
        """Ask for something; return at once what will hold the result; see `WorkerPool.submit`."""
        return self._pool.submit(task.run, Limits(task.seconds, self._workers, self._seed))

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
