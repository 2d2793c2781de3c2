"""From a file to plain values that remember where they stand.

YAML is read as PyYAML's node tree, so that every later message can name line and column, and
under narrower rules than YAML 1.1: what that version of YAML quietly turns into something else
(`no`, `1:30`, `010`) is an error that says so.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from toadstone.errors import InputError, Place

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes; a larger file is refused before it is parsed."""

MOST_NODES = 1_100_000
"""YAML nodes in one file; room for the longest scenario, not for a file made to exhaust memory."""

DEEPEST_NESTING = 20
"""Levels of lists and mappings; no scenario needs half of it."""

STANDARD_INPUT = "-"

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_LONGEST_NUMBER = 30
_LONGEST_QUOTE = 160


@dataclass(frozen=True)
class Source:
    """The text of a file and what to call it in messages; `folder` is where it lies."""

    name: str
    text: str
    folder: Path

    def place(self, line: int, column: int) -> Place:
        """Return a place in this source, counted from 1."""
        return Place(self.name, line, column)

    def error(self, message: str, line: int | None = None, column: int | None = None) -> InputError:
        """Return an error at a place of this source; the line itself goes with it."""
        quoted = self._line(line) if line else None
        return InputError(message, Place(self.name, line, column), quoted)

    def error_at(self, message: str, offset: int) -> InputError:
        """Return an error at a character offset."""
        before = self.text[:offset]
        column = offset - (before.rfind("\n") + 1) + 1
        return self.error(message, before.count("\n") + 1, column)

    def _line(self, number: int) -> str | None:
        for count, line in enumerate(self.text.split("\n"), 1):
            if count == number:
                return line if len(line) <= _LONGEST_QUOTE and line.isprintable() else None
        return None


def read_source(path: str) -> Source:
    """Read a text file, or standard input for `-`.

    Raises:
        InputError: the file cannot be read, is over 16 MiB, or is not UTF-8.
    """
    if path == STANDARD_INPUT:
        return _decode("<stdin>", sys.stdin.buffer.read(LARGEST_FILE + 1), Path.cwd())
    try:
        with Path(path).open("rb") as file:
            return _decode(path, file.read(LARGEST_FILE + 1), Path(path).parent)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"cannot read the file: {reason}", Place(path)) from None
    except ValueError as error:
        raise InputError(f"cannot read the file: {error}", Place(repr(path))) from None


def _decode(name: str, data: bytes, folder: Path) -> Source:
    if len(data) > LARGEST_FILE:
        raise InputError("the file is larger than 16 MiB, the most that is read", Place(name))
    try:
        return Source(name, data.decode("utf-8-sig"), folder)
    except UnicodeDecodeError as error:
        start = data.rfind(b"\n", 0, error.start) + 1
        place = Place(name, data.count(b"\n", 0, error.start) + 1, error.start - start + 1)
        raise InputError("expected UTF-8 text, found a byte that is not", place) from None


Path_ = Sequence[str | int]


@dataclass(frozen=True)
class Included:
    """Values that a key of the document takes from another file, and where each one stands."""

    values: tuple[int, ...]
    error: Callable[[str, int], InputError]


@dataclass
class Document:
    """A scenario file as plain values: text, numbers, None, tuples and dicts.

    `content` is what the file says; `error` finds the place of any part of it again.
    """

    source: Source
    content: dict[str, Any]
    root: yaml.Node | None = None
    included: dict[str, Included] = field(default_factory=dict)

    def include(self, key: str, included: Included) -> None:
        """Take the values of a key from another file."""
        self.content[key] = included.values
        self.included[key] = included

    def error(self, message: str, path: Path_ = (), *, at_key: bool = False) -> InputError:
        """Return an error at the value that the path leads to, or at its key.

        A path that leads nowhere ends at the last part of it that is there.
        """
        if len(path) > 1 and path[0] in self.included and isinstance(path[1], int):
            return self.included[str(path[0])].error(message, path[1])
        if self.root is None:
            return InputError(message, Place(self.source.name))
        mark = _find(self.root, path, at_key).start_mark
        return self.source.error(message, mark.line + 1, mark.column + 1)


def _find(node: yaml.Node, path: Path_, at_key: bool) -> yaml.Node:
    for depth, step in enumerate(path):
        if isinstance(node, yaml.MappingNode):
            pair = next((pair for pair in node.value if pair[0].value == step), None)
            if pair is None:
                return node
            node = pair[0] if at_key and depth == len(path) - 1 else pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            node = node.value[step]
    return node


def parse(source: Source) -> Document:
    """Parse YAML (or JSON, which is YAML) into a document.

    Raises:
        InputError: the text is not one YAML mapping, or holds what scenario files do not use.
    """
    root = parse_tree(source)
    if not isinstance(root, yaml.MappingNode):
        raise _error_at_mark(source, "expected a mapping of keys to values", root.start_mark)
    content: dict[str, Any] = plain_value(source, root)
    return Document(source, content, root)


