"""What `toadstone play` begins with: a scenario or a saved game, its players and its moves."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toadstone.engines.instance import Instance
    from toadstone.play.players import ChosenPlayer
    from toadstone_cli.scenario_file import ScenarioFile


@dataclass(frozen=True)
class PlayStart:
    """What is played, by whom, and the moves that were made already."""

    instance: Instance
    chosen: dict[str, ChosenPlayer]
    moves: tuple[Any, ...] = ()


def play_start(
    scenario_file: ScenarioFile, ask: list[str] | None, wishes: list[str], load: str | None
) -> PlayStart:
    """Return what to begin with.

    Args:
        scenario_file: the scenario; its path is empty where a saved game stands for it.
        ask: the questions of `--ask`.
        wishes: the players of `--player`.
        load: a saved game, or a plan of the scenario.

    Raises:
        InputError: a file cannot be used.
        RequestError: the options do not go together, or there is no such player.
    """
    from toadstone.core.errors import RequestError
    from toadstone.files.plan_file import expect_json
    from toadstone.files.source import read_source
    from toadstone.interface import instance_of
    from toadstone.play.adviser import to_go_on_with
    from toadstone.play.saved_game import is_saved_game, moves_of, read_saved_game

    source = None if load is None else read_source(load)
    if source is not None and not scenario_file.path:
        expect_json(source)
        if ask or not is_saved_game(source):
            what = "--ask goes" if ask else "a plan goes"
            raise RequestError(f"--load {load}: {what} with a scenario, and there is none")
        saved = read_saved_game(source)
        chosen = _assigned(saved.instance, wishes) if wishes else dict(saved.players)
        return PlayStart(saved.instance, chosen, saved.moves)
    instance = to_go_on_with(instance_of(scenario_file.read_or_usual(), ask or ()))
    moves = () if source is None else moves_of(source, instance)
    return PlayStart(instance, _assigned(instance, wishes), moves)


def _assigned(instance: Instance, wishes: list[str]) -> dict[str, ChosenPlayer]:
    from toadstone.core.errors import RequestError
    from toadstone.play.players import assign_players

    try:
        return assign_players(instance, names_in(wishes))
    except RequestError as error:
        raise RequestError(f"--player: {error}") from None


def names_in(wishes: list[str]) -> list[str]:
    """Return the players of `--player`, which may stand behind each other with commas."""
    return [name for wish in wishes for name in wish.split(",")]


def has_screen() -> bool:
    """Return whether somebody sits at a terminal with a whole screen, or at a browser."""
    if os.environ.get("TEXTUAL_DRIVER"):
        return True
    streams = (sys.stdin, sys.stdout, sys.stderr)
    whole = os.environ.get("TERM", "dumb") not in {"", "dumb"}
    return whole and all(stream is not None and stream.isatty() for stream in streams)
