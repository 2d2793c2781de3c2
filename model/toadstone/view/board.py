"""Boards that are drawn: a game's grid as SVG.

All states share the background; a drawing holds it once. The changing parts are drawn on top.
"""

from __future__ import annotations

import hashlib
import inspect
import math
import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from toadstone.core.board import BOARD, Board, Grid, Square, style_text
from toadstone.core.errors import BrokenGameError, RequestError
from toadstone.core.line import side_to_move
from toadstone.core.rules import Move, Rules, State, TwoPlayerRules
from toadstone.files.messages import one_of, printable, quote
from toadstone.play.words import sentence, with_noun
from toadstone.view.svg import (
    CELL,
    NOTHING,
    Markup,
    Point,
    arrow,
    group,
    join,
    label,
    path,
    rect,
    use,
)

if TYPE_CHECKING:
    from rich.text import Text

    from toadstone.core.solution import ScenarioLike
    from toadstone.game import Game


@dataclass(frozen=True)
class Moment(Generic[State, Move]):
    """A state in a line of play, with the move that led to it.

    Attributes:
        turn: how many moves led to it.
        state: the state.
        before: the state before the last move; None at the start.
        move: the last move; None at the start.
        best: the best moves from here, where they are known.
    """

    turn: int
    state: State
    before: State | None = None
    move: Move | None = None
    best: tuple[Move, ...] = ()


AnyMoment = Moment[Any, Any]


def moments(
    states: Sequence[State], moves: Sequence[Move], best: Sequence[Sequence[Move]] = ()
) -> tuple[Moment[State, Move], ...]:
    """Return a line of play as moments; the best moves from each state may stop early."""
    best_moves = [tuple(each) for each in best] + [()] * len(states)
    steps = zip(states[1:], states, moves, best_moves[1:], strict=False)
    start = Moment[State, Move](0, states[0], best=best_moves[0])
    return (start, *(Moment(turn, *step) for turn, step in enumerate(steps, 1)))


@dataclass(frozen=True)
class Sign:
    """A symbol and its meaning.

    `drawn` is a regular expression that finds it in a drawing: by default, the symbol itself.
    """

    symbol: str
    meaning: str
    drawn: str = ""
    pale: bool = False


