"""The work of a batch: the files that are named or in folders, or one under many settings."""

from __future__ import annotations

import itertools
import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from toadstone.core.errors import InputError, RequestError
from toadstone.engines.answering import all_methods
from toadstone.files import SCENARIO
from toadstone.files.messages import did_you_mean, quote
from toadstone.files.scenario import Pareto, expect_key, named_questions
from toadstone.files.source import (
    STANDARD_INPUT,
    Source,
    is_folder,
    is_there,
    parse_tree,
    plain_value,
    read_bytes,
)
from toadstone.files.writing import expect_not
from toadstone.game import all_games
from toadstone.loading import example_files, find_example, read_document
from toadstone.services.batch.work import BatchTask, Request, Settings

MOST_COMBINATIONS = 1_000_000

YAML_SUFFIXES = {".yaml", ".yml"}
"""The endings of scenario files in a folder."""
PLAIN_SUFFIX = ".txt"
"""An ending of plain files, which are read, too, if options state what they leave open."""


def tasks_of(
    paths: Iterable[str],
    request: Request,
    settings: Mapping[str, Sequence[Any]] | None = None,
    ours: Sequence[str] = (),
) -> tuple[list[BatchTask], int]:
    """Return the work on some paths, and how many files of folders are left out by their names.

    Each file comes once. Folders are searched with all that is in them, in the order of names, the
    files before the folders; hidden files are left out.

    Args:
        paths: files, folders, names of examples, and `-` for standard input.
        request: the questions about each.
        settings: the values of each key of a grid; None for the files as they are.
        ours: the files that the batch writes.

    Raises:
        InputError: a file that is written is one that is read.
        RequestError: no game has such a question or method; the scenario of a grid has no such
            key, or a grid has many files.
    """
    _expect_known(request)
    by_name, left_out = dict[str, BatchTask](), set[str]()
    for task in itertools.chain.from_iterable(_at(path, request, ours) for path in paths):
        if isinstance(task, str):
            left_out.add(task)
        else:
            by_name.setdefault(task.name, task)
    for task in by_name.values():
        for file in ours if task.path else ():
            expect_not(file, task.path)
    tasks = list(by_name.values())
    try:
        return _with_settings(tasks, settings) if settings else tasks, len(left_out)
    except RequestError as error:
        raise RequestError(str(error), f"--set: {error}") from None


def _expect_known(request: Request) -> None:
    """Raise RequestError if no game has a question that is asked, or the method."""
    ask, games = named_questions(request.ask) if request.ask else (), all_games().values()
    questions = sorted({question.name for game in games for question in game.questions})
    for name in ask.pareto if isinstance(ask, Pareto) else ask:
        if name.partition("=")[0] not in questions:
            guess = did_you_mean(name, questions)
            raise RequestError.about("ask", f"no game has the question {quote(name)}{guess}")
    if request.method is not None and request.method not in all_methods():
        guess = did_you_mean(request.method, sorted(set(all_methods())))
        raise RequestError.about("method", f"no game has the method {quote(request.method)}{guess}")


def _at(path: str, request: Request, ours: Sequence[str]) -> Iterator[BatchTask | str]:
    """Yield the work at a path, and the path of each file of a folder that is left out."""
    if path == STANDARD_INPUT:
        yield BatchTask(path, request, "<stdin>", data=read_bytes(path))
        return
    file, problem = path, ""
    if "\0" in path or not path:
        problem = "cannot read the file: this cannot be the name of one"
    elif is_folder(path):
        inside = list(_in_folder(path, request, ours))
        yield from inside
        if any(isinstance(each, BatchTask) for each in inside):
            return
        also = f", {PLAIN_SUFFIX}" if request.options else ""
        missing = f"expected files that end in .yaml, .yml{also} or .json"
        problem = f"there is no scenario in this folder: {missing}"
    elif not (is_there(path) or os.path.islink(path)):  # noqa: PTH114  # of any length
        file = str(find_example(path) or "")
        problem = "" if file else f"no such file{did_you_mean(path, example_files())}"
    yield BatchTask(path, request, "" if problem else file, problem)


