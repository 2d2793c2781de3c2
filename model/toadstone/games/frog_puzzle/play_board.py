"""The frog puzzle to be played by pointing at frogs."""

from __future__ import annotations

from toadstone.games.frog_puzzle.rules import FrogPuzzleRules, State
from toadstone.games.frog_puzzle.scenario import GAP, LEFT, RIGHT, FrogPuzzleScenario, Move
from toadstone.play.play_board import Grid, Line, PlayBoard, Tile

_STYLES = {LEFT: "bold green", RIGHT: "bold yellow", GAP: "dim"}


class FrogPuzzlePlayBoard(PlayBoard[State, Move]):
    """The row of frogs, above it the numbers of the cells, below it what is wanted."""

    how = "Click a frog, or type its number: it has one way to hop."
    rules: FrogPuzzleRules

    def __init__(self, scenario: FrogPuzzleScenario, *, ascii_only: bool = False) -> None:
        super().__init__(FrogPuzzleRules(scenario), ascii_only=ascii_only)
        self._wanted = scenario.wanted

    def grid(self, state: State, ahead: int = 0) -> Grid:
        """Return the row, and the goal below it."""
        tiles = tuple(
            Tile(letter, _STYLES[letter], number) for number, letter in enumerate(state.row, 1)
        )
        goal = tuple(Tile(letter, "dim") for letter in self._wanted)
        numbers = tuple(map(str, range(1, len(tiles) + 1)))
        return Grid((Line(tiles, "now"), Line(goal, "goal")), numbers)

    def path(self, state: State, move: Move) -> tuple[int, ...]:
        """Return the cell of the frog: it hops one way only."""
        return (move.source,)

    def why_not(self, state: State, chosen: tuple[int, ...], cell: int) -> str:
        """Say that there is no frog, or that it cannot move."""
        return self.rules.why_no_frog(state, cell) or f"the frog in cell {cell} cannot move"
