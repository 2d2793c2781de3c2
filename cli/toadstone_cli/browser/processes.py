"""The runner of the server: tasks in processes of their own, of which there are only a few."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import ToadstoneError
from toadstone.table.runner import Desk
from toadstone.workers import WorkerPool, usual_workers

Result = TypeVar("Result")


class ProcessRunner:
    """Gives each desk a process as long as there is one; the desk unused for longest gives it up.

    Args:
        most: the most desks with a process; twice the number of cores if left out.
    """

    def __init__(self, most: int | None = None) -> None:
        self.most = most or 2 * usual_workers()
        self.open: dict[_ProcessDesk, WorkerPool[Any]] = {}

    async def run_short(self, work: Callable[..., Result], *about: Any) -> Result:
        """Do the work in a thread."""
        return await asyncio.to_thread(work, *about)

    def desk(self, context: Callable[[], Any]) -> Desk:
        """Return a desk; it begins to make its context at once where there is room."""
        desk = _ProcessDesk(self, context)
        if len(self.open) < self.most:
            with suppress(MemoryError):
                desk.pool().start()
        return desk

    async def make_room(self) -> None:
        """Close the desk that was not used for longest.

        Raises:
            ToadstoneError: all are at work.
        """
        idle = next((desk for desk in self.open if not desk.tasks), None)
        if idle is None:
            raise ToadstoneError("The engine is busy with other tabs: try again in a moment.")
        await idle.close()


class _ProcessDesk:
    def __init__(self, runner: ProcessRunner, context: Callable[[], Any]) -> None:
        self._runner, self._context, self.tasks = runner, context, 0

    def pool(self) -> WorkerPool[Any]:
        """Return the process of this desk, which is now the one used last."""
        pool = self._runner.open.pop(self, None) or WorkerPool(self._context)
        return self._runner.open.setdefault(self, pool)

    async def run(self, task: Callable[[Any, Budget], Result], limits: Limits) -> Result:
        if self not in self._runner.open and len(self._runner.open) >= self._runner.most:
            await self._runner.make_room()
        self.tasks += 1
        try:
            return await asyncio.wrap_future(self.pool().submit(task, limits))
        finally:
            self.tasks -= 1

    async def close(self) -> None:
        pool = self._runner.open.pop(self, None)
        if pool is not None:
            await asyncio.to_thread(pool.close)
