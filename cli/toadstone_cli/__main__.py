"""Where the command `toadstone` starts; `python -m toadstone_cli` is the same."""

from __future__ import annotations

import gc
import os
import sys

OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""Objects that are made, and not freed at once, before the collector looks for garbage in cycles.

All libraries together make fewer, and none of it is garbage: to look after every 700, as is usual,
costs a tenth of the time in which the solver is loaded.
"""

INTERRUPTED = (
    '{"status": "error", '
    '"error": {"message": "interrupted", "file": null, "line": null, "column": null}}'
)
"""What `--json` prints of an interrupt before there is anything that could print it."""


def run() -> None:
    """Run the command line; an interrupt while it is still being loaded ends quietly."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    # Nothing here multiplies matrices, so that NumPy need not start threads for it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from toadstone_cli.main import main

        main()
    except KeyboardInterrupt:
        if "--json" in sys.argv:
            print(INTERRUPTED)  # noqa: T201
        sys.exit(130)


if __name__ == "__main__":
    run()
