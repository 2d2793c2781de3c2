"""A process of Toadstone: what its start leaves out, and memory that runs out."""

from __future__ import annotations

import errno
import gc
import mmap
import os
import signal
import struct
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from math import inf
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import NoReturn

OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""Objects that are made, and not freed at once, before the collector looks for garbage in cycles.

All libraries together make fewer, and none of it is garbage: to look after every 700, as is usual,
costs a tenth of the time in which the solver is loaded.
"""


def load_less() -> None:
    """Let the libraries that this process will need load what it needs of them, and no more."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, 100)  # what is in use is looked at once
    # Nothing here multiplies matrices, so that NumPy need not start threads for it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # What pydantic looks for plugins with takes a tenth of a command to load.
    vars(sys.modules.setdefault(PLUGINS, ModuleType(PLUGINS))).setdefault("get_plugins", tuple)
    sys.meta_path.insert(0, _Finder())


SOLVER = "ortools.sat.python.cp_model"
PANDAS = "pandas"
PLUGINS = "pydantic.plugin._loader"


class _StandIn(ModuleType):
    """Stands for pandas, which takes as long to load as the rest of a command, for CP-SAT's module.

    The module asks whether it is given a table of pandas; Toadstone gives it none.
    """

    Index = type("Index", (), {})
    Series = type("Series", (), {})


class _Loader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        sys.modules[PANDAS] = _StandIn(PANDAS)
        try:
            super().exec_module(module)
            return
        except AttributeError:
            pass
        finally:
            del sys.modules[PANDAS]
        super().exec_module(module)


class _Finder:
    """Lets CP-SAT's module be loaded without pandas; a version that needs more of it gets that."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != SOLVER or PANDAS in sys.modules:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(name, spec.loader.path)
        return spec


_SAID_BY_THE_LOADER = ("failed to map segment", "cannot allocate memory")
_SAID_BY_PYTHON = "can't start new thread"


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether an error, or one of its causes, says that memory ran out."""
    cause: BaseException | None = error
    while cause is not None:
        said = str(cause)
        if isinstance(cause, MemoryError) or getattr(cause, "errno", None) == errno.ENOMEM:
            return True
        if isinstance(cause, RuntimeError) and said == _SAID_BY_PYTHON:
            return True
        by_loader = any(words in said.lower() for words in _SAID_BY_THE_LOADER)
        if by_loader and isinstance(cause, OSError | ImportError):
            return True
        cause = cause.__cause__ or cause.__context__
    return False


def expect_room(size: int, what: str) -> None:
    """Raise MemoryError where there is no address space of so many bytes for some work."""
    try:
        mmap.mmap(-1, size).close()
    except OSError as error:
        raise MemoryError(f"no room for {what}") from error


def room_for(most: int, least: int, what: str) -> int:
    """Return the largest size, in bytes, that there is room for: `most`, a half of it and so on.

    Half of the memory that is free is left to others.

    Raises:
        MemoryError: there is not even room for the least.
    """
    free = _free_memory()
    while most > least:
        if most <= free // 2:
            with suppress(MemoryError):
                expect_room(most, what)
                return most
        most //= 2
    expect_room(most, what)
    return most


def _free_memory() -> int:
    """Return the bytes of memory that are free; without a limit where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        said = dict(line.split(":", 1) for line in lines)["MemAvailable"]
    except (OSError, ValueError, KeyError):
        return sys.maxsize
    return int(said.split()[0]) << 10


MOST_HELD = 5_000_000
"""Nodes that a search holds at most, some gigabytes; it ends undecided before it has more."""


def expect_held(held: int) -> None:
    """Raise MemoryError where a search would hold more nodes than it may."""
    if held > MOST_HELD:
        raise MemoryError


# --- rules from outside, in a child: whatever they do to their process, its parent tells ----------

report: Callable[[str, str], int] | None = None
"""Tells what the rules of a game did, and returns the exit status; None: there is no child."""

begin_child: Callable[[], object] = object
"""Is called in a child when it begins."""

DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl
TICK, PATIENCE = 0.5, 10.0

ENDED, NAME = 8, 16
_shared: list[mmap.mmap] = []
"""What a child tells its parent: when it is to be ready, that it ended by itself, whose rules."""


def end_by(seconds: float | None) -> None:
    """Tell the parent in how many seconds the work has to be over; None for no limit."""
    for each in _shared:
        each[:8] = struct.pack("d", inf if seconds is None else monotonic() + seconds)


def end_regularly() -> None:
    """Tell the parent that this process ends by itself."""
    for each in _shared:
        each[ENDED] = 1


@contextmanager
def apart(game: str) -> Iterator[None]:
    """Go on in a child process before the rules of a game from outside are tried here."""
    if report is not None and threading.active_count() == 1 and not _shared:
        _shared.append(mmap.mmap(-1, mmap.PAGESIZE))
        import ctypes

        heard = signal.SIGINT, signal.SIGTERM, signal.SIGCHLD
        signal.pthread_sigmask(signal.SIG_BLOCK, heard)
        if child := os.fork():
            _watch(child, heard, report)
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, heard)
        begin_child()
    for each in _shared:
        each[NAME:] = game.encode().ljust(len(each) - NAME)
    try:
        yield
    finally:
        end_by(None)


def _watch(child: int, signals: Sequence[int], tell: Callable[[str, str], int]) -> NoReturn:
    """Wait for the child, and end as it does; tell where its rules have ended it, or go on."""
    late = 0.0
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0):
        heard = signal.sigtimedwait(signals, TICK)
        if heard is None and monotonic() > struct.unpack("d", _shared[0][:8])[0]:
            late += TICK
        elif heard is not None and heard.si_signo != signal.SIGCHLD:
            end_by(0)
            if heard.si_pid:  # the terminal tells both
                os.kill(child, heard.si_signo)
        if late >= PATIENCE:
            os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(ended[1])
    killed = status == -signal.SIGKILL and late < PATIENCE  # by the system, for its memory
    if not (_shared[0][ENDED] or killed or status in (130, 143)):
        how = "do not return" if late >= PATIENCE else f"end the program, with status {status}"
        status = tell(_shared[0][NAME:].decode().strip(), how)
    os._exit(137 if killed else status)
