"""From a source to a scenario of one of the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic.json_schema import models_json_schema

from toadstone.core.errors import RequestError
from toadstone.files.messages import did_you_mean, found, one_of
from toadstone.files.scenario import Scenario, validate
from toadstone.files.source import Document, Source, may_be_yaml, parse
from toadstone.game import AnyGame, all_games


def read_scenario(
    source: Source, game_name: str | None = None, plain_options: Mapping[str, int] | None = None
) -> tuple[AnyGame, Scenario]:
    """Read a scenario of any game from YAML, JSON or a game's plain format.

    Args:
        source: the text.
        game_name: the game, where the file may leave it open.
        plain_options: parts of the scenario stated beside the file, by option name.

    Raises:
        InputError: the file cannot be used; the error says where and why.
        RequestError: the options do not go with the file, or there is no such game.
    """
    named = find_game(game_name) if game_name is not None else None
    options = plain_options or {}
    game, document = _read_plain(source, named, options) or _read_yaml(source, named)
    game.include(document)
    _take_options(game, document, options)
    return game, validate(document, game.scenario_type())


def find_game(name: str) -> AnyGame:
    """Return the game with this name; raise RequestError when there is none."""
    games = all_games()
    if name not in games:
        raise RequestError(f"there is no game `{name}`: expected {one_of(games)}")
    return games[name]


def json_schema(game_name: str | None = None) -> dict[str, Any]:
    """Return the JSON Schema of a game's scenario files, or of all games' together.

    Raises:
        RequestError: there is no such game.
    """
    games = [find_game(game_name)] if game_name is not None else list(all_games().values())
    types = [game.scenario_type() for game in games]
    head: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    if len(types) == 1:
        return {**head, **types[0].model_json_schema()}
    references, definitions = models_json_schema([(each, "validation") for each in types])
    return {**head, "oneOf": list(references.values()), **definitions}


def _read_plain(
    source: Source, named: AnyGame | None, options: Mapping[str, int]
) -> tuple[AnyGame, Document] | None:
    for game in [named] if named else all_games().values():
        if game.plain and (
            game.recognises(source)
            or (
                not may_be_yaml(source)
                and (named or {each.name for each in game.plain.options} & options.keys())
            )
        ):
            return game, game.read_plain(source)
    return None


def _take_options(game: AnyGame, document: Document, options: Mapping[str, int]) -> None:
    """Put the options where they belong; a plain file needs all of them."""
    known = game.plain.options if game.plain else ()
    if unknown := options.keys() - {option.name for option in known}:
        raise RequestError(f"--{min(unknown)} does not go with {game.name}")
    missing = [f"--{option.name} N" for option in known if option.name not in options]
    if game.plain and document.root is None and missing:
        needed = " and ".join(missing)
        raise RequestError(f"{document.source.name} is {game.plain.meaning}: it needs {needed}")
    for option in known:
        if option.name in options:
            _put(document.content, option.path, options[option.name])


def _put(content: dict[str, Any], path: Sequence[str], value: int) -> None:
    """Put a value where the path leads, making sections that are missing, breaking none."""
    *sections, key = path
    holder: Any = content
    for section in sections:
        holder = holder.setdefault(section, {}) if isinstance(holder, dict) else None
    if isinstance(holder, dict):
        holder[key] = value


def _read_yaml(source: Source, named: AnyGame | None) -> tuple[AnyGame, Document]:
    document = parse(source)
    games = all_games()
    if "game" not in document.content and named:
        document.content["game"] = named.name
    if "game" not in document.content:
        raise document.error(f"`game` is missing: expected {one_of(games)}")
    name = document.content["game"]
    if not isinstance(name, str) or name not in games:
        raise document.error(
            f"`game`: expected {one_of(games)}, found {found(name)}{did_you_mean(name, games)}",
            ["game"],
        )
    if named and named.name != name:
        raise document.error(f"`game`: this file is for {name}, not {named.name}", ["game"])
    return games[name], document
