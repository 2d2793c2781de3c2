"""The rows of a plan file: the lines of a text, the turns and moves of a table or of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate, chain, islice, repeat, zip_longest
from typing import Any, NamedTuple

from toadstone.files.messages import printable, quote
from toadstone.files.plan_text import SOFT_BREAK
from toadstone.files.plan_words import MOVE_KEYS, PLAN_KEYS, RULE, TITLES, UnclearError, plain
from toadstone.files.source import Source, load_json

_BARS = re.compile(r"[ \t]*\|+[ \t]*")
LONGEST_TEXT = 1024 * 1024
"""Characters of a plan as text; a longer one has to be a list in JSON."""
_LAST_HEAD = 50
"""Rows above which the titles of a table are."""


class PlanRow(NamedTuple):
    """A text that may hold moves, and where it begins: its line, from 1, and its column, from 0."""

    line: int
    at: int
    text: str


@dataclass
class PlanRows:
    """The content of a file.

    Attributes:
        rows: its rows, to be taken once.
        form: how JSON is laid out, in a few words; empty for text.
        notes: more notes on the layout.
        values: the figures that an answer states.
    """

    rows: Iterator[PlanRow]
    form: str = ""
    notes: list[str] = field(default_factory=list)
    values: Mapping[str, int] = field(default_factory=dict)


def rows_of(source: Source) -> PlanRows:
    """Return the rows of a text.

    Raises:
        InputError: it is JSON without a plan.
        UnclearError: it states two things that may be the plan, or parts of it.
    """
    text = source.text.strip()
    if text[:1] in {"{", "["}:
        with suppress(ValueError, RecursionError):
            return _rows_of_json(source, load_json(text))
    if len(source.text) > LONGEST_TEXT:
        raise source.error("a plan of more than 1 MiB: expected a list in JSON", 1, 1)
    if text[:1] in {"{", "["}:
        with suppress(ValueError, RecursionError):
            lines = [*map(load_json, filter(str.strip, text.split("\n")))]
            if {*map(type, lines)} <= {list, dict}:
                return PlanRows(_items(source, -1), notes=["as JSON"])
    return _rows_of_table(source, list(_lines(source.text)))


def _lines(text: str) -> Iterator[PlanRow]:
    """Yield the lines that hold something."""
    for number, line in enumerate(text.split("\n"), 1):
        at = 0
        for part in line.split(SOFT_BREAK):
            if plain(part) and not RULE.fullmatch(part):
                yield PlanRow(number, at, part)
            at += len(part) + 1


# --- tables --------------------------------------------------------------------------------------


def _rows_of_table(source: Source, rows: list[PlanRow]) -> PlanRows:
    """Return the rows of a text; of those under the first titles, the turns and moves.

    A line without cells is no row of the table.
    """
    heads = ((n, head) for n, row in enumerate(rows[:-1][:_LAST_HEAD]) if (head := _head(row.text)))
    n, (separator, title, kinds) = next(heads, (-1, ("|", "", [])))
    if n < 0 or separator not in rows[n + 1].text:
        return PlanRows(iter(rows))
    below = list[PlanRow]()
    for line, at, text in rows[n + 1 :]:
        cells, cut = _cells(text, separator), ""
        for kind, cell in zip_longest(kinds, cells) if cells[1:] else ():
            begins, content = cell or (len(text) + 1, "")
            if kind == "move":
                content = content or "?"  # which is no move
            elif kind == "turn":
                numbers = re.findall("[0-9]{1,7}", content[:30])
                content = "-".join(dict.fromkeys(numbers[:1] + numbers[-1:])) + ")" * bool(numbers)
            elif kind in {None, "end"} and content.isdecimal():
                error = source.error("", line, at + begins + 1)
                raise UnclearError.of(content, "a part of a move", "a remark", error)
            cut = cut.ljust(begins) + (content if kind in {"move", "turn"} else "")
        below.append(PlanRow(line, at, cut if cells[1:] else text))
    note = f'in the column "{printable(title)}" of a table'
    return PlanRows(chain(rows[:n], below), notes=[note])


def _head(text: str) -> tuple[str, str, list[str | None]] | None:
    """Return the separator of a table, the title of its moves, and the kind of each column.

    Moves may be in several columns of one title, or in `from` and `to`; None if it is no head.
    """
    separator = next((each for each in "|\t;," if each in text.strip("| \t")), "|")
    titles = [title for _, title in _cells(text, separator)]
    kinds = [
        next((kind for kind in TITLES if TITLES[kind].fullmatch(each)), None if each else "")
        for each in titles
    ]
    if "move" not in kinds and kinds.count("end") == 2:
        kinds = ["move" if kind == "end" else kind for kind in kinds]
    moves = {title.casefold() for title, kind in zip(titles, kinds, strict=True) if kind == "move"}
    if len(moves - {"to"}) != 1 or (len(titles) == 1 and "|" not in text):
        return None
    return separator, titles[kinds.index("move")], kinds


def _cells(text: str, separator: str) -> list[tuple[int, str]]:
    """Return where the cells of a row begin, and their texts without blanks around.

    Within quotation marks there are no separators.
    """
    bars = _BARS.match(text) if separator == "|" else None
    cells = re.compile(f'((?:"[^"]*"|[^{separator}])*)[{separator}]').finditer(
        text.rstrip("| \t" if bars else " \t") + separator, bars.end() if bars else 0
    )
    return [
        (cell.end() - 1 - len(cell[1].lstrip()), cell[1].strip().strip("\"'`")) for cell in cells
    ]


# --- JSON ----------------------------------------------------------------------------------------


def _rows_of_json(source: Source, content: Any) -> PlanRows:
    """Return the rows of a list, or of an object with one, such as an answer or a saved game."""
    if isinstance(content, list):
        are_plain = all(type(each) is str and each for each in content) and "\\" not in source.text
        rows = _texts(source.text) if are_plain else _items(source, source.text.index("["))
        return PlanRows(rows, "a list")
    keys = [key for key in content if key.lower() in PLAN_KEYS]
    if len({json.dumps(content[key]) for key in keys}) > 1:
        error = source.error_at("", source.text.index(f'"{keys[1]}"'))
        raise UnclearError.of(keys[1], "the plan", f"something beside `{keys[0]}`", error)
    plan, values = content[keys[0]] if keys else None, content.get("values")
    if not isinstance(plan, list):
        raise source.error("expected a list of moves, the plan", 1, 1)
    members = _members(source.text, source.text.index("{"))
    pairs = zip(members, members, strict=True)
    begins = next(at for (key, *_), (_, at, _) in pairs if key == keys[0])
    form = "an answer as JSON" if "status" in content else "a list under plan"
    return PlanRows(_items(source, begins), form, values=values if isinstance(values, dict) else {})


def _texts(text: str) -> Iterator[PlanRow]:
    """Yield the items of a JSON list of texts, in half the time that any items take."""
    for number, line in enumerate(text.split("\n"), 1):
        pieces = line.split('"')  # every second one is an item
        places = accumulate((len(each) + 1 for each in pieces), initial=0)
        yield from map(PlanRow._make, zip(repeat(number), islice(places, 1, None, 2), pieces[1::2]))


def _items(source: Source, begins: int) -> Iterator[PlanRow]:
    """Yield the items of the JSON list at a place, or of -1 the plans on lines of JSON."""
    text, line, start, last = source.text, 1, 0, 0
    for item, at, ends in _members(text, begins):
        before = text[last:at]
        if more := before.count("\n"):
            line, start = line + more, last + before.rindex("\n") + 1
        last = at
        if begins < 0 and isinstance(item, dict) and not {"plan", *MOVE_KEYS} & {*item}:
            continue
        turn, content = _text_of(item)
        if not content:
            raise source.error_at(f"expected a move, found {quote(item)}", at)
        word = at + max(0, text[at:ends].rfind(content))
        yield PlanRow(line, word - start - len(turn), turn + content)


def _text_of(item: Any) -> tuple[str, str]:
    """Return the turn and the text of an item; the text is empty if it is no move."""
    if type(item) in {str, int}:
        return "", str(item)
    turn, between, keys = "", " ", {*item} if isinstance(item, dict) else set[str]()
    if "plan" in keys and isinstance(item["plan"], list):
        item, between = item["plan"], ", "
    elif len(keys - {"turn"}) == 1 and keys & MOVE_KEYS:
        turn = f"{item['turn']}) " if isinstance(item.get("turn"), int) else ""
        item = item[(keys & MOVE_KEYS).pop()]
    parts = item if isinstance(item, list) else [item]
    are_moves = all(type(each) in {str, int} and each != "" for each in parts)
    return turn, between.join(map(str, parts)) if are_moves else ""


def _members(text: str, at: int) -> Iterator[tuple[Any, int, int]]:
    """Yield the members of the JSON list or object at a place, keys too, and their places."""
    match = _BEGINS.search(text, at + 1)
    while match and match[0] not in "]}":
        value, ends = _READER.raw_decode(text, match.start())
        yield value, match.start(), ends
        match = _BEGINS.search(text, ends)


_READER = json.JSONDecoder()
_BEGINS = re.compile(r"[^\s,:]")
"""The sign that begins a value, or ends a list or an object."""
