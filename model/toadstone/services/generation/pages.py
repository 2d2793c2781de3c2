"""Sheets of puzzles to print: a chosen number on each page, drawn as large as possible.

A page has the size of the paper. Its content is laid out in millimetres, so all browsers print the
same. The solutions are pages of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import groupby, pairwise
from math import ceil
from operator import itemgetter
from typing import Any

from toadstone.core.line import SOLE_SIDE, side_to_move
from toadstone.core.rules import RULES
from toadstone.game import find_game
from toadstone.play.words import title_of_game
from toadstone.services.generation.maker import Maker
from toadstone.services.generation.puzzle import Puzzle
from toadstone.view.board import AnyBoard, AnyMoment, RowBoard, drawn_board, moments
from toadstone.view.html import fill_template, html_page
from toadstone.view.sheet import Drawn, bare_board, empty_board, key_to_signs

PAPERS = {"A4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The sizes of paper, in millimetres."""

MARGIN, GAP = 12.0, 8.0
HEAD, FOOT = 19.0, 7.0
"""The room for title and symbols, and for the line at the foot."""
NUMBER, LINE, LETTER = 8.0, 4.8, 1.75
"""The room for the number of a puzzle, for a line of its task, and for a letter there."""
BOX, CHARACTER = 9.0, 2.1
"""The height of a box for a move, and the width of a character in it."""
MOST_LINE = 14.0
"""The height of a line, at most, that holds a box and room for notes."""
MOST_MM = 1.0
"""Millimetres for each unit of a board, at most."""
BELOW, BESIDE, TWO_COLUMNS = "below", "beside", "two-columns"
"""The place of the boxes: below the board, beside it, or beside it with the words."""
DRAFT_GAP, MOST_DRAFTS, LEAST_DRAFT = 3.0, 3, 0.15
"""The room above empty rows, how many there are for one move at most, and their least scale."""
KEY_SCALE = 0.265
"""Millimetres for a unit of the symbols and their meanings, whose letters are 12 units high."""
NARROW = 50.0
"""The least width of the words beside a board."""
MOST_SHOWN = 8
"""Moves of best play in a solution."""
WIDE = 2.5
"""Boards wider than so many times their height stand above their solution, others beside it."""
CONTENTS = 30
"""The most puzzles of a sheet without a table of contents."""


@dataclass(frozen=True)
class Layout:
    """How a sheet is printed.

    Attributes:
        per_page: the puzzles on a page.
        paper: a name in `PAPERS`.
        title: what stands above each page; by default the name of the game.
        credit: a line at the foot of each page, and above the solutions; by default how the
            puzzles were made.
    """

    per_page: int = 4
    paper: str = "A4"
    title: str = ""
    credit: str = ""


@dataclass(frozen=True)
class _Cell:
    """The room of a puzzle on a page, and where its boxes are there."""

    width: float
    height: float
    form: str


