"""From a source to a scenario of one of the games."""

from __future__ import annotations

import base64
import os
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import yaml
from pydantic.json_schema import models_json_schema

from toadstone.core.budget import is_whole
from toadstone.core.errors import MOST_DIGITS, InputError, Place, RequestError, text_of
from toadstone.files import INCLUDE, PLAIN_FORMAT, POSITION, SCENARIO, SCENARIO_OPTIONS
from toadstone.files.messages import did_you_mean, one_of, quote
from toadstone.files.scenario import Scenario, find_questions, named_questions, validate
from toadstone.files.source import (
    STANDARD_INPUT,
    Document,
    Source,
    is_folder,
    is_there,
    may_be_yaml,
    parse,
    read_source,
)
from toadstone.game import Game, all_games, find_game, games_found


def read_scenario(
    source: Source | str,
    options: Mapping[str, int] | None = None,
    *,
    settings: Mapping[str, Any] | None = None,
    ask: Sequence[str] = (),
) -> Scenario:
    """Read a scenario of any game from YAML, JSON or a game's plain format.

    Args:
        source: the text, or what `named_source` finds it by.
        options: parts of the scenario stated beside the file, by the name of the option.
        settings: values that replace what stands in the file, by their keys, such as `toad.hp`.
        ask: what is asked where the file asks nothing; see `named_questions`.

    Raises:
        InputError: the file cannot be used; the error says where and why.
        RequestError: the options do not go with the file.
    """
    stated = options or {}
    if isinstance(source, str):
        source = named_source(source)
    game, document = read_document(source, stated)
    for key, value in (settings or {}).items():
        *sections, last = path = key.split(".")
        if not _put(document.content, path, value):
            message = f"`{'.'.join(sections)}`: expected a mapping, in which to set `{last}`"
            raise document.error(message, sections)
        document.beside.add(tuple(path))
    _ask(game, document.content, ask)
    return complete_scenario(game, document, stated)


def read_document(source: Source, options: Mapping[str, int]) -> tuple[Game, Document]:
    """Return the game of a scenario file and what the file says; see `read_scenario`."""
    for game in all_games().values() if not _STATES_GAME.search(source.text) else ():
        plain = game.find(PLAIN_FORMAT)
        own = {option.name for option in game.find(SCENARIO_OPTIONS) or ()}
        is_wanted = own & options.keys() and not may_be_yaml(source)
        if plain and (is_wanted or plain.recognises(source)):
            return game, plain.read(source)
    return _read_yaml(source)


_STATES_GAME = re.compile(r"""^[ \t{]*["']?game["']?[ \t]*:""", re.MULTILINE)
"""A line that no plain format has, so that no game needs to be asked."""


def complete_scenario(game: Game, document: Document, options: Mapping[str, int]) -> Scenario:
    """Return the scenario of a document, with the files it names and the options beside it.

    Raises:
        InputError: the document is no scenario of the game; the error says where and why.
        RequestError: an option does not go with the game, or a plain file lacks one.
    """
    if include := game.find(INCLUDE):
        include(document)
    _take_options(game, document, options)
    scenario = validate(document, game.get(SCENARIO))
    read = (document.source.name, *document.source.included)
    vars(scenario)["files"] = tuple(str(Path(path).absolute()) for path in read)
    vars(scenario)["is_plain"] = document.is_plain
    return scenario


def scenario_of(
    content: dict[str, Any], options: Mapping[str, int], ask: Sequence[str] = ()
) -> Scenario:
    """Return the scenario of a dict with the keys of a scenario file; see `read_scenario`."""
    name = content.get("game")
    if not isinstance(name, str):
        raise RequestError("expected `game`, the name of a game")
    game = find_game(name)
    _ask(game, content, ask)
    document = Document(Source("<scenario>", "", Path.cwd()), plain(content))
    return complete_scenario(game, document, options)


