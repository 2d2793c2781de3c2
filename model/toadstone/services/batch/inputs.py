"""The files that a batch reads: those that are named, and those in folders that are named."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from toadstone.core.errors import InputError, Place
from toadstone.files.messages import did_you_mean
from toadstone.files.source import LARGEST_FILE, STANDARD_INPUT, is_there
from toadstone.files.writing import expect_not
from toadstone.loading import example_files, find_example

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
        try:
            if not stat.S_ISREG(os.stat(self.path).st_mode):  # noqa: PTH116  # of any length
                raise InputError("expected a file, found a device or a pipe", Place(self.name))
            with open(self.path, "rb") as file:  # noqa: PTH123
                return file.read(LARGEST_FILE + 1)
        except OSError as error:
            raise InputError(_reason(error), Place(self.name)) from None


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file"
    return f"cannot read the file: {error.strerror or error}"


@dataclass
class Found:
    """The files of a batch, in the order in which they are answered.

    Attributes:
        inputs: the files.
        left_out: the number of files in folders that are skipped because of their names.
    """

    inputs: list[Input] = field(default_factory=list)
    left_out: int = 0


def find_inputs(paths: Iterable[str], *, plain: bool, ours: Sequence[str] = ()) -> Found:
    """Find the scenario files among files and folders, each once.

    Folders are searched with all that is in them, in the order of names; hidden files are left out.

    Args:
        paths: files, folders, names of examples, and `-` for standard input.
        plain: whether plain files are taken from folders, too.
        ours: files that are written.

    Raises:
        InputError: a file that is written is one that is named, or a scenario of a folder.
    """
    found, seen = Found(), set[str]()
    for path in paths:
        for each in _inputs_of(path, found, plain=plain, ours=ours):
            if each.name not in seen:
                seen.add(each.name)
                found.inputs.append(each)
    return found


def _inputs_of(path: str, found: Found, *, plain: bool, ours: Sequence[str]) -> Iterator[Input]:
    if path == STANDARD_INPUT:
        data = sys.stdin.buffer.read(LARGEST_FILE + 1) if sys.stdin else b""
        yield Input(path, data=data)
        return
    if "\0" in path or not path:
        yield Input(path, problem="cannot read the file: this cannot be the name of one")
        return
    if os.path.isdir(path):  # noqa: PTH112  # of any length
        inside = _in_folder(path, found, set(), plain=plain, ours=ours)
        missing = f"there is no scenario in this folder: expected {_wanted(plain)}"
        first = next(inside, Input(path, problem=missing))
        yield from (first, *inside)
        return
    example = None if is_there(path) else find_example(path)
    if example is None and not is_there(path) and not os.path.islink(path):  # noqa: PTH114
        yield Input(path, problem=f"no such file{did_you_mean(path, example_files())}")
        return
    _expect_not(ours, path)
    yield Input(path, path if example is None else str(example))


def _expect_not(ours: Sequence[str], path: str) -> None:
    for each in ours:
        expect_not(each, path)


def _wanted(plain: bool) -> str:
    also = f", {PLAIN_SUFFIX}" if plain else ""
    return f"files that end in .yaml, .yml{also} or .json"


def _in_folder(
    folder: str, found: Found, entered: set[tuple[int, int]], *, plain: bool, ours: Sequence[str]
) -> Iterator[Input]:
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
        if os.path.isdir(path):  # noqa: PTH112
            yield from _in_folder(path, found, entered, plain=plain, ours=ours)
        elif _is_taken(path, plain=plain, ours=ours):
            _expect_not(ours, path)
            yield Input(path, path)
        else:
            found.left_out += 1


def _is_taken(path: str, *, plain: bool, ours: Sequence[str]) -> bool:
    """Return whether a file of a folder is to be answered."""
    suffix = Path(path).suffix.lower()
    if suffix == ".json":
        is_ours = os.path.realpath(path) in map(os.path.realpath, ours)
        return _may_be_scenario(path, otherwise=not is_ours)
    return suffix in YAML_SUFFIXES or (plain and suffix == PLAIN_SUFFIX)


def _may_be_scenario(path: str, *, otherwise: bool) -> bool:
    """Return whether a JSON file is a scenario, not a schema, an answer or a certificate.

    `otherwise` is said of a file that is not JSON.
    """
    try:
        content = json.loads(Input(path, path).read())
    except (InputError, ValueError, RecursionError):
        return otherwise
    return isinstance(content, dict) and "game" in content and "toadstone" not in content
