"""Games in folders that tests make: found, and forgotten again."""

import os
import sys
from pathlib import Path

from toadstone.game import GAME_PATH, games_found

USED = []
"""The folders that a test uses; when it has ended, their games are forgotten."""


def use_games_in(monkeypatch, *folders):
    """Let the games of some folders be found until the test ends."""
    USED.extend([Path(each).resolve() for each in folders] or [None])
    monkeypatch.setenv(GAME_PATH, os.pathsep.join(map(str, folders)))
    monkeypatch.setattr(sys, "path", [*sys.path])
    games_found.cache_clear()


def forget_games_in(*folders):
    """Let modules below some folders be imported anew, and games be looked for anew."""
    inside = tuple(f"{folder}{os.sep}" for folder in folders)
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(inside):
            del sys.modules[name]
    sys.path[:] = [each for each in sys.path if not f"{each}{os.sep}".startswith(inside)]
    games_found.cache_clear()
