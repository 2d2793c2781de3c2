"""A batch from the first file to the last: in the order of the files, whoever is done first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from toadstone.core.errors import InputError
from toadstone.services.batch.crew import Crew
from toadstone.services.batch.grid import Settings
from toadstone.services.batch.inputs import Input
from toadstone.services.batch.journal import Journal
from toadstone.services.batch.work import Outcome, Request, Result, Task, result_of


@dataclass(frozen=True)
class Item:
    """One piece of work: a file, and the settings of the grid if there is one."""

    input: Input
    settings: Settings | None = None

    @property
    def name(self) -> str:
        """What progress calls it."""
        stated = (f"{key}={value}" for key, value in (self.settings or {}).items())
        return " ".join([self.input.name, *stated])


@dataclass(frozen=True)
class Progress:
    """How far a batch is.

    Attributes:
        total: all scenarios.
        done: those that are done, now or before.
        kept: those of them that were done before.
        running: the names of what is being worked on.
    """

    total: int
    done: int
    kept: int
    running: tuple[str, ...]


@dataclass
class Run:
    """The work on a batch; iterated, it yields the results in the order of the items.

    Attributes:
        items: what is to be answered.
        request: what is asked of each.
        crew: who answers.
        journal: where results are kept; None where they are not.
        listener: takes the progress.
        outcomes: how many results there are of each outcome.
        finished: the results that are there, but not yielded yet as earlier ones are missing.
    """

    items: Sequence[Item]
    request: Request
    crew: Crew
    journal: Journal | None = None
    listener: Callable[[Progress], None] = lambda progress: None
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    finished: dict[int, Result] = field(default_factory=dict)
    kept: int = 0
    _tasks: dict[int, Task] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Result]:
        given = taken = 0
        with self.crew:
            while taken < len(self.items):
                if taken in self.finished:
                    yield self.finished.pop(taken)
                    taken += 1
                elif given < len(self.items) and self.crew.has_room():
                    self._give(given)
                    given += 1
                else:
                    self._collect()

    def rest(self) -> list[Result]:
        """Return, of a run that was interrupted, the results that could not be yielded yet."""
        return [self.finished[index] for index in sorted(self.finished)]

    def _give(self, index: int) -> None:
        """Begin with an item; one that is done before, or cannot be read, is done at once."""
        item = self.items[index]
        try:
            data = item.input.read()
        except InputError as error:
            head: dict[str, Any] = {"file": item.input.name, "sha256": None}
            if item.settings is not None:
                head |= {"set": dict(item.settings)}
            self._finish(index, result_of(error, head))
            return
        source, folder = item.input.source_name, item.input.folder
        task = Task(item.input.name, source, folder, data, item.settings, self.request)
        before = self.journal.find(task) if self.journal else None
        if before is not None:
            self.kept += 1
            self._finish(index, before)
            return
        self._tasks[index] = task
        self.crew.submit(index, task)
        self._report()

    def _collect(self) -> None:
        index, result = self.crew.next_result()
        task = self._tasks.pop(index)
        if self.journal and result.lasting:
            self.journal.add(task, result)
        self._finish(index, result)

    def _finish(self, index: int, result: Result) -> None:
        self.outcomes[result.outcome] += 1
        self.finished[index] = result
        self._report()

    def _report(self) -> None:
        running = tuple(self.items[index].name for index in self.crew.running())
        done = self.outcomes.total()
        self.listener(Progress(len(self.items), done, self.kept, running))
