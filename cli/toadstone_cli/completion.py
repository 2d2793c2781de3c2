"""Completion in the shell: scenarios, games, questions, methods, players, formats.

A completer never fails: where a scenario cannot be read, it offers what goes with any game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from toadstone.core.errors import ToadstoneError
from toadstone.files.formats import SCENARIO_OPTIONS
from toadstone.game import Game, all_games

if TYPE_CHECKING:
    from toadstone.engines.instance import Instance

STANDARD_INPUT = "-"

Completer = Callable[[typer.Context, str], list[str]]

_SCENARIO_FILES = {".yaml", ".yml", ".json", ".txt"}
_TAKE_GAMES = {"play"}
"""The commands that take the name of a game in the place of a scenario."""


def _one_of(words: Callable[[typer.Context], Iterable[str]]) -> Completer:
    """Return a completer for a word, or for the last of several with `,`, `=` or `:` between."""

    def complete(context: typer.Context, incomplete: str) -> list[str]:
        begun = re.match(r"(.*[,=:])?", incomplete)
        before = begun[0] if begun else ""
        given = set(re.split("[,=:]", before))
        return [
            before + word
            for word in words(context)
            if (before + word).startswith(incomplete) and word not in given
        ]

    return complete


def scenarios(context: typer.Context, incomplete: str) -> list[str]:
    """Offer packaged examples, games where they will do, folders, and files."""
    from toadstone.loading import example_files

    games = all_games() if context.info_name in _TAKE_GAMES else ()
    offered = [name for name in (*example_files(), *games) if name.startswith(incomplete)]
    folder, _, name = incomplete.rpartition("/")
    shown = f"{folder}/" if "/" in incomplete else ""
    with suppress(OSError):
        for path in sorted((Path(shown) if shown else Path()).expanduser().iterdir()):
            if path.name.startswith(name) and (name or not path.name.startswith(".")):
                if path.is_dir():
                    offered.append(f"{shown}{path.name}/")
                elif path.suffix.lower() in _SCENARIO_FILES:
                    offered.append(f"{shown}{path.name}")
    return offered


def _games_of(context: typer.Context) -> list[Game]:
    """Return the game of the scenario on the command line; every game where none is known."""
    instance = _instance(context)
    return list(all_games().values()) if instance is None else [instance.game]


def _instance(context: typer.Context) -> Instance | None:
    """Return what is asked so far on the command line, or None where that cannot be said."""
    from toadstone.arguments import named_game, usual_start
    from toadstone.engines.instance import make_instance
    from toadstone.loading import named_source, read_scenario

    given = context.params
    left = (word for word in context.args if not word.startswith("-"))
    path = given.get("scenario") or next(left, STANDARD_INPUT)  # parsing ends where a value lacks
    ask = given.get("ask") or ()
    options = (each for game in all_games().values() for each in game.find(SCENARIO_OPTIONS) or ())
    stated = {option.name: given.get(option.name) for option in options}
    parts = {name: value for name, value in stated.items() if isinstance(value, int)}
    with suppress(ToadstoneError):
        if (game := named_game(path)) is not None:
            return make_instance(usual_start(game), ask)
        if path != STANDARD_INPUT:
            source, named = named_source(path), given.get("game")
            return make_instance(read_scenario(source, named, parts, ask=ask), ask)
    return None


def _methods(context: typer.Context) -> list[str]:
    from toadstone.engines.answering import engines_for

    instance = _instance(context)
    return [] if instance is None else [engine.name for engine in engines_for(instance)]


def _players(context: typer.Context) -> list[str]:
    from toadstone.play.players import kinds_of_players

    instance = _instance(context)
    return [] if instance is None else list(kinds_of_players(instance))


games = _one_of(lambda context: all_games())
questions = _one_of(
    lambda context: dict.fromkeys(
        question.name for game in _games_of(context) for question in game.questions
    )
)
methods = _one_of(_methods)
players = _one_of(_players)
