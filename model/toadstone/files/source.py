"""From a file to plain values that remember where they stand.

YAML is read as PyYAML's node tree, so that every later message can name line and column, and
under narrower rules than YAML 1.1: what that version of YAML quietly turns into something else
(`no`, `1:30`, `010`) is an error that says so.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import stat
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

import yaml

from toadstone.core.errors import MOST_DIGITS, InputError, Place
from toadstone.files.messages import printable

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes; a larger file is refused before it is parsed."""

MOST_NODES = 1_100_000
"""YAML nodes in one file; room for the longest scenario, not for a file made to exhaust memory."""

DEEPEST_NESTING = 20
"""Levels of lists and mappings; no scenario needs half of it."""

TOO_DEEP = f"nested more than {DEEPEST_NESTING} levels deep"

LONGEST_TITLE = 200
"""Characters of a scenario's title."""

STANDARD_INPUT = "-"

_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_SURROGATE_PAIR = r"(?i)\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})"
"""A character that JSON escapes as two, which YAML does not know; few files have any."""
_UNUSUAL = re.compile(r"[&*!]|^(?:---|\.\.\.)", re.MULTILINE)
"""What anchors, aliases, tags and a second document need."""
_NOT_PLAIN_JSON = rf"\\u|[0-9]{{{MOST_DIGITS + 1}}}|[^\t\n\r -~\u00a0-\ud7ff]"
"""What YAML may refuse: a character by its number, a long number, unusual characters."""
_LONGEST_QUOTE = 160
_TEXTS_KEPT = 4096

_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _TooLargeError(Exception):
    """There are too many nodes, or they are nested too deep."""


class _Loader(_SafeLoader):  # type: ignore[misc]  # it is one of two classes
    """Makes a tree that is neither too large nor too deep; equal texts are resolved once.

    Raises:
        _TooLargeError: it would be.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.resolve = lru_cache(_TEXTS_KEPT)(super().resolve)
        self._nodes = self._depth = 0

    def descend_resolver(self, node: yaml.Node | None, index: Any) -> None:
        """Come upon a node."""
        self._nodes += 1
        self._depth += 1
        if self._nodes > MOST_NODES or self._depth > DEEPEST_NESTING + 1:
            raise _TooLargeError

    def ascend_resolver(self) -> None:
        """Leave a node."""
        self._depth -= 1


@dataclass(frozen=True)
class Source:
    """The text of a file and what to call it in messages.

    Attributes:
        folder: where it lies.
        included: the paths of the files that were read because it names them.
        encoding: how the text was encoded.
    """

    name: str
    text: str
    folder: Path
    included: list[str] = field(default_factory=list)
    encoding: str = "UTF-8"

    @property
    def title(self) -> str:
        """The file's own name, to call a scenario by; empty for standard input."""
        name = "" if self.name.startswith("<") else printable(Path(self.name).name)
        return name[:LONGEST_TITLE]

    def error(self, message: str, line: int | None = None, column: int | None = None) -> InputError:
        """Return an error at a place of this source; the line itself goes with it.

        What is missing after the text is missing at its end.
        """
        if line is None:
            return InputError(message, Place(self.name))
        lines = self.text.split("\n")
        if line > len(lines):
            line, column = len(lines), len(lines[-1]) + 1
        found = lines[line - 1].rstrip("\r").replace("\t", " ")
        quoted = found if len(found) <= _LONGEST_QUOTE and found.isprintable() else None
        return InputError(message, Place(self.name, line, column), quoted)

    def error_at(self, message: str, offset: int) -> InputError:
        """Return an error at a character offset."""
        before = self.text[:offset]
        column = offset - (before.rfind("\n") + 1) + 1
        return self.error(message, before.count("\n") + 1, column)


def is_folder(path: str) -> bool:
    """Return whether there is a folder of this name; a name that no file can have is none."""
    return os.path.isdir(path)  # noqa: PTH112  # Path.is_dir raises OSError


def is_there(path: str) -> bool:
    """Return whether there is a file of this name; False if the name is too long."""
    return os.path.exists(path)  # noqa: PTH110  # Path.exists raises an error then


