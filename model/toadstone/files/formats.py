"""What a game brings about files: scenarios, plain formats, output, and their options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toadstone.core.part import Part

if TYPE_CHECKING:
    from toadstone.core.answer import Answer
    from toadstone.core.budget import Budget
    from toadstone.core.question import Question
    from toadstone.files.plan_file import Spell
    from toadstone.files.scenario import Scenario
    from toadstone.files.source import Document, Source


@dataclass(frozen=True)
class ScenarioOption:
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
class OutputOption:
    """A file or folder that a game can write beside the answer, and the option that asks for it."""

    name: str
    metavar: str
    meaning: str


@dataclass(frozen=True)
class PlainFormat:
    """A file format of a game beside YAML, such as a bare list of rolls.

    Attributes:
        meaning: what such a file is, for messages.
        recognises: returns whether a text is in this format.
        read: returns the document that a text stands for; it may still lack the game's
            `SCENARIO_OPTIONS`.
    """

    meaning: str
    recognises: Callable[[Source], bool]
    read: Callable[[Source], Document]


def the_path_itself(path: str, ask: tuple[Question, ...], method: str) -> Sequence[str]:
    """Return the one file of an output that is a file."""
    return (path,)


@dataclass(frozen=True)
class Output:
    """What writes one of a game's `OUTPUT_OPTIONS`.

    Attributes:
        expect: raises RequestError, before any work is done, where the questions have no such
            output, or the method that answers them has none.
        write: writes it to a file or folder; raises InputError where it cannot be written, and
            LimitReachedError when time is up.
        files: returns the files that `write` writes for a path, the questions and the method.
    """

    expect: Callable[[tuple[Question, ...], str], None]
    write: Callable[[str, Answer, Budget], None]
    files: Callable[[str, tuple[Question, ...], str], Sequence[str]] = the_path_itself


SCENARIO = Part[type["Scenario"]]("scenario files")
"""The pydantic model of the game's scenario files."""

SCENARIO_OPTIONS = Part[tuple[ScenarioOption, ...]]("options about the scenario")
OUTPUT_OPTIONS = Part[tuple[OutputOption, ...]]("options about output")
PLAIN_FORMAT = Part[PlainFormat]("plain format")
SPELLING = Part[Callable[[Any], "Spell[Any]"]]("spelling")
"""Makes what reads the moves of a scenario as people spell them.

Without it a move has to stand in its text form.
"""
OUTPUTS = Part[dict[str, Output]]("outputs")
"""Writes the game's `OUTPUT_OPTIONS`, by the name of the option."""
INCLUDE = Part[Callable[["Document"], None]]("included files")
"""Takes in what a document keeps in files beside it; raises InputError."""
