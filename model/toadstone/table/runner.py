"""The seam of a table: what runs its work, where that does not hold up the page.

Beside the server these are processes, in a page without installation workers of the browser, and in
tests a plain call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from toadstone.core.budget import Budget, Limits

Result = TypeVar("Result")


class Desk(Protocol):
    """Runs tasks that share a context, one at a time, without holding up the page."""

    async def run(self, task: Callable[[Any, Budget], Result], limits: Limits) -> Result:
        """Return the result of a task; stopping this stops the task.

        Args:
            task: is called with the context and a budget of these limits; it can be pickled.
            limits: time, threads and seed.

        Raises:
            ToadstoneError: there is no room for it now; any error that the task raises.
        """

    async def close(self) -> None:
        """Stop the task that runs, and forget the context."""


class Runner(Protocol):
    """Runs work for tables."""

    async def run_short(self, work: Callable[..., Result], *about: Any) -> Result:
        """Return the result of short work, without holding up other tables."""

    def desk(self, context: Callable[[], Any]) -> Desk:
        """Return a desk.

        Args:
            context: makes the context of the tasks, before the first one; it can be pickled.
        """
