"""Toads and Frogs as a picture: toads that go right, frogs that go left, row by row."""

from __future__ import annotations

from toadstone.games.toads_and_frogs.difference import AnyMove, DifferenceState, rules_of
from toadstone.games.toads_and_frogs.rules import State
from toadstone.games.toads_and_frogs.scenario import (
    FROG,
    GAP,
    TOAD,
    Cell,
    Move,
    ToadsAndFrogsScenario,
)
from toadstone.view.picture import CELL, Moment, Picture, Sign, counted, sentence
from toadstone.view.row import HOP_ROOM, arrow_over, marked, row_of_cells
from toadstone.view.svg import Markup, join, label, use

_SYMBOLS = {TOAD: "toad", FROG: "frog-left"}
_SYMBOL_OF_SIDE = {"toads": "toad", "frogs": "frog-left"}


class ToadsAndFrogsPicture(Picture[State, AnyMove]):
    """Draws the states of one scenario."""

    turn_height = 26
    side_symbols = _SYMBOL_OF_SIDE

    def __init__(self, scenario: ToadsAndFrogsScenario) -> None:
        self.scenario = scenario
        self._rules = rules_of(scenario)
        self._several = len(scenario.start) > 1
        self._left = 26 if self._several else 0
        self._above = HOP_ROOM
        self._step = self._above + CELL + 18
        self.width = max(self._left + CELL * max(map(len, scenario.start)), 200)
        self.height = self._step * len(scenario.start) + 26

    def places(self) -> dict[str, tuple[float, float]]:
        """Return the cells of every row; in a sum their names begin with the row."""
        return {
            str(Cell(number if self._several else None, cell)): (
                self._left + CELL * (cell - 0.5),
                self._y(number) + CELL / 2,
            )
            for number, row in enumerate(self.scenario.start, 1)
            for cell in range(1, len(row) + 1)
        }

    def contents(self, state: State) -> dict[str, str]:
        """Return which animal is in each cell."""
        names = {TOAD: "toad", FROG: "frog"}
        letters = "".join(state.rows)
        cells = zip(self.places(), letters, strict=True)
        return {cell: names[letter] for cell, letter in cells if letter in names}

    def background(self) -> Markup:
        """Draw the cells of every row, and their numbers; rows of a sum have theirs, too."""
        parts: list[str] = []
        for index, row in enumerate(self.scenario.start):
            y = self._y(index + 1)
            parts.append(row_of_cells(len(row), self._left, y))
            if self._several:
                parts.append(label(2, y + CELL / 2 + 5, f"{index + 1}:", "fb"))
        return join(parts)

    def foreground(self, moment: Moment[State, AnyMove]) -> Markup:
        """Draw the animals, the last move, the best moves, and whose turn it is."""
        parts: list[str] = []
        move = moment.move if isinstance(moment.move, Move) else None
        if move:
            parts.append(marked(move.source, move.target, self._left, self._y(move.row)))
        for index, row in enumerate(moment.state.rows):
            y = self._y(index + 1) + CELL / 2
            parts += [
                use(_SYMBOLS[letter], self._left + CELL * (cell + 0.5), y)
                for cell, letter in enumerate(row)
                if letter != GAP
            ]
        if move:
            parts.append(self._arrow(move, "move"))
        parts += [self._arrow(each, "best") for each in moment.best if isinstance(each, Move)]
        return join([*parts, self._turn(moment)])

    def _turn(self, moment: Moment[State, AnyMove]) -> Markup:
        """Show whose turn it is, or who has won."""
        outcome = self._rules.outcome(moment.state)
        side = moment.state.turn if outcome is None else str(outcome.winner)
        y = self.height - 11
        symbol = use(_SYMBOL_OF_SIDE[side], 12, y, 0.55)
        words = "   ".join([self.standing(moment), *_beside(moment.state)])
        return join([symbol, label(28, y + 4, words, "t" if outcome is None else "good")])

    def event(self, moment: Moment[State, AnyMove]) -> str:
        """Say who was jumped over."""
        move, before = moment.move, moment.before
        if not isinstance(move, Move) or before is None or abs(move.target - move.source) == 1:
            return ""
        return "a toad jumps over a frog" if before.turn == "toads" else "a frog jumps over a toad"

    def standing(self, moment: Moment[State, AnyMove]) -> str:
        """Say who is to move, or who has won."""
        outcome = self._rules.outcome(moment.state)
        return f"{moment.state.turn} to move" if outcome is None else f"{outcome.winner} win"

    def alt(self, moment: Moment[State, AnyMove]) -> str:
        """Read out the rows."""
        names = {TOAD: "toad", FROG: "frog", GAP: "empty"}
        rows = []
        for number, row in enumerate(moment.state.rows, 1):
            cells = ", ".join(f"{n} {names[letter]}" for n, letter in enumerate(row, 1))
            rows.append(f"row {number}: {cells}" if self._several else f"cells: {cells}")
        moved = (
            f"after {counted(moment.turn, 'move')}, the last {moment.move}" if moment.turn else ""
        )
        best = f"best: {', '.join(map(str, moment.best))}" if moment.best else ""
        return sentence(moved, *rows, *_beside(moment.state), self.caption(moment), best)

    def signs(self) -> tuple[Sign, ...]:
        """Return toad and frog."""
        return (Sign("toad", "toad, goes right"), Sign("frog-left", "frog, goes left"))

    def _y(self, row: int | None) -> float:
        return self._step * ((row or 1) - 1) + self._above

    def _arrow(self, move: Move, class_: str) -> Markup:
        return arrow_over(move.source, move.target, self._left, self._y(move.row), class_)


def _beside(state: State) -> list[str]:
    """Say what is played beside the rows, if anything is."""
    return [f"beside: [{state.beside}]"] if isinstance(state, DifferenceState) else []
