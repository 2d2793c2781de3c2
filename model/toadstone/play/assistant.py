"""The engine beside a game that is being played: it does tasks in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TypeVar

from toadstone.core.budget import Limits
from toadstone.engines.instance import Instance
from toadstone.files.scenario import Scenario
from toadstone.game import find_game
from toadstone.play.tasks import Task, TaskContext
from toadstone.workers import WorkerPool

Result = TypeVar("Result")


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

    def ask(self, task: Task[Result], told: Callable[[str], None] | None = None) -> Future[Result]:
        """Ask for something; return at once what will hold the result; see `WorkerPool.submit`.

        Args:
            task: what to find out.
            told: is called, in a thread of the assistant, with words on the progress.
        """
        limits = Limits(task.seconds, self._limits.workers, self._limits.seed)
        return self._pool.submit(task.run, limits, told)

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
