"""The work of a batch: the files that are named or in folders, or one under many settings.

What no file could make right is refused here, before the work begins.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toadstone.core.errors import InputError, Place, RequestError
from toadstone.engines.cp_sat.engine import CP_SAT
from toadstone.engines.parts import ENGINES
from toadstone.files.formats import SCENARIO
from toadstone.files.messages import did_you_mean, one_of, quote
from toadstone.files.scenario import expect_key, named_questions
from toadstone.files.source import (
    STANDARD_INPUT,
    Source,
    decode,
    is_folder,
    is_there,
    parse_tree,
    plain_value,
    read_bytes,
)
from toadstone.files.writing import expect_not
from toadstone.game import all_games, find_game
from toadstone.loading import example_files, find_example, read_document
from toadstone.services.batch.work import Request

MOST_COMBINATIONS = 1_000_000

Settings = Mapping[str, Any]
"""Values by their keys, such as `toad.hp`."""

YAML_SUFFIXES = {".yaml", ".yml"}
"""What a folder's files are taken by."""
PLAIN_SUFFIX = ".txt"
"""Taken too where options say what a plain file leaves open."""


@dataclass(frozen=True)
class Input:
    """One file of a batch.

    Attributes:
        name: the path as it was given or found, or the name of an example.
        path: where it is; None where it cannot be used, or has been read.
        problem: why it cannot be used.
        data: what standard input held.
    """

    name: str
    path: str | None = None
    problem: str | None = None
    data: bytes | None = None

    @property
    def source_name(self) -> str:
        """What messages call it."""
        return "<stdin>" if self.data is not None else self.path or self.name

    @property
    def folder(self) -> str:
        """The folder that it lies in."""
        return str(Path(self.path).parent) if self.path else "."

    def read(self) -> bytes:
        """Return its bytes, at most one more than are read of a scenario file.

        Raises:
            InputError: it cannot be read.
        """
        if self.data is not None:
            return self.data
        if self.path is None:
            raise InputError(self.problem or "no such file", Place(self.name))
        with suppress(OSError):  # reading it says what is wrong
            if not stat.S_ISREG(os.stat(self.path).st_mode):  # noqa: PTH116  # of any length
                raise InputError("expected a file, found a device or a pipe", Place(self.name))
        return read_bytes(self.path)


class Found:
    """The files of a batch, each once, in the order in which they are answered.

    Folders are searched with all that is in them, in the order of names; hidden files are left out.

    Args:
        paths: files, folders, names of examples, and `-` for standard input.
        plain: whether plain files are taken from folders, too.
        ours: files that are written.

    Attributes:
        inputs: the files.
        left_out: the number of files in folders that are skipped because of their names.

    Raises:
        InputError: a file that is written is one that is named, or a scenario of a folder.
    """

    def __init__(self, paths: Iterable[str], *, plain: bool, ours: Sequence[str] = ()) -> None:
        self.left_out = 0
        self._plain, self._ours = plain, ours
        found: dict[str, Input] = {}
        for path in paths:
            for each in self._at(path):
                found.setdefault(each.name, each)
        self.inputs = list(found.values())
        for each in self.inputs:
            for file in ours if each.path else ():
                expect_not(file, str(each.path))

    def _at(self, path: str) -> Iterator[Input]:
        if path == STANDARD_INPUT:
            yield Input(path, data=read_bytes(path))
        elif "\0" in path or not path:
            yield Input(path, problem="cannot read the file: this cannot be the name of one")
        elif is_folder(path):
            also = f", {PLAIN_SUFFIX}" if self._plain else ""
            missing = f"expected files that end in .yaml, .yml{also} or .json"
            none = f"there is no scenario in this folder: {missing}"
            yield from [*self._in_folder(path, set())] or [Input(path, problem=none)]
        elif is_there(path) or os.path.islink(path):  # noqa: PTH114  # of any length
            yield Input(path, path)
        elif (example := find_example(path)) is not None:
            yield Input(path, str(example))
        else:
            yield Input(path, problem=f"no such file{did_you_mean(path, example_files())}")

    def _in_folder(self, folder: str, entered: set[tuple[int, int]]) -> Iterator[Input]:
        """Yield the scenarios of a folder and the folders in it; each folder once, links or not."""
        try:
            facts = os.stat(folder)  # noqa: PTH116
            if (facts.st_dev, facts.st_ino) in entered:
                return
            entered.add((facts.st_dev, facts.st_ino))
            names = sorted(os.listdir(folder))  # noqa: PTH208
        except OSError as error:
            yield Input(folder, problem=f"cannot read the folder: {error.strerror or error}")
            return
        for name in names:
            path = os.path.join(folder, name)  # noqa: PTH118  # keeps a leading ./
            if name.startswith("."):
                continue
            if is_folder(path):
                yield from self._in_folder(path, entered)
            elif self._is_taken(path):
                yield Input(path, path)
            else:
                self.left_out += 1

    def _is_taken(self, path: str) -> bool:
        """Return whether a file of a folder is to be answered.

        A JSON file may be a schema, an answer or a certificate.
        """
        suffix = Path(path).suffix.lower()
        if suffix != ".json":
            return suffix in YAML_SUFFIXES or (self._plain and suffix == PLAIN_SUFFIX)
        try:
            content = json.loads(Input(path, path).read())
        except (InputError, ValueError, RecursionError):
            return os.path.realpath(path) not in map(os.path.realpath, self._ours)
        return isinstance(content, dict) and "game" in content and "toadstone" not in content


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
    questions = [each.name for game in games for each in game.questions]
    for name in named_questions(request.ask)[1] if request.ask else ():
        _expect_one_of("question", name.partition("=")[0], questions)
    if request.method is not None:
        from toadstone.engines.adversarial.query import POSITION_SEARCHES
        from toadstone.engines.search.engine import SEARCHES

        engines = [CP_SAT, *SEARCHES, *POSITION_SEARCHES]
        engines += [each for game in all_games().values() for each in game.find(ENGINES) or ()]
        _expect_one_of("method", request.method, [each.name for each in engines])


def _expect_one_of(kind: str, name: str, known: Iterable[str]) -> None:
    names = list(dict.fromkeys(known))
    if name not in names:
        expected = f"expected {one_of(names)}, found {quote(name)}"
        raise RequestError(f"{kind}: {expected}{did_you_mean(name, names)}")


def read_setting(text: str) -> tuple[str, tuple[Any, ...]]:
    """Return the key and the values of `KEY=A,B,C`; the values are YAML.

    Raises:
        RequestError: it is not of this form.
    """
    key, equals, values = text.partition("=")
    key = key.strip()
    if not (key and equals and values.strip()):
        raise RequestError(f"expected KEY=VALUE or KEY=A,B,C, found {quote(text)}")
    source = Source("", f"[{values}]", Path())
    try:
        read = plain_value(source, parse_tree(source))
    except InputError as error:
        raise RequestError(f"`{key}`: expected values with commas between: {error}") from None
    if not isinstance(read, tuple) or not read:
        raise RequestError(f"`{key}`: expected values with commas between, found {quote(values)}")
    return key, read


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
            texts = {json.dumps(value, sort_keys=True): value for value in each}
        except (TypeError, ValueError):
            raise RequestError(f"`{key}`: expected plain values to set") from None
        once[key] = list(texts.values())
    count = math.prod(map(len, once.values()))
    if count > MOST_COMBINATIONS:
        raise RequestError(f"expected at most {MOST_COMBINATIONS:,} combinations, found {count:,}")
    return [dict(zip(once, each, strict=True)) for each in itertools.product(*once.values())]
