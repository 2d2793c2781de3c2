"""What one game brings to its benchmark."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from benchmarks.tool import Ask, Outcome, Tool
from benchmarks.tools import all_tools


@dataclass(frozen=True)
class File:
    """One generated scenario.

    Attributes:
        family: what it is like, for people.
        turns: its length.
        width: the size of its board.
    """

    path: Path
    family: str
    turns: int
    width: int


class Benchmark(ABC):
    """A game's questions, files and judge.

    Attributes:
        title: the game's name, for people.
        folder: the name of its folder under `benchmarks/games`.
        asks: what is asked of every file.
        width: the usual size of a board.
    """

    title: str
    folder: str
    asks: tuple[Ask, ...]
    width: int

    def tools(self) -> tuple[Tool, ...]:
        """Return every tool, in the order of the tables."""
        return all_tools(self.folder)

    @abstractmethod
    def files(
        self, folder: Path, ask: Ask, *, turns: int, seed: int, width: int
    ) -> tuple[File, ...]:
        """Write the files about which a question is asked; the same arguments, the same files."""

    @abstractmethod
    def tail(self, folder: Path, ask: Ask, *, turns: int, seed: int, width: int) -> File:
        """Write a file of the family in which single files took searches longest."""

    @abstractmethod
    def judge(self, file: File, ask: Ask, outcome: Outcome) -> str | None:
        """Say how an answer disagrees with the exact one; None where it agrees."""


def games() -> list[str]:
    """Return the names of the games that have a benchmark."""
    folders = Path(__file__).parent.glob("games/*/benchmark.py")
    return sorted(path.parent.name.replace("_", "-") for path in folders)


def benchmark_of(game: str) -> Benchmark:
    """Return the benchmark of a game.

    Raises:
        LookupError: there is none; the message names those there are.
    """
    if game not in games():
        raise LookupError(f"expected a game out of {', '.join(games())}, found '{game}'")
    folder = game.replace("-", "_")
    benchmark: Benchmark = import_module(f"benchmarks.games.{folder}.benchmark").BENCHMARK
    return benchmark
