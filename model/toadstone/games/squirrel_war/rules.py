"""The reference simulator of Squirrel War: the rules, played literally."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toadstone.core.rules import IllegalMoveError, Outcome, TwoPlayerRules
from toadstone.games.squirrel_war.scenario import (
    EMPTY,
    SIDES,
    Cell,
    Side,
    SquirrelWarScenario,
    other,
)

_ROW_END = "/"


@dataclass(frozen=True, slots=True)
class State:
    """The board, its rows with `/` between them, and whose turn it is."""

    board: str
    turn: Side

    def __str__(self) -> str:
        return f"{self.board} {self.turn}"


@dataclass(frozen=True)
class ScoredOutcome(Outcome):
    """How a game ended; `margin` is the points of X less those of O."""

    margin: int


class SquirrelWarRules(TwoPlayerRules[State, Cell]):
    """Raid beside a piece of one's own, sneak elsewhere, until the board is full."""

    sides = SIDES

    def __init__(self, scenario: SquirrelWarScenario) -> None:
        self.scenario = scenario
        self._start = State(_ROW_END.join(scenario.board), scenario.turn)
        self._rows, self._columns = len(scenario.values), len(scenario.values[0])
        self._cells = {self._at(cell): cell for cell in scenario.cells}
        self._values = {at: scenario.value(cell) for at, cell in self._cells.items()}
        self._beside = {at: self._neighbours(cell) for at, cell in self._cells.items()}
        self.highest_payoff = sum(map(abs, self._values.values()))  # type: ignore[misc]

    def _at(self, cell: Cell) -> int:
        """Return the place of a cell in the text of the board."""
        return (cell.row - 1) * (self._columns + 1) + cell.column - 1

    def _neighbours(self, cell: Cell) -> tuple[int, ...]:
        """Return the places above, below, left and right of a cell."""
        above, below = Cell(cell.row - 1, cell.column), Cell(cell.row + 1, cell.column)
        left, right = Cell(cell.row, cell.column - 1), Cell(cell.row, cell.column + 1)
        return tuple(self._at(c) for c in (above, below, left, right) if self._is_on_board(c))

    def _is_on_board(self, cell: Cell) -> bool:
        return 1 <= cell.row <= self._rows and 1 <= cell.column <= self._columns

    def start(self) -> State:
        """Return the position of the scenario."""
        return self._start

    def to_move(self, state: State) -> str:
        """Return the side whose turn it is."""
        return state.turn

    def null_move(self, state: State) -> State:
        """Return the same position with the other side to move."""
        return State(state.board, other(state.turn))

    def position(self, state: State) -> str:
        """Return the state itself: all of it matters."""
        return str(state)

    def legal_moves(self, state: State) -> Sequence[Cell]:
        """Return the cells that nobody holds, as one reads."""
        return [cell for at, cell in self._cells.items() if state.board[at] == EMPTY]

    def why_illegal(self, state: State, move: Cell) -> str | None:
        """Say that a cell is not there or is held."""
        if not self._is_on_board(move):
            rows, columns = _number_of(self._rows, "row"), _number_of(self._columns, "column")
            return f"there is no cell {move} on a board of {rows} and {columns}"
        holder = state.board[self._at(move)]
        return None if holder == EMPTY else f"{move} is held by {holder}"

    def play(self, state: State, move: Cell) -> State:
        """Take a cell: a raid beside a piece of one's own, a sneak elsewhere."""
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        own, enemy, at = state.turn, other(state.turn), self._at(move)
        pieces = list(state.board)
        pieces[at] = own
        if self.is_raid(state, move):
            for place in self._beside[at]:
                if pieces[place] == enemy:
                    pieces[place] = own
        return State("".join(pieces), enemy)

    def is_raid(self, state: State, move: Cell) -> bool:
        """Return whether a cell is beside a piece of the side to move."""
        return any(state.board[place] == state.turn for place in self._beside[self._at(move)])

    def outcome(self, state: State) -> ScoredOutcome | None:
        """Return the side with more points, once the board is full."""
        if EMPTY in state.board:
            return None
        x, o = self.points(state, "X"), self.points(state, "O")
        reason = f"the board is full, {x} point{'' if x == 1 else 's'} to {o}"
        if x == o:
            return ScoredOutcome(None, reason, 0)
        return ScoredOutcome("X" if x > o else "O", reason, x - o)

    def payoff(self, outcome: Outcome) -> int:
        """Return the margin, as X sees it."""
        return outcome.margin if isinstance(outcome, ScoredOutcome) else super().payoff(outcome)

    def points(self, state: State, side: str) -> int:
        """Return the sum of the values of the cells that a side holds."""
        return sum(value for at, value in self._values.items() if state.board[at] == side)

    def lead(self, state: State, side: str) -> int:
        """Return the points of a side less those of the other: the evaluation of the searches."""
        margin, board = 0, state.board
        for at, value in self._values.items():
            holder = board[at]
            if holder == side:
                margin += value
            elif holder != EMPTY:
                margin -= value
        return margin

    def observe(self, state: State) -> Mapping[str, int]:
        """Return the holder of every cell: 1 for X, 2 for O, 0 for none."""
        numbers = {EMPTY: 0, "X": 1, "O": 2}
        return {str(cell): numbers[state.board[at]] for at, cell in self._cells.items()}

    def figures(self, state: State) -> Mapping[str, int]:
        """Return the points of both sides, and the margin between them."""
        x, o = self.points(state, "X"), self.points(state, "O")
        return {"margin": x - o, "points_x": x, "points_o": o}

    def read_move(self, text: str) -> Cell:
        """Return the cell with this name."""
        return Cell.read(text)

    def read_state(self, text: str) -> State:
        """Return the state with this text form."""
        board, _, turn = text.partition(" ")
        rows = board.split(_ROW_END)
        if (
            turn not in SIDES
            or [len(row) for row in rows] != [self._columns] * self._rows
            or not set(board) <= {*SIDES, EMPTY, _ROW_END}
        ):
            raise ValueError(f"expected rows of X, O and . with / between, then X or O: {text}")
        return State(board, "X" if turn == "X" else "O")


def _number_of(count: int, thing: str) -> str:
    return f"1 {thing}" if count == 1 else f"{count} {thing}s"
