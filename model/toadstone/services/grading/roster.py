"""Rosters: the names of a class as CSV, and which submission is whose.

The first line has the titles of the columns. One is `name`, or two are `first name` and
`last name`. Whatever else a row states, such as a number or an address, stands for the student,
too, in the name of a file or folder.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from toadstone.files.source import Source
from toadstone.services.grading.submissions import Student, Submission, title_of

_NAMES = ("name", "full name", "student", "student name")
_FIRST_NAMES = ("first name", "given name", "forename", "first")
_OF_ONE = re.compile(r".*(\bid|number|mail|login|user).*|no\.?|nr\.?|#")
"""Titles of columns whose cells stand for one student each."""
_LAST_NAMES = ("last name", "surname", "family name", "last")

Words = tuple[str, ...]


@dataclass(frozen=True)
class Roster:
    """The students of a class.

    Attributes:
        names: their names, in the order of the file.
        keys: the words that stand for a student, and the names of those for whom they do.
    """

    names: tuple[str, ...]
    keys: dict[Words, frozenset[str]]

    def name_of(self, path: str) -> str | None:
        """Return whose a file or folder is; None where its name points to nobody, or to several."""
        for part in PurePath(path).parts:
            words = _words(title_of(part))
            runs = {words[i:k] for i in range(len(words)) for k in range(i + 1, len(words) + 1)}
            known = [run for run in runs if run in self.keys]
            longest = max(map(len, known), default=0)
            found = {name for run in known if len(run) == longest for name in self.keys[run]}
            if not found:
                found = {name for name in self.names if words and {*words} <= {*_words(name)}}
            if found:
                return found.pop() if len(found) == 1 else None
        return None

    def name_submissions(self, found: Sequence[Submission]) -> tuple[Submission, ...]:
        """Return submissions with the names of their students; of the others, nothing came in."""
        named = [replace(each, student=self.name_of(each.name) or each.student) for each in found]
        missing = self._without({each.student for each in named})
        return (*named, *(Submission(name, None, student=name) for name in missing))

    def name_students(self, found: Sequence[Student]) -> tuple[Student, ...]:
        """Return students with their names, and those of whom nothing came in."""
        named = [replace(each, title=self.name_of(each.name) or each.title) for each in found]
        missing = self._without({each.title for each in named})
        return (*named, *(Student(name, None, {}, (), title=name) for name in missing))

    def strangers(self, titles: Collection[str]) -> list[str]:
        """Return those of some students who are not on the roster."""
        return [title for title in titles if title not in self.names]

    def _without(self, titles: Collection[str]) -> list[str]:
        return [name for name in self.names if name not in titles]


def read_roster(source: Source) -> Roster:
    """Read a roster.

    Raises:
        InputError: a line has no name, or states the number of another student; with its place.
    """
    text = unicodedata.normalize("NFC", source.text.lstrip("\ufeff"))
    separator = max(",;\t", key=text.partition("\n")[0].count)
    rows = [
        [cell.strip() for cell in row]
        for row in csv.reader(io.StringIO(text), delimiter=separator, skipinitialspace=True)
    ]
    titles = [title.casefold() for title in rows[0]] if rows else []
    columns = _name_columns(titles)
    names, keys = dict[str, None](), defaultdict[Words, set[str]](set)
    lines: dict[tuple[str, str], int] = {}
    if not columns:
        message = "expected the titles of columns, one of them `name`, as in `id,name`"
        raise source.error(message, 1, 1)
    for number, cells in enumerate(rows[1:], 2):
        if not any(cells):
            continue
        name = " ".join(cells[at] for at in columns if at < len(cells)).strip()
        if not name:
            raise source.error("expected a name in this line", number, 1)
        for title, cell in zip(titles, cells, strict=False):
            earlier = lines.setdefault((title, cell.casefold()), number)
            if cell and earlier != number and _OF_ONE.fullmatch(title):
                message = f"lines {earlier} and {number} both have the {title} `{cell}`"
                raise source.error(message, number, 1)
        names[name] = None
        last, _, given = name.partition(",")
        others = [cell for at, cell in enumerate(cells) if at not in columns]
        addresses = [cell.partition("@")[0] for cell in others]
        for key in (name, f"{given} {last}", f"{last} {given}", *others, *addresses):
            keys[_words(key)].add(name)
    keys.pop((), None)
    return Roster(tuple(names), {key: frozenset(found) for key, found in keys.items()})


def _name_columns(titles: Sequence[str]) -> list[int]:
    """Return where the name stands: one column, or those of the first and the last name."""

    def at(known: Sequence[str]) -> list[int]:
        return [place for place, title in enumerate(titles) if title in known][:1]

    first, last = at(_FIRST_NAMES), at(_LAST_NAMES)
    return at(_NAMES) or (first + last if first and last else [])


def _words(text: str) -> Words:
    return tuple(re.findall(r"[^\W_]+", unicodedata.normalize("NFC", text).casefold()))
