"""An atlas: every usual start of a game up to a size, with its value to either side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from toadstone.core import __version__
from toadstone.core.budget import Budget, Confirm
from toadstone.core.errors import DisagreementError, RequestError
from toadstone.core.shown import Records
from toadstone.engines.adversarial.perfect_play import PerfectPlay
from toadstone.engines.adversarial.query import (
    outcome_class,
    two_player_rules,
    winner_of,
    winners_when_first,
)
from toadstone.engines.answer import (
    Answer,
    PositionResult,
    Seconds,
    SolverFacts,
    Status,
    confirmation,
    reproducible,
)
from toadstone.engines.confirming import confirm_answer
from toadstone.engines.instance import Instance, decision_of
from toadstone.files.messages import one_of
from toadstone.game import Game, all_games
from toadstone.play.parts import ATLAS


@dataclass(frozen=True)
class Entry:
    """One start of an atlas; what no limit left the time for is None.

    Attributes:
        start: the name of the start.
        outcome: the side that wins for either first player, or `first`, `second` or `draw`.
        winner_when_first: who wins when a side moves first, by that side.
        remoteness: in how many plies, by the side that moves first.
        further: what else the game states of its starts, by the names in `Atlas.columns`.
        confirmed_by, confirmed_why: what derived all of it a second time, see `Answer`.
    """

    start: str
    outcome: str | None
    winner_when_first: Mapping[str, str | None]
    remoteness: Mapping[str, int | None]
    further: Mapping[str, Any]
    confirmed_by: str | None = None
    confirmed_why: str | None = "the answer is not proven"

    @property
    def decided(self) -> bool:
        """Whether all of it is known."""
        return self.outcome is not None and None not in self.further.values()

    def to_record(self) -> dict[str, Any]:
        """Return the entry as a record: a flat dict."""
        return {
            "start": self.start,
            "outcome": self.outcome,
            **{f"{side} first: winner": name for side, name in self.winner_when_first.items()},
            **{f"{side} first: plies": plies for side, plies in self.remoteness.items()},
            **self.further,
        }

    def to_json(self) -> dict[str, Any]:
        """Return the entry as an object of the command's JSON."""
        return {
            "start": self.start,
            "status": Status.OPTIMAL.value if self.decided else Status.UNKNOWN.value,
            "outcome": self.outcome,
            "winner_when_first": self.winner_when_first,
            "remoteness": self.remoteness,
            **self.further,
            **confirmation(self.confirmed_by, self.confirmed_why),
        }


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
        return [entry.to_record() for entry in self.entries]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `atlas --json` prints."""
        head = {"toadstone": __version__, "game": self.game, "cells": self.cells}
        status = Status.OPTIMAL if self.decided else Status.UNKNOWN
        entries = [entry.to_json() for entry in self.entries]
        return head | {"status": status.value, "atlas": entries}


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
    scenarios, entries = atlas.starts(cells), list[Entry]()
    values = atlas.values(budget)
    for number, scenario in enumerate(scenarios, 1):
        instance = decision_of(scenario)
        sides = dict.fromkeys(two_player_rules(instance).sides)
        entry = Entry(scenario.title, None, sides, sides, dict.fromkeys(atlas.columns))
        with budget.stoppable():
            budget.check()
            entry = replace(_search(entry, instance, budget), further=values(scenario))
            entry = _confirm(entry, instance, budget, confirm)
        entries.append(entry)
        budget.listener.tell(f"{number} of {len(scenarios)} starts, the last one {entry.start}")
    return AtlasTable(game.name, cells, tuple(entries))


def _confirm(entry: Entry, instance: Instance, budget: Budget, wanted: Confirm) -> Entry:
    rules = two_player_rules(instance)
    winners = {side: winner or "" for side, winner in entry.winner_when_first.items()}
    claim = Answer(
        instance=instance,
        status=Status.OPTIMAL,
        bounds=(None,),
        replay=None,
        solver=SolverFacts("exact-search", __version__, {}),
        seconds=Seconds(0.0, 0.0, 0.0),
        position=PositionResult(
            winner=winners[rules.to_move(rules.start())],
            winner_when_first=winners,
            outcome=entry.outcome,
            remoteness_when_first=dict(entry.remoteness),
            **entry.further,
        ),
    )
    with reproducible(instance, claim.solver):
        said = confirm_answer(instance, claim, budget, wanted)
    return replace(entry, confirmed_by=said.confirmed_by, confirmed_why=said.confirmed_why)


def _search(entry: Entry, instance: Instance, budget: Budget) -> Entry:
    rules = two_player_rules(instance)
    play = PerfectPlay(rules, budget)
    start = rules.start()
    values = {
        rules.to_move(state): play.remoteness(state) for state in (start, rules.null_move(start))
    }
    winners = winners_when_first(play)
    for side, value in values.items():
        if winner_of(rules, side, value.payoff) != winners[side]:
            raise DisagreementError(f"{entry.start}: two searches differ in who wins")
    return replace(
        entry,
        outcome=outcome_class(rules, winners),
        winner_when_first=winners,
        remoteness={side: values[side].plies for side in rules.sides},
    )
