"""Plan files: plans as people, programs and Toadstone itself write them down.

One grammar for `check`, `grade` and `play`. It is lenient about form and strict about meaning: a
text that could be read in two ways is refused with its place, and a file says how it was read.

A plan is JSON, YAML, or text: lines of moves, with blanks, commas or the like between them. A line
may begin with its number. `stay x4` and `1-4: stay` are four moves. Headings such as `Name: Ada`,
the text around a block between ``` marks, HTML tags, and all columns of a table but that of the
moves are left out. Where something else may be meant, the plan is read only if it wins as it is
read: no other reading of the same moves does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Generic

import yaml

from toadstone.core.replay import replay
from toadstone.core.rules import Move, Rules, State
from toadstone.core.solution import Conditions
from toadstone.files.messages import printable, quote
from toadstone.files.plan_text import (
    HTML,
    Piece,
    as_typed,
    join_words,
    only,
    pieces_of,
    without,
    without_tags,
    words_of,
)
from toadstone.files.plan_words import MOVE_TITLE, Spell, Words, Written, is_head, table_cells
from toadstone.files.source import Source, parse_tree, plain_value

_MOST_SPELLINGS = 3
"""As many spellings are named when a plan file says how it was understood."""

_PLAN_KEYS = ("plan", "moves")
_HEADING = re.compile(r"([^\W\d_][\w .'-]{0,40})[:=](?:\s+|$)")
_ABOUT_THE_WRITER = re.compile(
    "author|by|class|course|date|e-?mail|exercise|game|group|id|names?|student|task|team|title"
)

_FENCE = re.compile(r"^[ \t]*(?:```+|~~~+)[ \t]*(?:[\w-]*|\{[^{}\n]*\})[ \t]*$", re.MULTILINE)
"""The line above or below a plan in Markdown."""
_NO_SENTENCE = re.compile(r"[\d|;\t]")
"""Signs of a cell or a number."""

_NUMBER_ALONE = re.compile(r"([0-9]{1,7})(?:[ \t]*[|,;\t][ \t]*|[ \t]+)(?=\S)")


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
        lines: the line of the file on which each move of the first plan stands.
    """

    moves: tuple[Move, ...]
    values: Mapping[str, int] = field(default_factory=dict, hash=False)
    plans: tuple[tuple[Move, ...], ...] = ()
    form: str = "a move a line"
    spelled: Mapping[str, str] = field(default_factory=dict, hash=False)
    encoding: str = "UTF-8"
    lines: tuple[int, ...] = field(default=(), repr=False, compare=False)

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
            f'"{printable(text)}" as {move}'
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
    one: bool = False,
) -> PlanFile[Move]:
    """Read a plan file.

    Args:
        source: the text.
        rules: the reference simulator, on which moves that can be read in two ways are told apart.
        spell: how people spell moves; without it, only text forms are moves.
        must_end: whether a plan has to win, or only not to lose.
        one: whether the file is to hold one plan. It is then unclear whether lines with a move
            each, every one of which wins, are several plans.

    Raises:
        InputError: something is not a move of the game; the error says where.
        UnclearError: something may be two moves, or two things.
    """
    text = source.text.replace("\r\n", "\n").replace("\r", "\n")
    is_html = HTML.search(text) is not None
    text = as_typed(without_tags(text) if is_html else text).replace("**", "  ")
    words = Words(replace(source, text=text), rules, spell)
    return _Reader(words, must_end, one, ["in HTML"] if is_html else []).read()


