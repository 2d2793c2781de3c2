"""The tables of a plan file: which column has the moves, and which counts the turns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Generic

from toadstone.core.rules import Move, State
from toadstone.files.messages import printable, quoted
from toadstone.files.plan_text import PIPE, Piece, bare, cells_of, without, words_of
from toadstone.files.plan_words import NUMBERED, Turns, Words

MOVE_TITLE = re.compile("((the|my) )?(plan|moves?|actions?|solution)")
TURN_TITLE = re.compile("#|n|no\\.?|nr\\.?|number|ply|step|t|turn")
_OF_A_MOVE = re.compile(
    "amount|by|cells?|count|direction|distance|how (far|many|often)|length|repeats?|size|steps?"
    "|times|x"
)
"""Titles of columns without which a move may be another one."""
_ALIGNED = re.compile(r"\S+(?: \S+)*")
"""A cell of a table whose columns are two blanks apart."""
_RULE = re.compile(r"[-+|:=_*\s]{3,}")


class Tables(Generic[State, Move]):
    """Finds the moves in the tables of one plan file.

    Attributes:
        notes: how the file is laid out.
        turns: the turns of each cell that was found with them.
    """

    def __init__(self, words: Words[State, Move], notes: list[str]) -> None:
        self.words = words
        self.notes = notes
        self.turns: dict[Piece, Turns] = {}

    def titles(self, head: Piece) -> tuple[str, list[Piece]]:
        """Return what separates the cells of a table with these titles, and the titles.

        None are returned of a line without the title of a column of moves.
        """
        text = head.text.strip("| \t")
        separator = next((each for each in "|\t;," if each in text), "  ")
        if separator == "  ":
            titles = [head.part(match) for match in _ALIGNED.finditer(head.text)]
            titles = words_of(head) if len(titles) == 1 else titles
        else:
            titles = cells_of(head, separator)
        titles = [replace(each, text=bare(each.text).lower()) for each in titles]
        has_moves = any(MOVE_TITLE.fullmatch(each.text) for each in titles)
        has_turns = any(TURN_TITLE.fullmatch(each.text) for each in titles)
        is_table = has_moves and (has_turns or len(titles) == 1 or separator != "  ")
        return separator, titles if is_table else []

    def column(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the cells with moves, where the lines are a table; else the lines."""
        rows = [piece for piece in pieces if not _RULE.fullmatch(piece.text)]
        separator, titles = self.titles(rows[0]) if rows else ("", [])
        if not titles or NUMBERED.match(rows[0].text) or self.words.is_readable(rows[0]):
            rows = [without(piece, PIPE) for piece in rows]
            return [replace(piece, text=piece.text.rstrip("| \t")) for piece in rows]
        if separator == "  " and len(titles) <= 2:
            return rows[1:]
        places = [n for n, each in enumerate(titles) if MOVE_TITLE.fullmatch(each.text)]
        counts = [n for n, each in enumerate(titles) if TURN_TITLE.fullmatch(each.text)]
        self._expect_columns(titles, places, counts)
        self.notes.append(f'in the column "{printable(titles[places[0]].text)}" of a table')
        columns = [title.column for title in titles] if separator == "  " else []
        table = [
            _aligned(row, columns) if columns else cells_of(row, separator) for row in rows[1:]
        ]
        found = [
            self._cell(row, at, counts[n : n + 1]) for n, at in enumerate(places) for row in table
        ]
        cells = [cell for cell in found if cell is not None]
        if len(places) > 1:
            cells.sort(key=lambda cell: self.turns[cell].first if cell in self.turns else 0)
        return cells

    def _expect_columns(
        self, titles: Sequence[Piece], places: Sequence[int], counts: Sequence[int]
    ) -> None:
        """Raise UnclearError where several columns may hold the moves; doubt parts of a move."""
        pairs = list(zip(counts, places, strict=False))
        if len(places) > 1 and (len(counts) != len(places) or any(n > at for n, at in pairs)):
            raise self.words.unclear(titles[places[1]], "the moves", "a remark on them")
        for title in titles:
            if _OF_A_MOVE.fullmatch(title.text):
                self.words.doubts.append(self.words.unclear(title, "a part of a move", "a remark"))

    def _cell(self, cells: Sequence[Piece], at: int, counts: Sequence[int]) -> Piece | None:
        """Return the cell with the move of a row, and take in its turns; None of an empty pair.

        A row 0 without a move is that of the start.
        """
        cell = cells[at] if at < len(cells) else replace(cells[0], text="")
        number = cells[counts[0]] if counts and counts[0] < len(cells) else None
        digits = re.findall("[0-9]{1,7}", number.text) if number else []
        if not cell.text:
            if (number and not number.text) or digits == ["0"]:
                return None
            raise self.words.error(f"expected a move in column {at + 1}", cells[0])
        if number and len(digits) > 2:
            raise self.words.error(f"expected a turn, found {quoted(number.text)}", number)
        if number and digits:
            self.turns[cell] = Turns(int(digits[0]), int(digits[-1]), number)
        return cell


def _aligned(row: Piece, columns: Sequence[int]) -> list[Piece]:
    """Return the cells of a row below titles at these columns."""
    starts = [max(column - row.column, 0) for column in columns]
    cells = []
    for start in starts:
        match = _ALIGNED.match(row.text, start)
        cut = start > 0 and not row.text[start - 1 : start].isspace()
        cells.append(row.part(match) if match and not cut else replace(row, text=""))
    return cells
