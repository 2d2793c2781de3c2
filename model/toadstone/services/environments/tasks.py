"""Items as the work of a batch: on all cores or a cluster, with a journal."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from toadstone.core import __version__
from toadstone.core.errors import LimitReachedError
from toadstone.services.batch.work import Ending, Request, Result, Task, failure, result_of
from toadstone.services.environments.items import Items


@dataclass(frozen=True)
class ItemTask(Task):
    """One item to make; its data says which, so that a journal knows it again."""

    items: Items | None = None
    index: int = 0

    def work(self) -> Result:
        """Make the item; every error becomes a result."""
        if self.version != __version__:
            message = f"this worker has Toadstone {__version__}, not {self.version}"
            return failure(self.head, Ending.UNUSABLE, message)
        try:
            if self.items is None:
                raise ValueError("a task without items")
            return Result(self.items.item(self.index), Ending.ANSWERED, lasting=True)
        except LimitReachedError as error:
            return failure(self.head, Ending.UNDECIDED, str(error))
        except Exception as error:
            return result_of(error, self.head)


def tasks_of(items: Items, count: int) -> list[ItemTask]:
    """Return the work of making the first items."""
    wish, request = json.dumps(asdict(items)), Request()
    return [
        ItemTask(f"{items.name} {n}", request, data=f"{n} {wish}".encode(), items=items, index=n)
        for n in range(count)
    ]
