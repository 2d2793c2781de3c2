"""One run of a command: how long it took, how much memory, and what it printed."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parent.parent
"""The project's folder, in which every command runs."""


class End(StrEnum):
    """How a run ended."""

    DONE = "done"
    OVER = "over the time limit"
    FAILED = "failed"


@dataclass(frozen=True)
class Limit:
    """What one run may take: seconds of wall clock, and bytes of address space a process."""

    seconds: float
    memory: int


@dataclass(frozen=True)
class Measurement:
    """What one run took.

    Attributes:
        seconds: wall clock of the whole process, from its start to its end.
        cpu: seconds of CPU of the command and those it waited for.
        memory: bytes at the peak, resident, of the largest process among the command and those it
            waited for. Linux lets no process have less than the one that started it, so a small
            one has to measure.
        output: standard output.
        error: the last line of standard error, for a run that failed.
    """

    end: End
    seconds: float
    cpu: float
    memory: int
    output: str
    error: str


def measure(
    command: Sequence[str], limit: Limit, accepted: frozenset[int] = frozenset({0})
) -> Measurement:
    """Run a command once, with nobody else's processes counted.

    At the time limit the command is stopped with every process it has started.

    Args:
        command: program and arguments.
        limit: what it may take.
        accepted: exit statuses that are answers; any other is a failure.
    """
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        started = time.perf_counter()
        process = subprocess.Popen(
            command,
            stdout=output,
            stderr=errors,
            stdin=subprocess.DEVNULL,
            cwd=ROOT,
            start_new_session=True,
        )
        resource.prlimit(process.pid, resource.RLIMIT_AS, (limit.memory, limit.memory))
        stopped = threading.Event()
        alarm = threading.Timer(limit.seconds, _stop, (process.pid, stopped))
        alarm.start()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        alarm.cancel()
        alarm.join()  # it may be about to stop the processes that this one has started
        process.returncode = os.waitstatus_to_exitcode(status)
        end = End.DONE if process.returncode in accepted else End.FAILED
        return Measurement(
            End.OVER if stopped.is_set() else end,
            seconds,
            usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss * 1024,
            _text(output),
            (_text(errors).strip().splitlines() or [f"exit status {process.returncode}"])[-1],
        )


def _stop(pid: int, stopped: threading.Event) -> None:
    stopped.set()
    for member in _session(pid):
        with suppress(ProcessLookupError):
            os.kill(member, signal.SIGKILL)


def _session(leader: int) -> list[int]:
    """Return the processes of a session, also those that have made groups of their own."""
    running = (int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit())
    return [leader, *(pid for pid in running if pid != leader and _session_of(pid) == leader)]


def _session_of(pid: int) -> int | None:
    with suppress(ProcessLookupError):
        return os.getsid(pid)
    return None


def _text(file: IO[str]) -> str:
    file.seek(0)
    return file.read()