def read_source(path: str, as_text: Callable[[str, bytes, Path], Source] | None = None) -> Source:
    """Read a text file, or standard input for `-`, and decode it, by default with `decode`.

    Raises:
        InputError: the file cannot be read, is over 16 MiB, or is neither UTF-8 nor, as
            PowerShell writes it, UTF-16 with a byte order mark.
    """
    if not path:
        raise InputError("cannot read the file: its name is empty", Place("''"))
    is_standard = path == STANDARD_INPUT
    name, folder = ("<stdin>", Path.cwd()) if is_standard else (path, Path(path).parent)
    return (as_text or decode)(name, read_bytes(path), folder)


def read_bytes(path: str) -> bytes:
    """Return the bytes of a file, or of standard input for `-`; of a large one, the first.

    Raises:
        InputError: it cannot be read.
    """
    if path == STANDARD_INPUT:
        return sys.stdin.buffer.read(LARGEST_FILE + 1) if sys.stdin else b""
    try:
        with Path(path).open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise InputError("no such file", Place(path)) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"cannot read the file: {reason}", Place(path)) from None
    except ValueError as error:
        raise InputError(f"cannot read the file: {error}", Place(repr(path))) from None


def expect_file(path: str | Path, place: Place) -> int:
    """Return the size of a file, 0 if unknown; raise InputError for anything else than a file."""
    with suppress(OSError, ValueError):  # reading it says what is wrong
        status = Path(path).stat()
        if not stat.S_ISREG(status.st_mode):
            found = "a folder" if stat.S_ISDIR(status.st_mode) else "a device or a pipe"
            raise InputError(f"expected a file, found {found}", place)
        return status.st_size
    return 0


def decode(name: str, data: bytes, folder: Path) -> Source:
    """Return the text of a file of which the bytes, or the first of many, have been read.

    Raises:
        InputError: as `read_source`.
    """
    if len(data) > LARGEST_FILE:
        raise InputError("the file is larger than 16 MiB, the most that is read", Place(name))
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return Source(name, data.decode("utf-16"), folder, encoding="UTF-16")
        except UnicodeDecodeError:
            raise InputError("expected UTF-16 text, as its first bytes say", Place(name)) from None
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return Source(name, data.decode(), folder)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        column = len(before) - (before.rfind("\n") + 1) + 1
        place = Place(name, before.count("\n") + 1, column)
        raise InputError("expected UTF-8 text, found a byte that is not", place) from None


_DOCUMENTS = {b"PK\x03\x04": "a zip file or a Word document", b"%PDF": "a PDF"}
"""What a file is by its first bytes."""


def decode_loosely(
    name: str, data: bytes, folder: Path, save: str = "the plan as plain text (.txt)"
) -> Source:
    """Return the text of a file; one that is not UTF-8 may be in the encoding of Windows.

    `save` says what to make of a file that is no text.

    Raises:
        InputError: it is no text.
    """
    for start, kind in _DOCUMENTS.items():
        if data.startswith(start):
            raise InputError(f"this is {kind}: save {save}", Place(name))
    try:
        return decode(name, data, folder)
    except InputError:
        if len(data) > LARGEST_FILE or b"\0" in data:
            raise
        with suppress(UnicodeDecodeError):
            return Source(name, data.decode("cp1252"), folder, encoding="Windows-1252")
        raise


KeyPath = Sequence[str | int]
"""Keys and indices that lead from the top of a document to a part of it."""


ErrorAt = Callable[[str, int], InputError]
"""Returns an error with a message, at the place of one of several values, counted from 0."""


