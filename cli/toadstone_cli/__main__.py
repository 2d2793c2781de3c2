"""The start of the command `toadstone`; `python -m toadstone_cli` is the same."""

from __future__ import annotations

import gc
import os
import signal
import sys

NO_PLACE = '"file": null, "line": null, "column": null'
ERROR = f'{{"status": "error", "error": {{"message": "MESSAGE", {NO_PLACE}}}}}'
"""The JSON object of an ending before the command line is loaded."""


def run() -> None:
    """Run the command line; report an early end even while it is still being loaded."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end_by_signal)
    gc.disable()  # until `load_less` has said how often it looks for garbage
    try:
        from toadstone.core.process import load_less

        load_less()
        gc.enable()
        from toadstone_cli.main import main

        main()
    except KeyboardInterrupt as interrupt:
        _end("interrupted", 143 if signal.SIGTERM in interrupt.args else 130)
    except MemoryError:
        _end("undecided: memory ran out", 20)


def _end_by_signal(number: int, frame: object) -> None:
    """End at once: an exception could be dropped by what Python calls while it loads a module."""
    _end("interrupted", 128 + number)


def _end(message: str, status: int) -> None:
    """End at once; there may be no memory for more than that."""
    if "--json" in sys.argv:
        os.write(1, f"{ERROR.replace('MESSAGE', message)}\n".encode())
    else:
        os.write(2, f"toadstone: {message}\n".encode())
    os._exit(status)


if __name__ == "__main__":
    run()
