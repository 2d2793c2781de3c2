"""Where a table has its work done: in processes, or in the workers of a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from toadstone.core.budget import Budget, Limits

Result = TypeVar("Result")


class Desk(Protocol):
    """Does tasks that share a context, one at a time, where they do not hold up the page."""

    async def run(self, task: Callable[[Any, Budget], Result], limits: Limits) -> Result:
        """Return the result of a task; stopping this stops the task.

        Args:
            task: is called with the context and a budget of these limits; it can be pickled.
            limits: time, threads and seed.

        Raises:
            ToadstoneError: there is no room for it now; else what the task raises.
        """

    async def close(self) -> None:
        """Stop what goes on, and forget the context."""


class Runner(Protocol):
    """Has work done."""

    async def aside(self, work: Callable[..., Result], *about: Any) -> Result:
        """Return the result of short work, which is done so that other tables go on."""

    def desk(self, context: Callable[[], Any]) -> Desk:
        """Return a desk.

        Args:
            context: makes what the tasks work with, before the first one; it can be pickled.
        """