@dataclass
class _Reader(Generic[State, Move]):
    """Reads one file, and notes how it is laid out."""

    words: Words[State, Move]
    must_end: bool
    one: bool
    notes: list[str]

    def __post_init__(self) -> None:
        self.source, self.rules = self.words.source, self.words.rules

    def read(self) -> PlanFile[Move]:
        """Read JSON, YAML or text."""
        text = self._unfence(self.source.text)
        if not (pieces := [*pieces_of(text)]):
            raise self.source.error("the file is empty: expected a plan", 1, 1)
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) > 1 and all(each[0] == "{" and each.rstrip()[-1] == "}" for each in lines):
            return self._json_lines(text)
        pieces = self._after_headings(pieces)
        if pieces and pieces[0].text[0] in "[{":
            before = sum(len(line) + 1 for line in text.split("\n")[: pieces[0].line - 1])
            inside = only(text, before + pieces[0].column - 1, len(text))
            return self._read_list(parse_tree(replace(self.source, text=inside), "a plan"))
        return self._text(pieces)

    # --- text -----------------------------------------------------------------------------------

    def _text(self, pieces: Sequence[Piece]) -> PlanFile[Move]:
        cells = table_cells(self.words, self._within_sentences(pieces), self.notes)
        pieces = [piece for piece, _ in cells]
        if pieces and self._leading_numbers(pieces):
            cells = [(without(piece, _NUMBER_ALONE), None) for piece in pieces]
        lines = [line for each in cells if (line := self.words.read(*each))]
        if not lines:
            raise self.source.error("expected a plan, found no move", 1, 1)
        counted = self.words.counted
        if counted == 0 and (zero := self.words.meant("0")[0]):
            raise self.words.unclear(pieces[0], f"`{zero[0]}`", "a number before the first move")
        if self._are_plans(lines):
            return self._file(lines, f"{len(lines)} plans, one a line")
        numbered = "" if counted is None else "numbered, "
        moves = [move for line in lines for move in line]
        self._expect_a_turn_each(moves)
        self._expect_one_plan(moves)
        total = sum(each.times for each in moves)
        if total == len(lines):
            return self._file([moves], f"{numbered}a move a line")
        on = "a line" if len(lines) == 1 else f"{len(lines)} lines"
        return self._file([moves], f"{numbered}{total} moves on {on}")

    def _expect_a_turn_each(self, moves: Sequence[Written[Move]]) -> None:
        """Doubt that several moves are several turns where most turns have a line or a comma."""
        for signs in ({"blank", "sign"}, {"blank"}):
            turns: list[list[Written[Move]]] = []
            for each in moves:
                if each.after in signs:
                    turns[-1].append(each)
                else:
                    turns.append([each])
            several = [turn for turn in turns if len(turn) > 1]
            if several and (self.words.counts_lines or 2 * len(several) < len(turns)):
                place = join_words([each.piece for each in several[0]])
                ways = "one turn", f"{len(several[0])} turns"
                doubt = self.words.unclear(place, *ways, "write a move a line")
                self.words.doubts.append(doubt)

    def _expect_one_plan(self, moves: Sequence[Written[Move]]) -> None:
        """Doubt that moves behind an empty line go on with a game that is over before it."""
        places = [each.piece for each in moves for _ in range(each.times)]
        if all(after.line - before.line < 2 for before, after in pairwise(places)):
            return
        line = replay(self.rules, self._chosen(moves), Conditions[State, Move](must_end=False))
        done, outcome = len(line.moves), self.rules.outcome(line.states[-1])
        if outcome is None or outcome.is_loss or not 0 < done < len(places):
            return
        if places[done].line - places[done - 1].line > 1:
            ways = "a second plan", "one that goes on after the end"
            self.words.doubts.append(self.words.unclear(places[done], *ways))

    def _after_headings(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the lines below headings such as `Name: Ada`, none of which holds a move."""
        for number, piece in enumerate(pieces):
            match = _HEADING.match(piece.text)
            if not match or self.words.is_numbered(piece) or self.words.is_readable(piece):
                return list(pieces[number:])
            title, rest = match[1].strip().lower(), piece.after(match.end())
            if MOVE_TITLE.fullmatch(title) and rest.text:
                return [rest, *pieces[number + 1 :]]
            if self.words.holds_a_move(rest) and not _ABOUT_THE_WRITER.fullmatch(title):
                advice = "begin the line of a heading with #"
                raise self.words.unclear(piece, "a heading", "moves", advice)
            if rest.text:
                self.notes.append(f'without the heading "{printable(piece.text)}"')
        return []

    def _within_sentences(self, pieces: Sequence[Piece]) -> Sequence[Piece]:
        """Return the lines between the sentences at the top and at the end, if these may go.

        A sentence is words, few of them moves, and not the titles of a table.
        """
        lines = []
        for number, piece in enumerate(pieces):
            words = words_of(piece)
            moves = sum(bool(self.words.meant(each.text)[0]) for each in words)
            letters = (any(map(str.isalpha, each.text)) for each in words[1:])
            is_words = piece.text[0].isalpha() and not _NO_SENTENCE.search(piece.text)
            is_text = is_words and any(letters)
            if not is_text or is_head(piece) or 3 * moves >= len(words):
                lines.append(number)
        if not lines or len(pieces) == lines[-1] - lines[0] + 1:
            return pieces
        for piece in (*pieces[: lines[0]], *pieces[lines[-1] + 1 :]):
            self.words.doubts.append(self.words.refusal(piece))
            self.notes.append(f'without "{printable(piece.text)}"')
        return pieces[lines[0] : lines[-1] + 1]

    def _leading_numbers(self, pieces: Sequence[Piece]) -> bool:
        """Return whether every line begins with its number, and a blank or a comma after it."""
        matches = [_NUMBER_ALONE.match(piece.text) for piece in pieces]
        numbers = [int(match[1]) for match in matches if match]
        counts = len(numbers) == len(pieces) > 1 and numbers[0] in (0, 1)
        if not counts or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            return False
        if not all(self.words.is_readable(without(piece, _NUMBER_ALONE)) for piece in pieces):
            return False
        if all(map(self.words.is_readable, pieces)):
            advice = "write `1.` if it counts"
            raise self.words.unclear(pieces[0], "a numbered line", "moves alone", advice)
        self.words.counted = numbers[-1]
        return True

    def _unfence(self, text: str) -> str:
        """Return a text with nothing but the block between ``` marks, where there is one.

        Raises:
            UnclearError: there are several, or moves outside it.
        """
        marks = [mark.span() for mark in _FENCE.finditer(text)]
        if not marks:
            return text
        if len(marks) > 2:
            place = Piece("a second block", text.count("\n", 0, marks[2][0]) + 1, 1)
            raise self.words.unclear(place, "the end of the plan", "one more part of it")
        start, (end, below) = marks[0][1], [*marks, (len(text), len(text))][1]
        outside = [*pieces_of(text[: marks[0][0]]), *pieces_of(only(text, below, len(text)))]
        for piece in filter(self.words.is_readable, outside):
            raise self.words.unclear(piece, "words around the plan", "moves")
        if outside:
            self.notes.append("in the code block")
        return only(text, start, end)

    # --- JSON and YAML --------------------------------------------------------------------------

    def _read_list(self, node: yaml.Node | None) -> PlanFile[Move]:
        """Read a YAML or JSON list, or an object with one."""
        values: Mapping[str, int] = {}
        form = "a list"
        if isinstance(node, yaml.MappingNode):
            content = plain_value(self.source, node)
            values = content["values"] if isinstance(content.get("values"), dict) else {}
            node = next((n for key, n in node.value if key.value.lower() in _PLAN_KEYS), None)
            form = "an answer as JSON" if "status" in content else "a list under plan"
        if not isinstance(node, yaml.SequenceNode):
            raise self.words.error("expected a list of moves, the plan", _place(node))
        plan = self._file([[self._item(item) for item in node.value]], form)
        return replace(plan, values=values)

    def _item(self, item: yaml.Node) -> Written[Move]:
        value = plain_value(self.source, item)
        if isinstance(value, str):
            text = value
        elif isinstance(value, int) and not isinstance(value, bool):
            text = item.value if isinstance(item, yaml.ScalarNode) else str(value)  # with its sign
        elif (
            isinstance(value, tuple)
            and 1 <= len(value) <= 3
            and not any(isinstance(each, dict | tuple | None) for each in value)
        ):
            text = " ".join(map(str, value))
        elif isinstance(item, yaml.MappingNode) and {*value} - {"turn"} == {"move"}:
            if isinstance(turn := value.get("turn"), int):
                self.words.number(turn, _place(item))
            return self._item(next(node for key, node in item.value if key.value == "move"))
        else:
            text = quote(value).strip("`")
        return self.words.expected(replace(_place(item), text=text))

    def _json_lines(self, text: str) -> PlanFile[Move]:
        """Read an object a line, each with a plan, as `enumerate --json` prints them."""
        plans = []
        for number, line in enumerate(text.split("\n"), 1):
            try:
                value = json.loads(line.strip() or "{}")
            except (ValueError, RecursionError):
                raise self.source.error("this line is not JSON", number, 1) from None
            moves = value.get("plan", [])
            if not isinstance(moves, list) or not all(isinstance(each, str) for each in moves):
                raise self.source.error("`plan`: expected a list of moves", number, 1)
            if "plan" in value:
                plans.append([self.words.expected(Piece(each, number, 1)) for each in moves])
        if not plans:
            raise self.source.error("expected a plan, found none", 1, 1)
        form = "1 plan as JSON" if len(plans) == 1 else f"{len(plans)} plans, as JSON, one a line"
        return self._file(plans, form)

    # --- plans ----------------------------------------------------------------------------------

    def _are_plans(self, lines: Sequence[Sequence[Written[Move]]]) -> bool:
        """Return whether each of several lines is a plan, rather than all of them together.

        A first line that wins by itself cannot be the beginning of a longer plan, but where a
        plan need not end. With a move a line, every line has to win by itself, and plans have to
        end; if the lines have numbers, these count the moves of one plan.

        Raises:
            UnclearError: each line is a move that wins, and the file is to hold one plan.
        """
        if len(lines) < 2:
            return False
        if len(lines[0]) == 1:
            alone = self.must_end and self.words.counted is None
            win = alone and all(len(each) == 1 and self._wins(each) for each in lines)
            if win and self.one:
                ways = f"{len(lines)} plans", "one that goes on after the end"
                raise self.words.unclear(lines[1][0].piece, *ways)
            return win
        whole = [move for each in lines for move in each]
        return self._wins(lines[0]) and not self._wins(whole)

    def _wins(self, written: Sequence[Written[Move]]) -> bool:
        conditions = Conditions[State, Move](self.must_end)
        return replay(self.rules, self._chosen(written), conditions).failure is None

    def _file(self, plans: Sequence[Sequence[Written[Move]]], form: str) -> PlanFile[Move]:
        if self.words.doubts and not all(map(self._wins, plans)):
            raise self.words.doubts[0]
        chosen = [tuple(self._chosen(plan)) for plan in plans]
        meant: dict[str, dict[str, None]] = {}
        for plan, moves in zip(plans, chosen, strict=True):
            rest = iter(moves)
            for each in plan:
                texts = {str(next(rest)): None for _ in range(each.times)}
                times = "" if each.times == 1 else f", {each.times} times"
                meant.setdefault(each.piece.text, {})[f"{' or '.join(texts)}{times}"] = None
        spelled = {
            text: " or ".join(sorted(moves)) for text, moves in meant.items() if [*moves] != [text]
        }
        form = ", ".join([form, *self.notes])
        lines = tuple(each.piece.line for each in plans[0] for _ in range(each.times))
        return PlanFile(chosen[0], {}, tuple(chosen), form, spelled, self.source.encoding, lines)

    def _chosen(self, plan: Sequence[Written[Move]]) -> list[Move]:
        """Return the moves; of several that a text may stand for, the one that is legal there.

        Raises:
            UnclearError: several of them are.
        """
        repeated = [each for each in plan for _ in range(each.times)]
        if all(len(each.moves) == 1 for each in repeated):
            return [each.moves[0] for each in repeated]
        state, chosen = self.rules.start(), list[Move]()
        goes_on = True
        for each in repeated:
            legal = [m for m in each.moves if goes_on and not self.rules.why_illegal(state, m)]
            if len(legal) > 1:
                ways = [f"`{move}`" for move in legal]
                raise self.words.unclear(
                    each.piece, ", ".join(ways[:-1]), ways[-1], "write one of them"
                )
            goes_on = bool(legal)
            chosen.append(legal[0] if legal else each.moves[0])
            if goes_on:
                state = self.rules.play(state, legal[0])
        return chosen


def _place(node: yaml.Node | None) -> Piece:
    mark = node.start_mark if node else None
    return Piece("", mark.line + 1, mark.column + 1) if mark else Piece("", 1, 1)
