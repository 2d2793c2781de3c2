"""One scenario under many settings: every combination of the values of some keys."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from toadstone.core.errors import InputError, RequestError
from toadstone.files.messages import quoted
from toadstone.files.source import Source, parse_tree, plain_value

MOST_COMBINATIONS = 1_000_000

Settings = Mapping[str, Any]
"""Values by their keys, such as `toad.hp`."""


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
