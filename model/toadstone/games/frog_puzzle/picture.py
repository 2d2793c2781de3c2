"""The frog puzzle as a picture: the row of frogs, and below it, small, the row they want to be."""

from __future__ import annotations

from typing import ClassVar

from toadstone.core.line import SOLE_SIDE
from toadstone.games.frog_puzzle.rules import State
from toadstone.games.frog_puzzle.scenario import GAP, LEFT, RIGHT, FrogPuzzleScenario, Move
from toadstone.view.picture import CELL, Moment, Picture, Sign, counted, sentence
from toadstone.view.row import HOP_ROOM, arrow_over, marked, row_of_cells
from toadstone.view.svg import Markup, join, label, path, use

_SYMBOLS = {LEFT: "frog-right", RIGHT: "frog-left"}


class FrogPuzzlePicture(Picture[State, Move]):
    """Draws the states of one scenario."""

    side_symbols: ClassVar = {SOLE_SIDE: "frog-right"}

    def __init__(self, scenario: FrogPuzzleScenario) -> None:
        self.scenario = scenario
        self._top = HOP_ROOM
        self.width = CELL * len(scenario.start)
        self.height = self._top + CELL + 50

    def places(self) -> dict[str, tuple[float, float]]:
        """Return the cells of the row."""
        y = self._top + CELL / 2
        return {str(cell + 1): (CELL * (cell + 0.5), y) for cell in range(len(self.scenario.start))}

    def contents(self, state: State) -> dict[str, str]:
        """Return which frog is in each cell."""
        names = {LEFT: "frog that hops right", RIGHT: "frog that hops left"}
        row = enumerate(state.row, 1)
        return {str(cell): names[letter] for cell, letter in row if letter in names}

    def background(self) -> Markup:
        """Draw the cells and their numbers, and the goal."""
        cells = row_of_cells(len(self.scenario.start), 0, self._top)
        y = self._top + CELL + 32
        goal = [
            use(_SYMBOLS[letter], CELL * (cell + 0.5) - 3, y, 0.5)
            if letter in _SYMBOLS
            else label(CELL * (cell + 0.5), y + 5, letter, "f", anchor="middle")
            for cell, letter in enumerate(self.scenario.wanted)
        ]
        return join([cells, *goal])

    def foreground(self, moment: Moment[State, Move]) -> Markup:
        """Draw the frogs, the last hop, and a tick below each cell that fits the goal."""
        y = self._top + CELL / 2
        parts: list[str] = []
        if moment.move:
            parts.append(marked(moment.move.source, moment.move.target, 0, self._top))
        for cell, letter in enumerate(moment.state.row, 1):
            x = CELL * (cell - 0.5)
            if letter != GAP:
                parts.append(use(_SYMBOLS[letter], x, y))
            if self.scenario.is_wanted(cell, letter):
                parts.append(path(f"M{x + 9:g} {y + 59:g}l2.5 2.5l5-6", "good-line"))
        if moment.move:
            parts.append(arrow_over(moment.move.source, moment.move.target, 0, self._top, "move"))
        parts += [
            arrow_over(each.source, each.target, 0, self._top, "best") for each in moment.best
        ]
        return join(parts)

    def standing(self, moment: Moment[State, Move]) -> str:
        """Say how many cells fit the goal."""
        cells = len(moment.state.row)
        return f"{self._fitting(moment.state)} of {cells} fit the goal"

    def event(self, moment: Moment[State, Move]) -> str:
        """Say who jumped over whom, and that the goal is reached."""
        reached = self._fitting(moment.state) == len(moment.state.row)
        parts = [self._jump(moment), "goal reached" if reached else ""]
        return ", ".join(part for part in parts if part)

    def alt(self, moment: Moment[State, Move]) -> str:
        """Read out the row."""
        names = {LEFT: "frog facing right", RIGHT: "frog facing left", GAP: "empty"}
        cells = [f"{n} {names[letter]}" for n, letter in enumerate(moment.state.row, 1)]
        moved = (
            f"after {counted(moment.turn, 'move')}, the last {moment.move}" if moment.turn else ""
        )
        best = f"best: {', '.join(map(str, moment.best))}" if moment.best else ""
        return sentence(moved, "cells: " + ", ".join(cells), self.caption(moment), best)

    def signs(self) -> tuple[Sign, ...]:
        """Return the frogs, and the tick."""
        return (
            Sign("frog-right", "L, hops right"),
            Sign("frog-left", "R, hops left"),
            Sign("fits", "fits the goal, the small row"),
        )

    def _fitting(self, state: State) -> int:
        cells = enumerate(state.row, 1)
        return sum(self.scenario.is_wanted(cell, letter) for cell, letter in cells)

    def _jump(self, moment: Moment[State, Move]) -> str:
        move, before = moment.move, moment.before
        if move is None or before is None or abs(move.target - move.source) == 1:
            return ""
        over = before.cell((move.source + move.target) // 2)
        return f"{before.cell(move.source)} jumps over {over}"