class DrawnBoard(Board[State, Move]):
    """A board that is drawn, too: square cells with symbols, names of rows and columns around them.

    `width` and `height` are those of a drawing, without events to come.
    """

    width: float
    height: float
    left: float = 0
    top: float = 0
    side: ClassVar[float] = CELL
    """How wide and high a cell is."""
    step: float = CELL
    """How far a row is below the one above it."""
    inset: ClassVar[float] = 1
    """How far the edge of a cell is from its neighbours."""
    radius: ClassVar[float] = 5
    """How round the corners of a cell are."""
    mark_radius: ClassVar[float] = 5
    checkered: ClassVar[bool] = False
    """Whether cells are light and dark in turn."""
    status_height: ClassVar[float] = 12
    """How far the line that says whose turn it is stands above the lower edge."""
    status_scale: ClassVar[float] = 0.5
    number_size: float | None = None
    """How large the numbers of cells are, if not as other words."""
    turn_height: ClassVar[float] = 0
    """How high the lowest part is, if it says only whose turn it is; a page to play on cuts it."""
    side_symbols: ClassVar[Mapping[str, str]] = {}
    """The symbol of each side, by its name."""
    arrow_words: ClassVar[str] = "move just made"

    def centre(self, row: int, column: int) -> Point:
        """Return the middle of a cell of the grid."""
        x, y = self.left + self.side * column, self.top + self.step * row
        return x + self.side / 2, y + self.side / 2

    @cached_property
    def places(self) -> Mapping[str, Point]:
        """The middle of every cell that can be clicked, by its name as in a move."""
        rows = enumerate(self._start_grid.rows)
        cells = ((r, c, each.name) for r, row in rows for c, each in enumerate(row))
        return {name: self.centre(row, column) for row, column, name in cells if name}

    @cached_property
    def _start_grid(self) -> Grid:
        return self.grid(self.rules.start())

    def contents(self, state: State) -> Mapping[str, str]:
        """Return the contents of the cells that are not empty in words, by the cells' names."""
        squares = (each for row in self.grid(state).rows for each in row)
        return {each.name: each.words for each in squares if each.name and each.words != "empty"}

    def fit_paper(self) -> None:
        """Be drawn for paper, where nothing moves; boards with room for arrows leave that out."""

    # Drawings

    def background(self) -> Markup:
        """Draw the common part of all states: the cells and their names."""
        grid, half = self._start_grid, self.side / 2 - self.inset
        above = () if grid.numbered else enumerate(grid.columns)
        parts = [
            label(self.centre(0, column)[0], self.top - 6, name, "fb", anchor="middle")
            for column, name in above
        ]
        for row, squares in enumerate(grid.rows):
            if grid.names and not grid.numbered:
                y = self.centre(row, 0)[1] + 4
                name = grid.names[row].strip()
                parts.append(label(self.left - 10, y, name, "fb", anchor="middle"))
            for column in range(len(squares)):
                x, y = self.centre(row, column)
                class_ = "cell2" if self.checkered and (row + column) % 2 else "cell"
                parts.append(rect(x - half, y - half, 2 * half, 2 * half, class_, self.radius))
                if grid.numbered:
                    name, under = str(column + 1), y + self.side / 2 + 13
                    size = self.number_size
                    parts.append(label(x, under, name, "f", size=size, anchor="middle"))
        return join(parts)

    def foreground(self, moment: Moment[State, Move]) -> Markup:
        """Draw the pieces, the move just made, and its changes."""
        path = () if moment.move is None else self.cells_of(moment.state, moment.move)
        parts = [self.mark(path[0], "from"), self.mark(path[-1], "mark")] if path else []
        for row, squares in enumerate(self.grid(moment.state).rows):
            for column, square in enumerate(squares):
                parts.append(self.piece(moment, square, *self.centre(row, column)))
        if path:
            parts += [self.arrow(path, "move"), self.after_move(moment)]
        for move in moment.best:
            if cells := self.cells_of(moment.state, move):
                parts.append(self.arrow(cells, "best"))
        return join([*parts, self.status(moment)])

    def piece(self, moment: Moment[State, Move], square: Square, x: float, y: float) -> Markup:
        """Draw the piece in a cell."""
        return use(square.symbol, x, y) if square.symbol else NOTHING

    def mark(self, name: str, class_: str, inset: float = 2) -> Markup:
        """Draw a square inside a cell."""
        x, y = self.places[name]
        half = self.side / 2 - inset
        return rect(x - half, y - half, 2 * half, 2 * half, class_, self.mark_radius)

    def refused(self, moment: Moment[State, Move], move: Move) -> Markup:
        """Draw a cross in the cell to which a move that is not legal would lead, if it is there."""
        cells = [each for each in self.cells_of(moment.state, move) if each in self.places]
        if not cells:
            return NOTHING
        (x, y), half = self.places[cells[-1]], self.side / 4
        corners = f"M{x - half:g} {y - half:g}l{2 * half:g} {2 * half:g}m0 {-2 * half:g}"
        cross = path(f"{corners}l{-2 * half:g} {2 * half:g}", "danger")
        return join([*(self.mark(each, "danger") for each in cells), cross])

    def arrow(self, cells: Sequence[str], class_: str) -> Markup:
        """Draw an arrow from the first cell of a move to the edge of the piece in the last one.

        The arrow of a best move swings out, so it does not cover the move just made.
        """
        (x, y), (to_x, to_y) = self.places[cells[0]], self.places[cells[-1]]
        across, down = to_x - x, to_y - y
        share = 1 - 17 / math.hypot(across, down)
        gap, bend = (13, 5) if class_ == "best" else (0, 0)
        end = (x + across * share, y + down * share)
        return arrow((x, y), end, class_, gap=gap, bend=bend)

    def after_move(self, moment: Moment[State, Move]) -> Markup:
        """Draw the changes by the move just made, on top of its arrow."""
        return NOTHING

    def status(self, moment: Moment[State, Move], *more: str) -> Markup:
        """Show below the board whose turn it is, or how the game ended."""
        outcome, y = self.rules.outcome(moment.state), self.height - self.status_height
        side = outcome.winner if outcome else side_to_move(self.rules, moment.state)
        symbol = self.side_symbols.get(side or "")
        words = "   ".join([self.standing(moment.state), *more])
        drawn = use(symbol, 12, y, self.status_scale) if symbol else NOTHING
        return join([drawn, label(28, y + 4, words, "good" if outcome else "t")])

    def draw_coming(self, state: State, events: int) -> tuple[Markup, float]:
        """Draw some of the events to come, above the picture; return how high they are, too."""
        return NOTHING, 0

    # Words

    def news(self, moment: Moment[State, Move]) -> str:
        """Describe the effect of the last move in a few words; empty if it has none."""
        if moment.move is None or moment.before is None:
            return ""
        return self.event(moment.before, moment.move, moment.state).plain

    def standing(self, state: State) -> str:
        """Describe the state in a few words; the board shows it, too."""
        return self.caption(state).plain

    def summary(self, moment: Moment[State, Move]) -> str:
        """Describe the effect of the last move, and the state."""
        return listed_parts(self.news(moment), self.standing(moment.state))

    def alt(self, moment: Moment[State, Move]) -> str:
        """Describe the picture in words, for people who cannot see it."""
        return sentence(
            f"after {with_noun(moment.turn, 'move')}, the last {moment.move}"
            if moment.turn
            else "",
            *self.read_out(moment.state),
            self.summary(moment),
            best_in_words(moment),
        )

    @abstractmethod
    def read_out(self, state: State) -> list[str]:
        """Give the places of all pieces in words, for people who cannot see the board."""

    def legend(self) -> tuple[Sign, ...]:
        """Return the symbols of the game, each with its meaning."""
        return ()

    def legend_of(self, drawing: str) -> tuple[Sign, ...]:
        """Return the symbols that a drawing shows, the arrows of moves included."""
        arrow = Sign("arrow", self.arrow_words, drawn='"move tip"')
        best = Sign("best", "best move", drawn='"best(cell| tip)')
        return tuple(
            sign
            for sign in (*self.legend(), arrow, best)
            if re.search(sign.drawn or f'"#ts-{sign.symbol}"', drawing)
        )

    def note(self) -> str:
        """Return a note on what the pictures leave out; empty if they show everything."""
        return ""

    def background_name(self) -> str:
        """Return a name for the background that no other background has."""
        return "board-" + hashlib.blake2s(self.background().encode(), digest_size=4).hexdigest()

    def shared_background(self) -> Markup:
        """Return the background as a symbol, for `use` to refer to."""
        return group(self.background(), id_=f"ts-{self.background_name()}", class_="ts")


