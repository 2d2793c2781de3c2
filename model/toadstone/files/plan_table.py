"""The tables of plan files: which column has the moves, and which counts the turns."""

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
TURN_TITLE = re.compile(
    "((turn|step|ply|move|round|zug) ?)?(#|n|no\\.?|nr\\.?|number)|day|ply|round|step|t|turn|zug"
)
_FIGURE_TITLE = re.compile(".*\\bhp\\b.*|health|flies|fly|points?|rolls?|score|cell after|position")
"""Titles of columns with numbers that are no part of a move."""
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

    def column(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the cells with moves, where the lines are a table; else the lines.

        Raises:
            UnclearError: several columns may hold the moves.
        """
        rows = [piece for piece in pieces if not _RULE.fullmatch(piece.text)]
        separator, titles = self.titles(rows[0]) if rows else ("", [])
        if not titles or NUMBERED.match(rows[0].text) or self.words.is_readable(rows[0]):
            rows = [without(piece, PIPE) for piece in rows]
            return [replace(piece, text=piece.text.rstrip("| \t")) for piece in rows]
        if separator == "  " and len(titles) <= 2:
            return rows[1:]
        places = [n for n, each in enumerate(titles) if MOVE_TITLE.fullmatch(each.text)]
        if len(places) > 1:
            raise self.words.unclear(titles[places[1]], "the moves", "a remark on them")
        self.notes.append(f'in the column "{printable(titles[places[0]].text)}" of a table')
        columns = [title.column for title in titles] if separator == "  " else []
        table = [
            _aligned(row, columns) if columns else cells_of(row, separator) for row in rows[1:]
        ]
        counts = [n for n, each in enumerate(titles) if TURN_TITLE.fullmatch(each.text)]
        self._expect_whole(table, titles, places[0])
        found = (self._cell(row, places[0], counts) for row in table)
        return [cell for cell in found if cell is not None]

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

    def _expect_whole(self, table: Sequence[list[Piece]], titles: Sequence[Piece], at: int) -> None:
        """Doubt that the cells of a column are moves where another column has numbers.

        Raises:
            UnclearError: a move and the number beside it are another move.
        """
        known = MOVE_TITLE, TURN_TITLE, _FIGURE_TITLE
        for row in table:
            for n, cell in enumerate(row):
                title = titles[n].text if n < len(titles) else ""
                is_known = any(each.fullmatch(title) for each in known) or (n < at and not title)
                if is_known or at >= len(row) or not cell.text.isdecimal():
                    continue
                error = self.words.unclear(cell, "a part of a move", "a remark")
                alone, _ = self.words.meant(row[at].text)
                both, _ = self.words.meant(f"{row[at].text} {cell.text}")
                if alone and both and list(alone) != list(both):
                    raise error
                self.words.doubts.append(error)

    def _cell(self, cells: Sequence[Piece], at: int, counts: Sequence[int]) -> Piece | None:
        """Return the cell with the move of a row, and take in its turns.

        A row 0 without a move is that of the start.
        """
        cell = cells[at] if at < len(cells) else replace(cells[0], text="")
        number = cells[counts[0]] if counts and counts[0] < len(cells) else None
        digits = re.findall("[0-9]{1,7}", number.text) if number else []
        if not cell.text and digits == ["0"]:
            return None
        if not cell.text:
            raise self.words.error(f"expected a move in column {at + 1}", cells[0])
        if number and len(digits) > 2:
            raise self.words.error(f"expected a turn, found {quoted(number.text)}", number)
        if number and digits:
            self.turns[cell] = Turns(int(digits[0]), int(digits[-1]), number)
        return cell


def _aligned(row: Piece, columns: Sequence[int]) -> list[Piece]:
    """Return the cells of a row below titles at these columns."""
    cells = []
    for column in columns:
        start = max(column - row.column, 0)
        match = _ALIGNED.match(row.text, start)
        cut = start > 0 and not row.text[start - 1 : start].isspace()
        cells.append(row.part(match) if match and not cut else replace(row, text=""))
    return cells
