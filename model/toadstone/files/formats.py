"""Files of a game beside its YAML scenarios: plain input files, and what it writes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlainOption:
    """A whole number on the command line that states a part of a scenario.

    A file in the game's plain format needs it; in a YAML scenario it takes the place of what
    stands at `path`.
    """

    name: str
    path: tuple[str, ...]
    least: int
    most: int
    meaning: str


@dataclass(frozen=True)
class PlainFormat:
    """A file format of a game beside YAML, such as a bare list of rolls."""

    meaning: str
    options: tuple[PlainOption, ...]


@dataclass(frozen=True)
class OutputOption:
    """A file or folder that a game can write beside the answer, and the option that asks for it."""

    name: str
    metavar: str
    meaning: str
