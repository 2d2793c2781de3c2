"""`toadstone warm-up`: compiles now what would be compiled on first use."""

from __future__ import annotations

import time

from toadstone_cli.options import Json
from toadstone_cli.output import ExitStatus, write, write_json
from toadstone_cli.progress import LiveLine


def warm_up(json: Json = False) -> ExitStatus:
    """Compile for this machine what would be compiled on first use.

    It takes about a minute after an installation. The code is kept on disk, so a second run has
    nothing to do.

    \b
    Example:
      toadstone warm-up
    """
    from toadstone.core.budget import COMPILING, Budget, Listener
    from toadstone.engines.parts import WARM_UP
    from toadstone.game import all_games

    seconds: dict[str, float | None] = {}
    for name, game in all_games().items():
        compile_all = game.find(WARM_UP)
        if compile_all is None:
            continue
        told: list[str] = []
        began = time.monotonic()
        with LiveLine(f"{name}: compiling for this machine"):
            compile_all(Budget(listener=Listener(tell=told.append)))
        took = round(time.monotonic() - began, 1)
        seconds[name] = took if COMPILING in told else None
        if not json:
            done = f"compiled in {took:.0f} s" if COMPILING in told else "was compiled before"
            write(f"{name}: {done}\n")
    if json:
        write_json({"compiled": seconds})
    else:
        write("The other games need nothing.\n")
    return ExitStatus.ANSWERED
