"""The work of a worker: it answers one scenario, and every outcome becomes one result.

Workers import this module, in processes here or on other machines.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from toadstone.core import __version__
from toadstone.core.budget import Budget, Confirm, Limits
from toadstone.core.errors import (
    BrokenGameError,
    DefectError,
    InputError,
    LimitReachedError,
    Place,
    RequestError,
    blame,
)
from toadstone.core.process import is_out_of_memory
from toadstone.engines import answering
from toadstone.engines.instance import make_instance
from toadstone.files.source import LARGEST_FILE, Source, decode, expect_file, read_bytes
from toadstone.game import files_of
from toadstone.loading import read_scenario
from toadstone.workers import WorkerDiedError

Settings = Mapping[str, Any]
"""Values by their keys, such as `toad.hp`."""

TRIES = 2
"""How often a task is given to a worker; after so many deaths the failure is reported."""


class Ending(StrEnum):
    """How a file of a batch ended; the exit status of a batch is that of its worst."""

    ANSWERED = "answered"
    UNDECIDED = "undecided"
    """A limit of time or memory was reached first."""
    UNUSABLE = "unusable"
    """The file cannot be used, or the process that worked on it died."""
    DEFECT = "defect"


@dataclass(frozen=True)
class Request:
    """The questions and settings for every file of a batch.

    Attributes:
        options: parts of the scenario stated beside the file.
        ask: questions instead of the scenario's own.
        time_limit: seconds for each file; None for no limit.
        seed: the seed of the solver. It always has one thread, so that answers do not vary.
    """

    options: Mapping[str, int] = field(default_factory=dict)
    ask: tuple[str, ...] = ()
    method: str | None = None
    time_limit: float | None = None
    seed: int = 0
    confirm: Confirm = Confirm.AUTO


@dataclass(frozen=True)
class BatchTask:
    """One scenario to answer; with its data it can be sent to a worker.

    Attributes:
        name: what its result calls the file: the path as given or found, or an example's name.
        request: the questions and settings.
        path: where it is, as messages say it; empty if it cannot be used.
        problem: why it cannot be used.
        settings: values that replace what stands in it; None if there is no grid.
        data: its bytes; None before they are read.
        folder: where files that it names lie; by default the folder that it is in.
        version: the version of Toadstone that asks.
    """

    name: str
    request: Request
    path: str = ""
    problem: str = ""
    settings: Settings | None = None
    data: bytes | None = None
    folder: str | None = None
    version: str = __version__

    @property
    def head(self) -> dict[str, Any]:
        """The keys of a result before those of `solve`; no hash of a file that is read in part."""
        whole = self.data is not None and len(self.data) <= LARGEST_FILE
        head = {"file": self.name, "sha256": sha256(self.read()) if whole else None}
        return head if self.settings is None else head | {"set": dict(self.settings)}

    def read(self) -> bytes:
        """Return its data: at most one byte more than is read of a scenario file.

        Raises:
            InputError: the file cannot be read.
        """
        if self.data is not None:
            return self.data
        if self.problem:
            raise InputError(self.problem, Place(self.name))
        expect_file(self.path, Place(self.name))
        return read_bytes(self.path)

    def source(self) -> Source:
        """Return its text; raise InputError if it cannot be read, or is no text."""
        folder = Path(self.path).parent if self.folder is None else Path(self.folder)
        return decode(self.path, self.read(), folder)

    def work(self, *_: object) -> Result:
        """Do the work in a worker, whose context is not used; every error becomes a result."""
        if self.version != __version__:
            message = f"this worker has Toadstone {__version__}, not {self.version}"
            return failure(self.head, Ending.UNUSABLE, message)
        try:
            return self.make_result()
        except Exception as error:
            return result_of(error, self.head)

    def make_result(self) -> Result:
        """Answer the scenario."""
        request, source = self.request, self.source()
        scenario = read_scenario(source, request.options, settings=self.settings, ask=request.ask)
        files = (*source.included, *files_of(scenario.game))
        included = {path: sha256(Path(path).read_bytes()) for path in files}
        instance = make_instance(scenario, request.ask)
        engine = answering.engine_for(instance, request.method)
        budget = Budget(Limits(request.time_limit, 1, request.seed))
        answer = answering.answer(instance, budget, engine, request.confirm)
        ending = Ending.ANSWERED if answer.is_proven else Ending.UNDECIDED
        lasting = not (answer.out_of_memory or answer.interrupted)
        return Result(self.head | answer.to_json(), ending, included, lasting)


@dataclass(frozen=True)
class Result:
    """The result of one scenario.

    Attributes:
        line: the JSON object that is printed.
        ending: how it ended.
        included: the files that were read because the scenario names them, and those of the rules
            of a game from outside, with their hashes.
        lasting: whether the same work would end the same way, so that it need not be done again.
    """

    line: Mapping[str, Any]
    ending: Ending
    included: Mapping[str, str] = field(default_factory=dict)
    lasting: bool = False


def sha256(data: bytes) -> str:
    """Return the SHA-256 of some bytes in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def result_of(error: BaseException, head: Mapping[str, Any]) -> Result:
    """Return the result of an error, under the first keys of its line."""
    is_limit = isinstance(error, LimitReachedError)
    if is_limit or is_out_of_memory(error):
        return failure(head, Ending.UNDECIDED, str(error) if is_limit else "memory ran out")
    if isinstance(error, InputError | RequestError | BrokenGameError):
        place = error.place if isinstance(error, InputError) else None
        return failure(head, Ending.UNUSABLE, str(error), **(vars(place) if place else {}))
    if isinstance(error, OSError):
        return failure(head, Ending.UNUSABLE, blame(error))
    if isinstance(error, WorkerDiedError):
        message = "the process that worked on it died, twice; perhaps memory ran out"
        return failure(head, Ending.UNUSABLE, message)
    if isinstance(error, DefectError):
        return failure(head, Ending.DEFECT, f"a defect of Toadstone: {error}")
    return failure(head, Ending.DEFECT, blame(error))


def failure(head: Mapping[str, Any], ending: Ending, message: str, **more: Any) -> Result:
    """Return the result of a file without an answer, with the error object of the contract."""
    error = {"message": message, **vars(Place("")), "file": head["file"]} | more
    status = "unknown" if ending is Ending.UNDECIDED else "error"
    return Result({**head, "status": status, "error": error}, ending)
