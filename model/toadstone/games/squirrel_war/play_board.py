"""Squirrel War to be played by pointing at the cell to take."""

from __future__ import annotations

from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import Cell, SquirrelWarScenario
from toadstone.play.play_board import Grid, Line, PlayBoard, Tile

_STYLES = {"X": "bold green", "O": "bold yellow"}


class SquirrelWarPlayBoard(PlayBoard[State, Cell]):
    """The cells with who holds them and what they are worth."""

    how = "Take a cell: by click, or by arrows and Enter."
    rules: SquirrelWarRules

    def __init__(self, scenario: SquirrelWarScenario, *, ascii_only: bool = False) -> None:
        super().__init__(SquirrelWarRules(scenario), ascii_only=ascii_only)
        self._values = scenario.values

    def grid(self, state: State, ahead: int = 0) -> Grid:
        """Return every cell with its value, between the names of rows and columns."""
        width = max(len(str(value)) for values in self._values for value in values)
        lines = []
        for number, (row, values) in enumerate(zip(_rows(state), self._values, strict=True), 1):
            tiles = tuple(
                Tile(
                    " " if sign == "." else sign,
                    _STYLES.get(sign, ""),
                    Cell(number, column),
                    str(value).rjust(width),
                )
                for column, (sign, value) in enumerate(zip(row, values, strict=True), 1)
            )
            lines.append(Line(tiles, str(number)))
        columns = tuple(chr(ord("A") + column) for column in range(len(self._values[0])))
        return Grid(tuple(lines), columns)

    def path(self, state: State, move: Cell) -> tuple[Cell, ...]:
        """Return the cell to take."""
        return (move,)

    def why_not(self, state: State, chosen: tuple[Cell, ...], cell: Cell) -> str:
        """Say that somebody holds it."""
        return self.rules.why_illegal(state, cell) or f"{cell} cannot be taken"

    def preview(self, state: State, move: Cell) -> str:
        """Say whether it would be a raid, what it would conquer, and the points then."""
        own, other = state.turn, "O" if state.turn == "X" else "X"
        after = self.rules.play(state, move)
        gained = self.rules.points(after, own) - self.rules.points(state, own)
        taken = [str(cell) for cell in self.changed(state, move)]
        kind = "raid" if self.rules.is_raid(state, move) else "sneak"
        conquers = f", conquers {', '.join(taken)}" if taken else ""
        points = f"{own} {self.rules.points(after, own)}, {other} {self.rules.points(after, other)}"
        return f"{move} would be a {kind}{conquers}: +{gained}, then {points}"

    def changed(self, state: State, move: Cell) -> tuple[Cell, ...]:
        """Return the cells that a raid would conquer."""
        before, after = _rows(state), _rows(self.rules.play(state, move))
        return tuple(
            Cell(row, column)
            for row, signs in enumerate(before, 1)
            for column, sign in enumerate(signs, 1)
            if sign not in {".", after[row - 1][column - 1]}
        )


def _rows(state: State) -> list[str]:
    return state.board.split("/")
