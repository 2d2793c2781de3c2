"""Toads and Frogs to be played by pointing at animals."""

from __future__ import annotations

from toadstone.games.toads_and_frogs.rules import State, ToadsAndFrogsRules
from toadstone.games.toads_and_frogs.scenario import Cell, Move, ToadsAndFrogsScenario
from toadstone.play.play_board import Grid, Line, PlayBoard, Tile

_STYLES = {"T": "bold green", "F": "bold yellow"}


class ToadsAndFrogsPlayBoard(PlayBoard[State, Move]):
    """The rows, above them the numbers of the cells."""

    how = "Click an animal of yours, or type its number: it has one way to go."
    rules: ToadsAndFrogsRules

    def __init__(self, scenario: ToadsAndFrogsScenario, *, ascii_only: bool = False) -> None:
        super().__init__(ToadsAndFrogsRules(scenario), ascii_only=ascii_only)

    def grid(self, state: State, ahead: int = 0) -> Grid:
        """Return the rows; shorter ones are filled up with nothing."""
        longest = max(map(len, state.rows))
        alone = len(state.rows) == 1
        lines = []
        for number, row in enumerate(state.rows, 1):
            named = None if alone else number
            tiles = [
                Tile(letter, _STYLES.get(letter, "dim"), Cell(named, place))
                for place, letter in enumerate(row, 1)
            ]
            nothing = [Tile("")] * (longest - len(row))
            lines.append(Line((*tiles, *nothing), "" if alone else f"{number}:"))
        return Grid(tuple(lines), tuple(map(str, range(1, longest + 1))))

    def path(self, state: State, move: Move) -> tuple[Cell, ...]:
        """Return the cell of the animal: it goes one way only."""
        return (Cell(move.row, move.source),)

    def why_not(self, state: State, chosen: tuple[Cell, ...], cell: Cell) -> str:
        """Say that none of the side to move is there, or that it cannot move."""
        return self.rules.why_no_animal(state, cell) or f"the animal in {cell} cannot move"
