"""Plan files: what people, programs and Toadstone itself write down as a plan.

The reader is lenient about form and strict about meaning. A text that may stand for two plans is
refused with its place; what was read otherwise than it stands there is said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Generic

import yaml

from toadstone.core.errors import InputError
from toadstone.core.replay import replay
from toadstone.core.rules import Move, Rules, State
from toadstone.core.solution import Conditions
from toadstone.files.messages import printable, quoted
from toadstone.files.plan_text import Spell, Written, is_key, is_yaml, read_text, typed
from toadstone.files.source import Source, parse_tree, plain_value

_PLAN_KEYS = ("plan", "moves")
_PLAN_KEY = re.compile(rf"^[\"']?({'|'.join(_PLAN_KEYS)})[\"']?\s*:", re.IGNORECASE | re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*```[ \t]*[\w-]*[ \t]*$", re.MULTILINE)
"""The line above or below a plan in Markdown."""
_MOST_SPELLINGS = 3
"""As many spellings are named when a plan file says how it was understood."""


@dataclass(frozen=True)
class PlanFile(Generic[Move]):
    """What a plan file says.

    Attributes:
        moves: the plan; where there are several, the first.
        values: the figures that it states, if it is the JSON of an answer.
        plans: every plan, in the order of the file.
        form: how it is laid out, in a few words.
        spelled: the moves that stand there in other words, with their text form.
        encoding: the encoding of the text.
    """

    moves: tuple[Move, ...]
    values: Mapping[str, int] = field(default_factory=dict, hash=False)
    plans: tuple[tuple[Move, ...], ...] = ()
    form: str = "a move a line"
    spelled: Mapping[str, str] = field(default_factory=dict, hash=False)
    encoding: str = "UTF-8"

    @property
    def is_plain(self) -> bool:
        """Whether the file is in a form that Toadstone itself writes for one plan."""
        plainly = self.form in {"a move a line", "a list"} or self.form.startswith("an answer")
        return plainly and not self.spelled and self.encoding == "UTF-8"

    @property
    def understood(self) -> str:
        """How the file was understood, in a sentence."""
        said = [self.form if self.encoding == "UTF-8" else f"{self.form}, in {self.encoding}"]
        said += [
            f"`{printable(text)}` as {move}"
            for text, move in list(self.spelled.items())[:_MOST_SPELLINGS]
        ]
        if len(self.spelled) > _MOST_SPELLINGS:
            said[-1] += f" and {len(self.spelled) - _MOST_SPELLINGS} more so"
        return f"{'; '.join(said)}."


def read_plan(
    source: Source,
    rules: Rules[State, Move],
    spell: Spell[Move] | None = None,
    *,
    must_end: bool = True,
) -> PlanFile[Move]:
    """Read a plan file.

    It holds moves on lines, with blanks, commas or numbers between them; a JSON or YAML list; the
    JSON of `solve`; or, as `enumerate` prints them, several plans.

    Args:
        source: the text.
        rules: the reference simulator, on which moves that can be read in two ways are told apart.
        spell: how people spell moves; without it, only text forms are moves.
        must_end: whether a plan has to win, or only not to lose.

    Raises:
        InputError: something is not a move of the game, or may be two; the error says where.
    """
    text = source.text.replace("\r\n", "\n").replace("\r", "\n")
    source = replace(source, text=_FENCE.sub("", text))
    reader = _Reader(source, rules, _remembering(rules, spell), must_end)
    first = next(filter(None, (line.partition("#")[0].strip() for line in _lines(source))), None)
    if first is None:
        raise source.error("the file is empty: expected a plan", 1, 1)
    if _is_json_lines(source):
        return reader.json_lines()
    listed = is_yaml(first) and (not is_key(first) or _PLAN_KEY.search(source.text))
    return reader.listed() if listed else reader.text()


def game_stated(source: Source) -> tuple[str, str | None]:
    """Return what a JSON file is, and the game that it names; None where it names none."""
    content: Any = None
    if source.text.lstrip().startswith("{"):
        with suppress(ValueError, RecursionError):
            content = json.loads(source.text)
    if not isinstance(content, dict):
        return "a plan", None
    kind, scenario = content.get("kind"), content.get("scenario")
    holder = scenario if isinstance(scenario, dict) else content
    game = holder.get("game")
    words = "a saved game" if kind == "saved game" else "an answer"
    return words, printable(game) if isinstance(game, str) else None


def expect_json(source: Source) -> None:
    """Raise InputError where a file whose name ends in .json is not JSON; the error says where."""
    if not source.name.lower().endswith(".json"):
        return
    try:
        json.loads(source.text)
    except json.JSONDecodeError as error:
        message = f"this is not valid JSON: {error.msg}"
        raise source.error(message, error.lineno, error.colno) from None
    except (ValueError, RecursionError):
        return


def moves_spelled(
    text: str, rules: Rules[State, Move], spell: Spell[Move] | None
) -> tuple[Move, ...]:
    """Return the moves that a text may stand for; usually there is one.

    Raises:
        ValueError: it stands for none; the error says what was expected.
    """
    if spell is None:
        return (rules.read_move(text),)
    try:
        return tuple(spell(typed(text)))
    except ValueError as error:
        try:
            return (rules.read_move(text),)
        except ValueError as literal:
            raise (error if typed(text) == text else literal) from None


def _lines(source: Source) -> list[str]:
    return source.text.split("\n")


def _remembering(rules: Rules[State, Move], spell: Spell[Move] | None) -> Spell[Move]:
    """Return a spelling that remembers what was read, and knows all text forms of moves."""
    known: dict[str, tuple[Move, ...]] = {}

    def remembered(text: str) -> Sequence[Move]:
        if text not in known:
            known[text] = moves_spelled(text, rules, spell)
        return known[text]

    return remembered


def _is_json_lines(source: Source) -> bool:
    """Return whether the text is an object a line, as `enumerate --json` prints."""
    lines = [line for line in _lines(source) if line.strip()]
    return len(lines) > 1 and all(each[0] == "{" and each.rstrip()[-1] == "}" for each in lines)


@dataclass(frozen=True)
class _Reader(Generic[State, Move]):
    """Reads one file."""

    source: Source
    rules: Rules[State, Move]
    spell: Spell[Move]
    must_end: bool

    def text(self, source: Source | None = None, line: int = 1, column: int = 1) -> PlanFile[Move]:
        """Read moves on lines."""
        layout = read_text(source or self.source, self.spell, line, column)
        if self._are_plans(layout.lines):
            form = f"{len(layout.lines)} plans, one a line"
            return self._file([list(each) for each in layout.lines], form)
        moves = [move for each in layout.lines for move in each]
        return self._file([moves], layout.form)

    def _are_plans(self, lines: Sequence[Sequence[Written[Move]]]) -> bool:
        """Return whether each of several lines is a plan, rather than all of them together.

        A first line that wins by itself cannot be the beginning of a longer plan, but where a
        plan need not end. With a move a line, every line has to win by itself, and plans have to
        end.
        """
        if len(lines) < 2:
            return False
        if len(lines[0]) == 1:
            alone = (len(each) == 1 and self._wins(each) for each in lines)
            return self.must_end and all(alone)
        whole = [move for each in lines for move in each]
        return self._wins(lines[0]) and not self._wins(whole)

    def _wins(self, written: Sequence[Written[Move]]) -> bool:
        conditions = Conditions[State, Move](self.must_end)
        return replay(self.rules, self._chosen(written), conditions).failure is None

    def listed(self) -> PlanFile[Move]:
        """Read a YAML or JSON list, or an object with one."""
        try:
            node: yaml.Node | None = parse_tree(self.source, "a plan")
        except InputError:
            expect_json(self.source)
            raise
        values: Mapping[str, int] = {}
        form = "a list"
        if isinstance(node, yaml.MappingNode):
            content = plain_value(self.source, node)
            values = content["values"] if isinstance(content.get("values"), dict) else {}
            node = next((n for key, n in node.value if key.value.lower() in _PLAN_KEYS), None)
            form = "an answer as JSON" if "status" in content else "a list under `plan`"
        if isinstance(node, yaml.ScalarNode) and isinstance(plain_value(self.source, node), str):
            return self._scalar(node)
        if not isinstance(node, yaml.SequenceNode):
            raise self._error("expected a list of moves, the plan", node)
        plan = self._file([[self._item(item) for item in node.value]], form)
        return replace(plan, values=values)

    def _scalar(self, node: yaml.ScalarNode) -> PlanFile[Move]:
        """Read a text in the place of a list; its lines are those of the file where it is plain."""
        line, column = node.start_mark.line + 1, node.start_mark.column + 1
        return self.text(replace(self.source, text=node.value), line, column)

    def _item(self, item: yaml.Node) -> Written[Move]:
        line, column = item.start_mark.line + 1, item.start_mark.column + 1
        value = plain_value(self.source, item)
        if isinstance(value, str):
            text = value
        elif isinstance(value, int) and not isinstance(value, bool):
            text = item.value  # with its sign
        elif isinstance(value, tuple) and 2 <= len(value) <= 3 and not any(map(_is_deep, value)):
            text = " ".join(map(str, value))
        else:
            text = quoted(value).strip("`")
        return Written(text, line, column, self._spelled(text, line, column))

    def json_lines(self) -> PlanFile[Move]:
        """Read what `enumerate --json` prints: an object a line, a plan each."""
        plans = []
        for number, line in enumerate(_lines(self.source), 1):
            if not line.strip():
                continue
            moves = self._object(line, number).get("plan")
            if moves is None:
                continue
            if not isinstance(moves, list) or not all(isinstance(each, str) for each in moves):
                raise self.source.error("`plan`: expected a list of moves", number, 1)
            spelled = [Written(each, number, 1, self._spelled(each, number, 1)) for each in moves]
            plans.append(spelled)
        if not plans:
            raise self.source.error("expected a plan, found none", 1, 1)
        form = "1 plan as JSON" if len(plans) == 1 else f"{len(plans)} plans, as JSON, one a line"
        return self._file(plans, form)

    def _object(self, line: str, number: int) -> dict[str, Any]:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            raise self.source.error("this line is not JSON", number, 1) from None
        return value if isinstance(value, dict) else {}

    def _spelled(self, text: str, line: int, column: int) -> Sequence[Move]:
        try:
            return self.spell(text)
        except ValueError as error:
            raise self.source.error(f"not a move: {error}", line, column) from None

    def _error(self, message: str, node: yaml.Node | None) -> Exception:
        mark = node.start_mark if node else None
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        return self.source.error(message, line, column)

    def _file(self, plans: Sequence[Sequence[Written[Move]]], form: str) -> PlanFile[Move]:
        chosen = [tuple(self._chosen(plan)) for plan in plans]
        pairs = {
            (each.text, str(move))
            for plan, moves in zip(plans, chosen, strict=True)
            for each, move in zip(plan, moves, strict=True)
        }
        order = dict.fromkeys(each.text for plan in plans for each in plan)
        by_text: dict[str, list[str]] = {}
        for text, move in sorted(pairs):
            by_text.setdefault(text, []).append(move)
        spelled = {text: " or ".join(by_text[text]) for text in order if by_text[text] != [text]}
        return PlanFile(chosen[0], {}, tuple(chosen), form, spelled, encoding=self.source.encoding)

    def _chosen(self, plan: Sequence[Written[Move]]) -> list[Move]:
        """Return the moves; of several that a text may stand for, the one that is legal there.

        Raises:
            InputError: several of them are.
        """
        if all(len(each.moves) == 1 for each in plan):
            return [each.moves[0] for each in plan]
        state, chosen = self.rules.start(), list[Move]()
        goes_on = True
        for each in plan:
            legal = [m for m in each.moves if goes_on and not self.rules.why_illegal(state, m)]
            if len(legal) > 1:
                could = " or ".join(f"`{move}`" for move in legal)
                message = f"{quoted(each.text)} may be {could}: expected one of them"
                raise self.source.error(message, each.line, each.column)
            goes_on = bool(legal)
            chosen.append(legal[0] if legal else each.moves[0])
            if goes_on:
                state = self.rules.play(state, legal[0])
        return chosen


def _is_deep(value: object) -> bool:
    return isinstance(value, dict | tuple) or value is None
