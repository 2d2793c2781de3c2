"""Ugly Duck as people see, play and draw it: ducks, and crowned swans on their way back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from toadstone.core.board import Grid, MoveKey, PieceBoard, Square, style_text
from toadstone.files import Spellings
from toadstone.games.ugly_duck.rules import AnyMove, State, UglyDuckRules
from toadstone.games.ugly_duck.scenario import Cell, Move, Pass, UglyDuckScenario
from toadstone.play.words import in_words, with_noun
from toadstone.view.board import DrawnBoard, Moment, Sign
from toadstone.view.svg import NOTHING, Markup, join, use

if TYPE_CHECKING:
    from rich.text import Text

SIGNS = {"d": "▼", "s": "♥", "D": "▲", "S": "♠", ".": "·"}
STYLES = {"d": "bold green", "s": "bold green", "D": "bold blue", "S": "bold blue"}
_WORDS = {"d": "green duck", "s": "green swan", "D": "blue duck", "S": "blue swan"}
_SYMBOLS = {letter: words.replace(" ", "-") for letter, words in _WORDS.items()}
_WAYS = {"green-duck": "down", "green-swan": "up", "blue-duck": "up", "blue-swan": "down"}


class UglyDuckBoard(DrawnBoard[State, AnyMove], PieceBoard[State, AnyMove]):
    """The board: rows are letters, columns numbers."""

    how = "Choose a piece, and then where it goes: by click, or by arrows and Enter."
    written = "Write the cells of a move, row letter and column number: a1-b2, a1xb2 for a capture."
    enough = 2
    rules: UglyDuckRules
    left = top = 20
    side: ClassVar = 48
    step = 48
    inset: ClassVar = 0
    radius: ClassVar = 0
    mark_radius: ClassVar = 4
    checkered = True
    turn_height: ClassVar = 26
    side_symbols: ClassVar = {"green": "green-duck", "blue": "blue-duck"}

    def __init__(self, scenario: UglyDuckScenario, signs: Mapping[str, str] = SIGNS) -> None:
        super().__init__(UglyDuckRules(scenario))
        self._scenario = scenario
        self._signs = signs
        self.width = self.left + self.side * len(scenario.lines[0]) + 2
        self.height = self.top + self.side * len(scenario.lines) + 30

    def in_ascii(self) -> UglyDuckBoard:
        """Return a board that draws the letters of a scenario file."""
        return UglyDuckBoard(self._scenario, {letter: letter for letter in SIGNS})

    def grid(self, state: State) -> Grid:
        """Return the cells, with the letters of the rows and the numbers of the columns."""
        rows = tuple(
            tuple(self._square(letter, Cell(row, column)) for column, letter in enumerate(letters))
            for row, letters in enumerate(state.rows)
        )
        names = tuple(f"{row[0].name[0]} " for row in rows)
        return Grid(rows, names, tuple(each.name[1:] for each in rows[0]), gap=" ")

    def _square(self, letter: str, cell: Cell) -> Square:
        symbol, words = _SYMBOLS.get(letter, ""), _WORDS.get(letter, "empty")
        return Square(self._signs[letter], STYLES.get(letter, "dim"), str(cell), symbol, words)

    def key(self) -> Text:
        """Say which sign is whose duck and swan."""
        duck, swan, blue_duck, blue_swan = ((self._signs[each], STYLES[each]) for each in "dsDS")
        green = style_text(duck, " duck and ", swan, " swan of green, ")
        return green + style_text(blue_duck, " duck and ", blue_swan, " swan of blue")

    def in_short(self) -> tuple[str, ...]:
        """Say how ducks and swans go, and who wins."""
        return (
            "Green begins at the top. A duck goes one row forward, straight or diagonally. On the "
            "last row it becomes a swan, which goes back.",
            "Ducks and swans capture only diagonally, and never have to.",
            "You win when a swan of yours is back on your first row, or capture all enemy pieces. "
            + _NO_MOVES[self.rules.scenario.no_moves],
        )

    def caption(self, state: State) -> Text:
        """Say who is to move, or who has won."""
        outcome = self.rules.outcome(state)
        if outcome is None:
            return style_text((f"{state.turn} to move", "dim"))
        return style_text(("drawn" if outcome.winner is None else f"{outcome.winner} wins", "bold"))

    def event(self, before: State, move: AnyMove, after: State) -> Text:
        """Name the captured piece, and the cell where a duck has become a swan."""
        if isinstance(move, Pass):
            return style_text("cannot move")
        _, _, captured = _WORDS.get(before.at(move.target), "").partition(" ")
        events = [f"captures a {captured}"] if captured else []
        if before.at(move.source) != after.at(move.target):
            events.append("becomes a swan")
        return style_text(", ".join(events))

    def cells_of(self, state: State, move: AnyMove) -> tuple[str, ...]:
        """Return the cells of a move; none of a pass."""
        return (str(move.source), str(move.target)) if isinstance(move, Move) else ()

    def why_no_piece(self, state: State, cell: str) -> str | None:
        """Say why the side to move has no piece in a cell, or return None when it has."""
        return self.rules.why_no_piece(state, Cell.read(cell))

    def keys(self, state: State) -> tuple[MoveKey, ...]:
        """Return the key of the pass, where there is no other move."""
        passes = any(isinstance(move, Pass) for move in self.rules.legal_moves(state))
        return (MoveKey(" ", str(Pass()), "pass"),) if passes else ()

    def threatened_cells(self, state: State) -> tuple[str, ...]:
        """Return the cells where the other side could capture now."""
        if self.rules.outcome(state) is not None:
            return ()
        moves = self.rules.legal_moves(self.rules.null_move(state))
        cells = (str(each.target) for each in moves if isinstance(each, Move) and each.captures)
        return tuple(dict.fromkeys(cells))

    def preview(self, state: State, move: AnyMove) -> str:
        """Say that a piece would be captured."""
        return f"{move} captures" if isinstance(move, Move) and move.captures else ""

    def piece(self, moment: Moment[State, AnyMove], square: Square, x: float, y: float) -> Markup:
        """Draw a piece, and a wedge that shows its direction."""
        if not square.symbol:
            return NOTHING
        side, behind = square.symbol.partition("-")[0], -16 if "green" in square.symbol else 16
        way = use(f"{side}-{_WAYS[square.symbol]}", x + behind, y - 16)
        return join([use(square.symbol, x, y + 3), way])

    def after_move(self, moment: Moment[State, AnyMove]) -> Markup:
        """Draw a cross in the lower corner of a capture that neither arrow nor wedge is in."""
        move = moment.move
        if not isinstance(move, Move) or not move.captures:
            return NOTHING
        x, y = self.places[str(move.target)]
        return use("captured", x + (15 if move.target.column > move.source.column else -15), y + 15)

    def read_out(self, state: State) -> list[str]:
        """Name the pieces and their cells."""
        where: dict[str, list[str]] = {words: [] for words in _WORDS.values()}
        for name, words in self.contents(state).items():
            where[words].append(name)
        return [
            f"{with_noun(len(c), words)} in {in_words(c, 'and')}" for words, c in where.items() if c
        ]

    def legend(self) -> tuple[Sign, ...]:
        """Return ducks and swans of both sides, and the wedge."""
        pieces = (Sign(_SYMBOLS[letter], words) for letter, words in _WORDS.items())
        way = Sign("green-down", "which way it goes", drawn='"#ts-[a-z]+-(down|up)"')
        return (*pieces, way)


_NO_MOVES = {
    "loses": "A side that cannot move loses.",
    "pass": "If you cannot move, type pass. If neither side can move, it is a draw.",
}


_FROM, _TO = "([a-z][1-9][0-9]?)", r"(?:\s*to which cell\s*-)?\s*([a-z][1-9][0-9]?)"
_MOVES = (
    (rf"{_FROM}\s*x\s*{_TO}", "{0}x{1}"),
    (rf"(?:cell\s*-\s*)?{_FROM}\s*(?:->|=>|[->→,:/]|to)?{_TO}", "{0}-{1}", "{0}x{1}"),
)


def spelling(scenario: UglyDuckScenario) -> Spellings:
    """Return how people write moves: `a1 b2`, `A1b2`, `a1 x b2`, `(a1, b2)`.

    Without an `x` the board decides whether it is a capture.
    """
    return Spellings(_MOVES)