@dataclass(frozen=True)
class _Entry:
    """A puzzle with its board, and how wide a box for a move is."""

    puzzle: Puzzle
    picture: AnyBoard
    moment: AnyMoment
    drawn: Drawn
    moves: Sequence[str]
    box: float

    @property
    def boxes(self) -> int:
        return len(self.moves)

    @property
    def number(self) -> str:
        """The number of the puzzle, as its title has it."""
        return self.puzzle.scenario.title.partition(", ")[2].capitalize()

    @property
    def task(self) -> str:
        """The side to move, and the task."""
        rules = find_game(self.puzzle.scenario.game).get(RULES)(self.puzzle.scenario)
        side = side_to_move(rules, rules.start())
        to_move = "" if side == SOLE_SIDE else f"{side[0].upper()}{side[1:]} to move. "
        return f"{to_move}{self.puzzle.task}"

    def scale(self, cell: _Cell) -> float:
        """Return the millimetres for a unit of the board; 0 if its boxes have no room."""
        _, wide, high = self.drawn
        width, height = cell.width, cell.height
        if cell.form == BELOW:
            height -= self._words(width) + self._lines(width)
        else:
            in_rows = (n * (self.box + 1) + 4 for n in range(1, self.boxes + 1))
            if cell.form == BESIDE:
                height -= self._words(width)
                sides = [side for side in in_rows if self._lines(side) <= height]
            else:
                wider = (max(NARROW, side) for side in in_rows)
                sides = [s for s in wider if self._words(s) + self._lines(s) <= height]
            width -= sides[0] if sides else width
        return max(0.0, min(MOST_MM, width / wide, height / high))

    def area(self, cell: _Cell) -> float:
        """Return how much the board covers."""
        return self.scale(cell) ** 2 * self.drawn[1] * self.drawn[2]

    def room(self, cell: _Cell) -> tuple[float, float]:
        """Return how wide and how high the room below board or words is, that of the boxes, too."""
        scale, (_, wide, high) = self.scale(cell), self.drawn
        if cell.form == BELOW:
            return cell.width, cell.height - self._words(cell.width) - scale * high
        side = cell.width - scale * wide - 4
        return side, cell.height - self._words(side if cell.form == TWO_COLUMNS else cell.width)

    def drafts(self, cell: _Cell) -> tuple[int, Drawn, float] | None:
        """Return how many empty rows to try moves on have room below the boxes; and one, scaled."""
        if not isinstance(self.picture, RowBoard):
            return None
        empty, (width, height) = empty_board(self.picture), self.room(cell)
        height -= self._lines(width)
        scale = min(self.scale(cell), width / empty[1], (height - DRAFT_GAP) / empty[2])
        if scale < LEAST_DRAFT:
            return None
        number = int(height / (scale * empty[2] + DRAFT_GAP) + 0.01)
        return min(number, max(self.boxes, MOST_DRAFTS)), empty, scale

    def line(self, cell: _Cell) -> float | None:
        """Return how high a line for each move is where there is room for lines, else None."""
        if cell.form == BELOW or self.boxes == 1 or isinstance(self.picture, RowBoard):
            return None
        high = (self.room(cell)[1] - 2) / self.boxes - 1
        return min(high, MOST_LINE) if high >= BOX else None

    def _words(self, width: float) -> float:
        """Return how high the words are."""
        return NUMBER + LINE * ceil(LETTER * (len(self.puzzle.task) + 15) / width)

    def _lines(self, width: float) -> float:
        """Return how high the boxes are, with the gap above them."""
        return 2 + ceil(self.boxes / max(1, (width + 1) // (self.box + 1))) * (BOX + 1)


class Sheet:
    """The pages of puzzles of one game; the templates `puzzles.html` and `answers.html` read it."""

    def __init__(self, maker: Maker, puzzles: Sequence[Puzzle], layout: Layout) -> None:
        self._maker, self._layout = maker, layout
        self.title = layout.title or title_of_game(maker.wish.game)
        self.rules = maker.task(puzzles[0].scenario)
        self.credit = layout.credit or f"One solution each, proven. Made by {puzzles[0].made_by}"
        width, height = PAPERS[layout.paper]
        self.width, self._height = width - 2 * MARGIN, height - 2 * MARGIN
        self.entries = [self._entry(puzzle) for puzzle in puzzles]
        number = ceil(len(puzzles) / layout.per_page)  # none is half empty
        ends = [ceil(len(puzzles) * page / number) for page in range(number + 1)]
        self.pages = [self.entries[first:end] for first, end in pairwise(ends)]

    def _entry(self, puzzle: Puzzle) -> _Entry:
        picture, moment = self._maker.drawn(puzzle.scenario)
        moves = [*map(self._maker.short, puzzle.solution)]
        box = max(10.0, max(map(len, moves)) * CHARACTER + 3) if len(moves) > 1 else 40.0
        return _Entry(puzzle, picture, moment, bare_board(picture, moment), moves, box)

    def cells(self, entries: Sequence[_Entry]) -> tuple[int, Sequence[_Cell]]:
        """Return columns and cells for a page, so that boards cover as much of it as they can.

        One that is alone in the last row has all its width.
        """
        number, layouts = len(entries), list[tuple[float, int, list[_Cell]]]()
        head = HEAD + LINE * ceil(LETTER * len(self.rules) / self.width)
        for columns in range(1, number + 1):
            rows, last = ceil(number / columns), number % columns
            width = (self.width - (columns - 1) * GAP) / columns
            height = (self._height - head - FOOT - (rows - 1) * GAP) / rows
            wide = [_best_cell(entries[-1:], self.width, height)] * (last == 1)
            cells = [_best_cell(entries, width, height)] * (number - len(wide)) + wide
            area = sum(each.area(cell) for each, cell in zip(entries, cells, strict=True))
            layouts.append((area, columns, cells))
        _, columns, cells = max(layouts, key=itemgetter(0))
        return columns, cells

    def signs(self, entries: Sequence[_Entry]) -> Drawn:
        """Return the symbols on a page with their meanings."""
        boards = [(each.picture, each.moment) for each in entries]
        return key_to_signs(boards, self.width / KEY_SCALE)

    def puzzles_page(self) -> str:
        """Return the pages of puzzles, without answers."""
        listed = [(each, n) for n, page in enumerate(self.pages, 1) for each in page]
        classes = groupby(listed, key=lambda each: each[0].puzzle.difficulty)
        contents = {each: [*group] for each, group in classes} if len(listed) > CONTENTS else {}
        more = {"contents": contents, "given": self._maker.given(), "key_scale": KEY_SCALE}
        return self._html(self.title, "puzzles.html", **more)

    def answers_page(self) -> str:
        """Return the pages of solutions."""
        solutions = map(self._solution, self.entries)
        return self._html(f"{self.title}: solutions", "answers.html", solutions=solutions)

    def _solution(self, entry: _Entry) -> dict[str, Any]:
        """Return a puzzle, its board after the solution, and the words about it."""
        puzzle, board, more = entry.puzzle, entry.drawn, list[str]()
        if not puzzle.is_plan and (line := puzzle.answer.replay) is not None:
            after = moments(line.states, line.moves)[1]
            board = bare_board(drawn_board(find_game(puzzle.answer.game), puzzle.scenario), after)
            line_of_play = puzzle.answer.plan or []
            dots = ", …" if len(line_of_play) > MOST_SHOWN else "."
            more.append(f"Best play: {', '.join(line_of_play[:MOST_SHOWN])}{dots}")
        more += filter(None, [self._maker.refutation_in_words(puzzle)])
        _, width, height = board
        is_wide = width > WIDE * height
        scale = min(0.2, (86 if is_wide else 46) / width, 66 / height)
        solved = {"entry": entry, "board": board, "scale": scale}
        return solved | {"is_wide": is_wide, "more": more}

    def _html(self, title: str, template: str, **more: Any) -> str:
        body = fill_template(__package__, template, {"sheet": self, "title": title, **more})
        style = files(__package__).joinpath("templates/pages.css").read_text(encoding="utf-8")
        width, height = PAPERS[self._layout.paper]
        size = f"@page{{size:{width:g}mm {height:g}mm;margin:{MARGIN:g}mm}}"
        page = f".page{{width:{self.width:g}mm;height:{self._height - 0.5:g}mm}}"
        return html_page(title, body, style=f"{size}{page}{style}", theme="light")


def _best_cell(entries: Sequence[_Entry], width: float, height: float) -> _Cell:
    """Return the form for a cell of this size in which the smallest board is largest."""
    cells = (_Cell(width, height, form) for form in (BELOW, BESIDE, TWO_COLUMNS))
    return max(cells, key=lambda cell: min(each.scale(cell) for each in entries))
