"""Connect Four on a board of any size.

Stones fall to the lowest empty cell of a column; four of one side in a line win. Rules: Allis, "A
Knowledge-based Approach of Connect-Four", 1988. A column has a bit more than its cells, so that
lines do not run on into the next one; a position is two sets of cells, both integers.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field
from rich.text import Text

from toadstone.core.board import BOARD, Board, Grid, Square
from toadstone.core.question import REMOTENESS, WINNER
from toadstone.core.rules import RULES, IllegalMoveError, Outcome, TwoPlayerRules
from toadstone.files.formats import SCENARIO
from toadstone.files.scenario import Scenario
from toadstone.game import Game

QUESTIONS = (WINNER, REMOTENESS)
RED, YELLOW = SIDES = ("red", "yellow")


class ConnectFourScenario(Scenario):
    """A board, and the columns that were played before the start."""

    questions: ClassVar = QUESTIONS
    game: Literal["connect-four"] = Field(description="The name of the game.")
    columns: int = Field(7, ge=1, le=9, description="The columns of the board.")
    rows: int = Field(6, ge=1, le=9, description="The rows of the board.")
    line: int = Field(4, ge=2, le=9, description="How many stones in a line win.")
    played: str = Field("", pattern="[1-9]*", description="The columns played before the start.")


class State(NamedTuple):
    """The cells of the side to move, all cells with a stone, and the side to move: 0 is red."""

    own: int
    taken: int
    turn: int

    def __str__(self) -> str:
        return " ".join(map(str, self))


class ConnectFourRules(TwoPlayerRules[State, int]):
    """The rules; a move is a column, counted from 1."""

    sides = SIDES

    def __init__(self, scenario: Any) -> None:
        self.columns, self.rows, self.line = scenario.columns, scenario.rows, scenario.line
        self.played, self.pitch = scenario.played, scenario.rows + 1
        columns = range(1, self.columns + 1)
        middle_first = sorted(columns, key=lambda column: abs(2 * column - 1 - self.columns))
        self._bottom = {column: 1 << self.pitch * (column - 1) for column in columns}
        self._columns = [(each, self._bottom[each] << self.rows - 1) for each in middle_first]
        self._full = sum(((1 << self.rows) - 1) * bit for bit in self._bottom.values())
        ways = 1, self.pitch - 1, self.pitch, self.pitch + 1
        self._folds = [[way * step for step in _fold(self.line)] for way in ways]
        shifts = range(0, self.pitch * self.columns, self.pitch)
        self._mirror = list(zip(shifts, reversed(shifts), strict=True))
        self._column = (1 << self.pitch) - 1

    def start(self) -> State:
        """Return the board after the columns that were played before."""
        state = State(0, 0, 0)
        for column in self.played:
            state = self.play(state, int(column))
        return state

    def legal_moves(self, state: State) -> list[int]:
        """Return the columns that are not full, from the middle outwards."""
        taken = state[1]
        if self._has_line(taken ^ state[0]):
            return []
        return [column for column, top in self._columns if not taken & top]

    def _has_line(self, stones: int) -> bool:
        for fold in self._folds:
            run = stones
            for shift in fold:
                run &= run >> shift
            if run:
                return True
        return False

    def why_illegal(self, state: State, move: int) -> str | None:
        """Return why no stone can fall into a column."""
        if self.outcome(state) is not None:
            return "the game is over"
        if move not in self._bottom:
            return f"there is no column {move}: the board has {self.columns}"
        full = state.taken & self._bottom[move] << self.rows - 1
        return f"column {move} is full" if full else None

    def play(self, state: State, move: int) -> State:
        """Let a stone fall into a column."""
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        return self.after(state, move)

    def after(self, state: State, move: int) -> State:
        """Return the board after a legal move: a carry finds the lowest empty cell."""
        own, taken, turn = state
        column = self._column << self.pitch * (move - 1)
        taken |= (taken + self._bottom[move]) & column
        return State(state[1] ^ own, taken, 1 - turn)

    def outcome(self, state: State) -> Outcome | None:
        """Return who has four in a line, or a draw on a full board."""
        if self._has_line(state.taken ^ state.own):
            winner = SIDES[1 - state.turn]
            return Outcome.won(winner, f"{winner} has {self.line} in a line")
        return Outcome.drawn("the board is full") if state.taken == self._full else None

    def to_move(self, state: State) -> str:
        """Return the side to move."""
        return SIDES[state.turn]

    def null_move(self, state: State) -> State:
        """Return the same board with the other side to move."""
        return State(state.taken ^ state.own, state.taken, 1 - state.turn)

    def cells(self, state: State) -> list[str]:
        """Return the rows from the top: R, Y, or a dot."""
        mover, other = "RY"[state.turn], "YR"[state.turn]
        return [
            "".join(
                "." if not state.taken & bit else mover if state.own & bit else other
                for bit in (self._bottom[column] << row for column in self._bottom)
            )
            for row in reversed(range(self.rows))
        ]

    def position(self, state: State) -> str:
        """Return the rows from the top, and the side to move."""
        return f"{'/'.join(self.cells(state))} {self.to_move(state)}"

    def key(self, state: State) -> int:
        """Return one integer for a board and its mirror image, as the side to move sees them."""
        key, image = state[0] + state[1], 0
        for shift, other in self._mirror:
            image |= (key >> shift & self._column) << other
        return min(key, image)

    def observe(self, state: State) -> dict[str, int]:
        """Return the number of stones."""
        return self.figures(state)

    def figures(self, state: State) -> dict[str, int]:
        """Return the number of stones."""
        return {"plies": state.taken.bit_count()}

    def read_move(self, text: str) -> int:
        """Return the column that a text names."""
        return int(text)

    def read_state(self, text: str) -> State:
        """Return the state with this text form."""
        own, taken, turn = map(int, text.split())
        return State(own, taken, turn)


def _fold(length: int) -> list[int]:
    """Return the shifts that leave a bit of every run of so many: 1 and 2 for four."""
    shifts, have = list[int](), 1
    while have < length:
        shifts.append(min(have, length - have))
        have += shifts[-1]
    return shifts


class ConnectFourBoard(Board[State, int]):
    """The board; a column is chosen by the cell where the stone would lie."""

    def __init__(self, scenario: Any) -> None:
        self.rules: ConnectFourRules
        super().__init__(ConnectFourRules(scenario))

    def grid(self, state: State) -> Grid:
        """Return the cells, the top row first."""
        rows = self.rules.cells(state)
        lowest = {}
        for y, row in enumerate(rows):
            lowest |= {x: y for x, sign in enumerate(row) if sign == "."}
        colours = {"R": "red", "Y": "yellow", ".": "dim"}
        squares = [
            [
                Square(sign, colours[sign], name=str(x + 1) if lowest.get(x) == y else "")
                for x, sign in enumerate(row)
            ]
            for y, row in enumerate(rows)
        ]
        names = tuple(map(str, range(1, self.rules.columns + 1)))
        return Grid(tuple(map(tuple, squares)), columns=names, numbered=True)

    def caption(self, state: State) -> Text:
        """Return the number of stones."""
        return Text(f"{state.taken.bit_count()} stones")

    def event(self, before: State, move: int, after: State) -> Text:
        """Return nothing: a stone falls."""
        return Text()


GAME = Game(
    "connect-four",
    __name__,
    QUESTIONS,
    decision=WINNER,
    also_decide=(REMOTENESS,),
    parts={
        SCENARIO: ":ConnectFourScenario",
        RULES: ":ConnectFourRules",
        BOARD: ":ConnectFourBoard",
    },
)
