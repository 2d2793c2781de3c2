"""The results of a batch in an SQLite database: after an interruption it goes on from there.

The key of a record is a hash over everything that the answer depends on, including the version of
Toadstone.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path

from toadstone.core.errors import InputError, Place
from toadstone.files.writing import cannot_write, expect_writable
from toadstone.services.batch.work import BatchTask, Ending, Result, sha256

SUFFIX = ".journal"
APPLICATION = 0x746F6164
"""Marks a database as a journal: its `application_id`."""

_OPEN = f"""
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA application_id = {APPLICATION};
CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, record TEXT);
"""
"""A killed process loses nothing, a machine without power perhaps the latest answers."""


class Journal:
    """A journal, open for reading and adding; it closes with its block.

    Args:
        path: the file; it is made where there is none.

    Raises:
        InputError: it is no journal, another batch is using it, or it cannot be written.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        expect_writable(path)
        with self._errors():
            self._database = sqlite3.connect(
                Path(path).absolute(), timeout=0, isolation_level=None, check_same_thread=False
            )
            with ExitStack() as opening:
                opening.callback(self._database.close)
                # before anything is read: then it needs no memory that processes share
                self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
                (mark,) = self._database.execute("PRAGMA application_id").fetchone()
                tables = self._database.execute("SELECT 1 FROM sqlite_master").fetchone()
                if tables and mark != APPLICATION:
                    raise sqlite3.DatabaseError
                self._database.executescript(_OPEN)
                opening.pop_all()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Raise an InputError that explains an error of the database."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                message = "another batch is writing this journal"
                raise InputError(message, Place(self.path)) from None
            raise cannot_write(self.path, str(error)) from None
        except sqlite3.DatabaseError:
            damaged = "this is no journal of this version, or it is damaged"
            message = f"{damaged}: name another file, or delete an old journal"
            raise InputError(message, Place(self.path)) from None

    def find(self, task: BatchTask) -> Result | None:
        """Return the result of the same work, or None if it is not done yet.

        An undecided one counts as done only under the same time limit; of files that the scenario
        names the content must still be the same.
        """
        with self._errors():
            question = "SELECT record FROM results WHERE key = ?"
            row = self._database.execute(question, [key_of(task)]).fetchone()
        if row is None:
            return None
        ending, time_limit, included, line = json.loads(row[0])
        result = Result(line, Ending(ending), included, lasting=True)
        usable = result.ending is Ending.ANSWERED or time_limit == task.request.time_limit
        with suppress(OSError):
            files = result.included.items()
            if usable and all(sha256(Path(path).read_bytes()) == was for path, was in files):
                return result
        return None

    def add(self, task: BatchTask, result: Result) -> None:
        """Keep a result.

        Raises:
            InputError: the disk is full, or the like.
        """
        limit = task.request.time_limit
        record = [result.ending.value, limit, dict(result.included), dict(result.line)]
        with self._errors():
            row = (key_of(task), json.dumps(record))
            self._database.execute(
                "INSERT OR REPLACE INTO results (key, record) VALUES (?, ?)", row
            )


def key_of(task: BatchTask) -> str:
    """Return a hash over all that an answer depends on, but for the time limit."""
    request = {**asdict(task.request), "time_limit": None}
    settings = None if task.settings is None else list(task.settings.items())
    parts = [task.version, task.name, sha256(task.read()), settings, request]
    return sha256(json.dumps(parts, sort_keys=True).encode())
