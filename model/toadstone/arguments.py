"""What the functions of the Python interface accept, checked and brought into one form.

Every check raises RequestError and says what was expected and what was found.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toadstone.core.budget import is_whole
from toadstone.core.errors import RequestError
from toadstone.files.messages import found
from toadstone.files.scenario import Scenario
from toadstone.files.source import Document, Source, is_there, may_be_yaml, read_source
from toadstone.game import find_game
from toadstone.loading import completed, named_source

if TYPE_CHECKING:
    from toadstone.grading.rubric import Rubric

ScenarioSource = Scenario | str | Path | Mapping[str, Any]
"""A scenario, or a source that `load` reads."""

Ask = str | Sequence[str]


def questions_of(ask: Ask) -> Sequence[str]:
    """Return the names of the questions."""
    names = [ask] if isinstance(ask, str) else ask
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise RequestError(f"expected a question or a list of questions, found {found(ask)}")
    return names


def expect_names(argument: str, names: object) -> None:
    """Refuse what is not a list of names."""
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise RequestError(f"{argument}: expected a list of names, found {found(names)}")


def expect_flags(**arguments: object) -> None:
    """Refuse arguments that are neither True nor False."""
    for name, value in arguments.items():
        if not isinstance(value, bool):
            raise RequestError(f"{name}: expected True or False, found {found(value)}")


def expect_whole(**arguments: object) -> None:
    """Refuse arguments that are not whole numbers."""
    for name, value in arguments.items():
        if not is_whole(value):
            raise RequestError(f"{name}: expected a whole number, found {found(value)}")


def paths_of(paths: object) -> list[str]:
    """Return one path or several as texts."""
    named = [paths] if isinstance(paths, str | Path) else paths
    if not isinstance(named, Sequence):
        raise RequestError(f"expected a path or a list of paths, found {found(paths)}")
    for each in named:
        if not isinstance(each, str | Path):
            raise RequestError(f"expected paths, found {found(each)} in the list")
    return list(map(str, named))


def expect_plan(plan: object) -> None:
    """Refuse what is neither a list of moves nor a path."""
    if not isinstance(plan, str | Path | Sequence):
        raise RequestError(f"expected a list of moves or the path of a plan, found {found(plan)}")


def source_of_plan(plan: str | Path | Sequence[str]) -> Source:
    """Return the text of a plan file, or the moves as one."""
    expect_plan(plan)
    if isinstance(plan, str | Path):
        return read_source(str(plan))
    return Source("<plan>", json.dumps([str(move) for move in plan]), Path.cwd())


def rubric_of(rubric: str | Path | Mapping[str, int] | None) -> Rubric:
    """Return the rubric of a file, or of a dict with its keys."""
    from toadstone.files.scenario import validate
    from toadstone.grading.rubric import Rubric, read_rubric

    if isinstance(rubric, str | Path):
        return read_rubric(read_source(str(rubric)))
    if not isinstance(rubric, Mapping | None):
        raise RequestError(f"expected a rubric as a path or a dict, found {found(rubric)}")
    document = Document(Source("<rubric>", "", Path.cwd()), dict(rubric or {}))
    return validate(document, Rubric)


def values_of(settings: object) -> dict[str, Sequence[Any]] | None:
    """Return the values of each key as a list; one value alone is a list of one."""
    if settings is None:
        return None
    if not isinstance(settings, Mapping) or not all(isinstance(key, str) for key in settings):
        raise RequestError(
            f"settings: expected a dict such as {{'toad.hp': [8, 9]}}, found {found(settings)}"
        )
    values: dict[str, Any] = plain(settings)
    return {key: each if isinstance(each, tuple) else (each,) for key, each in values.items()}


def scenario_source(source: str | Path) -> Source:
    """Return the text of a path, of an example, or the text itself."""
    name = str(source)
    if isinstance(source, str) and ("\n" in source or _is_text(source)):
        return Source("<text>", source, Path.cwd())
    return named_source(name)


def _is_text(source: str) -> bool:
    """Return whether a line is YAML text rather than a path or a name."""
    looks_so = may_be_yaml(Source("", source, Path()))
    return looks_so and not is_there(source)


def scenario_of(content: dict[str, Any], game: str | None, options: Mapping[str, int]) -> Scenario:
    """Return the scenario of a dict with the keys of a scenario file."""
    name = content.setdefault("game", game)
    if not isinstance(name, str):
        raise RequestError("expected `game`, the name of a game")
    document = Document(Source("<scenario>", "", Path.cwd()), plain(content))
    return completed(find_game(name), document, options)


def plain(value: Any) -> Any:
    """Return a value with tuples for lists and NumPy's arrays, and int for its integers."""
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    if isinstance(value, int):
        return value
    if isinstance(value, Integral):
        return int(value)
    return plain(value.tolist()) if hasattr(value, "tolist") else value
