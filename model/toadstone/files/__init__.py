"""Files: scenarios, plans, and the parts that a game may bring for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from toadstone.core.part import Part

if TYPE_CHECKING:
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
class Size:
    """A whole number that sets the size of the puzzles of a game, and its option.

    Attributes:
        usual: that of an easy, a medium and a hard puzzle.
    """

    name: str
    usual: tuple[int, int, int]
    least: int
    most: int
    meaning: str

    @property
    def default(self) -> int:
        """The size where no difficulty is asked for: the medium one."""
        return self.usual[1]


@dataclass(frozen=True)
class PlainFormat:
    """A file format of a game beside YAML, such as a bare list of rolls.

    Attributes:
        meaning: the name of such a file in messages.
        recognises: returns whether a text is in this format.
        read: returns the document that a text stands for; it may still lack the game's
            `SCENARIO_OPTIONS`.
    """

    meaning: str
    recognises: Callable[[Source], bool]
    read: Callable[[Source], Document]


SCENARIO = Part[type["Scenario"]]("scenario files")
"""The pydantic model of the game's scenario files."""

SCENARIO_OPTIONS = Part[tuple[ScenarioOption, ...]]("options about the scenario")
PLAIN_FORMAT = Part[PlainFormat]("plain format")
READ_AS = Part[Callable[[Any], Iterable[str]]]("what a plain file was read as")
"""Returns a title and a line for each item of a scenario, which show how its file was read."""

Form = tuple[str, ...]
"""How people write a move: a pattern, and the text forms of the moves that it may stand for.

In the pattern `N` is a number; in a text form `{0}` is the match of the first group, 1 if empty.
If a pattern has no text form, each letter of it is a move.
"""


@dataclass(frozen=True)
class Spellings:
    """How people write the moves of a scenario, as data.

    Attributes:
        forms: the table; the first pattern that fits counts.
        others: further tables, such as one that counts cells from 0. A file is read by one of them
            if it cannot be read by `forms`, and wins as it is read.
        words: the words of a class, each with its meaning.
        also: a table for files that cannot be read by `forms`; a file that both read is unclear.
    """

    forms: Sequence[Form] = ()
    others: Sequence[Sequence[Form]] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    also: Sequence[Form] = ()


NO_SPELLINGS = Spellings()

SPELLING = Part[Callable[[Any], Spellings]]("spelling")
"""Returns how people write the moves of a scenario.

Without it a move has to stand in its text form.
"""
INCLUDE = Part[Callable[["Document"], None]]("included files")
"""Adds the content of files that a document names; raises InputError."""

POSITION = Part[Callable[[str], Mapping[str, Any]]](
    "positions in a word", "{game} has no positions to type: name a file or an example"
)
"""Returns the keys of a scenario for a position in one word, such as `LL_RR`.

Raises ValueError for other words, with the expected form.
"""
