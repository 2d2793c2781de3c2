"""Plans: what a model hands to the simulator, and what people write in files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic

import yaml

from toadstone.core.rules import Move, Rules, State
from toadstone.files.messages import found
from toadstone.files.source import Source, parse_tree, plain_value

_KEY = re.compile(r"\s*[^\s:]+\s*:(\s|$)")
"""A key of a mapping, with which the YAML or JSON of an answer begins."""


@dataclass(frozen=True)
class PlanFile(Generic[Move]):
    """The moves of a plan file, and the figures it states, if it is the JSON of an answer."""

    moves: tuple[Move, ...]
    values: Mapping[str, int]


def read_plan(source: Source, rules: Rules[State, Move]) -> PlanFile[Move]:
    """Read a plan: a JSON or YAML list of moves, or one move a line, `#` starting a comment.

    The JSON object that `solve --json` prints is read as well, for its `plan` and `values`.

    Raises:
        InputError: something is not a move of the game; the error says where.
    """
    lines = [line.partition("#")[0].rstrip() for line in source.text.split("\n")]
    first = next(filter(None, lines), None)
    if first is None:
        raise source.error("the file is empty: expected a plan", 1, 1)
    if first.lstrip()[0] in "[{-" or _KEY.match(first):
        return _read_yaml(source, rules)
    moves = [
        _read_move(source, rules, line.strip(), number, len(line) - len(line.lstrip()) + 1)
        for number, line in enumerate(lines, 1)
        if line
    ]
    return PlanFile(tuple(moves), {})


def _read_yaml(source: Source, rules: Rules[State, Move]) -> PlanFile[Move]:
    node: yaml.Node | None = parse_tree(source)
    values: Mapping[str, int] = {}
    if isinstance(node, yaml.MappingNode):
        content = plain_value(source, node)
        values = content["values"] if isinstance(content.get("values"), dict) else {}
        node = next((value for key, value in node.value if key.value == "plan"), None)
    if not isinstance(node, yaml.SequenceNode):
        mark = node.start_mark if node else None
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise source.error("expected a list of moves, the plan", line, column)
    moves: list[Move] = []
    for item in node.value:
        line, column = item.start_mark.line + 1, item.start_mark.column + 1
        move = plain_value(source, item)
        text = move if isinstance(move, str) else found(move).strip("`")
        moves.append(_read_move(source, rules, text, line, column))
    return PlanFile(tuple(moves), values)


def _read_move(
    source: Source, rules: Rules[State, Move], text: str, line: int, column: int
) -> Move:
    try:
        return rules.read_move(text)
    except ValueError as error:
        raise source.error(f"not a move: {error}", line, column) from None