@dataclass
class Document:
    """A scenario file as plain values: text, numbers, None, tuples and dicts.

    `content` is what the file says; `error` finds the place of any part of it again, also where the
    values of a key come from another file (`included`), or replace those of the file (`beside`).
    """

    source: Source
    content: dict[str, Any]
    is_yaml: bool = False
    included: dict[str, ErrorAt] = field(default_factory=dict)
    beside: set[tuple[str | int, ...]] = field(default_factory=set)
    _pairs: dict[int, dict[Any, tuple[yaml.Node, yaml.Node]]] = field(default_factory=dict)
    """The keys of a mapping, which are looked up for each of many problems."""

    @property
    def is_plain(self) -> bool:
        """Whether it is a file in a plain format of its game."""
        return not self.is_yaml and self.source.text != ""

    @cached_property
    def root(self) -> yaml.Node | None:
        """The file as a tree with places; None where it is no YAML."""
        return parse_tree(self.source) if self.is_yaml else None

    def error(self, message: str, path: KeyPath = (), *, at_key: bool = False) -> InputError:
        """Return an error at the value that the path leads to, or at its key.

        A path that leads nowhere ends at the last part of it that is there.
        """
        if any(tuple(path[: len(key)]) == key for key in self.beside):
            return InputError(f"--set: {message}", Place(self.source.name))
        if len(path) > 1 and path[0] in self.included and isinstance(path[1], int):
            return self.included[str(path[0])](message, path[1])
        if self.root is None:
            return InputError(message, Place(self.source.name))
        return self.source.error(message, *self.position(path, at_key=at_key))

    def position(self, path: KeyPath, *, at_key: bool = False) -> tuple[int, int]:
        """Return line and column of what the path leads to; (0, 0) where there is no YAML."""
        node = self.root
        if node is None:
            return 0, 0
        for depth, step in enumerate(path):
            if isinstance(node, yaml.MappingNode):
                if id(node) not in self._pairs:
                    self._pairs[id(node)] = {key.value: (key, value) for key, value in node.value}
                pair = self._pairs[id(node)].get(step)
                if pair is None:
                    break
                node = pair[0] if at_key and depth == len(path) - 1 else pair[1]
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
                node = node.value[step]
        return node.start_mark.line + 1, node.start_mark.column + 1


def may_be_yaml(source: Source) -> bool:
    """Return whether the first line that is no comment looks like a mapping."""
    lines = (line.partition("#")[0].strip() for line in source.text.split("\n"))
    first = next(filter(None, lines), "")
    return ":" in first or first.startswith(("{", "---", "%"))


def parse(source: Source, expected: str = "a scenario, `game:` first") -> Document:
    """Parse YAML (or JSON, which is YAML) into a document.

    What is expected is said where the file is empty, or no mapping.

    Raises:
        InputError: the text is not one YAML mapping, or holds what scenario files do not use.
    """
    if (content := _plain_json(source.text)) is not None:
        return Document(source, content, is_yaml=True)
    root = parse_tree(source, expected)
    if not isinstance(root, yaml.MappingNode):
        message = f"expected {expected}, found no key and its value"
        raise _error_at_mark(source, message, root.start_mark)
    document = Document(source, plain_value(source, root), is_yaml=True)
    document.root = root
    return document


def _plain_json(text: str) -> dict[str, Any] | None:
    """Return a JSON object of what scenarios have; None where YAML's rules have to judge it.

    A long file is read in a tenth of the time.
    """
    if text[:1] != "{" or sum(map(text.count, ",:[{")) > MOST_NODES:
        return None
    if re.search(_NOT_PLAIN_JSON, text):
        return None
    try:
        found: dict[str, Any] = _frozen(load_json(text))
    except (ValueError, RecursionError):
        return None
    return found


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(found := dict(pairs)) < len(pairs):
        raise ValueError
    return found


load_json = partial(json.loads, object_pairs_hook=_no_key_twice)
"""Reads JSON; raises ValueError where a key stands twice in an object."""


def _frozen(value: Any, depth: int = 0) -> Any:
    """Return a value of JSON with tuples for lists; raise ValueError where it is not plain."""
    if isinstance(value, float) or depth > DEEPEST_NESTING:
        raise ValueError
    if isinstance(value, list):
        return tuple([each if type(each) is int else _frozen(each, depth + 1) for each in value])
    if isinstance(value, dict):
        return {key: _frozen(each, depth + 1) for key, each in value.items()}
    return value


