"""A table in a page without a server: one worker of the browser holds it, others think for it.

The workers are the page's own (`page/worker.js`). They exchange bytes.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any, Protocol, TypeVar, cast

from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import ToadstoneError, lack_or
from toadstone.play import USUAL_SECONDS
from toadstone.table import messages
from toadstone.table.runner import Desk
from toadstone.table.table import Table

Result = TypeVar("Result")


class Buffer(Protocol):
    """Bytes as JavaScript has them."""

    def to_bytes(self) -> bytes:
        """Return a copy."""


class Thinkers(Protocol):
    """The workers that think, as JavaScript has them."""

    def think(self, desk: int, work: bytes) -> Awaitable[Buffer]:
        """Have a worker do some work; a desk keeps its worker."""

    def stop(self, desk: int) -> None:
        """End the worker of a desk; another one takes its place."""


class WorkerRunner:
    """The runner of a page without a server."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers, self._numbers = thinkers, count()

    async def run_short(self, work: Callable[..., Result], *about: Any) -> Result:
        """Do the work: this worker has one table."""
        return work(*about)

    def desk(self, context: Callable[[], Any]) -> Desk:
        """Return a desk, which has a worker of its own while it is at work."""
        return _WorkerDesk(self._thinkers, next(self._numbers), pickle.dumps(context))


class _WorkerDesk:
    def __init__(self, thinkers: Thinkers, number: int, context: bytes) -> None:
        self._thinkers, self._number, self._context = thinkers, number, context
        self._at_work = asyncio.Lock()

    async def run(self, task: Callable[[Any, Budget], Result], limits: Limits) -> Result:
        work = pickle.dumps((self._context, task, limits))
        async with self._at_work:
            try:
                reply = await self._thinkers.think(self._number, work)
            except asyncio.CancelledError:
                await self.close()
                raise
            except Exception as error:  # JavaScript's: the worker has died
                await self.close()
                raise ToadstoneError("This is more than a browser has room for.") from error
        result, raised = pickle.loads(reply.to_bytes())  # noqa: S301 - a worker of this page
        if raised is not None:
            raise raised
        return cast(Result, result)

    async def close(self) -> None:
        self._thinkers.stop(self._number)


def table_of(post: Callable[[str], None], thinkers: Thinkers, home: str) -> Table:
    """Return the table of this page.

    Args:
        post: sends a message to the page, as JSON.
        thinkers: the workers that think.
        home: the games and their starts, as the built page holds them.
    """

    async def send(message: messages.AnyMessage) -> None:
        post(message.model_dump_json())

    table = Table(send, None, Limits(USUAL_SECONDS), WorkerRunner(thinkers))
    table.home = messages.HomeView.model_validate_json(home)
    return table


class Thinker:
    """Does the work of a worker that thinks; it keeps the context of the last desk."""

    def __init__(self) -> None:
        self._pickled, self._context = b"", None

    def do(self, work: Buffer) -> bytes:
        """Do some work, as a desk sends it; return its result or its error."""
        context, task, limits = pickle.loads(work.to_bytes())  # noqa: S301
        try:
            if context != self._pickled:
                self._pickled, self._context = context, pickle.loads(context)()  # noqa: S301
            return pickle.dumps((task(self._context, Budget(limits)), None))
        except Exception as error:
            return pickle.dumps((None, lack_or(error)))
