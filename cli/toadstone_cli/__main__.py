"""Where the command `toadstone` starts; `python -m toadstone_cli` is the same."""

from __future__ import annotations

import gc
import os
import signal
import sys

OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""Objects that are made, and not freed at once, before the collector looks for garbage in cycles.

All libraries together make fewer, and none of it is garbage: to look after every 700, as is usual,
costs a tenth of the time in which the solver is loaded.
"""

NO_PLACE = '"file": null, "line": null, "column": null'
ERROR = f'{{"status": "error", "error": {{"message": "MESSAGE", {NO_PLACE}}}}}'
"""What `--json` prints of an ending before there is anything that could print it."""


def run() -> None:
    """Run the command line; an ending while it is still being loaded is told all the same."""
    signal.signal(signal.SIGTERM, _terminated)
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    # Nothing here multiplies matrices, so that NumPy need not start threads for it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from toadstone_cli.main import main
        from toadstone_cli.without_pandas import leave_pandas_out

        leave_pandas_out()
        main()
    except KeyboardInterrupt as interrupt:
        _end("interrupted", 143 if signal.SIGTERM in interrupt.args else 130)
    except MemoryError:
        _end("undecided: memory ran out", 20)


def _terminated(number: int, frame: object) -> None:
    raise KeyboardInterrupt(signal.SIGTERM)


def _end(message: str, status: int) -> None:
    """End at once; there may be no memory for more than that."""
    if "--json" in sys.argv:
        os.write(1, f"{ERROR.replace('MESSAGE', message)}\n".encode())
    else:
        os.write(2, f"toadstone: {message}\n".encode())
    os._exit(status)


if __name__ == "__main__":
    run()
