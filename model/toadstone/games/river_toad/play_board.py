"""River Toad to be played by arrows, or by pointing at where the toad is to go."""

from __future__ import annotations

from toadstone.games.river_toad.display import STYLES, rows_of
from toadstone.games.river_toad.rules import RiverToadRules, State, row_text, spawned
from toadstone.games.river_toad.scenario import Action, RiverToadScenario
from toadstone.play.play_board import Grid, Line, MoveKey, PlayBoard, Tile

_KEYS = {
    "left": (Action(-1), "1 left"),
    "right": (Action(1), "1 right"),
    "shift+left": (Action(-2), "2 left"),
    "shift+right": (Action(2), "2 right"),
    "space": (Action(0), "stay"),
}


class RiverToadPlayBoard(PlayBoard[State, Action]):
    """The river between its banks; above it what the coming rolls will put into the top row."""

    how = "Arrows go left and right, with Shift by two; Space stays. Or click in his row."
    rules: RiverToadRules

    def __init__(self, scenario: RiverToadScenario, *, ascii_only: bool = False) -> None:
        super().__init__(RiverToadRules(scenario), ascii_only=ascii_only)
        self._scenario = scenario

    def grid(self, state: State, ahead: int = 0) -> Grid:
        """Return the coming rolls, the latest one on top, and below them the board."""
        width, rolls = state.width, self._scenario.rolls
        turns = range(state.turn + ahead, state.turn, -1)
        coming = [_coming(turn, rolls[turn - 1], width) for turn in turns]
        rows = rows_of(state)
        river = [Line(_tiles(row)) for row in rows[:-1]]
        toad = Line(_tiles(rows[-1], pointed=True), note=f"{state.hp} HP")
        numbers = ("", "", *map(str, range(1, width + 1)), "", "")
        rule = [Line(tuple(Tile("-", "dim") for _ in numbers))] if coming else []
        return Grid((*coming, *rule, *river, toad), numbers, framed=False)

    def path(self, state: State, move: Action) -> tuple[int, ...]:
        """Return the river cell where the action leads."""
        return (state.cell + move.shift,)

    def why_not(self, state: State, chosen: tuple[int, ...], cell: int) -> str:
        """Say why he cannot go there."""
        action = Action(cell - state.cell)
        return self.rules.why_illegal(state, action) or f"{action} is not legal"

    def keys(self, state: State) -> tuple[MoveKey[Action], ...]:
        """Return arrows and space, as far as the scenario has what they do."""
        return tuple(
            MoveKey(key, action, meaning)
            for key, (action, meaning) in _KEYS.items()
            if action in self._scenario.costs
        )

    def coming(self, state: State) -> int:
        """Return how many rolls are still to come."""
        return self._scenario.turns - state.turn

    def threatened(self, state: State) -> tuple[int, ...]:
        """Return the cells of his row into which a snake comes down at the end of the turn."""
        over = self.rules.outcome(state) is not None
        return () if over or not state.snakes else tuple(sorted(state.snakes[-1]))

    def preview(self, state: State, move: Action) -> str:
        """Say what the action costs."""
        return f"{move} costs {self._scenario.costs[move]} HP"


def _coming(turn: int, roll: int, width: int) -> Line:
    """Return what a roll will put into the top row at the end of a turn."""
    row = row_text(width, *spawned(roll, width))
    return Line(_tiles(row), f"turn {turn}", f"roll {roll}")


def _tiles(letters: str, *, pointed: bool = False) -> tuple[Tile, ...]:
    """Return a row: bank, river cells between bars, bank; one can point at cells of his row."""
    banks = (0, len(letters) - 1)
    bar = Tile("|", "blue")
    tiles = [
        Tile(letter, STYLES[letter], cell if pointed and cell not in banks else None)
        for cell, letter in enumerate(letters)
    ]
    return (tiles[0], bar, *tiles[1:-1], bar, tiles[-1])
