"""Where the tools of a game are found."""

from __future__ import annotations

from importlib import import_module

from benchmarks.tool import Tool


def all_tools(game: str) -> tuple[Tool, ...]:
    """Return the tools of a game's folder, in the order of the tables.

    Args:
        game: the name of the game's folder under `benchmarks/games`.
    """
    tools: tuple[Tool, ...] = import_module(f"benchmarks.games.{game}.tools").TOOLS
    return tools
