"""How a process that is Toadstone's own begins: the command, and the workers that it starts."""

from __future__ import annotations

import gc
import os
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from toadstone.core.without_pandas import leave_pandas_out

if TYPE_CHECKING:
    from multiprocessing.connection import Connection  # a command that starts no worker needs none

OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""Objects that are made, and not freed at once, before the collector looks for garbage in cycles.

All libraries together make fewer, and none of it is garbage: to look after every 700, as is usual,
costs a tenth of the time in which the solver is loaded.
"""


def load_less() -> None:
    """Let the libraries that this process will need load what it needs of them, and no more."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    # Nothing here multiplies matrices, so that NumPy need not start threads for it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    leave_pandas_out()


def end_with(line: Connection) -> None:
    """End this process, whatever it does, when nobody is at the other end of a line any more."""
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection) -> None:
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(1)
