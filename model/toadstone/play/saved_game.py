"""Games that are kept in a file: the scenario, the players and the moves, to be continued later.

The file is a JSON object with a `plan`, so that `toadstone check` reads it as a plan, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

from toadstone.core import __version__
from toadstone.core.errors import RequestError
from toadstone.core.rules import IllegalMoveError
from toadstone.core.session import Session
from toadstone.engines.instance import Instance, make_instance
from toadstone.files.plan_file import expect_json
from toadstone.files.source import Source
from toadstone.loading import read_scenario
from toadstone.play.adviser import to_go_on_with
from toadstone.play.players import ChosenPlayer, assign_players

KIND = "saved game"


@dataclass(frozen=True)
class SavedGame:
    """A game that was read.

    Attributes:
        instance: what is played, and for which questions.
        players: the player of each side.
        moves: the moves so far, all of them legal.
    """

    instance: Instance
    players: Mapping[str, ChosenPlayer]
    moves: tuple[Any, ...]


def saved_game(
    instance: Instance, players: Mapping[str, ChosenPlayer], moves: Sequence[Any]
) -> str:
    """Return the text of the file that keeps a game."""
    scenario = instance.scenario.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    content = {
        "toadstone": __version__,
        "kind": KIND,
        "scenario": {"game": instance.game.name, **scenario},
        "ask": list(map(str, instance.ask)),
        "players": {side: str(each) for side, each in players.items()},
        "plan": [str(move) for move in moves],
    }
    return json.dumps(content, indent=1) + "\n"


def is_saved_game(source: Source) -> bool:
    """Return whether a file keeps a game; a plan alone does not."""
    content = _json(source)
    return isinstance(content, dict) and content.get("kind") == KIND


def read_saved_game(source: Source) -> SavedGame:
    """Read a game that was saved.

    Raises:
        InputError: the file cannot be used; the error says where and why.
    """
    expect_json(source)
    try:
        content = _Content.model_validate(_json(source))
    except ValidationError as error:
        why = error.errors()[0]["msg"]
        raise source.error(f"expected a saved game: {why}", 1, 1) from None
    game, scenario = read_scenario(Source(source.name, json.dumps(content.scenario), Path()))
    named = [f"{side}={player}" for side, player in content.players.items()]
    try:
        instance = to_go_on_with(make_instance(game, scenario, content.ask))
        players = assign_players(instance, named)
    except RequestError as error:
        raise source.error(str(error), 1, 1) from None
    return SavedGame(instance, players, moves_of(source, instance))


def moves_of(source: Source, instance: Instance) -> tuple[Any, ...]:
    """Return the moves of a plan, or of a saved game, as far as a game has been played.

    Raises:
        InputError: one of them is no move, or not legal.
    """
    moves = instance.read_plan(source).moves
    session: Session[Any, Any] = Session.begun(instance.rules)
    for turn, move in enumerate(moves, 1):
        try:
            session = session.after(move)
        except IllegalMoveError as error:
            raise source.error(f"move {turn}, {move}, is not legal: {error}") from None
    return session.moves


class _Content(BaseModel):
    """What the file holds."""

    kind: Literal["saved game"]
    scenario: dict[str, Any]
    ask: list[str]
    players: dict[str, str]
    plan: list[str]


def _json(source: Source) -> Any:
    try:
        return json.loads(source.text)
    except ValueError:
        return None