def parse_tree(source: Source, expected: str = "a scenario, `game:` first") -> yaml.Node:
    """Compose the node tree of the one document in the source."""
    if "\\u" in source.text:

        def one(pair: re.Match[str]) -> str:
            return bytes.fromhex(pair[1] + pair[2]).decode("utf-16-be")

        source = replace(source, text=re.sub(_SURROGATE_PAIR, one, source.text))
    if unknown := yaml.reader.Reader.NON_PRINTABLE.search(source.text):
        message = f"this is not YAML: the character U+{ord(unknown[0]):04X} is not allowed"
        raise source.error_at(message, unknown.start())
    try:
        if _UNUSUAL.search(source.text):
            _guard(source)
        root: yaml.Node | None = yaml.compose(source.text, Loader=_Loader)
    except _TooLargeError:
        _guard(source)  # says where
        raise
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        form = "JSON" if source.name.endswith(".json") else "YAML"
        message = f"this is not {form}: {error.problem or error.context}"
        if error.problem == "exceeded maximum nesting depth":  # libyaml's own limit, met first
            message = TOO_DEEP
        if mark is not None and source.text[mark.index : mark.index + 1] == "\t":
            message = "this is not YAML: a tab cannot indent a line, expected spaces"
        raise _error_at_mark(source, message, mark) from None
    if root is None:
        raise source.error(f"the file is empty: expected {expected}", 1, 1)
    return root


def _guard(source: Source) -> None:
    """Refuse what could exhaust memory or means nothing here, with its place."""
    depth = nodes = documents = 0
    for event in yaml.parse(source.text, Loader=_SafeLoader):
        documents += isinstance(event, yaml.DocumentStartEvent)
        nodes += isinstance(event, yaml.NodeEvent)
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        message = ""
        if getattr(event, "anchor", None):
            message = "anchors and aliases are not used here"
        elif getattr(event, "tag", None):
            message = "tags such as `!!int` are not used here"
        if documents > 1:
            message = "expected one document, found a second"
        if depth > DEEPEST_NESTING:
            message = TOO_DEEP
        if nodes > MOST_NODES:
            message = f"more than {MOST_NODES:,} values in one file"
        if message:
            raise _error_at_mark(source, message, event.start_mark)


def plain_value(source: Source, node: yaml.Node) -> Any:
    """Return the value that a node stands for: a dict, a tuple, text, a number, a bool or None.

    Raises:
        InputError: a duplicate key, a tag, or a value that YAML 1.1 reads in a surprising way.
    """
    if isinstance(node, yaml.ScalarNode):
        try:
            return _scalar(node.tag, node.value)
        except ValueError as error:
            raise _error_at_mark(source, str(error), node.start_mark) from None
    if isinstance(node, yaml.SequenceNode):
        return tuple(plain_value(source, item) for item in node.value)
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        is_scalar = isinstance(key_node, yaml.ScalarNode)
        key = plain_value(source, key_node) if is_scalar else None
        if not isinstance(key, str):
            raise _error_at_mark(source, "expected a name as the key", key_node.start_mark)
        if key in result:
            raise _error_at_mark(source, f"the key `{key}` is given twice", key_node.start_mark)
        result[key] = plain_value(source, value_node)
    return result


@lru_cache(_TEXTS_KEPT)
def _scalar(tag: str, text: str) -> Any:
    kind, plain = tag.removeprefix("tag:yaml.org,2002:"), text.lower()
    if kind == "str":
        return text
    if kind == "null":
        return None
    if kind == "bool" and plain in {"true", "false"}:
        return plain == "true"
    if kind == "int" and len(text) <= MOST_DIGITS and _DECIMAL.fullmatch(text):
        return int(text)
    if kind == "float" and ":" not in text and "_" not in text:
        return float(plain.replace(".nan", "nan").replace(".inf", "inf"))
    raise ValueError(_surprise(kind, text))


def _surprise(kind: str, text: str) -> str:
    """Say what is wrong with a text of which YAML 1.1 makes something else."""
    if kind == "int" and len(text) > MOST_DIGITS:
        return f"a number of {len(text)} digits is too large"
    if kind in {"int", "float"}:
        return f"`{text}` is no decimal number: write one plainly, or put quotes around a text"
    return f"`{text}` has a special meaning in YAML: put quotes around it if a text is meant"


def _error_at_mark(source: Source, message: str, mark: Any) -> InputError:
    if mark is None:
        return source.error(message)
    return source.error(message, mark.line + 1, mark.column + 1)
