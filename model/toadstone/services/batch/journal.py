"""What a batch has done, kept in a file, so that it goes on there after an interruption.

A journal has one JSON object a line: first what it is, then a record for each answer, in the order
in which they were found. Lines are only ever added. A process that is killed leaves at most one
half line, the last; it is cut off when the journal is next opened. Each record names what was asked
by a hash over everything that the answer depends on, and the version of Toadstone is part of that.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

from toadstone.core.errors import InputError, Place
from toadstone.files.writing import cannot_write, expect_writable
from toadstone.services.batch.work import Outcome, Result, Task, sha256

SUFFIX = ".journal"
HEAD = {"journal": "toadstone batch 1"}
SYNC_SECONDS = 1.0
"""A machine that loses its power loses about so much of the work."""


class Journal:
    """A journal, open for reading and adding; it closes with its block.

    Args:
        path: the file; it is made where there is none.

    Raises:
        InputError: it is no journal, another batch is using it, or it cannot be written.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._places: dict[str, tuple[int, int]] = {}
        self._synced = time.monotonic()
        expect_writable(path)
        with ExitStack() as opening:
            try:
                self._file: BinaryIO = opening.enter_context(open(path, "a+b", buffering=0))  # noqa: PTH123
                self._lock()
                self._end = self._read()
                self._file.truncate(self._end)
                if not self._end:
                    self._append(HEAD)
            except OSError as error:
                raise cannot_write(path, error.strerror or str(error)) from None
            opening.pop_all()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            os.fsync(self._file.fileno())
        self._file.close()

    def find(self, task: Task) -> Result | None:
        """Return the result of the same work, or None where it is not done yet.

        An undecided one counts as done only under the same time limit; of files that the scenario
        names the content must still be the same.
        """
        place = self._places.get(key_of(task))
        if place is None:
            return None
        start, length = place
        self._file.seek(start)
        data = b""
        while len(data) < length:
            data += self._file.read(length - len(data))
        record: dict[str, Any] = json.loads(data)
        result = Result(
            record["line"], Outcome(record["outcome"]), record["included"], lasting=True
        )
        same_limit = record["time_limit"] == task.request.time_limit
        usable = result.outcome is Outcome.ANSWERED or same_limit
        with suppress(OSError):
            kept = result.included.items()
            if usable and all(sha256(Path(path).read_bytes()) == was for path, was in kept):
                return result
        return None

    def add(self, task: Task, result: Result) -> None:
        """Keep a result.

        Raises:
            InputError: the disk is full, or the like.
        """
        key = key_of(task)
        record = {
            "key": key,
            "outcome": result.outcome.value,
            "time_limit": task.request.time_limit,
            "included": dict(result.included),
            "line": dict(result.line),
        }
        try:
            place = self._append(record)
            if time.monotonic() - self._synced > SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            raise cannot_write(self.path, error.strerror or str(error)) from None
        self._places[key] = place

    def _append(self, record: Mapping[str, Any]) -> tuple[int, int]:
        line = json.dumps(record).encode() + b"\n"
        rest = memoryview(line)
        while rest:
            rest = rest[self._file.write(rest) :]
        place = self._end, len(line)
        self._end += len(line)
        return place

    def _read(self) -> int:
        """Note where each record stands; return where the last whole line ends."""
        self._file.seek(0)
        end = 0
        with open(self._file.fileno(), "rb", closefd=False) as file:
            for line in file:
                try:
                    record = json.loads(line)
                except ValueError:
                    record = None
                half_a_head = json.dumps(HEAD).encode().startswith(line)
                if end == 0 and record != HEAD and not half_a_head:
                    raise InputError("this is no journal of a batch", Place(self.path))
                if not line.endswith(b"\n"):
                    break
                if isinstance(record, dict) and "key" in record:
                    self._places[record["key"]] = end, len(line)
                end += len(line)
        return end

    def _lock(self) -> None:
        """Keep others out for as long as the file is open, where the system can."""
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError("another batch is writing this journal", Place(self.path)) from None
        except OSError:  # a file system without locks
            return


def open_journal(path: str | None) -> AbstractContextManager[Journal | None]:
    """Return a journal to be used as a block, or an empty block where none is wanted."""
    return nullcontext() if path is None else Journal(path)


def key_of(task: Task) -> str:
    """Return a hash over all that an answer depends on, but for the time limit."""
    asked = {**asdict(task.request), "time_limit": None}
    settings = None if task.settings is None else list(task.settings.items())
    parts = [task.version, task.name, sha256(task.read()), settings, asked]
    return sha256(json.dumps(parts, sort_keys=True).encode())
