"""The frog puzzle as people see, play and draw it: the row of frogs, and the goal."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from toadstone.core.board import Grid, PieceBoard, Square, style_text
from toadstone.core.line import SOLE_SIDE, Line
from toadstone.files import Spellings
from toadstone.games.frog_puzzle.rules import FrogPuzzleRules, State
from toadstone.games.frog_puzzle.scenario import ANY, GAP, LEFT, RIGHT, FrogPuzzleScenario, Move
from toadstone.view.board import Moment, RowBoard, Sign, listed_parts
from toadstone.view.svg import Markup, join, label, path, use

if TYPE_CHECKING:
    from rich.text import Text

_STYLES = {LEFT: "bold green", RIGHT: "bold yellow", GAP: "dim"}
_SYMBOLS = {LEFT: "frog-right", RIGHT: "frog-left"}
_GOAL = 34
"""The room for the name of the goal."""
_WORDS = {LEFT: "frog facing right", RIGHT: "frog facing left", GAP: "empty"}


class FrogPuzzleBoard(RowBoard[State, Move], PieceBoard[State, Move]):
    """The row of frogs; a drawing has the goal below it, small."""

    how = "Choose a frog: it has one way to hop."
    written = "Write the cell of a frog and the cell it hops to, counted from 1 on the left: 3-4."
    side_symbols: ClassVar = {SOLE_SIDE: "frog-right"}
    rules: FrogPuzzleRules

    def __init__(self, scenario: FrogPuzzleScenario) -> None:
        super().__init__(FrogPuzzleRules(scenario))
        self.scenario = scenario
        self.left = _GOAL
        self.width = self.left + self.side * len(scenario.start)
        self.height = self.top + self.side + 50

    def grid(self, state: State) -> Grid:
        """Return the row, with the numbers of its cells."""
        row = tuple(
            Square(letter, _STYLES[letter], str(cell), _SYMBOLS.get(letter, ""), _WORDS[letter])
            for cell, letter in enumerate(state.row, 1)
        )
        return Grid((row,), columns=tuple(each.name for each in row), numbered=True)

    def key(self) -> Text:
        """Say which way the frogs go."""
        left, right, gap = ((letter, _STYLES[letter]) for letter in (LEFT, RIGHT, GAP))
        return style_text(left, " hops to the right, ", right, " to the left, ", gap, " is a gap")

    def in_short(self) -> tuple[str, ...]:
        """Say how frogs hop, and where to."""
        return (
            "A frog hops the way it looks: L to the right, R to the left.",
            "It steps into a gap, or jumps over one frog of the other kind into a gap behind it.",
            "Reach the goal. If no frog can hop before that, you have lost.",
        )

    def instructions(self) -> str:
        """Return the rules with the goal, and how to write a move."""
        anybody = ", where ? may be anything" if ANY in self.scenario.goal_row else ""
        return f"{super().instructions()}\nThe goal is {self.scenario.goal_row}{anybody}."

    def caption(self, state: State) -> Text:
        """Say how many cells match the goal."""
        cells, matching = len(state.row), self._matching(state)
        if matching == cells:
            return style_text(("goal", "bold green"))
        return style_text(f"{matching} of {cells} cells match the goal")

    def event(self, before: State, move: Move, after: State) -> Text:
        """Say which frog jumped over which; nothing for a step."""
        if abs(move.target - move.source) == 1:
            return style_text()
        frog, over = before.cell(move.source), before.cell((move.source + move.target) // 2)
        return style_text((f"{frog} jumps over {over}", _STYLES[frog]))

    def _matching(self, state: State) -> int:
        return sum(self.scenario.fits_goal(*each) for each in enumerate(state.row, 1))

    def cells_of(self, state: State, move: Move) -> tuple[str, str]:
        """Return the cells of a hop."""
        return str(move.source), str(move.target)

    def why_no_piece(self, state: State, cell: str) -> str | None:
        """Say why there is no frog in a cell, or return None when there is one."""
        return self.rules.why_no_frog(state, int(cell))

    def background(self) -> Markup:
        """Draw the cells and their numbers, and the goal."""
        y = self.top + self.side + 32
        goal = [label(0, y + 4, "goal", "f")]
        for cell, letter in enumerate(self.scenario.goal_row):
            x, _ = self.centre(0, cell)
            symbol = _SYMBOLS.get(letter)
            sign = label(x, y + 5, letter, "f", anchor="middle")
            goal.append(use(symbol, x - 3, y, 0.5) if symbol else sign)
        return join([super().background(), *goal])

    def piece(self, moment: Moment[State, Move], square: Square, x: float, y: float) -> Markup:
        """Draw a frog, and a tick below a cell that fits the goal."""
        frog = super().piece(moment, square, x, y)
        if not self.scenario.fits_goal(int(square.name), square.sign):
            return frog
        return join([frog, path(f"M{x + 9:g} {y + 59:g}l2.5 2.5l5-6", "good-line")])

    def status(self, moment: Moment[State, Move], *more: str) -> Markup:
        """Draw nothing: the ticks say how things stand."""
        return join(())

    def standing(self, state: State) -> str:
        """Say how many cells fit the goal."""
        return f"{self._matching(state)} of {len(state.row)} fit the goal"

    def news(self, moment: Moment[State, Move]) -> str:
        """Say which frog jumped over which, and whether the goal is reached."""
        reached = self._matching(moment.state) == len(moment.state.row)
        return listed_parts(super().news(moment), "goal reached" if reached else "")

    def legend(self) -> tuple[Sign, ...]:
        """Return the frogs, and the tick."""
        return (
            Sign("frog-right", "L, hops right"),
            Sign("frog-left", "R, hops left"),
            Sign("fits", "fits the goal", drawn='"good-line"'),
        )


def continuation(
    scenario: FrogPuzzleScenario, session: Line[State, Move]
) -> tuple[FrogPuzzleScenario, int]:
    """Return the puzzle that starts with the row as it is now."""
    return scenario.continue_from(session.state.row), 0


_HOPS = ((r"(?:move )?(?:cell )?N(?:\s*(?:->|=>|[->→,:/]|to)\s*|\s+)(?:cell )?N", "{0}-{1}"),)


def spelling(scenario: FrogPuzzleScenario) -> Spellings:
    """Return how people write hops: `3 4`, `3->4`, `3 to 4`, `(3, 4)`.

    `L from 2 to 3` counts cells from 0, as the course material does, or from 1. `34` is two cells,
    and `3` the frog that hops into the only gap.
    """
    cells = range(1, len(scenario.start) + 1)
    from_0 = [(f"[lr]? ?from {i - 1} to {k - 1}", f"{i}-{k}") for i in cells for k in cells]
    frogs = [("N", *(f"{{0}}-{cell}" for cell in cells))] if scenario.start.count(GAP) == 1 else []
    digits = [("([1-9])([1-9])", "{0}-{1}")]
    return Spellings(_HOPS, (from_0, (("[lr]? ?from N to N", "{0}-{1}"),), digits, frogs))
