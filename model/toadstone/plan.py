"""Plans: what a model hands to the simulator, and what people write in files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic

import yaml

from toadstone.game import Move, Rules, State
from toadstone.scenario import Scenario
from toadstone.scenario_file import Source, parse_tree, plain_value


@dataclass(frozen=True)
class Reading(Generic[Move]):
    """A solution of a model, read back in the terms of the game.

    `scenario` is the one that the plan is for: it differs from the one asked about where the
    question leaves a part of it to the solver. `observations` are the model's own values after
    each move, `figures` those at the end, both named as the rules name theirs.
    """

    scenario: Scenario
    moves: tuple[Move, ...]
    observations: tuple[Mapping[str, int], ...]
    figures: Mapping[str, int]


def read_plan(source: Source, rules: Rules[State, Move]) -> tuple[Move, ...]:
    """Read a plan: a JSON or YAML list of moves, or one move a line, `#` starting a comment.

    The JSON object that `solve --json` prints is read as well, for its `plan`.

    Raises:
        InputError: something is not a move of the game; the error says where.
    """
    if source.text.lstrip().startswith(("[", "- ", "{")):
        return _read_list(source, rules)
    moves: list[Move] = []
    for number, line in enumerate(source.text.splitlines(), 1):
        text = line.partition("#")[0].strip()
        if text:
            moves.append(_read_move(source, rules, text, number, line.index(text) + 1))
    return tuple(moves)


def _read_list(source: Source, rules: Rules[State, Move]) -> tuple[Move, ...]:
    node: yaml.Node | None = parse_tree(source)
    if isinstance(node, yaml.MappingNode):
        node = next((value for key, value in node.value if key.value == "plan"), None)
    if not isinstance(node, yaml.SequenceNode):
        raise source.error("expected a list of moves", 1, 1)
    moves: list[Move] = []
    for item in node.value:
        mark = item.start_mark
        text = plain_value(source, item)
        moves.append(_read_move(source, rules, str(text), mark.line + 1, mark.column + 1))
    return tuple(moves)


def _read_move(
    source: Source, rules: Rules[State, Move], text: str, line: int, column: int
) -> Move:
    try:
        return rules.read_move(text)
    except ValueError as error:
        raise source.error(f"not a move: {error}", line, column) from None