AnyBoard = DrawnBoard[Any, Any]


def drawn_board(game: Game, scenario: ScenarioLike) -> AnyBoard:
    """Return the board of a scenario; raise RequestError if it cannot be drawn."""
    make = game.find(BOARD)
    board = make(scenario) if make else None
    if not isinstance(board, DrawnBoard):
        raise RequestError(f"{game.name} has no pictures")
    return board


class RowBoard(DrawnBoard[State, Move]):
    """Rows of numbered cells; a move from one cell of a row to another is an arrow above it."""

    top = 30
    """The room above a row that arrows need."""

    def fit_paper(self) -> None:
        """Leave only a small room between two rows, and write larger numbers."""
        self.number_size = 15
        room = self.top - 2
        self.top, self.step = 2, self.step - room
        self.height -= room * len(self._start_grid.rows)

    def arrow(self, cells: Sequence[str], class_: str) -> Markup:
        """Draw an arrow; a jump swings up, a step stays low, best moves lie above."""
        (x, y), (to_x, _) = self.places[cells[0]], self.places[cells[-1]]
        base = y - self.side / 2 - (20 if class_ == "best" else 2)
        way = 1 if to_x > x else -1
        bend = (9 if abs(to_x - x) > self.side else 7) * way
        return arrow((x + 4 * way, base), (to_x - 4 * way, base), class_, bend=bend)

    def read_out(self, state: State) -> list[str]:
        """Read out the rows."""
        rows = [
            ", ".join(f"{number} {each.words}" for number, each in enumerate(row, 1))
            for row in self.grid(state).rows
        ]
        if len(rows) == 1:
            return [f"cells: {rows[0]}"]
        return [f"row {number}: {row}" for number, row in enumerate(rows, 1)]

    def background(self) -> Markup:
        """Draw the cells and their numbers, and the names of the rows."""
        names = (
            label(2, self.centre(row, 0)[1] + 5, name, "fb")
            for row, name in enumerate(self._start_grid.names)
        )
        return join([super().background(), *names])


EMPTY = ". "
_STYLES = ("bold green", "bold yellow", "bold cyan", "bold magenta", "bold red", "bold blue")


_INKS = {"green": "oneink", "orange": "twoink", "blue": "blueink", "red": "heart"}
"""The colours of characters, by their names in `looks`."""