def parse_tree(source: Source) -> yaml.Node:
    """Compose the node tree of the one document in the source."""
    try:
        _guard(source)
        root: yaml.Node | None = yaml.compose(source.text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = f"this is not YAML: {error.problem or error.context}"
        raise _error_at_mark(source, message, mark) from None
    except yaml.reader.ReaderError as error:
        message = f"this is not YAML: the character U+{_code(error):04X} is not allowed"
        raise source.error_at(message, error.position) from None
    if root is None:
        raise source.error("the file is empty: expected a scenario, `game:` first")
    return root


def _code(error: yaml.reader.ReaderError) -> int:
    return error.character if isinstance(error.character, int) else ord(error.character)


def _guard(source: Source) -> None:
    """Refuse, before the tree is built, what could exhaust memory or means nothing here."""
    depth = nodes = documents = 0
    for event in yaml.parse(source.text, Loader=_Loader):
        documents += isinstance(event, yaml.DocumentStartEvent)
        nodes += isinstance(event, yaml.NodeEvent)
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        message = _unwanted(event)
        if documents > 1:
            message = "expected one document, found a second"
        if depth > DEEPEST_NESTING:
            message = f"nested more than {DEEPEST_NESTING} levels deep"
        if nodes > MOST_NODES:
            message = f"more than {MOST_NODES:,} values in one file"
        if message:
            raise _error_at_mark(source, message, event.start_mark)


def _unwanted(event: yaml.Event) -> str | None:
    if getattr(event, "anchor", None):
        return "anchors and aliases are not used here"
    if getattr(event, "tag", None):
        return "tags such as `!!int` are not used here"
    return None


def plain_value(source: Source, node: yaml.Node) -> Any:
    """Return the value that a node stands for: a dict, a tuple, text, a number, a bool or None.

    Raises:
        InputError: a duplicate key, a tag, or a value that YAML 1.1 reads in a surprising way.
    """
    if isinstance(node, yaml.MappingNode):
        return _mapping(source, node)
    if isinstance(node, yaml.SequenceNode):
        return tuple(plain_value(source, item) for item in node.value)
    return _scalar(source, node)


def _mapping(source: Source, node: yaml.MappingNode) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = _scalar(source, key_node) if isinstance(key_node, yaml.ScalarNode) else None
        if not isinstance(key, str):
            raise _error_at_mark(source, "expected a name as the key", key_node.start_mark)
        if key in result:
            raise _error_at_mark(source, f"the key `{key}` stands here twice", key_node.start_mark)
        result[key] = plain_value(source, value_node)
    return result


def _scalar(source: Source, node: yaml.Node) -> Any:
    kind = node.tag.removeprefix("tag:yaml.org,2002:")
    text: str = node.value
    if kind == "str":
        return text
    read = _PLAIN_SCALARS.get(kind)
    if read is None or (value := read(text)) is _SURPRISE:
        raise _error_at_mark(source, _surprise(kind, node), node.start_mark)
    return value


_SURPRISE = object()


def _read_int(text: str) -> Any:
    if len(text) > _LONGEST_NUMBER or not _DECIMAL.fullmatch(text):
        return _SURPRISE
    return int(text)


def _read_float(text: str) -> Any:
    return _SURPRISE if ":" in text or "_" in text else float(text.replace(".inf", "inf"))


_PLAIN_SCALARS: dict[str, Callable[[str], Any]] = {
    "null": lambda text: None,
    "bool": lambda text: {"true": True, "false": False}.get(text.lower(), _SURPRISE),
    "int": _read_int,
    "float": lambda text: _read_float(text.lower().replace(".nan", "nan")),
}


def _surprise(kind: str, node: yaml.Node) -> str:
    text = node.value
    if kind == "int" and len(text) > _LONGEST_NUMBER:
        return f"a number of {len(text)} digits is too large"
    if kind in {"int", "float", "bool"}:
        read = _as_yaml_reads(kind, node)
        return f"YAML reads `{text}` as {read}; write {read}, or quotes around it if text is meant"
    if kind == "timestamp":
        return f"YAML reads `{text}` as a date; put quotes around it if text is meant"
    return f"`{text}` has a special meaning in YAML; put quotes around it if text is meant"


def _as_yaml_reads(kind: str, node: yaml.Node) -> str:
    constructor = yaml.constructor.SafeConstructor()
    value = getattr(constructor, f"construct_yaml_{kind}")(node)
    return str(value).lower()


def _error_at_mark(source: Source, message: str, mark: Any) -> InputError:
    if mark is None:
        return source.error(message)
    return source.error(message, mark.line + 1, mark.column + 1)
