"""Squirrel War as a picture: the camps of X and O, the value of every cell, and the points."""

from __future__ import annotations

from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import EMPTY, Cell, SquirrelWarScenario
from toadstone.view.picture import Moment, Picture, Sign, counted, listed, sentence
from toadstone.view.svg import NOTHING, Markup, arrow, circle, join, label, line, rect, use

_SIDE = 52
"""How wide and high a cell is: it holds a camp and a number."""
_LEFT, _TOP, _BELOW = 20, 20, 34
_SYMBOLS = {"X": "camp-x", "O": "camp-o"}


class SquirrelWarPicture(Picture[State, Cell]):
    """Draws the states of one scenario."""

    side = _SIDE
    side_symbols = _SYMBOLS

    def __init__(self, scenario: SquirrelWarScenario) -> None:
        self.scenario = scenario
        self._rules = SquirrelWarRules(scenario)
        self._rows, self._columns = len(scenario.values), len(scenario.values[0])
        self.width = max(_LEFT + _SIDE * self._columns + 2, 170)
        self.height = _TOP + _SIDE * self._rows + _BELOW

    def places(self) -> dict[str, tuple[float, float]]:
        """Return every cell."""
        return {str(cell): self._centre(cell) for cell in self.scenario.cells}

    def contents(self, state: State) -> dict[str, str]:
        """Return what each cell is worth, and who holds it."""
        cells = {cell: self._holder(state, cell) for cell in self.scenario.cells}
        return {
            str(cell): f"worth {self.scenario.value(cell)}"
            + ("" if holder == EMPTY else f", camp of {holder}")
            for cell, holder in cells.items()
        }

    def background(self) -> Markup:
        """Draw the cells with their values, and the names of columns and rows."""
        parts: list[str] = []
        for column in range(self._columns):
            x = _LEFT + _SIDE * (column + 0.5)
            parts.append(label(x, _TOP - 6, chr(ord("A") + column), "fb", anchor="middle"))
        for row in range(self._rows):
            y = _TOP + _SIDE * (row + 0.5) + 4
            parts.append(label(_LEFT - 10, y, str(row + 1), "fb", anchor="middle"))
        for cell in self.scenario.cells:
            x, y = self._centre(cell)
            corner = (x - _SIDE / 2 + 1, y - _SIDE / 2 + 1)
            parts.append(rect(*corner, _SIDE - 2, _SIDE - 2, "cell", 4))
        return join(parts)

    def foreground(self, moment: Moment[State, Cell]) -> Markup:
        """Draw the camps, the move just made and what it conquered, and the points."""
        parts: list[str] = []
        conquered = self._conquered(moment)
        for cell in self.scenario.cells:
            parts.append(self._cell(moment, cell, changed=cell in conquered))
        parts.append(self._strikes(moment))
        for cell in moment.best:
            x, y = self._centre(cell)
            half = _SIDE / 2 - 4
            parts.append(rect(x - half, y - half, 2 * half, 2 * half, "bestcell dashed", 5))
            parts.append(circle(x + 19, y - 19, 4, "best tip"))
        return join([*parts, self._points(moment.state)])

    def _cell(self, moment: Moment[State, Cell], cell: Cell, *, changed: bool) -> Markup:
        x, y = self._centre(cell)
        holder = self._holder(moment.state, cell)
        value = str(self.scenario.value(cell))
        half = _SIDE / 2 - 3
        mark = rect(
            x - half, y - half, 2 * half, 2 * half, "mark" if cell == moment.move else "from", 4
        )
        parts: list[str] = []
        if holder != EMPTY:
            half = _SIDE / 2 - 1
            ground = f"camp{holder.lower()}"
            parts.append(rect(x - half, y - half, 2 * half, 2 * half, ground, 4))
        if changed or cell == moment.move:
            parts.append(mark)
        if holder == EMPTY:
            size = 17 if len(value) < 4 else 11
            parts.append(label(x, y + 6, value, "value", size=size, anchor="middle"))
        else:
            parts.append(use(_SYMBOLS[holder], x, y - 5, 0.85))
            class_ = "b" if cell == moment.move else "fb"
            parts.append(label(x - 21, y + 21, value, class_))
        return join(parts)

    def _strikes(self, moment: Moment[State, Cell]) -> Markup:
        """Draw an arrow from the camp just made to each that it conquered."""
        cell = moment.move
        if cell is None:
            return NOTHING
        x, y = self._centre(cell)
        strokes = []
        for other in self._conquered(moment):
            across, down = other.column - cell.column, other.row - cell.row
            start, end = _SIDE / 2 - 8, _SIDE / 2 + 8
            strokes.append(
                arrow(
                    (x + across * start, y + down * start),
                    (x + across * end, y + down * end),
                    "move",
                )
            )
        return join(strokes)

    def _points(self, state: State) -> Markup:
        """Draw the points of both sides, and mark whose turn it is."""
        y = self.height - 13
        parts: list[str] = []
        for index, side in enumerate("XO"):
            x = 14 + index * (self.width / 2)
            words = f"{self._rules.points(state, side)}"
            parts += [use(_SYMBOLS[side], x, y, 0.55), label(x + 15, y + 5, words, "b")]
            if state.turn == side and self._rules.outcome(state) is None:
                parts.append(line((x - 10, y + 12), (x + 40, y + 12), "mast"))
        return join(parts)

    def standing(self, moment: Moment[State, Cell]) -> str:
        """Say the points of both sides."""
        x, o = self._rules.points(moment.state, "X"), self._rules.points(moment.state, "O")
        return f"{x} to {o}"

    def event(self, moment: Moment[State, Cell]) -> str:
        """Say whether it was a raid, how much it conquered, and how the game ended."""
        outcome = self._rules.outcome(moment.state)
        drawn = outcome is not None and outcome.winner == "draw"
        end = "" if outcome is None else "a draw" if drawn else f"{outcome.winner} wins"
        return ", ".join(part for part in (self._raid(moment), end) if part)

    def _raid(self, moment: Moment[State, Cell]) -> str:
        if moment.move is None or moment.before is None:
            return ""
        side = moment.before.turn
        if not self._rules.is_raid(moment.before, moment.move):
            return f"{side} sneaks"
        count = len(self._conquered(moment))
        return f"{side} raids, takes {count}" if count else f"{side} raids"

    def alt(self, moment: Moment[State, Cell]) -> str:
        """Name the camps of both sides, the points, and what is free."""
        moved = (
            f"after {counted(moment.turn, 'move')}, the last {moment.move}" if moment.turn else ""
        )
        held = [f"{side} holds {self._cells_of(moment.state, side)}" for side in "XO"]
        free = f"free: {self._cells_of(moment.state, EMPTY)}"
        over = self._rules.outcome(moment.state) is not None
        turn = "" if over else f"{moment.state.turn} is to move"
        best = f"best: {', '.join(map(str, moment.best))}" if moment.best else ""
        return sentence(moved, *held, free, self.caption(moment), turn, best)

    def signs(self) -> tuple[Sign, ...]:
        """Return the camps."""
        return (
            Sign("camp-x", "camp of X"),
            Sign("camp-o", "camp of O"),
            Sign("turn", "to move"),
            Sign("conquered", "conquered in this turn", needs_move=True),
        )

    def _cells_of(self, state: State, holder: str) -> str:
        cells = [cell for cell in self.scenario.cells if self._holder(state, cell) == holder]
        return listed([f"{cell} worth {self.scenario.value(cell)}" for cell in cells], "nothing")

    def _conquered(self, moment: Moment[State, Cell]) -> list[Cell]:
        """Return the cells that changed hands in the last turn."""
        before = moment.before
        if before is None:
            return []
        return [
            cell
            for cell in self.scenario.cells
            if self._holder(before, cell) not in {EMPTY, self._holder(moment.state, cell)}
        ]

    def _holder(self, state: State, cell: Cell) -> str:
        return state.board.split("/")[cell.row - 1][cell.column - 1]

    def _centre(self, cell: Cell) -> tuple[float, float]:
        return _LEFT + _SIDE * (cell.column - 0.5), _TOP + _SIDE * (cell.row - 0.5)