def _ask(game: Game, content: dict[str, Any], ask: Sequence[str]) -> None:
    """Ask this where nothing is asked; raise RequestError where the game has no such question."""
    if ask and "ask" not in content:
        content["ask"] = named = named_questions(ask)
        try:
            find_questions(game.get(SCENARIO).questions, named)
        except RequestError as error:
            raise RequestError(str(error), f"--ask: {error}") from None


def plain(value: Any) -> Any:
    """Return a value with tuples for lists and NumPy's arrays, and int for its integers.

    Raises InputError where a number has so many digits that no scenario needs it.
    """
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    if is_whole(value):
        if abs(number := int(value)) >= 10**MOST_DIGITS:
            raise InputError(f"{text_of(number)} is too large")
        return number
    return plain(value.tolist()) if hasattr(value, "tolist") else value


def json_schema(game_name: str | None = None) -> dict[str, Any]:
    """Return the JSON Schema of a game's scenario files, or of all games' together.

    Raises:
        RequestError: there is no such game.
    """
    games = [find_game(game_name)] if game_name is not None else list(all_games().values())
    types = [game.get(SCENARIO) for game in games]
    head: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    if len(types) == 1:
        return {**head, **types[0].model_json_schema()}
    references, definitions = models_json_schema([(each, "validation") for each in types])
    return {**head, "oneOf": list(references.values()), **definitions}


def _take_options(game: Game, document: Document, options: Mapping[str, int]) -> None:
    """Put the options where they belong; a plain file needs all of them."""
    known = game.find(SCENARIO_OPTIONS) or ()
    if unknown := options.keys() - {option.name for option in known}:
        unfit = f"{min(unknown)} does not go with {game.name}"
        raise RequestError(unfit, f"--{unfit}")
    missing = [
        option.name
        for option in known
        if option.name not in options and not _has(document.content, option.path)
    ]
    if missing and document.is_plain:
        needs = f"{document.source.name} is {game.get(PLAIN_FORMAT).meaning}: it needs"
        typed = " and ".join(f"--{name} N" for name in missing)
        raise RequestError(f"{needs} {' and '.join(missing)}", f"{needs} {typed}")
    for option in known:
        if option.name in options:
            _put(document.content, option.path, options[option.name])


def _has(content: Any, path: Sequence[str]) -> bool:
    for key in path:
        if not isinstance(content, dict) or key not in content:
            return False
        content = content[key]
    return True


def _put(content: dict[str, Any], path: Sequence[str], value: Any) -> bool:
    """Put a value where the path leads, making missing sections; return False if it cannot lead."""
    *sections, key = path
    holder: Any = content
    for section in sections:
        holder = holder.setdefault(section, {})
        if not isinstance(holder, dict):
            return False
    holder[key] = value
    return True


def _read_yaml(source: Source) -> tuple[Game, Document]:
    document = parse(source)
    games = all_games()
    if "game" not in document.content:
        raise document.error(f"`game` is missing: expected {one_of(games)}")
    name = document.content["game"]
    if not isinstance(name, str) or name not in games:
        found = games_found()
        if isinstance(name, str) and name in found.refused:
            raise document.error(found.refused[name], ["game"])
        guess = did_you_mean(name, games) or f"; {found.hint}"
        raise document.error(
            f"`game`: expected {one_of(games)}, found {quote(name)}{guess}",
            ["game"],
        )
    return games[name], document


def example_files() -> Mapping[str, Path]:
    """Return the scenario files that come with the games, by name.

    Where two games have a file of one name, the game stands before it: `GAME/NAME`.
    """
    found = [(game, path) for game in all_games() for path in examples_of(game, "*.yaml")]
    times = Counter(path.stem for _, path in found)
    return {
        f"{game}/{path.stem}" if times[path.stem] > 1 else path.stem: path for game, path in found
    }


