"""The work of a batch: every file, or one file under every combination of settings.

What no file could make right is refused here, before the work begins.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toadstone.core.errors import InputError, RequestError
from toadstone.engines.cp_sat.engine import CP_SAT
from toadstone.engines.parts import ENGINES
from toadstone.files.formats import SCENARIO
from toadstone.files.messages import did_you_mean, one_of, quoted
from toadstone.files.scenario import expect_key, named_questions
from toadstone.files.source import Source, decode, parse_tree, plain_value
from toadstone.game import all_games, find_game
from toadstone.loading import read_document
from toadstone.services.batch.inputs import Input
from toadstone.services.batch.work import Request

MOST_COMBINATIONS = 1_000_000

Settings = Mapping[str, Any]
"""Values by their keys, such as `toad.hp`."""


@dataclass(frozen=True)
class Item:
    """One piece of work: a file, and the settings of the grid if there is one."""

    input: Input
    settings: Settings | None = None

    @property
    def name(self) -> str:
        """What progress calls it."""
        stated = (f"{key}={value}" for key, value in (self.settings or {}).items())
        return " ".join([self.input.name, *stated])


def items_of(
    files: Sequence[Input], request: Request, values: Mapping[str, Sequence[Any]] | None = None
) -> list[Item]:
    """Return the work: every file, or one file under every combination of settings.

    Args:
        files: the files.
        request: what is asked of each.
        values: the values of each key of a grid; without one, the files as they are.

    Raises:
        InputError: the scenario of a grid cannot be used at all.
        RequestError: there is more than one file for a grid, or a key that no scenario has.
    """
    if not values:
        return [Item(each) for each in files]
    if len(files) != 1:
        raise RequestError(f"settings go with one scenario, found {len(files)} files")
    (file,) = files
    source = decode(file.source_name, file.read(), Path(file.folder))
    game, _ = read_document(source, request.game, request.options)
    for key in values:
        expect_key(game.get(SCENARIO), key)
    return [Item(file, settings) for settings in grid(values)]


def expect_known(request: Request) -> None:
    """Refuse a request that names what no game has.

    Raises:
        RequestError: no game has such a name, question or method.
    """
    games = [find_game(request.game)] if request.game else list(all_games().values())
    known = list(dict.fromkeys(each.name for game in games for each in game.questions))
    for name in named_questions(request.ask)[1] if request.ask else ():
        if name.partition("=")[0] not in known:
            _refuse("question", name, known)
    if request.method is not None:
        methods = list(dict.fromkeys(_methods()))
        if request.method not in methods:
            _refuse("method", request.method, methods)


def _methods() -> Iterator[str]:
    from toadstone.engines.adversarial.engine import POSITION_SEARCHES
    from toadstone.engines.search.engine import SEARCHES

    own = (each for game in all_games().values() for each in game.find(ENGINES) or ())
    yield from (each.name for each in (CP_SAT, *SEARCHES, *POSITION_SEARCHES, *own))


def _refuse(kind: str, name: str, known: Sequence[str]) -> None:
    guess = did_you_mean(name, known)
    raise RequestError(f"{kind}: expected {one_of(known)}, found {quoted(name)}{guess}")


def read_setting(text: str) -> tuple[str, tuple[Any, ...]]:
    """Return the key and the values of `KEY=A,B,C`; the values are YAML.

    Raises:
        RequestError: it is not of this form.
    """
    key, equals, values = text.partition("=")
    key = key.strip()
    if not (key and equals and values.strip()):
        raise RequestError(f"expected KEY=VALUE or KEY=A,B,C, found {quoted(text)}")
    source = Source("", f"[{values}]", Path())
    try:
        read = plain_value(source, parse_tree(source))
    except InputError as error:
        raise RequestError(f"`{key}`: expected values with commas between: {error}") from None
    if not isinstance(read, tuple) or not read:
        raise RequestError(f"`{key}`: expected values with commas between, found {quoted(values)}")
    return key, read


def grid(values: Mapping[str, Sequence[Any]]) -> list[Settings]:
    """Return every combination of the values of the keys once, the last key changing fastest.

    Raises:
        RequestError: a key has no values or lies inside another, or there are too many.
    """
    for key, other in itertools.permutations(values, 2):
        if other.startswith(f"{key}."):
            raise RequestError(f"`{other}` lies inside `{key}`: expected one of them")
    once = {key: _once(key, each) for key, each in values.items()}
    count = math.prod(map(len, once.values()))
    if count > MOST_COMBINATIONS:
        raise RequestError(f"expected at most {MOST_COMBINATIONS:,} combinations, found {count:,}")
    return [dict(zip(once, each, strict=True)) for each in itertools.product(*once.values())]


def _once(key: str, values: Sequence[Any]) -> list[Any]:
    if isinstance(values, str) or not values:
        raise RequestError(f"`{key}`: expected a list of values, found {quoted(values)}")
    return list({_text(value): value for value in values}.values())


def _text(value: Any) -> str:
    try:
        return json.dumps(value, sort_keys=True)
    except (TypeError, ValueError):
        raise RequestError(f"expected plain values to set, found {quoted(value)}") from None
