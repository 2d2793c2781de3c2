"""Plan files: plans as people, programs and Toadstone itself write them down.

One grammar for `check`, `grade` and `play`. It is lenient about form and strict about meaning: a
text that could be read in two ways is refused with its place, and a file says how it was read.

A plan is JSON, YAML, or text: lines of moves, with blanks, commas or the like between them. A line
may begin with its number. `stay x4` and `4*stay` are four moves. Headings such as `Name: Ada`, the
text around a block between ``` marks, HTML tags, and all columns of a table but that of the moves
are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic

import yaml

from toadstone.core.errors import InputError
from toadstone.core.replay import replay
from toadstone.core.rules import Move, Rules, State
from toadstone.core.solution import Conditions
from toadstone.files.messages import printable, quoted
from toadstone.files.plan_text import (
    HTML,
    PIPE,
    QUOTES,
    Piece,
    as_typed,
    bare,
    blank,
    cells_of,
    expect_json,
    join_words,
    pieces_of,
    without,
    without_tags,
    words_of,
)
from toadstone.files.source import Source, parse_tree, plain_value

Spell = Callable[[str], Sequence[Move]]
"""Returns the moves that a text may stand for; raises ValueError, which says what was expected.

Usually there is one. Where there are several, the one that is legal is meant.
"""

MOST_TIMES = 10_000
"""The largest N of `stay xN`."""
_MOST_WORDS = 5
"""Words of a move with the number of its times, as in `3 to 4 x 2`."""
_MOST_SPELLINGS = 3
"""As many spellings are named when a plan file says how it was understood."""


_SIGNS = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | {"\u2190": "<-", "\u2192": "->", "\u00d7": "x"}
)
"""Dashes, arrows and the multiplication sign, as a keyboard has them."""

_PLAN_KEYS = ("plan", "moves")
_PLAN_KEY = re.compile(rf"^[\"']?({'|'.join(_PLAN_KEYS)})[\"']?\s*:", re.IGNORECASE | re.MULTILINE)
_KEY = re.compile(r"\s*[^\s:]+\s*:(\s|$)")
_HEADING = re.compile(r"([^\W\d_][\w .'-]{0,40}):(?:\s+|$)")
_ABOUT_THE_WRITER = re.compile(
    "author|by|class|course|date|e-?mail|exercise|game|group|id|names?|student|task|team|title"
)
_MOVE_TITLE = re.compile("((the|my) )?(plan|moves?|actions?|solution)")
_TURN_TITLE = re.compile("#|n|no\\.?|nr\\.?|number|ply|step|t|turn")

_FENCE = re.compile(r"^[ \t]*(?:```+|~~~+)[ \t]*(?:[\w-]*|\{[^{}\n]*\})[ \t]*$", re.MULTILINE)
"""The line above or below a plan in Markdown."""
_RULE = re.compile(r"[-+|:=_*\s]{3,}")

_NUMBERED = re.compile(
    r"\(?([0-9]{1,7})(?:[.)]{1,2}|:(?![0-9]))\)?[ \t]*"
    r"|(?:turn|move|step|ply|t)[ \t]*([0-9]{1,7})[ \t]*[.:)=-]?[ \t]+",
    re.IGNORECASE,
)
_NUMBER_ALONE = re.compile(r"([0-9]{1,7})(?:[ \t]*[|,;\t][ \t]*|[ \t]+)(?=\S)")
_INSIDE = re.compile(r"\(?([0-9]{1,7})[.)]{1,2}")
_CHUNK = re.compile(r"(?:\([^()]*\)|[^,;|()]|[()])+")
_TIMES = re.compile(
    r"(?P<first>[0-9]{1,5})\s*[*x]\s*(?P<after>\S.*)"
    r"|(?P<before>.*?\S)\s*(?:\(\s*)?[*x]\s*(?P<last>[0-9]{1,5})\s*\)?",
    re.IGNORECASE,
)


class TwoWaysError(ValueError):
    """A spelling of moves that could be read in two ways; each is stated as it would be clear."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"could be read in two ways, as {one} or {other}")
        self.one, self.other = one, other


class UnclearError(InputError):
    """A text that could be read in two ways, none of which is chosen."""


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
    return _Reader(source, rules, spell, must_end, one).read()