class PlainBoard(DrawnBoard[Any, str]):
    """Rows of characters; cells are named by column letter and row number from the top, as `b3`.

    The cells of a single row are numbers from 1. A move whose text is made of such names, as `b3`
    or `2-4`, is played by clicking its cells; others are chosen from a list. In `looks` the rules
    may give a character a colour, or one of our symbols.
    """

    enough = 9
    left = top = 22

    def __init__(self, rules: Rules[Any, str]) -> None:
        from toadstone.view.looks import all_looks

        super().__init__(rules)
        plain: Any = rules
        self._symbols = all_looks().symbols
        self._looks: Mapping[str, str] = getattr(plain.plain, "looks", {})
        if strange := {*self._looks.values()} - _INKS.keys() - self._symbols.keys():
            expected = f"expected a colour, {one_of([*_INKS])}, or a symbol of ours, such as `toad`"
            fault = f"`looks` names {quote(min(strange))}, {expected}"
            raise BrokenGameError(f"the game {plain.game}: {fault}")
        rows = self._rows(rules.start())
        self.width = max(self.left + self.side * max(map(len, rows), default=0) + 4, 170)
        self.height = self.top + self.side * len(rows) + 46

    def _rows(self, state: Any) -> list[str]:
        rules: Any = self.rules
        with rules.naming_faults(lambda: state):
            return list(map(printable, rules.plain.rows(state.position)))

    def grid(self, state: Any) -> Grid:
        """Return the characters, with the names of rows and columns."""
        rows = self._rows(state)
        columns = tuple(_column(number) for number in range(max(map(len, rows), default=0)))
        if len(rows) == 1:
            cells = tuple(self._square(sign, str(cell)) for cell, sign in enumerate(rows[0], 1))
            return Grid((cells,), columns=tuple(each.name for each in cells), numbered=True)
        squares = tuple(
            tuple(self._square(sign, f"{columns[place]}{number}") for place, sign in enumerate(row))
            for number, row in enumerate(rows, 1)
        )
        width = len(str(len(rows)))
        names = tuple(f"{number:>{width}} " for number in range(1, len(rows) + 1))
        return Grid(squares, names, columns, gap=" ")

    def in_short(self) -> tuple[str, ...]:
        """Return the first paragraph that the author of the rules wrote of them."""
        rules: Any = self.rules
        return ((inspect.getdoc(rules.plain) or "").partition("\n\n")[0].replace("\n", " "),)

    def instructions(self) -> str:
        """Return all that the author of the rules wrote of them."""
        rules: Any = self.rules
        return inspect.getdoc(rules.plain) or "This game has no rules."

    def _square(self, sign: str, name: str) -> Square:
        if sign in EMPTY:
            return Square(sign, name=name)
        style, look = _STYLES[ord(sign) % len(_STYLES)], self._looks.get(sign, "")
        symbol = look if look in self._symbols else ""
        return Square(sign, style, name, symbol, words=symbol.replace("-", " ") or sign)

    def caption(self, state: Any) -> Text:
        """Say how the game ended, or whose turn it is."""
        if (outcome := self.rules.outcome(state)) is not None:
            return style_text((outcome.reason, "bold"))
        if isinstance(self.rules, TwoPlayerRules):
            return style_text(f"{self.rules.to_move(state)} to move")
        return style_text("" if self.rules.legal_moves(state) else "no legal move is left")

    def event(self, before: Any, move: str, after: Any) -> Text:
        """Say nothing: the move says it."""
        return style_text()

    def cells_of(self, state: Any, move: str) -> tuple[str, ...]:
        """Return the cells that the text of a move names; none if it names something else."""
        names = tuple(re.findall("[a-z0-9]+", move))
        return names if all(name in self.places for name in names) else ()

    def path(self, state: Any, move: str) -> tuple[str, ...]:
        """Return the cells to click; the last one twice where another move begins with them."""
        cells = self.cells_of(state, move)
        others = (self.cells_of(state, each) for each in self.rules.legal_moves(state))
        more = any(len(each) > len(cells) and each[: len(cells)] == cells for each in others)
        return (*cells, cells[-1]) if cells and more else cells

    def piece(self, moment: Moment[Any, str], square: Square, x: float, y: float) -> Markup:
        """Draw the character of a cell."""
        if square.sign in EMPTY:
            return NOTHING
        if square.symbol:
            return use(square.symbol, x, y, 0.9)
        ink = _INKS.get(self._looks.get(square.sign, ""), "")
        return label(x, y + 7, square.sign, f"b {ink}".rstrip(), size=20, anchor="middle")

    def arrow(self, cells: Sequence[str], class_: str) -> Markup:
        """Draw an arrow between the cells of a move; none if it has only one."""
        if cells[0] != cells[-1]:
            return super().arrow(cells, class_)
        return self.mark(cells[0], "bestcell dashed") if class_ == "best" else NOTHING

    def read_out(self, state: Any) -> list[str]:
        """Read out the cells that are not empty."""
        return [", ".join(f"{cell} {words}" for cell, words in self.contents(state).items())]


def _column(number: int) -> str:
    letter = chr(ord("a") + number % 26)
    return letter if number < 26 else _column(number // 26 - 1) + letter


def best_in_words(moment: AnyMoment) -> str:
    """Name the best moves, if they are known."""
    return f"best: {', '.join(map(str, moment.best))}" if moment.best else ""


def listed_parts(*parts: str) -> str:
    """Return the parts that say something, with commas between them."""
    return ", ".join(part for part in parts if part)
