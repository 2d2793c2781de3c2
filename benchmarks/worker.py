"""One tool, one file, one process: prints the outcome as one line of JSON."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.tool import Solver
from benchmarks.tools import all_tools


def main(game: str, tool_name: str, file: str, *ask: str) -> None:
    """Answer the questions about a file and print the outcome.

    Raises:
        ValueError: there is no such tool, or it does not run in a worker.
    """
    tool = next((tool for tool in all_tools(game) if tool.name == tool_name), None)
    if not isinstance(tool, Solver):
        raise ValueError(f"no tool of {game} runs in a worker and is called {tool_name}")
    sys.stdout.write(tool.answer(Path(file), ask).as_json() + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