def moves_spelled(
    text: str, rules: Rules[State, Move], spell: Spell[Move] | None
) -> tuple[Move, ...]:
    """Return the moves that a text may stand for; usually there is one.

    Raises:
        ValueError: it stands for none; the error says what was expected.
    """
    if spell is None:
        return (rules.read_move(text),)
    plain = text.strip().translate(_SIGNS)
    try:
        return tuple(spell(plain))
    except ValueError as error:
        try:
            return (rules.read_move(text),)
        except ValueError as literal:
            raise (error if plain == text else literal) from None


@dataclass(frozen=True, slots=True)
class _Written(Generic[Move]):
    """A move as it is written: its place, the moves that it may be, and how often it is meant."""

    piece: Piece
    moves: Sequence[Move]
    times: int = 1


class _Reader(Generic[State, Move]):
    """Reads one file."""

    def __init__(
        self,
        source: Source,
        rules: Rules[State, Move],
        spell: Spell[Move] | None,
        must_end: bool,
        one: bool,
    ) -> None:
        self.rules = rules
        self.must_end = must_end
        self.one = one
        self.notes: list[str] = []
        self.counted: int | None = None
        self.count = 0
        self._spell = spell
        self._known: dict[str, tuple[Sequence[Move], int]] = {}
        text = source.text.replace("\r\n", "\n").replace("\r", "\n")
        if HTML.search(text):
            text = without_tags(text)
            self.notes.append("in HTML")
        self.source = replace(source, text=as_typed(text))
        self.source = replace(source, text=self._fenced(self.source.text))

    def read(self) -> PlanFile[Move]:
        """Read JSON, YAML or text."""
        pieces = list(pieces_of(self.source.text))
        if not pieces:
            raise self.source.error("the file is empty: expected a plan", 1, 1)
        lines = [line for line in self.source.text.split("\n") if line.strip()]
        if len(lines) > 1 and all(each[0] == "{" and each.rstrip()[-1] == "}" for each in lines):
            return self._json_lines()
        stated = (line.partition("#")[0].strip() for line in lines)
        first = next(filter(None, stated), pieces[0].text)
        if _is_yaml(first) and (not _is_key(first) or _PLAN_KEY.search(self.source.text)):
            try:
                tree = parse_tree(self.source, "a plan")
            except InputError:
                expect_json(self.source)
                if first[0] in "[{":
                    raise
            else:
                return self._listed_or_text(tree, pieces, first)
        return self._text(pieces)

    def _listed_or_text(
        self, tree: yaml.Node | None, pieces: Sequence[Piece], first: str
    ) -> PlanFile[Move]:
        """Read a list, or else moves on lines below a first line such as `Plan:`."""
        try:
            return self._listed(tree)
        except InputError as error:
            if isinstance(error, UnclearError) or not _is_key(first):
                raise
            try:
                return self._text(pieces)
            except InputError:
                raise error from None

    def _error(self, message: str, place: Piece) -> InputError:
        return self.source.error(message, place.line, place.column)

    def _unclear(self, place: Piece, one: str, other: str, advice: str = "") -> UnclearError:
        words = f"{quoted(place.text)} could be read in two ways, as {one} or {other}"
        error = self._error(f"{words}: {advice}" if advice else words, place)
        return UnclearError(error.message, error.place, error.line_text)

    # --- moves ----------------------------------------------------------------------------------

    def _meant(self, text: str) -> tuple[Sequence[Move], int]:
        """Return the moves that a text may stand for, none where it is no move; and how often."""
        text = bare(text)
        if text not in self._known:
            self._known[text] = self._once(text), 1
            if not self._known[text][0] and (match := _TIMES.fullmatch(text.translate(_SIGNS))):
                times = int(match["first"] or match["last"])
                moves = self._once(bare(match["after"] or match["before"]))
                if moves and 0 < times <= MOST_TIMES:
                    self._known[text] = moves, times
        return self._known[text]

    def _once(self, text: str) -> Sequence[Move]:
        try:
            return moves_spelled(text, self.rules, self._spell)
        except ValueError:
            return ()

    def _written(self, piece: Piece) -> _Written[Move]:
        moves, times = self._meant(piece.text)
        start = len(piece.text) - len(piece.text.lstrip(QUOTES))
        plain = Piece(bare(piece.text), piece.line, piece.column + start)
        return _Written(plain, moves, times)

    def _expected(self, piece: Piece) -> _Written[Move]:
        """Return the moves of a text that has to be one.

        Raises:
            InputError: it is none.
        """
        written = self._written(piece)
        if written.moves:
            return written
        try:
            moves_spelled(written.piece.text, self.rules, self._spell)
        except TwoWaysError as error:
            raise self._unclear(piece, error.one, error.other) from None
        except ValueError as error:
            raise self._error(f"not a move: {error}", piece) from None
        raise self._error("expected a move", piece)

    # --- text -----------------------------------------------------------------------------------

    def _text(self, pieces: Sequence[Piece]) -> PlanFile[Move]:
        """Read moves on lines."""
        pieces = self._column(self._after_headings(pieces))
        if pieces and self._leading_numbers(pieces):
            pieces = [without(piece, _NUMBER_ALONE) for piece in pieces]
        lines = [line for piece in pieces if (line := list(self._line(piece)))]
        if not lines:
            raise self.source.error("the file is empty: expected a plan", 1, 1)
        if self._are_plans(lines):
            return self._file(lines, f"{len(lines)} plans, one a line")
        numbered = "" if self.counted is None else "numbered, "
        moves = [move for line in lines for move in line]
        total = sum(each.times for each in moves)
        if total == len(lines):
            return self._file([moves], f"{numbered}a move a line")
        on = "a line" if len(lines) == 1 else f"{len(lines)} lines"
        return self._file([moves], f"{numbered}{total} moves on {on}")

    def _after_headings(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the lines from the first with a move on, without what comes before it."""
        for number, piece in enumerate(pieces):
            match = _HEADING.match(piece.text)
            if not match or _NUMBERED.match(piece.text) or self._is_readable(piece):
                return list(pieces[number:])
            title, rest = match[1].strip().lower(), piece.after(match.end())
            if _MOVE_TITLE.fullmatch(title) and rest.text:
                return [rest, *pieces[number + 1 :]]
            readable = any(self._meant(word.text)[0] for word in words_of(rest))
            if readable and not _ABOUT_THE_WRITER.fullmatch(title):
                raise self._unclear(
                    piece, "a heading", "moves", "begin the line of a heading with #"
                )
            if rest.text:
                self.notes.append(f'without the heading "{printable(piece.text)}"')
        return []

    def _column(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the cells with moves, where the lines are a table; else the lines."""
        rows = [piece for piece in pieces if not _RULE.fullmatch(piece.text)]
        if not rows:
            return []
        head = rows[0].text.strip("| \t")
        separator = next((each for each in "|\t;," if each in head), None)
        titles = [bare(each).lower() for each in re.split(f"[{separator or ' '}]+", head)]
        at = next((n for n, each in enumerate(titles) if _MOVE_TITLE.fullmatch(each)), None)
        counts = next((n for n, each in enumerate(titles) if _TURN_TITLE.fullmatch(each)), None)
        alone = separator is None and len(titles) > 1 + (counts is not None)
        if at is None or alone or _NUMBERED.match(head) or self._is_readable(rows[0]):
            rows = [without(piece, PIPE) for piece in rows]
            return [replace(piece, text=piece.text.rstrip("| \t")) for piece in rows]
        if separator is None:
            return rows[1:]
        self.notes.append(f'in the column "{printable(titles[at])}" of a table')
        return [self._cell(cells_of(row, separator), at, counts) for row in rows[1:]]

    def _cell(self, cells: Sequence[Piece], at: int, counts: int | None) -> Piece:
        """Return the cell with the move of a row of a table, and take in the row's number."""
        if counts is not None and counts < len(cells) and cells[counts].text.isdecimal():
            self._count(int(cells[counts].text), cells[counts])
        if at >= len(cells) or not cells[at].text:
            raise self._error(f"expected a move in column {at + 1}", cells[0])
        return cells[at]

    def _leading_numbers(self, pieces: Sequence[Piece]) -> bool:
        """Return whether every line begins with its number, and a blank or a comma after it."""
        matches = [_NUMBER_ALONE.match(piece.text) for piece in pieces]
        numbers = [int(match[1]) for match in matches if match]
        counts = len(numbers) == len(pieces) > 1 and numbers[0] in (0, 1)
        if not counts or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            return False
        if not all(self._is_readable(without(piece, _NUMBER_ALONE)) for piece in pieces):
            return False
        if all(map(self._is_readable, pieces)):
            advice = "write `1.` if it counts"
            raise self._unclear(pieces[0], "a numbered line", "moves alone", advice)
        self.counted = numbers[-1]
        return True

    def _count(self, number: int, place: Piece) -> None:
        """Take in a number before a move; it counts the lines, or the moves."""
        if self.counted is None and number not in (0, 1):
            raise self._error(
                f"expected the number 1 before the first move, found `{number}`", place
            )
        if self.counted is not None and number not in (self.counted + 1, self.count + 1):
            raise self._error(f"expected the number {self.counted + 1}, found `{number}`", place)
        self.counted = number

    def _line(self, piece: Piece) -> Iterator[_Written[Move]]:
        """Yield the moves of a line."""
        whole, _ = self._meant(piece.text)
        match = _NUMBERED.match(piece.text)
        if match:
            rest = piece.after(match.end())
            if whole and piece.text not in map(str, whole) and self._is_readable(rest):
                raise self._unclear(piece, f"`{whole[0]}`", "a numbered move")
            if not whole:
                self._count(int(match[1] or match[2]), piece)
                piece = rest
        is_one = whole and " " not in piece.text
        for chunk in [piece] if is_one else self._chunks(piece):
            for each in self._chunk(chunk):
                self.count += each.times
                yield each

    def _chunks(self, piece: Piece) -> list[Piece]:
        """Return the parts of a line between commas and the like; the whole, if it is one move."""
        parts = [each for m in _CHUNK.finditer(piece.text) if (each := piece.part(m)).text]
        if len(parts) > 1 and self._meant(piece.text)[0] and not self._is_readable(parts[0]):
            return [piece]
        return parts

    def _chunk(self, chunk: Piece) -> Iterator[_Written[Move]]:
        """Yield the moves of a part of a line, and take in the numbers before them."""
        if " " not in chunk.text and self._meant(chunk.text)[0]:
            yield self._written(chunk)
            return
        words: list[Piece] = []
        is_open, every = False, words_of(chunk)
        for word in every:
            is_number = not (is_open or self._meant(word.text)[0] or (words and word == every[-1]))
            match = _INSIDE.match(word.text) if is_number else None
            is_open = word.text.rfind("(") > word.text.rfind(")") or (
                is_open and ")" not in word.text
            )
            if match:
                yield from self._sequence(words)
                self._count(int(match[1]), word)
                words = []
            rest = word.after(match.end()) if match else word
            if rest.text:
                words.append(rest)
        yield from self._sequence(words)

    def _sequence(self, words: Sequence[Piece]) -> Iterator[_Written[Move]]:
        """Yield the moves that words are, one after the other.

        Raises:
            InputError: some word is no move.
            UnclearError: the words can be cut into moves in two ways.
        """
        furthest, can_go_on = self._reach(words)
        if words and not can_go_on[0]:
            self._expected(words[furthest])
            raise self._error("expected a move", words[furthest])
        first = 0
        while first < len(words):
            ways = [
                joined
                for count in range(1, min(_MOST_WORDS, len(words) - first) + 1)
                if can_go_on[first + count]
                and self._meant((joined := join_words(words[first : first + count])).text)[0]
            ]
            if len(ways) > 1:
                one = f"`{self._meant(ways[-1].text)[0][0]}`"
                raise self._unclear(ways[-1], one, "several moves", "put commas between moves")
            yield self._written(ways[0])
            first += 1 + ways[0].text.count(" ")

    def _reach(self, words: Sequence[Piece]) -> tuple[int, list[bool]]:
        """Return the first word that no cut gets over, and from which words on there is a cut."""
        count = len(words)
        steps = [
            [
                size
                for size in range(1, min(_MOST_WORDS, count - first) + 1)
                if self._meant(join_words(words[first : first + size]).text)[0]
            ]
            for first in range(count)
        ]
        can_go_on = [False] * count + [True]
        for first in reversed(range(count)):
            can_go_on[first] = any(can_go_on[first + size] for size in steps[first])
        reached = {0}
        for first in range(count):
            reached.update(first + size for size in steps[first] if first in reached)
        return min(max(reached), count - 1), can_go_on

    def _is_readable(self, piece: Piece) -> bool:
        """Return whether a line is moves and nothing else."""
        words = words_of(piece)
        return bool(words) and self._reach(words)[1][0]

    def _fenced(self, text: str) -> str:
        """Return a text with nothing but the block between ``` marks, where there is one.

        Raises:
            UnclearError: there are several, or moves outside it.
        """
        marks = [mark.span() for mark in _FENCE.finditer(text)]
        if not marks:
            return text
        ends = [*marks, (len(text), len(text))]
        if len(marks) > 2:
            line = text.count("\n", 0, marks[2][0]) + 1
            place = Piece("```", line, 1)
            raise self._unclear(place, "the end of the plan", "one more part of it")
        start, end = ends[0][1], ends[1][0]
        outside = [*pieces_of(blank(text[:start]) + text[end:]), *pieces_of(text[: ends[0][0]])]
        outside = [each for each in outside if not _FENCE.fullmatch(each.text)]
        for piece in outside:
            if self._is_readable(piece):
                raise self._unclear(piece, "words around the plan", "moves")
        if outside:
            self.notes.append("in the code block")
        return blank(text[:start]) + text[start:end] + blank(text[end:])

    # --- JSON and YAML --------------------------------------------------------------------------

    def _listed(self, node: yaml.Node | None) -> PlanFile[Move]:
        """Read a YAML or JSON list, or an object with one."""
        values: Mapping[str, int] = {}
        form = "a list"
        if isinstance(node, yaml.MappingNode):
            content = plain_value(self.source, node)
            values = content["values"] if isinstance(content.get("values"), dict) else {}
            node = next((n for key, n in node.value if key.value.lower() in _PLAN_KEYS), None)
            form = "an answer as JSON" if "status" in content else "a list under plan"
        place = _place(node)
        if isinstance(node, yaml.ScalarNode) and isinstance(plain_value(self.source, node), str):
            return self._text(list(pieces_of(node.value, place.line, place.column)))
        if not isinstance(node, yaml.SequenceNode):
            raise self._error("expected a list of moves, the plan", place)
        plan = self._file([[self._item(item) for item in node.value]], form)
        return replace(plan, values=values)

    def _item(self, item: yaml.Node) -> _Written[Move]:
        value = plain_value(self.source, item)
        if isinstance(value, str):
            text = value
        elif isinstance(value, int) and not isinstance(value, bool):
            text = item.value  # with its sign
        elif isinstance(value, tuple) and 2 <= len(value) <= 3 and not any(map(_is_deep, value)):
            text = " ".join(map(str, value))
        else:
            text = quoted(value).strip("`")
        return self._expected(replace(_place(item), text=text))

    def _json_lines(self) -> PlanFile[Move]:
        """Read what `enumerate --json` prints: an object a line, a plan each."""
        plans = []
        for number, line in enumerate(self.source.text.split("\n"), 1):
            if not line.strip():
                continue
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                raise self.source.error("this line is not JSON", number, 1) from None
            moves = value.get("plan") if isinstance(value, dict) else None
            if moves is None:
                continue
            if not isinstance(moves, list) or not all(isinstance(each, str) for each in moves):
                raise self.source.error("`plan`: expected a list of moves", number, 1)
            plans.append([self._expected(Piece(each, number, 1)) for each in moves])
        if not plans:
            raise self.source.error("expected a plan, found none", 1, 1)
        form = "1 plan as JSON" if len(plans) == 1 else f"{len(plans)} plans, as JSON, one a line"
        return self._file(plans, form)

    # --- plans ----------------------------------------------------------------------------------

    def _are_plans(self, lines: Sequence[Sequence[_Written[Move]]]) -> bool:
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
            alone = self.must_end and self.counted is None
            win = alone and all(len(each) == 1 and self._wins(each) for each in lines)
            if win and self.one:
                ways = f"{len(lines)} plans", "one that goes on after the end"
                raise self._unclear(lines[1][0].piece, *ways)
            return win
        whole = [move for each in lines for move in each]
        return self._wins(lines[0]) and not self._wins(whole)

    def _wins(self, written: Sequence[_Written[Move]]) -> bool:
        conditions = Conditions[State, Move](self.must_end)
        return replay(self.rules, self._chosen(written), conditions).failure is None

    def _file(self, plans: Sequence[Sequence[_Written[Move]]], form: str) -> PlanFile[Move]:
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

    def _chosen(self, plan: Sequence[_Written[Move]]) -> list[Move]:
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
                raise self._unclear(each.piece, ", ".join(ways[:-1]), ways[-1], "write one of them")
            goes_on = bool(legal)
            chosen.append(legal[0] if legal else each.moves[0])
            if goes_on:
                state = self.rules.play(state, legal[0])
        return chosen


def _place(node: yaml.Node | None) -> Piece:
    mark = node.start_mark if node else None
    return Piece("", mark.line + 1, mark.column + 1) if mark else Piece("", 1, 1)


def _is_yaml(first: str) -> bool:
    """Return whether a text with this first line is YAML rather than moves on lines."""
    if _NUMBERED.match(first):
        return False
    is_list = first[0] in "[{" or first == "-" or first.startswith(("- ", "---"))
    return is_list or _is_key(first)


def _is_key(first: str) -> bool:
    return first[0] not in "[{-" and bool(_KEY.match(first))


def _is_deep(value: object) -> bool:
    return isinstance(value, dict | tuple) or value is None
