"""Sheets of puzzles to print: as many on each page as are wanted, drawn as large as there is room.

A page has the size of the paper. What is on it is laid out in millimetres, so that all browsers
print the same. The solutions are pages of their own.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import pairwise, zip_longest
from math import ceil
from operator import itemgetter

from toadstone.core.line import SOLE_SIDE, side_to_move
from toadstone.core.rules import RULES
from toadstone.game import find_game
from toadstone.play.words import title_of_game
from toadstone.services.generation.maker import Maker
from toadstone.services.generation.puzzle import Difficulty, Puzzle
from toadstone.view.board import AnyBoard, AnyMoment, RowBoard, drawn_board, moments
from toadstone.view.html import html_page
from toadstone.view.sheet import Drawn, bare, empty_board, key_to_signs
from toadstone.view.svg import Markup, element, join

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
"""Where the boxes are: below the board, beside it, or there with the words, too."""
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
NO_BREAK = "\u2011"
"""A hyphen at which no line ends."""
CONTENTS = 30
"""Of more puzzles than these there is a table of contents."""


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
class _Shown:
    """A puzzle with its board, and how wide a box for a move is."""

    puzzle: Puzzle
    picture: AnyBoard
    moment: AnyMoment
    drawn: Drawn
    box: float

    @property
    def boxes(self) -> int:
        return len(self.puzzle.solution)

    def scale(self, cell: _Cell) -> float:
        """Return the millimetres for a unit of the board; 0 where its boxes have no room."""
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

    def drafts(self, cell: _Cell) -> Sequence[Markup]:
        """Return empty rows to try moves on, as many as there is room for below the boxes."""
        if not isinstance(self.picture, RowBoard):
            return []
        empty, (width, height) = empty_board(self.picture), self.room(cell)
        height -= self._lines(width)
        scale = min(self.scale(cell), width / empty[1], (height - DRAFT_GAP) / empty[2])
        if scale < LEAST_DRAFT:
            return []
        number = int(height / (scale * empty[2] + DRAFT_GAP) + 0.01)
        draft = _picture(empty, scale, "to try moves on")
        return [draft] * min(number, max(self.boxes, MOST_DRAFTS))

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
    """The pages of puzzles of one game."""

    def __init__(self, maker: Maker, puzzles: Sequence[Puzzle], layout: Layout) -> None:
        self._maker, self._layout, self._puzzles = maker, layout, puzzles
        self._title = layout.title or title_of_game(maker.wish.game)
        command = puzzles[0].made_by
        self._rules = maker.task(puzzles[0].scenario)
        self._credit = layout.credit or f"One solution each, proven. Made by {command}"
        width, height = PAPERS[layout.paper]
        self._width, self._height = width - 2 * MARGIN, height - 2 * MARGIN
        self._shown = [self._show(puzzle) for puzzle in puzzles]
        self._pages = list(self._spread(layout.per_page))

    def _show(self, puzzle: Puzzle) -> _Shown:
        picture, moment = self._maker.drawn(puzzle.scenario)
        longest = max(len(self._maker.short(move)) for move in puzzle.solution)
        box = max(10.0, longest * CHARACTER + 3) if len(puzzle.solution) > 1 else 40.0
        return _Shown(puzzle, picture, moment, bare(picture, moment), box)

    def _spread(self, per_page: int) -> Iterator[Sequence[_Shown]]:
        """Yield the puzzles of each page: as many on each, or one fewer; none is half empty."""
        pages = ceil(len(self._shown) / per_page)
        ends = [ceil(len(self._shown) * page / pages) for page in range(pages + 1)]
        for first, end in pairwise(ends):
            yield self._shown[first:end]

    def _cells(self, shown: Sequence[_Shown]) -> tuple[int, Sequence[_Cell]]:
        """Return columns and cells for a page, so that boards cover as much of it as they can.

        One that is alone in the last row has all its width.
        """
        number, layouts = len(shown), list[tuple[float, int, list[_Cell]]]()
        head = HEAD + LINE * ceil(LETTER * len(self._rules) / self._width)
        for columns in range(1, number + 1):
            rows, last = ceil(number / columns), number % columns
            width = (self._width - (columns - 1) * GAP) / columns
            height = (self._height - head - FOOT - (rows - 1) * GAP) / rows
            wide = [_best_cell(shown[-1:], self._width, height)] * (last == 1)
            cells = [_best_cell(shown, width, height)] * (number - len(wide)) + wide
            area = sum(each.area(cell) for each, cell in zip(shown, cells, strict=True))
            layouts.append((area, columns, cells))
        _, columns, cells = max(layouts, key=itemgetter(0))
        return columns, cells

    def puzzles_page(self) -> str:
        """Return the pages of puzzles, without answers."""
        pages = (
            self._framed(self._page(page), f"{number} of {len(self._pages)}")
            for number, page in enumerate(self._pages, 1)
        )
        contents = [self._contents()] if len(self._puzzles) > CONTENTS else []
        return self._html(self._title, [*contents, *pages])

    def _contents(self) -> Markup:
        """Return the table of all puzzles by difficulty, each with its page."""
        blocks: list[str] = [element("h1", f"{self._title}: contents")]
        for difficulty in Difficulty:
            lines = [
                element("li", f"{_number(p)} ", _stars(p.hardness.stars), element("b", str(number)))
                for number, page in enumerate(self._pages, 1)
                for p in (each.puzzle for each in page)
                if p.difficulty is difficulty
            ]
            if lines:
                blocks += [element("h2", difficulty.capitalize()), element("ol", *lines)]
        return element("div", *blocks, class_="page flows contents")

    def _page(self, shown: Sequence[_Shown]) -> Markup:
        """Return a page of puzzles: title, rules, symbols, and a grid of boards."""
        columns, cells = self._cells(shown)
        boards = [(each.picture, each.moment) for each in shown]
        signs = key_to_signs(boards, self._width / KEY_SCALE)
        head = [
            element("h1", self._title),
            element("p", self._rules, class_="rules"),
            _picture(signs, KEY_SCALE, "", "signs"),
        ]
        style = f"grid-template-columns:repeat({columns},1fr)"
        drawn = map(self._puzzle, shown, cells)
        return join([*head, element("div", *drawn, class_="grid", style=style)])

    def _puzzle(self, shown: _Shown, cell: _Cell) -> Markup:
        puzzle, moves = shown.puzzle, [*map(self._maker.short, shown.puzzle.solution)]
        rules = find_game(puzzle.scenario.game).get(RULES)(puzzle.scenario)
        side = side_to_move(rules, rules.start())
        to_move = "" if side == SOLE_SIDE else f"{side[0].upper()}{side[1:]} to move. "
        alt = f"{puzzle.scenario.title}, at the start"
        return element(
            "section",
            element("h2", _number(puzzle), _difficulty(puzzle)),
            element("p", f"{to_move}{puzzle.task}"),
            _picture(shown.drawn, shown.scale(cell), alt),
            _boxes(moves[: self._maker.given()], shown, shown.line(cell)),
            element("div", *shown.drafts(cell), class_="drafts"),
            class_=cell.form,
            style="grid-column:1/-1" if cell.width == self._width else None,
        )

    def answers_page(self) -> str:
        """Return the pages of solutions."""
        title = f"{self._title}: solutions"
        said = element(
            "p",
            f"{self._credit}. The stars compare the puzzles of this sheet. A program with limited "
            "look-ahead measured them; no people were asked.",
            class_="rules",
        )
        grid = element("div", *map(self._solution, self._shown), class_="solutions")
        page = element("div", element("h1", title), said, grid)
        return self._html(title, [element("div", page, class_="page flows")])

    def _solution(self, shown: _Shown) -> Markup:
        puzzle, more = shown.puzzle, list[str]()
        board = shown.drawn
        moves = [*map(self._maker.short, puzzle.solution)]
        if not puzzle.is_plan and (line := puzzle.answer.replay) is not None:
            after = moments(line.states, line.moves)[1]
            picture = drawn_board(find_game(puzzle.answer.game), puzzle.scenario)
            board = bare(picture, after)
            line_of_play = puzzle.answer.plan or []
            dots = ", …" if len(line_of_play) > MOST_SHOWN else "."
            more.append(f"Best play: {', '.join(line_of_play[:MOST_SHOWN])}{dots}")
        more += filter(None, [self._maker.refuted(puzzle)])
        more = [words.replace("-", NO_BREAK) for words in more]
        _, width, height = board
        is_wide = width > WIDE * height
        scale = min(0.2, (86 if is_wide else 46) / width, 66 / height)
        text = (
            element("h2", _number(puzzle), _difficulty(puzzle)),
            element("p", f"{puzzle.said[0].upper()}{puzzle.said[1:]}."),
            _boxes(moves, shown),
            *(element("p", words) for words in more),
        )
        kind = "wide" if is_wide else None
        return element("section", _picture(board, scale, ""), element("div", *text), class_=kind)

    def _framed(self, content: str, number: str) -> Markup:
        foot = element("footer", element("span", self._credit), element("span", number))
        return element("div", content, foot, class_="page")

    def _html(self, title: str, pages: Iterable[Markup]) -> str:
        style = files(__package__).joinpath("pages.css").read_text(encoding="utf-8")
        width, height = PAPERS[self._layout.paper]
        size = f"@page{{size:{width:g}mm {height:g}mm;margin:{MARGIN:g}mm}}"
        page = f".page{{width:{self._width:g}mm;height:{self._height - 0.5:g}mm}}"
        return html_page(title, join(list(pages)), style=f"{size}{page}{style}", theme="light")


def _best_cell(shown: Sequence[_Shown], width: float, height: float) -> _Cell:
    """Return the form for a cell of this size in which the smallest board is largest."""
    cells = (_Cell(width, height, form) for form in (BELOW, BESIDE, TWO_COLUMNS))
    return max(cells, key=lambda cell: min(each.scale(cell) for each in shown))


def _number(puzzle: Puzzle) -> str:
    """Return the number of a puzzle, as its title has it."""
    return puzzle.scenario.title.partition(", ")[2].capitalize()


def _stars(number: int) -> Markup:
    return element("span", "★" * number + "☆" * (5 - number), class_="stars")


def _difficulty(puzzle: Puzzle) -> Markup:
    return element("small", f"{puzzle.difficulty} ", _stars(puzzle.hardness.stars))


def _picture(drawn: Drawn, scale: float, alt: str, class_: str | None = None) -> Markup:
    svg, width, height = drawn
    data = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    sizes = f"width:{width * scale:.1f}mm;height:{height * scale:.1f}mm"
    return element("img", src=data, alt=alt, style=sizes, class_=class_)


def _boxes(moves: Sequence[str], shown: _Shown, line: float | None = None) -> Markup:
    """Return the boxes of a puzzle, numbered if there are several, the first with moves.

    Each is on a line of its own where a height of a line is given.
    """
    count, width = shown.boxes, f"width:{shown.box:g}mm"
    boxes = (
        element(
            "li",
            element("small", str(turn)) if count > 1 else "",
            element("span", move or "", style=width if line else None),
            class_="given" if move and len(moves) < count else None,
            style=f"height:{line:.1f}mm" if line else width,
        )
        for turn, move in zip_longest(range(1, count + 1), moves)
    )
    return element("ol", *boxes, class_="boxes lines" if line else "boxes")
