"""An atlas: every usual start of a game up to a size, with its value to either side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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
        decided: whether all of it is known.
        outcome: the side that wins for either first player, or `first`, `second` or `draw`.
        winner_when_first: who wins when a side moves first, by that side.
        remoteness: in how many plies, by the side that moves first.
        value: the answer to the game's own question, by its name.
        confirmed: what derived all of it a second time, or why nothing did.
    """

    start: str
    decided: bool
    outcome: str | None
    winner_when_first: Mapping[str, str | None] = field(hash=False)
    remoteness: Mapping[str, int | None] = field(hash=False)
    value: Mapping[str, str | None] = field(hash=False)
    confirmed: tuple[str | None, str | None]

    def to_json(self) -> dict[str, Any]:
        """Return the entry as an object of the command's JSON."""
        return {
            "start": self.start,
            "status": _status(decided=self.decided),
            "outcome": self.outcome,
            "winner_when_first": self.winner_when_first,
            "remoteness": self.remoteness,
            **self.value,
            **confirmation(*self.confirmed),
        }


def _entry(start: str, timed: Mapping[str, Answer], further: Answer) -> Entry:
    """Return an entry of the answers about the plies, and of that to the game's own question."""
    answers, name = (further, *timed.values()), further.ask[0].name
    once = next((each for each in answers if each.confirmed_by is None), further)
    return Entry(
        start,
        all(each.is_proven for each in answers),
        _stated(further, "outcome"),
        {side: _stated(each, "winner") for side, each in timed.items()},
        {side: _stated(each, "remoteness") for side, each in timed.items()},
        {name: _stated(further, name)},
        (once.confirmed_by, once.confirmed_why),
    )


def _status(*, decided: bool) -> str:
    return (Status.OPTIMAL if decided else Status.UNKNOWN).value


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
        return head | {"status": _status(decided=self.decided), "atlas": self.to_records()}


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
        entries.append(_entry(first.title, timed, answered(first, atlas.question)))
        budget.listener.tell(f"{number} of {len(starts)} starts, the last one {first.title}")
    return AtlasTable(game.name, cells, tuple(entries))
