"""Squirrel War as people see, play and draw it: who holds each cell, and what it is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from toadstone.core.board import Grid, Square, style_text
from toadstone.files import Spellings
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import EMPTY, Cell, SquirrelWarScenario
from toadstone.play.words import in_words
from toadstone.view.board import DrawnBoard, Moment, Sign, listed_parts
from toadstone.view.svg import Markup, arrow, circle, join, label, line, rect, use

if TYPE_CHECKING:
    from rich.text import Text

_STYLES = {"X": "bold green", "O": "bold yellow"}
_OPEN = "_"
"""Stands before the value of an open cell; a dot there would make it a decimal fraction."""


class SquirrelWarBoard(DrawnBoard[State, Cell]):
    """The board: columns are letters, rows are numbers, and every cell has its value."""

    how = "Take a cell: by click, or by arrows and Enter."
    written = "Write a cell: C2."
    rules: SquirrelWarRules
    left = top = 20
    side: ClassVar = 52
    step = 52
    radius: ClassVar = 4
    mark_radius: ClassVar = 4
    side_symbols: ClassVar = {"X": "squirrel-x", "O": "squirrel-o"}
    arrow_words: ClassVar = "raid just made"

    def __init__(self, scenario: SquirrelWarScenario) -> None:
        super().__init__(SquirrelWarRules(scenario))
        self.scenario = scenario
        self.width = max(self.left + self.side * len(scenario.values[0]) + 2, 170)
        self.height = self.top + self.side * len(scenario.values) + 34

    def grid(self, state: State) -> Grid:
        """Return the cells with their values."""
        cells = iter(self.scenario.cells)
        rows = [[self._square(sign, next(cells)) for sign in row] for row in state.board.split("/")]
        names = tuple(f"{number} " for number in range(1, len(rows) + 1))
        columns = tuple(chr(ord("A") + column) for column in range(len(rows[0])))
        return Grid(tuple(map(tuple, rows)), names, columns, gap=" ")

    def _square(self, sign: str, cell: Cell) -> Square:
        value, held = self.scenario.value(cell), sign != EMPTY
        words = f"worth {value}, squirrel of {sign}" if held else f"worth {value}"
        style, symbol = _STYLES.get(sign, "dim"), self.side_symbols.get(sign, "")
        return Square(sign if held else _OPEN, style, str(cell), symbol, words, str(value))

    def key(self) -> Text:
        """Explain the signs of held and open cells, and the numbers."""
        x, o = _STYLES.items()
        held = style_text(x, " and ", o, " hold a cell, ")
        return held + style_text((_OPEN, "dim"), " is open; ", "a number is what a cell is worth")

    def in_short(self) -> tuple[str, ...]:
        """Explain the points, raids and sneaks."""
        return (
            "X and O take empty cells in turn. On the full board, the side with more points wins, "
            "and the difference is the margin.",
            "You raid if the cell is beside a squirrel of yours (above, below, left, right): all "
            "enemy squirrels beside the cell change sides.",
            "Otherwise you sneak: nothing else changes.",
        )

    def caption(self, state: State) -> Text:
        """Say how many points each side has."""
        return style_text(f"{self.rules.points(state, 'X')}:{self.rules.points(state, 'O')}")

    def event(self, before: State, move: Cell, after: State) -> Text:
        """Say whether it was a raid, and how many pieces it conquered."""
        if not self.rules.is_raid(before, move):
            return style_text(f"{before.turn} sneaks")
        conquered = len(self._conquests(before, after))
        return style_text(f"{before.turn} raids", f", conquers {conquered}" if conquered else "")

    def why_not(self, state: State, chosen: tuple[str, ...], cell: str) -> str:
        """Say that the cell is held."""
        return self.rules.why_illegal(state, Cell.read(cell)) or f"{cell} cannot be taken"

    def preview(self, state: State, move: Cell) -> str:
        """Say whether it would be a raid, which cells it would conquer, and the points then."""
        after, points = self.rules.play(state, move), self.rules.points
        own, other = state.turn, after.turn
        taken = self._conquests(state, after)
        kind = "raid" if self.rules.is_raid(state, move) else "sneak"
        conquers = f", conquers {', '.join(taken)}" if taken else ""
        gained = points(after, own) - points(state, own)
        then = f"{own} {points(after, own)}, {other} {points(after, other)}"
        return f"{move} would be a {kind}{conquers}: +{gained}, then {then}"

    def changed(self, state: State, move: Cell) -> tuple[str, ...]:
        """Return the cells that a raid would conquer."""
        return self._conquests(state, self.rules.play(state, move))

    def _conquests(self, before: State | None, after: State) -> tuple[str, ...]:
        pairs = zip(self._squares(before or after), self._squares(after), strict=True)
        return tuple(new.name for old, new in pairs if old.sign not in {_OPEN, new.sign})

    def _squares(self, state: State) -> list[Square]:
        return [square for row in self.grid(state).rows for square in row]

    def foreground(self, moment: Moment[State, Cell]) -> Markup:
        """Draw squirrels, the move just made with its conquests, best moves, and the points."""
        conquests = self._conquests(moment.before, moment.state)
        marks = dict.fromkeys(conquests, "from") | {str(moment.move): "mark"}
        squares = self._squares(moment.state)
        parts = [self._cell(square, marks.get(square.name)) for square in squares]
        for name in conquests:
            (x, y), (to_x, to_y) = self.places[str(moment.move)], self.places[name]
            across, down = (to_x - x) / self.side, (to_y - y) / self.side
            start, end = self.side / 2 - 8, self.side / 2 + 8
            tail, head = (x + across * start, y + down * start), (x + across * end, y + down * end)
            parts.append(arrow(tail, head, "move"))
        half = self.side / 2 - 4
        for cell in moment.best:
            x, y = self.places[str(cell)]
            parts.append(rect(x - half, y - half, 2 * half, 2 * half, "bestcell dashed", 5))
            parts.append(circle(x + 19, y - 19, 4, "best tip"))
        return join([*parts, self.status(moment)])

    def _cell(self, square: Square, mark: str | None) -> Markup:
        name, symbol, value = square.name, square.symbol, square.value
        x, y = self.places[name]
        marked = [self.mark(name, mark, inset=3)] if mark else []
        if not symbol:
            size = 17 if len(value) < 4 else 11
            return join([*marked, label(x, y + 6, value, "value", size=size, anchor="middle")])
        ground = self.mark(name, f"camp{square.sign.lower()}", inset=1)
        number = label(x - 21, y + 21, value, "b" if mark == "mark" else "fb")
        return join([ground, *marked, use(symbol, x, y - 5, 0.85), number])

    def status(self, moment: Moment[State, Cell], *more: str) -> Markup:
        """Draw the points of both sides, and mark whose turn it is."""
        y, state = self.height - 13, moment.state
        parts: list[str] = []
        for index, (side, symbol) in enumerate(self.side_symbols.items()):
            x = 14 + index * (self.width / 2)
            points = str(self.rules.points(state, side))
            parts += [use(symbol, x, y, 0.55), label(x + 15, y + 5, points, "b")]
            if state.turn == side and self.rules.outcome(state) is None:
                parts.append(line((x - 10, y + 12), (x + 40, y + 12), "mast"))
        return join(parts)

    def standing(self, state: State) -> str:
        """Say the points of both sides."""
        return f"{self.rules.points(state, 'X')} to {self.rules.points(state, 'O')}"

    def news(self, moment: Moment[State, Cell]) -> str:
        """Say whether it was a raid, how much it conquered, and how the game ended."""
        outcome = self.rules.outcome(moment.state)
        end = "" if outcome is None else f"{outcome.winner} wins" if outcome.winner else "a draw"
        return listed_parts(super().news(moment), end)

    def read_out(self, state: State) -> list[str]:
        """Name the squirrels of both sides, the free cells, and the side to move."""
        held: dict[str, list[str]] = {"X": [], "O": [], _OPEN: []}
        for square in self._squares(state):
            held[square.sign].append(f"{square.name} worth {square.value}")
        words = {sign: in_words(cells or ["nothing"], "and") for sign, cells in held.items()}
        turn = [] if self.rules.outcome(state) else [f"{state.turn} is to move"]
        return [f"X holds {words['X']}", f"O holds {words['O']}", f"free: {words[_OPEN]}", *turn]

    def legend(self) -> tuple[Sign, ...]:
        """Return the squirrels."""
        return (
            Sign("squirrel-x", "squirrel of X"),
            Sign("squirrel-o", "squirrel of O"),
            Sign("turn", "to move", drawn='"mast"'),
            Sign("conquered", "conquered in this turn", drawn='"from"'),
        )


_CELLS = ((r"([a-z])\s*[-,:]?\s*([1-9][0-9]?)", "{0}{1}"),)


def spelling(scenario: SquirrelWarScenario) -> Spellings:
    """Return how people write cells: `c2`, `C-2`, `(C, 2)`."""
    return Spellings(_CELLS)
