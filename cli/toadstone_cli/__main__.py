"""Where the command `toadstone` starts; `python -m toadstone_cli` is the same."""

from __future__ import annotations

import gc
import os
import sys

MODERATION = 200_000
"""Objects made since the garbage was last collected that are worth another look at them.

All libraries together make fewer, and nothing that they make is garbage: the usual 700 cost a tenth
of the time that the solver takes to load. What is freed at once, nearly all, is not concerned.
"""


def run() -> None:
    """Run the command line; an interrupt while it is still being loaded ends quietly."""
    gc.set_threshold(MODERATION)
    # Nothing here multiplies matrices, so that NumPy need not start threads for it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from toadstone_cli.main import main

        main()
    except KeyboardInterrupt:
        if "--json" in sys.argv:
            print('{"status": "error", "error": {"message": "interrupted"}}')  # noqa: T201
        sys.exit(130)


if __name__ == "__main__":
    run()
