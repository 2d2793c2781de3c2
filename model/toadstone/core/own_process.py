"""How a process that is Toadstone's own begins: the command, and the workers that it starts."""

from __future__ import annotations

import gc
import os

from toadstone.core.without_pandas import leave_pandas_out

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
