"""Where the command `toadstone` starts; `python -m toadstone_cli` is the same."""

from __future__ import annotations

import sys


def run() -> None:
    """Run the command line; an interrupt while it is still being loaded ends quietly."""
    try:
        from toadstone_cli.main import main

        main()
    except KeyboardInterrupt:
        if "--json" in sys.argv:
            print('{"status": "error", "error": {"message": "interrupted"}}')  # noqa: T201
        sys.exit(130)


if __name__ == "__main__":
    run()
