"""How the frog puzzle is drawn: the row of frogs, and the numbers of its cells."""

from __future__ import annotations

from rich.text import Text

from toadstone.core.board import Board
from toadstone.games.frog_puzzle.rules import State
from toadstone.games.frog_puzzle.scenario import GAP, LEFT, RIGHT, FrogPuzzleScenario, Move

_STYLES = {LEFT: "bold green", RIGHT: "bold yellow", GAP: "dim"}


class FrogPuzzleBoard(Board[State, Move]):
    """Draws the states of one scenario."""

    def __init__(self, scenario: FrogPuzzleScenario) -> None:
        self.scenario = scenario

    def picture(self, state: State) -> Text:
        """Draw the row, and below it the last digit of every cell's number."""
        digits = "".join(str(cell % 10) for cell in range(1, len(state.row) + 1))
        return Text("\n").join([_coloured(state.row), Text(digits, "dim")])

    def strip(self, before: State | None, state: State) -> Text:
        """Draw the row."""
        return _coloured(state.row)

    def caption(self, state: State) -> Text:
        """Say how many cells are as the goal wants them."""
        cells = len(state.row)
        fitting = sum(self.scenario.is_wanted(c, state.cell(c)) for c in range(1, cells + 1))
        if fitting == cells:
            return Text("goal", "bold green")
        return Text(f"{fitting} of {cells} as wanted")

    def event(self, before: State, move: Move, after: State) -> Text:
        """Say who jumped over whom, nothing of a step."""
        if abs(move.target - move.source) == 1:
            return Text("")
        frog, over = before.cell(move.source), before.cell((move.source + move.target) // 2)
        return Text(f"{frog} jumps over {over}", _STYLES[frog])


def _coloured(row: str) -> Text:
    text = Text()
    for letter in row:
        text.append(letter, _STYLES[letter])
    return text
