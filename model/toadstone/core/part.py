"""Parts that a game may bring, each declared by its user, and the table of what they support."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from toadstone.core.question import Support

T = TypeVar("T")


@dataclass(frozen=True)
class Part(Generic[T]):
    """A kind of part that a game may bring; `T` is the type of what it brings.

    Attributes:
        name: what the kind is called.
        refusal: the message where a game lacks it; `{game}` stands for the game's name.
    """

    name: str
    refusal: str = ""

    def why_missing(self, game: str) -> str:
        """Return the message for a game that does not bring this part."""
        return self.refusal.format(game=game) or f"{game} brings no {self.name}"


def stated(parts: Sequence[Part[Any]], table: str) -> dict[Part[Any], Support]:
    """Return what each part supports, by a table with a column for each of them.

    A row names a question with its aim, or figures behind `figure`, or keys. Behind `|` it has `x`
    in the column of each part that states these, and `-` in all others.
    """
    rows = [line.rsplit("|", 1) for line in table.strip().splitlines()]

    def support(marks: Sequence[str]) -> Support:
        marked = zip(rows, marks, strict=True)
        names = [name.strip() for (name, _), mark in marked if mark == "x"]
        questions = dict(name.split(": ", 1) for name in names if ": " in name)
        others = [name.split() for name in names if ": " not in name]
        figures = [name for kind, *rest in others if kind == "figure" for name in rest]
        keys = frozenset(name for row in others if row[0] != "figure" for name in row)
        return Support(questions, keys, figures)

    columns = zip(*(marks.split() for _, marks in rows), strict=True)
    return dict(zip(parts, map(support, columns), strict=True))


SUPPORT = Part[Mapping[Part[Any], "Support | str"]]("support")
"""The support of each part that depends on it, or where that is, as `module:name`; see `stated`.

A part that is not here states nothing, so that it is refused and never right by luck.
"""
