"""An atlas: every usual start of a game up to a size, with its value to either side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toadstone.core import __version__
from toadstone.core.budget import Budget, Confirm
from toadstone.core.errors import RequestError
from toadstone.core.question import REMOTENESS, Question
from toadstone.core.shown import Records
from toadstone.engines.answer import Answer, Status, confirmation
from toadstone.engines.answering import answer
from toadstone.engines.instance import Instance
from toadstone.files.messages import one_of
from toadstone.files.scenario import Scenario
from toadstone.game import Game, all_games
from toadstone.play import ATLAS


@dataclass(frozen=True)
class Entry:
    """One start of an atlas; what no limit left the time for is None.

    Attributes:
        start: the name of the start.
        timed: the answers about the plies, by the side that moves first.
        further: the answer to the game's own question.
    """

    start: str
    timed: Mapping[str, Answer]
    further: Answer

    @property
    def decided(self) -> bool:
        """Whether all of it is known."""
        return all(each.is_proven for each in (self.further, *self.timed.values()))

    @property
    def outcome(self) -> str | None:
        """The side that wins for either first player, or `first`, `second` or `draw`."""
        outcome: str | None = _stated(self.further, "outcome")
        return outcome

    @property
    def winner_when_first(self) -> dict[str, str | None]:
        """Who wins when a side moves first, by that side."""
        return {side: _stated(each, "winner") for side, each in self.timed.items()}

    @property
    def remoteness(self) -> dict[str, int | None]:
        """In how many plies, by the side that moves first."""
        return {side: _stated(each, "remoteness") for side, each in self.timed.items()}

    @property
    def value(self) -> dict[str, str | None]:
        """The answer to the game's own question, by its name."""
        name = self.further.ask[0].name
        return {name: _stated(self.further, name)}

    @property
    def confirmed(self) -> tuple[str | None, str | None]:
        """What derived all of it a second time, or why nothing did."""
        answers = (self.further, *self.timed.values())
        once = next((each for each in answers if each.confirmed_by is None), self.further)
        return once.confirmed_by, once.confirmed_why

    def to_json(self) -> dict[str, Any]:
        """Return the entry as an object of the command's JSON."""
        return {
            "start": self.start,
            "status": Status.OPTIMAL.value if self.decided else Status.UNKNOWN.value,
            "outcome": self.outcome,
            "winner_when_first": self.winner_when_first,
            "remoteness": self.remoteness,
            **self.value,
            **confirmation(*self.confirmed),
        }


def _stated(answer: Answer, name: str) -> Any:
    return answer.position.figures().get(name) if answer.position and answer.is_proven else None


@dataclass(frozen=True, repr=False)
class AtlasTable(Records):
    """Every usual start of a game up to a size.

    Attributes:
        game: the name of the game.
        cells: the size.
        entries: the starts.
    """

    game: str
    cells: int
    entries: tuple[Entry, ...]

    @property
    def decided(self) -> bool:
        """Whether everything is known."""
        return all(entry.decided for entry in self.entries)

    def __repr__(self) -> str:
        return f"<Atlas {self.game} up to {self.cells} cells: {len(self.entries)} starts>"

    def to_records(self) -> list[dict[str, Any]]:
        """Return a record for each start."""
        return [entry.to_json() for entry in self.entries]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `atlas --json` prints."""
        head = {"toadstone": __version__, "game": self.game, "cells": self.cells}
        status = Status.OPTIMAL if self.decided else Status.UNKNOWN
        return head | {"status": status.value, "atlas": self.to_records()}


def table_of(game: Game, cells: int, budget: Budget, confirm: Confirm = Confirm.AUTO) -> AtlasTable:
    """Return the atlas of a game up to a size; the listener is told of every start.

    Once time is up or the user has stopped it, the other entries are empty.

    Raises:
        DisagreementError: two ways to find who wins, or two derivations, do not agree.
        RequestError: the game has no atlas, or none of this size.
    """
    if ATLAS not in game.parts:
        others = [each.name for each in all_games().values() if ATLAS in each.parts]
        raise RequestError(f"{game.name} has no atlas: expected {one_of(others)}")
    atlas = game.get(ATLAS)()
    if cells not in atlas.sizes:
        span = f"from {atlas.sizes[0]} to {atlas.sizes[-1]} cells"
        raise RequestError(f"the atlas of {game.name} is {span}, not {cells}")
    starts, entries = atlas.starts(cells), list[Entry]()

    def answered(scenario: Scenario, question: Question) -> Answer:
        return answer(Instance(game, scenario, (question,)), budget, confirm=confirm)

    for number, by_side in enumerate(starts, 1):
        first = next(iter(by_side.values()))
        timed = {side: answered(start, REMOTENESS) for side, start in by_side.items()}
        entries.append(Entry(first.title, timed, answered(first, atlas.question)))
        budget.listener.tell(f"{number} of {len(starts)} starts, the last one {first.title}")
    return AtlasTable(game.name, cells, tuple(entries))