def examples_of(game: str, pattern: str) -> list[Path]:
    """Return the files that come with a game.

    They are in the folder `scenarios` beside the module of the game, or in the one of its name
    there; those of the package itself are in `scenarios` of the package or of the source tree.
    """
    file = sys.modules[all_games()[game].package].__file__ or ""
    package = Path(__file__).parent
    folders = [Path(file).parent / "scenarios"]
    if Path(file).is_relative_to(package):
        folders = [package / "scenarios" / game, package.parent.parent / "scenarios" / game]
    elif Path(file).name != "__init__.py":
        folders = [folders[0] / game]
    return sorted(next((each for each in folders if each.is_dir()), folders[0]).glob(pattern))


def position_after(name: str) -> dict[str, Any] | None:
    """Return the scenario of a position after the name of its game; None where there is no such.

    Raises:
        RequestError: this is no position of the game, or the game has none in a word.
    """
    named, _, text = name.partition(" ")
    game = all_games().get(named) if text else None
    if game is None:
        return None
    try:
        return {"game": named, "title": text, **game.get(POSITION)(text)}
    except ValueError as error:
        raise RequestError(f"expected {error}, found {quote(text)}") from None


def find_example(name: str) -> Path | None:
    """Return the packaged scenario with this name, or None where there is none.

    The game may stand before any name, and files in a plain format go by their whole names.
    """
    file = name if name.endswith(".txt") else f"{name}.yaml"
    files = ((game, path) for game in all_games() for path in examples_of(game, "*.*"))
    found = [path for game, path in files if f"/{game}/{path.name}".endswith(f"/{file}")]
    return found[0] if len(found) == 1 else None


_EXAMPLE = re.compile("[a-z0-9-]+(/[a-z0-9-]+)?")
"""What may be the name of an example, by its form."""

_ADDRESS = re.compile(r"https?://[^#]*#scenario=([A-Za-z0-9_-]+)$")
"""The address of a scenario, as the page of `toadstone play` writes it."""


def source_of(text: str | Path) -> Source:
    """Return the text of a path, of an example, or the text itself."""
    if isinstance(text, str):
        a_line = Source("", text, Path())
        if "\n" in text or (may_be_yaml(a_line) and not is_there(text)):
            return Source("<text>", text, Path.cwd())
    return named_source(str(text))


def named_source(name: str) -> Source:
    """Return the text of a file, of an address, or of the packaged scenario with this name.

    A position may stand after the name of its game.

    Raises:
        InputError: there is no such file, or it cannot be read.
    """
    if not name or name == STANDARD_INPUT or (is_there(name) and not is_folder(name)):
        return read_source(name)
    if (stated := position_after(name)) is not None:
        return Source(name, yaml.safe_dump(stated), Path(os.devnull))
    if (sent := _ADDRESS.match(name)) is not None:
        try:
            text = base64.urlsafe_b64decode(sent[1] + "=" * (-len(sent[1]) % 4)).decode()
        except ValueError:
            message = "this address holds no scenario: expected all of it"
            raise InputError(message, Place(name)) from None
        return Source("<address>", text, Path(os.devnull))
    if (example := find_example(name)) is not None:
        return read_source(str(example))
    if is_folder(name):
        said = f"this is a folder. To answer every scenario in it: toadstone batch {name}"
        raise InputError(said, Place(name))
    if said := _why_unknown(name):
        raise InputError(said, Place(name))
    return read_source(name)


def _why_unknown(name: str) -> str:
    """Return what is wrong with a name that is no file or example; nothing if it is a path."""
    for game in all_games():
        with suppress(RequestError):
            if position_after(f"{game} {name}") is not None:
                return f"no such file; as a position: toadstone solve {game} {name}"
    if name in all_games():
        return f"{name} is a game, expected a scenario of it: `toadstone examples` lists some"
    if not _EXAMPLE.fullmatch(name):
        return ""
    hint = did_you_mean(name, [*example_files(), *all_games()]) or f"; {games_found().hint}"
    return f"no file or example of this name{hint}"