def _in_folder(folder: str, request: Request, ours: Sequence[str]) -> Iterator[BatchTask | str]:
    """Yield the scenarios of a folder and the folders in it; links to folders are not followed."""
    unread = list[OSError]()
    for inside, folders, names in os.walk(folder, onerror=unread.append):
        folders[:] = sorted(name for name in folders if name[0] != ".")
        for path in (os.path.join(inside, name) for name in sorted(names) if name[0] != "."):  # noqa: PTH118
            task = BatchTask(path, request, path)
            yield task if _is_taken(task, ours) else path
    for error in unread:
        problem = f"cannot read the folder: {error.strerror or error}"
        yield BatchTask(str(error.filename), request, problem=problem)


def _is_taken(task: BatchTask, ours: Sequence[str]) -> bool:
    """Return whether a file of a folder is to be answered.

    A JSON file may be a schema, an answer or a certificate.
    """
    suffix = Path(task.path).suffix.lower()
    if suffix != ".json":
        is_plain = suffix == PLAIN_SUFFIX and bool(task.request.options)
        return suffix in YAML_SUFFIXES or is_plain
    try:
        content = json.loads(task.read())
    except (InputError, ValueError, RecursionError):
        return os.path.realpath(task.path) not in map(os.path.realpath, ours)
    return isinstance(content, dict) and "game" in content and "toadstone" not in content


def _with_settings(
    tasks: Sequence[BatchTask], settings: Mapping[str, Sequence[Any]]
) -> list[BatchTask]:
    """Return one file under every combination of settings; keys that no scenario has are refused.

    Raises:
        InputError: the scenario cannot be used at all.
    """
    if len(tasks) != 1:
        raise RequestError(f"settings go with one scenario, found {len(tasks)} files")
    (task,) = tasks
    game, _ = read_document(task.source(), task.request.options)
    for key in settings:
        expect_key(game.get(SCENARIO), key)
    return [replace(task, settings=each) for each in grid(settings)]


def read_settings(texts: Iterable[str]) -> dict[str, tuple[Any, ...]]:
    """Return the keys and values of settings such as `KEY=A,B,C`; the values are YAML.

    Raises:
        RequestError: one is not of this form, or two have the same key.
    """
    settings = dict[str, tuple[Any, ...]]()
    for text in texts:
        key, equals, values = (part.strip() for part in text.partition("="))
        if not (key and equals and values):
            fault = f"expected KEY=VALUE or KEY=A,B,C, found {quote(text)}"
            raise RequestError.about("set", fault)
        if key in settings:
            raise RequestError.about("set", f"`{key}` is given twice")
        source = Source("", f"[{values}]", Path())
        try:
            settings[key] = plain_value(source, parse_tree(source))
        except InputError as error:
            fault = f"`{key}`: expected values with commas between: {error}"
            raise RequestError.about("set", fault) from None
    return settings


def grid(values: Mapping[str, Sequence[Any]]) -> list[Settings]:
    """Return every combination of the values of the keys once, the last key changing fastest.

    Raises:
        RequestError: a key has no values or lies inside another, or there are too many.
    """
    for key, other in itertools.permutations(values, 2):
        if other.startswith(f"{key}."):
            raise RequestError(f"`{other}` lies inside `{key}`: expected one of them")
    once = dict[str, list[Any]]()
    for key, each in values.items():
        if isinstance(each, str) or not each:
            raise RequestError(f"`{key}`: expected a list of values, found {quote(each)}")
        try:
            texts = {json.dumps(v, sort_keys=True, allow_nan=False): v for v in each}
        except (TypeError, ValueError) as error:
            raise RequestError(f"`{key}`: expected values of JSON: {error}") from None
        once[key] = list(texts.values())
    count = math.prod(map(len, once.values()))
    if count > MOST_COMBINATIONS:
        raise RequestError(f"expected at most {MOST_COMBINATIONS:,} combinations, found {count:,}")
    return [dict(zip(once, each, strict=True)) for each in itertools.product(*once.values())]
