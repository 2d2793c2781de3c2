"""Ugly Duck as a picture: ducks on their way, crowned swans on their way back."""

from __future__ import annotations

import math
from typing import ClassVar

from toadstone.games.ugly_duck.rules import AnyMove, State, UglyDuckRules
from toadstone.games.ugly_duck.scenario import EMPTY, Cell, Move, UglyDuckScenario
from toadstone.view.picture import Moment, Picture, Sign, counted, listed, sentence
from toadstone.view.svg import Markup, arrow, join, label, rect, use

_SIDE = 48
_LEFT, _TOP, _BELOW = 20, 20, 30
_SYMBOLS = {"d": "green-duck", "s": "green-swan", "D": "blue-duck", "S": "blue-swan"}
_WAYS = {"d": "green-down", "s": "green-up", "D": "blue-up", "S": "blue-down"}
_NAMES = {"d": "green duck", "s": "green swan", "D": "blue duck", "S": "blue swan"}


class UglyDuckPicture(Picture[State, AnyMove]):
    """Draws the states of one scenario."""

    side = _SIDE
    turn_height = _BELOW - 4
    side_symbols: ClassVar = {"green": "green-duck", "blue": "blue-duck"}

    def __init__(self, scenario: UglyDuckScenario) -> None:
        self.scenario = scenario
        self._rules = UglyDuckRules(scenario)
        self._rows, self._columns = len(scenario.lines), len(scenario.lines[0])
        self.width = _LEFT + _SIDE * self._columns + 2
        self.height = _TOP + _SIDE * self._rows + _BELOW

    def places(self) -> dict[str, tuple[float, float]]:
        """Return every cell."""
        cells = [Cell(row, column) for row in range(self._rows) for column in range(self._columns)]
        return {str(cell): self._centre(cell) for cell in cells}

    def contents(self, state: State) -> dict[str, str]:
        """Return which piece is in each cell."""
        return {
            str(Cell(row, column)): _NAMES[letter]
            for row, letters in enumerate(state.rows)
            for column, letter in enumerate(letters)
            if letter != EMPTY
        }

    def background(self) -> Markup:
        """Draw the cells, the letters of the rows and the numbers of the columns."""
        parts: list[str] = []
        for column in range(self._columns):
            x, _ = self._centre(Cell(0, column))
            parts.append(label(x, _TOP - 6, str(column + 1), "fb", anchor="middle"))
        for row in range(self._rows):
            _, y = self._centre(Cell(row, 0))
            parts.append(label(_LEFT - 10, y + 4, chr(ord("a") + row), "fb", anchor="middle"))
            for column in range(self._columns):
                x, _ = self._centre(Cell(row, column))
                corner = (x - _SIDE / 2, y - _SIDE / 2)
                class_ = "cell2" if (row + column) % 2 else "cell"
                parts.append(rect(*corner, _SIDE, _SIDE, class_))
        return join(parts)

    def foreground(self, moment: Moment[State, AnyMove]) -> Markup:
        """Draw the pieces, the last move and what it captured, the best moves, and the turn."""
        parts: list[str] = []
        move = moment.move if isinstance(moment.move, Move) else None
        if move:
            parts += [self._square(move.source, "from"), self._square(move.target, "mark")]
        for row, letters in enumerate(moment.state.rows):
            for column, letter in enumerate(letters):
                if letter != EMPTY:
                    parts.append(self._piece(letter, Cell(row, column)))
        if move:
            parts.append(self._arrow(move, "move"))
            if move.captures:
                parts.append(self._captured(move))
        parts += [self._arrow(each, "best") for each in moment.best if isinstance(each, Move)]
        return join([*parts, self._turn(moment.state)])

    def _piece(self, letter: str, cell: Cell) -> Markup:
        """Draw a piece, and beside it which way it goes."""
        x, y = self._centre(cell)
        behind = -16 if letter in "ds" else 16
        return join([use(_SYMBOLS[letter], x, y + 3), use(_WAYS[letter], x + behind, y - 16)])

    def _arrow(self, move: Move, class_: str) -> Markup:
        """Draw an arrow to the edge of the piece in the target cell."""
        (x, y), (to_x, to_y) = self._centre(move.source), self._centre(move.target)
        across, down = to_x - x, to_y - y
        share = 1 - 17 / math.hypot(across, down)
        gap = 13 if class_ == "best" else 0
        return arrow((x, y), (x + across * share, y + down * share), class_, gap=gap)

    def _captured(self, move: Move) -> Markup:
        """Draw a cross in the lower corner that neither arrow nor wedge is in."""
        x, y = self._centre(move.target)
        on = 15 if move.target.column > move.source.column else -15
        return use("captured", x + on, y + 15)

    def _turn(self, state: State) -> Markup:
        """Show whose turn it is, or how the game ended."""
        outcome = self._rules.outcome(state)
        side = state.turn if outcome is None else outcome.winner
        y = self.height - 12
        words = label(28, y + 4, self._standing(state), "t" if outcome is None else "good")
        if side == "draw":
            return words
        return join([use(f"{side}-duck", 12, y, 0.5), words])

    def _standing(self, state: State) -> str:
        outcome = self._rules.outcome(state)
        if outcome is None:
            return f"{state.turn} to move"
        return "a draw" if outcome.winner == "draw" else f"{outcome.winner} wins"

    def standing(self, moment: Moment[State, AnyMove]) -> str:
        """Say who is to move, or how the game ended."""
        return self._standing(moment.state)

    def event(self, moment: Moment[State, AnyMove]) -> str:
        """Say what was captured, and that a duck has become a swan."""
        return ", ".join(self._events(moment))

    def _events(self, moment: Moment[State, AnyMove]) -> list[str]:
        before, move = moment.before, moment.move
        if before is None or move is None:
            return []
        if not isinstance(move, Move):
            return ["no move"]
        events = []
        if move.captures:
            events.append(
                "captures a duck" if before.at(move.target) in "dD" else "captures a swan"
            )
        if before.at(move.source) != moment.state.at(move.target):
            events.append("becomes a swan")
        return events

    def alt(self, moment: Moment[State, AnyMove]) -> str:
        """Name the pieces and their cells."""
        moved = (
            f"after {counted(moment.turn, 'move')}, the last {moment.move}" if moment.turn else ""
        )
        pieces = []
        for letter, name in _NAMES.items():
            cells = [
                str(Cell(row, column))
                for row, letters in enumerate(moment.state.rows)
                for column, each in enumerate(letters)
                if each == letter
            ]
            if cells:
                pieces.append(f"{counted(len(cells), name)} in {listed(cells)}")
        best = f"best: {', '.join(map(str, moment.best))}" if moment.best else ""
        return sentence(moved, *pieces, self.caption(moment), best)

    def signs(self) -> tuple[Sign, ...]:
        """Return ducks and swans of both sides, and the wedge."""
        return (
            *(Sign(symbol, _NAMES[letter]) for letter, symbol in _SYMBOLS.items()),
            Sign("green-down", "which way it goes"),
        )

    def _square(self, cell: Cell, class_: str) -> Markup:
        x, y = self._centre(cell)
        half = _SIDE / 2 - 2
        return rect(x - half, y - half, 2 * half, 2 * half, class_, 4)

    def _centre(self, cell: Cell) -> tuple[float, float]:
        return _LEFT + _SIDE * (cell.column + 0.5), _TOP + _SIDE * (cell.row + 0.5)
